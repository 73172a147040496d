package io.github.deltamaint.log.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of the log, such as partition values and statistics, in the physical type of a Parquet column. */
public final class ParquetValues {
    private ParquetValues() {}

    /**
     * A value as Parquet holds it.
     *
     * @param value in the form of {@link Values}; null for NULL
     * @param column the Parquet column of the value's type
     */
    public static @Nullable Object of(@Nullable Object value, org.apache.parquet.schema.PrimitiveType column) {
        if (value == null || value instanceof Boolean || value instanceof Float || value instanceof Double) {
            return value;
        }
        if (value instanceof Long number) {
            return wholeNumber(number, column);
        }
        if (value instanceof BigDecimal decimal) {
            return decimal(decimal.unscaledValue(), column);
        }
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        return ((Values.Bytes) value).toArray();
    }

    private static Object wholeNumber(long number, org.apache.parquet.schema.PrimitiveType column) {
        return column.getPrimitiveTypeName() == org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32
                ? (Object) Math.toIntExact(number)
                : (Object) number;
    }

    private static Object decimal(BigInteger unscaled, org.apache.parquet.schema.PrimitiveType column) {
        return switch (column.getPrimitiveTypeName()) {
            case INT32 -> unscaled.intValueExact();
            case INT64 -> unscaled.longValueExact();
            default -> bigEndian(unscaled, column.getTypeLength());
        };
    }

    private static byte[] bigEndian(BigInteger unscaled, int length) {
        byte[] shortest = unscaled.toByteArray();
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, bytes, length - shortest.length, shortest.length);
        return bytes;
    }
}
