package io.github.deltamaint.zorder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * The {@linkplain MassRanks ranks} of a column of strings or binaries. Made by {@link BytesSample#ranks}.
 *
 * <p>A value that the sample does not hold gets the rank of the gap that it falls into. A look-up is one binary search
 * that mostly compares eight bytes at a time, namely those behind what all sampled values begin with:
 *
 * <pre>
 *     https://shop.example/item/ 00017432 ?colour=red
 *     └ common: skipped ───────┘ └ head ┘ └ rest: compared only where heads are equal
 * </pre>
 *
 * <p>Immutable, may be shared by threads.
 */
public final class BytesRanks {

    private static final VarHandle BIG_ENDIAN_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[][] sorted;
    private final int valueBytes;
    private final int[] steps;
    private final byte[] common;
    private final long[] heads;

    BytesRanks(byte[][] sorted, int valueBytes, int[] steps) {
        this.sorted = sorted;
        this.valueBytes = valueBytes;
        this.steps = steps;
        this.common = commonPrefix(sorted);
        this.heads = new long[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            heads[i] = head(sorted[i], common.length, sorted[i].length);
        }
    }

    private static byte[] commonPrefix(byte[][] sorted) {
        if (sorted.length == 0) {
            return new byte[0];
        }
        byte[] first = sorted[0];
        int mismatch = Arrays.mismatch(first, sorted[sorted.length - 1]);
        return mismatch < 0 ? first : Arrays.copyOf(first, mismatch);
    }

    /** Up to eight bytes, zero-padded, as a number in the order of unsigned bytes. */
    private static long head(byte[] bytes, int from, int to) {
        if (to - from >= Long.BYTES) {
            return (long) BIG_ENDIAN_LONG.get(bytes, from) ^ Long.MIN_VALUE;
        }
        long head = 0;
        for (int i = from; i < to; i++) {
            head |= (bytes[i] & 0xFFL) << (Long.SIZE - Byte.SIZE * (i - from + 1));
        }
        return head ^ Long.MIN_VALUE;
    }

    /** The rank of one value. */
    public int rankOf(byte[] value) {
        return rankOf(value, 0, value.length);
    }

    /**
     * Looks up the ranks of rows {@code from} (inclusive) to {@code to} (exclusive). The caller overwrites the ranks of
     * nulls with {@link MassRanks#NULL_RANK}.
     *
     * @param bytes the bytes of the values
     * @param offsets where the values are: value {@code i} is at {@code offsets[i]} (inclusive) to {@code offsets[i + 1]}
     *     (exclusive)
     * @param ranks receives the rank of row {@code i} at index {@code i}
     * @throws IndexOutOfBoundsException if an array is too short
     */
    public void lookUp(byte[] bytes, int[] offsets, int from, int to, int[] ranks) {
        Objects.checkFromToIndex(from, to, offsets.length - 1);
        Objects.checkFromToIndex(from, to, ranks.length);
        for (int row = from; row < to; row++) {
            ranks[row] = rankOf(bytes, offsets[row], offsets[row + 1]);
        }
    }

    private int rankOf(byte[] bytes, int from, int end) {
        int to = from + Math.min(end - from, valueBytes);
        int order = compareCommon(bytes, from, to);
        if (order != 0) {
            return steps[order < 0 ? 0 : steps.length - 1];
        }
        long head = head(bytes, from + common.length, to);
        int below = SortedLongs.countBelow(heads, head);
        boolean sharesHead = below < heads.length && heads[below] == head;
        return sharesHead ? rankAmongEqualHeads(below, bytes, from, to) : steps[2 * below];
    }

    /** The rank of a value whose head is that of the sampled values from an index on. */
    private int rankAmongEqualHeads(int first, byte[] bytes, int from, int to) {
        int low = first;
        int high = heads[first] == Long.MAX_VALUE ? heads.length : SortedLongs.countBelow(heads, heads[first] + 1);
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = Arrays.compareUnsigned(sorted[middle], 0, sorted[middle].length, bytes, from, to);
            if (order == 0) {
                return steps[2 * middle + 1];
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle;
        }
        return steps[2 * low];
    }

    /** Negative if the value is below all that begin with the common prefix, positive if it is above them, else 0. */
    private int compareCommon(byte[] bytes, int from, int to) {
        int compared = Math.min(to - from, common.length);
        return Arrays.compareUnsigned(bytes, from, from + compared, common, 0, common.length);
    }
}
