package io.github.deltamaint.zorder;

import java.util.Arrays;
import java.util.Objects;

/**
 * A sample of a column of numbers, compared as signed; {@link SortableValues} brings other types to that form.
 *
 * <p>Curve keys can be sampled as well: {@link KeyWeights#ofSample}. Takes 8 bytes for each value kept, and 16 more while
 * ranks are made.
 */
public final class LongSample extends ColumnSample {

    private long[] sample = new long[16];

    /**
     * A sample of at most {@link #DEFAULT_CAPACITY} values.
     *
     * @param seed the source of all randomness
     */
    public LongSample(long seed) {
        this(DEFAULT_CAPACITY, seed);
    }

    /**
     * A sample of at most so many values.
     *
     * @param capacity how many values are kept, at least 1
     * @param seed the source of all randomness
     * @throws IllegalArgumentException if the capacity is not positive
     */
    public LongSample(int capacity, long seed) {
        super(capacity, seed);
    }

    /**
     * Adds the values at {@code from} (inclusive) to {@code to} (exclusive).
     *
     * @throws IndexOutOfBoundsException if the array is too short
     */
    public void add(long[] values, int from, int to) {
        Objects.checkFromToIndex(from, to, values.length);
        Reservoir reservoir = reservoir();
        for (int at = reservoir.next(from, to); at < to; at = reservoir.next(at + 1, to)) {
            put(reservoir.enter(), values[at]);
        }
    }

    /**
     * Adds the values at {@code from} (inclusive) to {@code to} (exclusive).
     *
     * @throws IndexOutOfBoundsException if the array is too short
     */
    public void add(int[] values, int from, int to) {
        Objects.checkFromToIndex(from, to, values.length);
        Reservoir reservoir = reservoir();
        for (int at = reservoir.next(from, to); at < to; at = reservoir.next(at + 1, to)) {
            put(reservoir.enter(), values[at]);
        }
    }

    private void put(int slot, long value) {
        if (slot == sample.length) {
            sample = Arrays.copyOf(sample, reservoir().grown(slot));
        }
        sample[slot] = value;
    }

    /** The sampled values in ascending order. */
    long[] sorted() {
        long[] sorted = Arrays.copyOf(sample, reservoir().size());
        Arrays.sort(sorted);
        return sorted;
    }

    /**
     * The ranks of this distribution. Values added later do not change them.
     *
     * @param bits the number of bits of a rank, 1 to 32
     * @throws IllegalArgumentException if the number of bits is out of range
     */
    public LongRanks ranks(int bits) {
        RankSteps steps = steps(bits);
        long[] sorted = sorted();
        int distinct = 0;
        for (int from = 0, to; from < sorted.length; from = to) {
            to = from + 1;
            while (to < sorted.length && sorted[to] == sorted[from]) {
                to++;
            }
            steps.add(to - from);
            sorted[distinct++] = sorted[from];
        }
        return new LongRanks(Arrays.copyOf(sorted, distinct), steps.ranks());
    }
}
