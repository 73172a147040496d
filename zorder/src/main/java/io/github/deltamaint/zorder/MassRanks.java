package io.github.deltamaint.zorder;

import java.util.Objects;

/**
 * Ranks by mass: a value's rank is the share of rows below it, scaled to the full range of bits.
 *
 * <p>Curves treat all columns alike, so a column must come to them as a number that uses the whole range evenly,
 * whatever its values are. The rank of a value is the middle of the rows that have it:
 *
 * <pre>
 *     rows     nulls   a a   b b b b b b   c       n = 12, 2 bits
 *              ├─────┤ ├──┤ ├──────────┤ ├─┤
 *     share    0      .25  .42         .92  1
 *     middle           .33      .67      .96       (rows below + half of the rows equal) / n
 *     rank     0        1        2        3        max(1, ⌊middle · 2²⌋)
 * </pre>
 *
 * <p>Ranks are monotone in the values and equal for equal values. Rank 0 is null's alone, so nulls sort before all values
 * and share a cell with no value. Two or more values are always at least 2<sup>bits−1</sup> − 1 apart from the lowest to
 * the highest: a column of two values gets its half of the curve just as one of a million values does. (Counting ranks
 * from 0, as others do, leaves a column of few values only low bits, and the other columns decide everything.)
 *
 * <p>Three ways lead here: {@link #ofDictionary} when rows are ids into a sorted dictionary, {@link LongSample} for
 * numbers and {@link BytesSample} for strings and binaries. All give ranks of the same kind.
 */
public final class MassRanks {

    /** The rank of null: below the rank of every value. */
    public static final int NULL_RANK = 0;

    private MassRanks() {}

    /**
     * The rank of each id of a sorted dictionary, exact. Runs in the size of the dictionary.
     *
     * @param counts the number of rows that have the value with this id; values ascend with ids. An id that no row has
     *     may be there and changes nothing for the others
     * @param nulls the number of rows without a value
     * @param bits the number of bits of a rank, 1 to 32
     * @return one rank per id
     * @throws IllegalArgumentException if a count is negative or the number of bits is out of range
     * @throws ArithmeticException if the counts do not sum up to a long
     */
    public static int[] ofDictionary(long[] counts, long nulls, int bits) {
        checkBits(bits);
        long rows = checkCount(nulls);
        for (long count : counts) {
            rows = Math.addExact(rows, checkCount(count));
        }
        int[] rankOfId = new int[counts.length];
        long below = nulls;
        for (int id = 0; id < counts.length; id++) {
            rankOfId[id] = rank(below + counts[id] / 2.0, rows, bits);
            below += counts[id];
        }
        return rankOfId;
    }

    /**
     * Looks up the rank of each row's id.
     *
     * @param ids the dictionary id of each row; a negative one is null
     * @param rankOfId the rank of each id, as {@link #ofDictionary} returns it
     * @param ranks receives the rank of row {@code i} at index {@code i}, for rows {@code from} (inclusive) to {@code to}
     *     (exclusive)
     * @throws IndexOutOfBoundsException if an id is not in the dictionary or an array is too short
     */
    public static void lookUp(int[] ids, int[] rankOfId, int from, int to, int[] ranks) {
        Objects.checkFromToIndex(from, to, ids.length);
        Objects.checkFromToIndex(from, to, ranks.length);
        for (int row = from; row < to; row++) {
            int id = ids[row];
            ranks[row] = id < 0 ? NULL_RANK : rankOfId[id];
        }
    }

    /** The rank of a value with so many rows before the middle of its own. Rounding keeps the order. */
    static int rank(double rowsBefore, long rows, int bits) {
        double range = (double) (1L << bits);
        double scaled = rows == 0 ? 0 : rowsBefore / rows * range;
        return (int) (long) Math.max(NULL_RANK + 1, Math.min(scaled, range - 1));
    }

    static void checkBits(int bits) {
        if (bits < 1 || bits > Integer.SIZE) {
            throw new IllegalArgumentException("Ranks take 1 to 32 bits but got " + bits);
        }
    }

    static long checkCount(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("A number of rows cannot be negative but was " + count);
        }
        return count;
    }
}
