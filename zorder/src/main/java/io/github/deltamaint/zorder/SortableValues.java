package io.github.deltamaint.zorder;

import java.util.Arrays;
import java.util.Objects;

/**
 * Brings the values of every primitive Delta type to one of the two forms that {@link LongSample} and {@link BytesSample}
 * compare, such that the order stays that of SQL.
 *
 * <table>
 * <caption>Delta types and their forms</caption>
 * <tr><th>type</th><th>form</th></tr>
 * <tr><td>byte, short, integer, long</td><td>signed number, widened; nothing to do</td></tr>
 * <tr><td>date, timestamp, timestampNtz</td><td>signed number of days or microseconds; nothing to do</td></tr>
 * <tr><td>boolean</td><td>0 or 1: {@link #of(boolean)}</td></tr>
 * <tr><td>float, double</td><td>signed number: {@link #of(double)}</td></tr>
 * <tr><td>decimal in 4 or 8 bytes</td><td>the unscaled number; nothing to do</td></tr>
 * <tr><td>decimal in big-endian bytes</td><td>{@link #decimals}, or {@link #decimal} one by one</td></tr>
 * <tr><td>string</td><td>its UTF-8 bytes, unsigned; nothing to do</td></tr>
 * <tr><td>binary</td><td>its bytes, unsigned; nothing to do</td></tr>
 * </table>
 *
 * <p>Decimals compare by their unscaled numbers, so all values of a column must have one scale. Null has no form:
 * {@link MassRanks} gives it a rank of its own.
 *
 * <pre>
 *     double   s eeeeeeeeeee mmmm…mmmm       a negative one flips all bits but the sign:
 *              −∞ &lt; … &lt; −1 &lt; … &lt; −0 = 0 &lt; … &lt; 1 &lt; … &lt; ∞ &lt; NaN      one zero, one NaN
 * </pre>
 */
public final class SortableValues {

    private SortableValues() {}

    /** False is 0, true is 1. */
    public static long of(boolean value) {
        return value ? 1 : 0;
    }

    /** The number at the place of this value among all floats; −0.0 equals 0.0, and every NaN is the largest value. */
    public static long of(float value) {
        int bits = Float.floatToIntBits(value + 0.0f);
        return bits ^ ((bits >> (Integer.SIZE - 1)) & Integer.MAX_VALUE);
    }

    /** The number at the place of this value among all doubles; −0.0 equals 0.0, and every NaN is the largest value. */
    public static long of(double value) {
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
    }

    /**
     * Brings floats at {@code from} (inclusive) to {@code to} (exclusive) to their form.
     *
     * @param sortable receives the form of value {@code i} at index {@code i}
     * @throws IndexOutOfBoundsException if an array is too short
     */
    public static void floats(float[] values, int from, int to, long[] sortable) {
        Objects.checkFromToIndex(from, to, values.length);
        Objects.checkFromToIndex(from, to, sortable.length);
        for (int i = from; i < to; i++) {
            sortable[i] = of(values[i]);
        }
    }

    /**
     * Brings doubles at {@code from} (inclusive) to {@code to} (exclusive) to their form.
     *
     * @param sortable receives the form of value {@code i} at index {@code i}
     * @throws IndexOutOfBoundsException if an array is too short
     */
    public static void doubles(double[] values, int from, int to, long[] sortable) {
        Objects.checkFromToIndex(from, to, values.length);
        Objects.checkFromToIndex(from, to, sortable.length);
        for (int i = from; i < to; i++) {
            sortable[i] = of(values[i]);
        }
    }

    /**
     * Brings decimals of a fixed number of big-endian bytes to their form, in place: the sign bit is flipped, which makes
     * two's complement compare as unsigned bytes.
     *
     * @param values the unscaled numbers, {@code length} bytes each, one after the other
     * @param length the number of bytes of each, at least 1
     * @throws IllegalArgumentException if the array is no whole number of values
     */
    public static void decimals(byte[] values, int length) {
        if (length < 1 || values.length % length != 0) {
            throw new IllegalArgumentException(
                    values.length + " bytes are no whole number of decimals of " + length + " bytes");
        }
        for (int at = 0; at < values.length; at += length) {
            values[at] ^= Byte.MIN_VALUE;
        }
    }

    /**
     * Brings one decimal of any number of big-endian bytes to its form: sign-extended to the given length, sign bit
     * flipped. Decimals that are stored in a varying number of bytes compare only after this.
     *
     * @param unscaled the unscaled number in two's complement, at least 1 byte
     * @param length the number of bytes of the result; 16 hold every decimal of Delta
     * @throws IllegalArgumentException if the number is empty or does not fit
     */
    public static byte[] decimal(byte[] unscaled, int length) {
        int significant = unscaled.length;
        while (significant > length && isSignExtension(unscaled, unscaled.length - significant)) {
            significant--;
        }
        if (significant < 1 || significant > length) {
            throw new IllegalArgumentException(
                    "A decimal of " + unscaled.length + " bytes does not fit " + length + " bytes");
        }
        byte[] sortable = new byte[length];
        Arrays.fill(sortable, 0, length - significant, (byte) (unscaled[0] >> (Byte.SIZE - 1)));
        System.arraycopy(unscaled, unscaled.length - significant, sortable, length - significant, significant);
        sortable[0] ^= Byte.MIN_VALUE;
        return sortable;
    }

    /** Whether the byte only repeats the sign of the next one. */
    private static boolean isSignExtension(byte[] unscaled, int at) {
        return unscaled[at] == unscaled[at + 1] >> (Byte.SIZE - 1);
    }
}
