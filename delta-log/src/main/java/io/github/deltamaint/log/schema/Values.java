package io.github.deltamaint.log.schema;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * How this library holds a value of a {@link PrimitiveType} in memory, and in which order values stand.
 *
 * <p>{@link PrimitiveType.Kind} says which Java type it is. Whole numbers, dates and timestamps are all {@link Long}s: a date is
 * its days, a timestamp its microseconds since the epoch. SQL's NULL is Java's {@code null}; no method here takes it.
 *
 * <p>The order is SQL's, and that of the statistics of a data file: numbers by value, −0.0 equal to 0.0, NaN equal to itself
 * and above every other number; strings by their UTF-8 bytes, which is the order of their code points; binary by unsigned
 * bytes; false before true.
 */
public final class Values {

    private Values() {}

    /**
     * Bytes as a value: immutable, equal by content, ordered as unsigned bytes.
     */
    public static final class Bytes implements Comparable<Bytes> {
        private final byte[] bytes;

        /** Copies the bytes. */
        public Bytes(byte[] bytes) {
            this.bytes = bytes.clone();
        }

        /** A copy of the bytes. */
        public byte[] toArray() {
            return bytes.clone();
        }

        /** How many bytes there are. */
        public int length() {
            return bytes.length;
        }

        @Override
        public int compareTo(Bytes other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        /** The bytes in hexadecimal digits, as SQL writes them: {@code X'0AFF'}. */
        @Override
        public String toString() {
            return "X'" + HexFormat.of().withUpperCase().formatHex(bytes) + "'";
        }
    }

    /**
     * Compares two values of one type.
     *
     * @throws ClassCastException if a value is not of the Java type that goes with {@code type}
     */
    public static int compare(PrimitiveType type, Object left, Object right) {
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
            case BYTE, SHORT, INTEGER, LONG, DATE, TIMESTAMP, TIMESTAMP_NTZ -> Long.compare((Long) left, (Long) right);
            case FLOAT -> compareDoubles((Float) left, (Float) right);
            case DOUBLE -> compareDoubles((Double) left, (Double) right);
            case DECIMAL -> ((BigDecimal) left).compareTo((BigDecimal) right);
            case STRING -> compareStrings((String) left, (String) right);
            case BINARY -> ((Bytes) left).compareTo((Bytes) right);
        };
    }

    /**
     * Compares by code points, which is the order of the UTF-8 bytes; {@link String#compareTo} compares UTF-16 units and puts
     * characters outside the basic plane too low.
     */
    public static int compareStrings(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char l = left.charAt(i);
            char r = right.charAt(i);
            if (l != r) {
                boolean leftOutside = Character.isSurrogate(l);
                boolean rightOutside = Character.isSurrogate(r);
                return leftOutside == rightOutside ? Character.compare(l, r) : leftOutside ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static int compareDoubles(double left, double right) {
        // Double.compare alone would put -0.0 before 0.0; adding 0.0 makes both 0.0.
        return Double.compare(left + 0.0, right + 0.0);
    }
}
