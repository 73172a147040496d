package io.github.deltamaint.log.stats;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one column while a file was written.
 *
 * @param nullCount how many values were null, which they are also where a struct around them is
 * @param min the smallest value, without NaN, in the form of {@link Values}; null if there is none or it is not known
 * @param max the largest, likewise
 * @param hasNaN whether a value was NaN
 */
public record ColumnStatistics(
        long nullCount, @Nullable Object min, @Nullable Object max, boolean hasNaN) {

    /** Checks the number, and that there are both bounds or none. */
    public ColumnStatistics {
        if (nullCount < 0) {
            throw new IllegalArgumentException("nullCount must not be negative but was " + nullCount);
        }
        if ((min == null) != (max == null)) {
            throw new IllegalArgumentException(
                    "there must be both bounds or none, but min is " + min + " and max is " + max);
        }
    }

    /** A column of nulls alone, which is also what a column is that the file does not have. */
    public static ColumnStatistics allNull(long numRecords) {
        return new ColumnStatistics(numRecords, null, null, false);
    }

    /** A number of nulls without bounds. */
    public static ColumnStatistics nullsOnly(long nullCount) {
        return new ColumnStatistics(nullCount, null, null, false);
    }

    /**
     * Makes statistics of values as Parquet stores them in a file of {@link io.github.deltamaint.log.schema.DataFileSchema}.
     *
     * @param type the column's type
     * @param min an {@link Integer}, {@link Long}, {@link Float}, {@link Double}, {@link Boolean} or byte array; null if there is none
     * @param max likewise
     * @return statistics without bounds if the values are strings that are not UTF-8
     * @throws IllegalArgumentException if a value is not of the class that goes with the type
     */
    public static ColumnStatistics ofParquet(
            PrimitiveType type, long nullCount, @Nullable Object min, @Nullable Object max, boolean hasNaN) {
        Object smallest = min == null ? null : fromParquet(type, min);
        Object largest = max == null ? null : fromParquet(type, max);
        boolean both = smallest != null && largest != null;
        return new ColumnStatistics(nullCount, both ? smallest : null, both ? largest : null, hasNaN);
    }

    private static @Nullable Object fromParquet(PrimitiveType type, Object value) {
        return switch (type.kind()) {
            case BOOLEAN -> expect(Boolean.class, type, value);
            case BYTE, SHORT, INTEGER, LONG, DATE, TIMESTAMP, TIMESTAMP_NTZ -> wholeNumber(type, value);
            case FLOAT -> expect(Float.class, type, value);
            case DOUBLE -> expect(Double.class, type, value);
            case DECIMAL ->
                value instanceof byte[] bytes
                        ? new BigDecimal(new BigInteger(bytes), type.scale())
                        : BigDecimal.valueOf(wholeNumber(type, value), type.scale());
            case STRING -> utf8(expect(byte[].class, type, value));
            case BINARY -> new Values.Bytes(expect(byte[].class, type, value));
        };
    }

    private static Long wholeNumber(PrimitiveType type, Object value) {
        return value instanceof Integer number ? Long.valueOf(number) : expect(Long.class, type, value);
    }

    private static <T> T expect(Class<T> expected, PrimitiveType type, Object value) {
        if (!expected.isInstance(value)) {
            throw new IllegalArgumentException("a value of type " + type + " is a " + expected.getSimpleName()
                    + " in Parquet, but this one is a " + value.getClass().getSimpleName());
        }
        return expected.cast(value);
    }

    private static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
