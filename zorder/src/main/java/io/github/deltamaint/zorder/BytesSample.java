package io.github.deltamaint.zorder;

import java.util.Arrays;
import java.util.Objects;

/**
 * A sample of a column of strings or binaries.
 *
 * <p>Values are compared as unsigned bytes, which for UTF-8 is the order of code points and of Delta and Parquet (and not
 * that of {@link String#compareTo}). Only the leading bytes of long values are kept and compared; values that agree in them
 * get the same rank. Takes no more than {@code capacity * (valueBytes + 32)} bytes.
 */
public final class BytesSample extends ColumnSample {

    /** The number of leading bytes that tell values apart unless told otherwise. */
    public static final int DEFAULT_VALUE_BYTES = 256;

    private final int valueBytes;
    private byte[][] sample = new byte[16][];

    /**
     * A sample of at most {@link #DEFAULT_CAPACITY} values of {@link #DEFAULT_VALUE_BYTES} bytes.
     *
     * @param seed the source of all randomness
     */
    public BytesSample(long seed) {
        this(DEFAULT_CAPACITY, DEFAULT_VALUE_BYTES, seed);
    }

    /**
     * A sample of at most so many values.
     *
     * @param capacity how many values are kept, at least 1
     * @param valueBytes how many leading bytes of a value are kept, at least 1
     * @param seed the source of all randomness
     * @throws IllegalArgumentException if a number is not positive
     */
    public BytesSample(int capacity, int valueBytes, long seed) {
        super(capacity, seed);
        if (valueBytes < 1) {
            throw new IllegalArgumentException("A sample keeps at least 1 byte of a value but got " + valueBytes);
        }
        this.valueBytes = valueBytes;
    }

    /**
     * Adds the values at {@code from} (inclusive) to {@code to} (exclusive).
     *
     * @param bytes the bytes of the values
     * @param offsets where the values are: value {@code i} is at {@code offsets[i]} (inclusive) to {@code offsets[i + 1]}
     *     (exclusive)
     * @throws IndexOutOfBoundsException if an array is too short
     */
    public void add(byte[] bytes, int[] offsets, int from, int to) {
        Objects.checkFromToIndex(from, to, offsets.length - 1);
        Reservoir reservoir = reservoir();
        for (int at = reservoir.next(from, to); at < to; at = reservoir.next(at + 1, to)) {
            int length = Math.min(offsets[at + 1] - offsets[at], valueBytes);
            put(reservoir.enter(), Arrays.copyOfRange(bytes, offsets[at], offsets[at] + length));
        }
    }

    private void put(int slot, byte[] value) {
        if (slot == sample.length) {
            sample = Arrays.copyOf(sample, reservoir().grown(slot));
        }
        sample[slot] = value;
    }

    /**
     * The ranks of this distribution. Values added later do not change them.
     *
     * @param bits the number of bits of a rank, 1 to 32
     * @throws IllegalArgumentException if the number of bits is out of range
     */
    public BytesRanks ranks(int bits) {
        RankSteps steps = steps(bits);
        byte[][] sorted = Arrays.copyOf(sample, reservoir().size());
        Arrays.sort(sorted, Arrays::compareUnsigned);
        int distinct = 0;
        for (int from = 0, to; from < sorted.length; from = to) {
            to = from + 1;
            while (to < sorted.length && Arrays.equals(sorted[to], sorted[from])) {
                to++;
            }
            steps.add(to - from);
            sorted[distinct++] = sorted[from];
        }
        return new BytesRanks(Arrays.copyOf(sorted, distinct), valueBytes, steps.ranks());
    }
}
