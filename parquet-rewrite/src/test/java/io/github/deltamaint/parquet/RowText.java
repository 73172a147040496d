package io.github.deltamaint.parquet;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** The text of a row that the corpus hashes (its README): a type letter and the value, for each value. */
final class RowText {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private RowText() {}

    static String of(SchemaNode.Struct root, Object[] row) {
        return text(root, row);
    }

    private static String text(SchemaNode node, Object value) {
        if (value == null) {
            return "n";
        }
        if (node instanceof SchemaNode.Leaf leaf) {
            return leaf(leaf.primitive(), value);
        }
        List<String> parts = new ArrayList<>();
        if (node instanceof SchemaNode.Struct struct) {
            Object[] fields = (Object[]) value;
            for (int i = 0; i < fields.length; i++) {
                parts.add(text(struct.fields.get(i), fields[i]));
            }
            return "(" + String.join(",", parts) + ")";
        }
        if (node instanceof SchemaNode.Sequence list) {
            for (Object element : (List<?>) value) {
                parts.add(text(list.element, element));
            }
            return "[" + String.join(",", parts) + "]";
        }
        SchemaNode.Dictionary map = (SchemaNode.Dictionary) node;
        for (Object entry : (List<?>) value) {
            Map.Entry<?, ?> pair = (Map.Entry<?, ?>) entry;
            String key = text(map.key, pair.getKey());
            parts.add(map.value == null ? key : key + ":" + text(map.value, pair.getValue()));
        }
        Collections.sort(parts);
        return map.value == null ? "[" + String.join(",", parts) + "]" : "{" + String.join(",", parts) + "}";
    }

    private static String leaf(PrimitiveType type, Object value) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (value instanceof BigDecimal decimal) {
            return "d" + decimal.unscaledValue() + "e" + ((DecimalLogicalTypeAnnotation) annotation).getScale();
        }
        if (value instanceof Boolean b) {
            return b ? "t" : "f";
        }
        if (value instanceof Float f) {
            return "F%08x".formatted(Float.floatToRawIntBits(f));
        }
        if (value instanceof Double d) {
            return "D%016x".formatted(Double.doubleToRawLongBits(d));
        }
        if (value instanceof String s) {
            // Arrow has no enumerations and reads them as bytes.
            return (annotation instanceof EnumLogicalTypeAnnotation ? "b" : "s")
                    + hex(s.getBytes(StandardCharsets.UTF_8));
        }
        if (value instanceof byte[] bytes) {
            if (type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT96) {
                return "z" + int96Micros(bytes);
            }
            return annotation instanceof Float16LogicalTypeAnnotation
                    ? "H" + hex(new byte[] {bytes[1], bytes[0]})
                    : "b" + hex(bytes);
        }
        long number = ((Number) value).longValue();
        if (annotation instanceof DateLogicalTypeAnnotation) {
            return "c" + number;
        }
        if (annotation instanceof TimeLogicalTypeAnnotation) {
            return "h" + number;
        }
        if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
            return switch (timestamp.getUnit()) {
                case MILLIS -> "zm" + number;
                case MICROS -> "z" + number;
                case NANOS -> "y" + number;
            };
        }
        if (annotation instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()) {
            return "i" + (value instanceof Integer i ? Integer.toUnsignedString(i) : Long.toUnsignedString(number));
        }
        return "i" + number;
    }

    private static long int96Micros(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long nanos = buffer.getLong();
        return (buffer.getInt() - 2_440_588L) * MICROS_PER_DAY + nanos / 1000;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
