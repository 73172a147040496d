package io.github.deltamaint.testsupport;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value as the text that rows are compared by.
 *
 * <p>{@code n} null, {@code t}/{@code f} boolean, {@code i<int>} byte to long, {@code d<unscaled>e<scale>} decimal,
 * {@code F<8 hex>} and {@code D<16 hex>} the bits of a float and a double, {@code s<hex of UTF-8>} string, {@code b<hex>}
 * binary, {@code c<days>} date, {@code z<micros>} timestamp and timestamp_ntz, {@code (a,b)} struct, {@code [a,b]} array,
 * {@code {k:v,...}} map with its entries sorted by text. The text has ASCII characters only.
 */
public final class RowText {

    private static final HexFormat HEX = HexFormat.of();

    private RowText() {}

    /**
     * The text of one value.
     *
     * @param value a plain value of that type, see {@link ValueType}
     * @throws IllegalArgumentException for a type that has no text (variant, geometry)
     */
    public static String of(ValueType type, @Nullable Object value) {
        StringBuilder text = new StringBuilder();
        append(text, type, value);
        return text.toString();
    }

    private static void append(StringBuilder text, ValueType type, @Nullable Object value) {
        if (value == null) {
            text.append('n');
        } else if (type instanceof ValueType.Primitive primitive) {
            appendPrimitive(text, primitive, value);
        } else if (type instanceof ValueType.Decimal decimal) {
            text.append('d')
                    .append(((BigDecimal) value).setScale(decimal.scale()).unscaledValue())
                    .append('e')
                    .append(decimal.scale());
        } else if (type instanceof ValueType.Struct struct) {
            appendStruct(text, struct, (List<?>) value);
        } else if (type instanceof ValueType.ArrayOf array) {
            text.append('[');
            String comma = "";
            for (Object element : (List<?>) value) {
                text.append(comma);
                append(text, array.element(), element);
                comma = ",";
            }
            text.append(']');
        } else if (type instanceof ValueType.MapOf map) {
            text.append('{')
                    .append(String.join(",", entryTexts(map, (List<?>) value)))
                    .append('}');
        } else {
            throw new IllegalArgumentException("values of type " + type + " have no text");
        }
    }

    private static void appendPrimitive(StringBuilder text, ValueType.Primitive type, Object value) {
        switch (type) {
            case BOOLEAN -> text.append((Boolean) value ? 't' : 'f');
            case BYTE, SHORT, INTEGER, LONG -> text.append('i').append(((Number) value).longValue());
            case FLOAT -> text.append('F').append(HEX.toHexDigits(Float.floatToRawIntBits((Float) value)));
            case DOUBLE -> text.append('D').append(HEX.toHexDigits(Double.doubleToRawLongBits((Double) value)));
            case STRING -> text.append('s').append(HEX.formatHex(((String) value).getBytes(StandardCharsets.UTF_8)));
            case BINARY -> text.append('b').append(HEX.formatHex((byte[]) value));
            case DATE -> text.append('c').append((Integer) value);
            case TIMESTAMP, TIMESTAMP_NTZ -> text.append('z').append((Long) value);
        }
    }

    private static void appendStruct(StringBuilder text, ValueType.Struct struct, List<?> values) {
        if (values.size() != struct.fields().size()) {
            throw new IllegalArgumentException(values.size() + " values for " + struct);
        }
        text.append('(');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                text.append(',');
            }
            append(text, struct.fields().get(i).type(), values.get(i));
        }
        text.append(')');
    }

    private static List<String> entryTexts(ValueType.MapOf map, List<?> entries) {
        List<String> texts = new ArrayList<>();
        for (Object entry : entries) {
            Map.Entry<?, ?> keyAndValue = (Map.Entry<?, ?>) entry;
            texts.add(of(map.key(), keyAndValue.getKey()) + ":" + of(map.value(), keyAndValue.getValue()));
        }
        Collections.sort(texts);
        return texts;
    }
}
