package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import java.util.Arrays;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * The order of the values of a column, as the Parquet format defines it for statistics ("TypeDefinedOrder").
 *
 * <p>Numbers are compared through {@linkplain #key keys}: a signed comparison of keys is the order of the values, and the key
 * of a key is the value again. Floating point numbers have the IEEE 754 total order here, so that -0.0 comes before 0.0 and
 * every NaN has its place; bounds leave NaN out.
 */
public enum ValueOrder {
    /** Signed numbers, dates, times, decimals held as integers, booleans. */
    SIGNED,
    /** Unsigned integers. */
    UNSIGNED,
    /** FLOAT and DOUBLE, as their IEEE bits. */
    FLOATING_POINT,
    /** Strings and other bytes: unsigned and lexicographic. */
    BYTES,
    /** Decimals held as bytes: two's complement, highest byte first. */
    SIGNED_BYTES,
    /** Half-precision floating point numbers: two bytes, lowest first. */
    FLOAT16,
    /** The format defines no order: no bounds are written. Dictionaries are sorted as {@link #BYTES}. */
    UNDEFINED;

    static ValueOrder of(PrimitiveType type) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof LogicalTypeAnnotation.UnknownLogicalTypeAnnotation) {
            return UNDEFINED;
        }
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> SIGNED;
            case INT32, INT64 ->
                annotation instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer && !integer.isSigned()
                        ? UNSIGNED
                        : SIGNED;
            case FLOAT, DOUBLE -> FLOATING_POINT;
            case INT96 -> UNDEFINED;
            case BINARY, FIXED_LEN_BYTE_ARRAY -> ofBytes(annotation);
        };
    }

    private static ValueOrder ofBytes(LogicalTypeAnnotation annotation) {
        if (annotation instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation) {
            return SIGNED_BYTES;
        }
        if (annotation instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation) {
            return FLOAT16;
        }
        if (annotation instanceof LogicalTypeAnnotation.IntervalLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.GeometryLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.GeographyLogicalTypeAnnotation) {
            return UNDEFINED;
        }
        return BYTES;
    }

    /** Whether the format defines an order, so that bounds may be written. */
    boolean isDefined() {
        return this != UNDEFINED;
    }

    /** The key of a number of 32 bits. */
    int key(int value) {
        return switch (this) {
            case UNSIGNED -> value ^ Integer.MIN_VALUE;
            case FLOATING_POINT -> value ^ (value >> 31 & Integer.MAX_VALUE);
            default -> value;
        };
    }

    /** The key of a number of 64 bits. */
    long key(long value) {
        return switch (this) {
            case UNSIGNED -> value ^ Long.MIN_VALUE;
            case FLOATING_POINT -> value ^ (value >> 63 & Long.MAX_VALUE);
            default -> value;
        };
    }

    /** Compares two values held as bytes; values that differ are never equal. */
    int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        if (this == FLOAT16) {
            return Integer.compare(float16Key(a, aFrom), float16Key(b, bFrom));
        }
        if (this == SIGNED_BYTES) {
            return compareSigned(a, aFrom, aTo, b, bFrom, bTo);
        }
        return Arrays.compareUnsigned(a, aFrom, aTo, b, bFrom, bTo);
    }

    /** Compares two bounds in the form in which the format stores them. */
    int compareEncoded(ValueKind kind, byte[] a, byte[] b) {
        return switch (kind) {
            case INT -> a.length == 1 ? Byte.compare(a[0], b[0]) : Integer.compare(intKey(a), intKey(b));
            case LONG -> Long.compare(key((long) PageBuffer.LONG.get(a, 0)), key((long) PageBuffer.LONG.get(b, 0)));
            case BYTES -> compare(a, 0, a.length, b, 0, b.length);
        };
    }

    private int intKey(byte[] bytes) {
        return key((int) PageBuffer.INT.get(bytes, 0));
    }

    static int float16Key(byte[] bytes, int at) {
        short bits = (short) ((bytes[at] & 0xFF) | bytes[at + 1] << 8);
        return bits ^ (bits >> 15 & 0x7FFF);
    }

    /** Whether two bytes, lowest first, are a half-precision NaN. */
    static boolean isFloat16NaN(byte[] bytes, int at) {
        int magnitude = (bytes[at] & 0xFF) | (bytes[at + 1] & 0x7F) << 8;
        return magnitude > 0x7C00;
    }

    /** Numbers that are equal and have different lengths are told apart by their lengths. */
    private static int compareSigned(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        int aLength = aTo - aFrom;
        int bLength = bTo - bFrom;
        int length = Math.max(aLength, bLength);
        int aSign = aLength > 0 && a[aFrom] < 0 ? -1 : 0;
        int bSign = bLength > 0 && b[bFrom] < 0 ? -1 : 0;
        if (aSign != bSign) {
            return aSign < 0 ? -1 : 1;
        }
        for (int i = 0; i < length; i++) {
            int aByte = i < length - aLength ? aSign : a[aFrom + i - (length - aLength)];
            int bByte = i < length - bLength ? bSign : b[bFrom + i - (length - bLength)];
            if (aByte != bByte) {
                return Integer.compare(aByte & 0xFF, bByte & 0xFF);
            }
        }
        return Integer.compare(aLength, bLength);
    }

    /**
     * A number whose signed order agrees with the order of the values as far as it can tell them apart.
     *
     * @param longest the length of the longest value that is compared with this one
     */
    long prefix(byte[] bytes, int from, int to, int longest) {
        if (this == FLOAT16) {
            return float16Key(bytes, from);
        }
        if (this != SIGNED_BYTES) {
            return bigEndian(bytes, from, Math.min(to, from + 8), 0, 0) ^ Long.MIN_VALUE;
        }
        int sign = to > from && bytes[from] < 0 ? -1 : 0;
        int padding = longest - (to - from);
        return bigEndian(bytes, from, Math.min(to, from + Math.max(0, 8 - padding)), Math.min(8, padding), sign);
    }

    /**
     * As {@link #prefix(byte[], int, int, int)} for a value that is looked at once; the same number for all values where
     * their lengths would have to be known first.
     *
     * @param sameLength whether all values that are compared have one length
     */
    long quickPrefix(byte[] bytes, int from, int to, boolean sameLength) {
        return switch (this) {
            case FLOAT16 -> float16Key(bytes, from);
            case SIGNED_BYTES -> sameLength ? firstBytes(bytes, from, to) : 0;
            default -> firstBytes(bytes, from, to) ^ Long.MIN_VALUE;
        };
    }

    /** The first eight bytes, zeros where there are fewer. */
    private static long firstBytes(byte[] bytes, int from, int to) {
        if (from > bytes.length - Long.BYTES) {
            return bigEndian(bytes, from, Math.min(to, from + Long.BYTES), 0, 0);
        }
        long word = (long) PageBuffer.BIG_ENDIAN_LONG.get(bytes, from);
        int length = to - from;
        if (length >= Long.BYTES) {
            return word;
        }
        return length == 0 ? 0 : word & -1L << (Long.SIZE - Byte.SIZE * length);
    }

    /** Eight bytes: {@code padding} times {@code pad}, then those of the range, then zeros. */
    private static long bigEndian(byte[] bytes, int from, int to, int padding, int pad) {
        long result = 0;
        for (int i = 0; i < padding; i++) {
            result = result << 8 | (pad & 0xFF);
        }
        for (int i = from; i < to; i++) {
            result = result << 8 | (bytes[i] & 0xFF);
        }
        int given = padding + (to - from);
        return given == 0 ? 0 : result << (8 * (8 - given));
    }
}
