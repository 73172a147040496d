package io.github.deltamaint.zorder;

import java.util.Objects;

/**
 * The {@linkplain MassRanks ranks} of a column of numbers. Made by {@link LongSample#ranks}.
 *
 * <p>A value that the sample does not hold gets the rank of the gap that it falls into. A look-up is one binary search;
 * a value equal to the one before costs nothing. Immutable, may be shared by threads.
 */
public final class LongRanks {

    private final long[] sorted;
    private final int[] steps;

    LongRanks(long[] sorted, int[] steps) {
        this.sorted = sorted;
        this.steps = steps;
    }

    /** The rank of one value. */
    public int rankOf(long value) {
        int below = SortedLongs.countBelow(sorted, value);
        boolean sampled = below < sorted.length && sorted[below] == value;
        return steps[2 * below + (sampled ? 1 : 0)];
    }

    /**
     * Looks up the ranks of rows {@code from} (inclusive) to {@code to} (exclusive). The caller overwrites the ranks of
     * nulls with {@link MassRanks#NULL_RANK}.
     *
     * @param ranks receives the rank of row {@code i} at index {@code i}
     * @throws IndexOutOfBoundsException if an array is too short
     */
    public void lookUp(long[] values, int from, int to, int[] ranks) {
        Objects.checkFromToIndex(from, to, values.length);
        Objects.checkFromToIndex(from, to, ranks.length);
        long previous = 0;
        int rank = rankOf(previous);
        for (int row = from; row < to; row++) {
            long value = values[row];
            if (value != previous) {
                previous = value;
                rank = rankOf(value);
            }
            ranks[row] = rank;
        }
    }

    /**
     * Looks up the ranks of rows {@code from} (inclusive) to {@code to} (exclusive). The caller overwrites the ranks of
     * nulls with {@link MassRanks#NULL_RANK}.
     *
     * @param ranks receives the rank of row {@code i} at index {@code i}; may be the array of the values itself
     * @throws IndexOutOfBoundsException if an array is too short
     */
    public void lookUp(int[] values, int from, int to, int[] ranks) {
        Objects.checkFromToIndex(from, to, values.length);
        Objects.checkFromToIndex(from, to, ranks.length);
        int previous = 0;
        int rank = rankOf(previous);
        for (int row = from; row < to; row++) {
            int value = values[row];
            if (value != previous) {
                previous = value;
                rank = rankOf(value);
            }
            ranks[row] = rank;
        }
    }
}
