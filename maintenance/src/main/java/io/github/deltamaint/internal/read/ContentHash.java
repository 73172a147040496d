package io.github.deltamaint.internal.read;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.Values;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 over the texts of all rows, sorted by their bytes and joined by line feeds, so that any program can compute it again.
 *
 * <p>{@code n} is null, {@code t} and {@code f} are booleans, {@code i} a whole number, {@code d} an unscaled decimal with {@code e} and the scale, {@code F} and
 * {@code D} the bits of a float and a double in hexadecimal digits, {@code s} the UTF-8 bytes of a string, {@code b} those of a binary value, {@code c} the days of a
 * date, {@code z} the microseconds of a timestamp with or without zone, {@code (a,b)} a struct or the metadata and value of a variant, {@code [a,b]} an array, {@code {k:v}} a map with its
 * entries sorted by their texts.
 */
final class ContentHash {
    private static final HexFormat HEX = HexFormat.of();

    private final TableRows rows;

    ContentHash(TableRows rows) {
        this.rows = rows;
    }

    String compute() {
        List<byte[]> texts = new ArrayList<>();
        rows.forEachFile((partition, reader) -> {
            RowAssembler assembler = new RowAssembler(rows.columns(), rows.layout(), partition);
            while (reader.next()) {
                assembler.batch(reader);
                for (int record = 0; record < reader.records(); record++) {
                    StringBuilder text = new StringBuilder();
                    appendStruct(rows.columns(), assembler.next(), text);
                    texts.add(text.toString().getBytes(StandardCharsets.US_ASCII));
                }
            }
            return true;
        });
        texts.sort(Arrays::compareUnsigned);
        MessageDigest sha256 = sha256();
        for (int i = 0; i < texts.size(); i++) {
            if (i > 0) {
                sha256.update((byte) '\n');
            }
            sha256.update(texts.get(i));
        }
        return HEX.formatHex(sha256.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void appendStruct(StructType struct, @Nullable Object[] values, StringBuilder text) {
        text.append('(');
        for (int i = 0; i < values.length; i++) {
            StructField field = struct.fields().get(i);
            append(field.type(), values[i], i == 0 ? text : text.append(','));
        }
        text.append(')');
    }

    private static void append(DataType columnType, @Nullable Object value, StringBuilder text) {
        DataType type = VariantParts.typeOfValues(columnType);
        if (value == null) {
            text.append('n');
        } else if (type instanceof StructType struct) {
            appendStruct(struct, (Object[]) value, text);
        } else if (type instanceof ArrayType array) {
            text.append('[');
            String separator = "";
            for (Object element : (List<?>) value) {
                append(array.elementType(), element, text.append(separator));
                separator = ",";
            }
            text.append(']');
        } else if (type instanceof MapType map) {
            text.append('{')
                    .append(String.join(",", entries(map, (List<?>) value)))
                    .append('}');
        } else {
            appendPrimitive((PrimitiveType) type, value, text);
        }
    }

    private static List<String> entries(MapType map, List<?> entries) {
        List<String> texts = new ArrayList<>();
        for (Object entry : entries) {
            StringBuilder text = new StringBuilder();
            append(map.keyType(), ((Map.Entry<?, ?>) entry).getKey(), text);
            append(map.valueType(), ((Map.Entry<?, ?>) entry).getValue(), text.append(':'));
            texts.add(text.toString());
        }
        texts.sort(null);
        return texts;
    }

    private static void appendPrimitive(PrimitiveType type, Object value, StringBuilder text) {
        switch (type.kind()) {
            case BOOLEAN -> text.append((Boolean) value ? 't' : 'f');
            case BYTE, SHORT, INTEGER, LONG -> text.append('i').append(value);
            case FLOAT -> text.append('F').append(HEX.toHexDigits(Float.floatToRawIntBits((Float) value)));
            case DOUBLE -> text.append('D').append(HEX.toHexDigits(Double.doubleToRawLongBits((Double) value)));
            case DECIMAL -> {
                BigDecimal decimal = (BigDecimal) value;
                text.append('d').append(decimal.unscaledValue()).append('e').append(decimal.scale());
            }
            case STRING -> text.append('s').append(HEX.formatHex(((String) value).getBytes(StandardCharsets.UTF_8)));
            case BINARY -> text.append('b').append(HEX.formatHex(((Values.Bytes) value).toArray()));
            case DATE -> text.append('c').append(value);
            case TIMESTAMP, TIMESTAMP_NTZ -> text.append('z').append(value);
        }
    }
}
