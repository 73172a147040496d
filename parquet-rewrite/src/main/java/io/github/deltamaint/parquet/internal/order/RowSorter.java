package io.github.deltamaint.parquet.internal.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows by several columns of codes, stably. Used by one thread, as often as wanted.
 *
 * <p>As many codes as fit are packed above the number of the row into one 64-bit word, and the words are sorted by their upper bits with a
 * radix sort from the lowest digit to the highest. If not all columns fit into one word, this happens several times, from the last columns to
 * the first.
 */
public final class RowSorter {
    private static final int MOST_DIGIT_BITS = 11;

    private final int rows;
    private final int rowBits;
    private long[] words;
    private long[] target;

    /** A sorter for this many rows. */
    public RowSorter(int rows) {
        this.rows = rows;
        rowBits = Math.max(1, Bits.of(rows));
        words = new long[rows];
        target = new long[rows];
    }

    /** The bytes that sorting takes in memory for each row, the result included. */
    public static int bytesPerRow() {
        return 2 * Long.BYTES + Integer.BYTES;
    }

    /** The rows in ascending order: by the first key, then the second, and so on, then by their numbers. */
    public int[] sort(List<SortKey> keys) {
        int[] order = new int[rows];
        boolean sorted = false;
        List<List<SortKey>> parts = parts(keys);
        for (int i = parts.size() - 1; i >= 0; i--) {
            pack(parts.get(i), sorted ? order : null);
            radixSort(bits(parts.get(i)));
            takeRows(order);
            sorted = true;
        }
        if (!sorted) {
            Arrays.setAll(order, row -> row);
        }
        return order;
    }

    /** The keys in groups that fit into a word each. */
    private List<List<SortKey>> parts(List<SortKey> keys) {
        List<List<SortKey>> parts = new ArrayList<>();
        int room = -1;
        for (SortKey key : keys) {
            if (key.bits() > room) {
                parts.add(new ArrayList<>());
                room = Long.SIZE - rowBits;
            }
            parts.get(parts.size() - 1).add(key);
            room -= key.bits();
        }
        return parts;
    }

    private static int bits(List<SortKey> keys) {
        return keys.stream().mapToInt(SortKey::bits).sum();
    }

    private void pack(List<SortKey> keys, int @Nullable [] order) {
        Arrays.fill(words, 0);
        for (SortKey key : keys) {
            if (order == null) {
                key.codes().shiftInto(words, key.bits(), key.nullsLast(), key.nullCodes());
            } else {
                key.codes().shiftInto(words, key.bits(), key.nullsLast(), key.nullCodes(), order);
            }
        }
        for (int i = 0; i < rows; i++) {
            words[i] = words[i] << rowBits | (order == null ? i : order[i]);
        }
    }

    private void radixSort(int bits) {
        if (bits == 0) {
            return;
        }
        int digits = (bits + MOST_DIGIT_BITS - 1) / MOST_DIGIT_BITS;
        int digitBits = (bits + digits - 1) / digits;
        int[][] counts = counts(digits, digitBits);
        for (int digit = 0; digit < digits; digit++) {
            int shift = rowBits + digit * digitBits;
            if (rows > 0 && counts[digit][digit(words[0], shift, digitBits)] == rows) {
                continue;
            }
            scatter(counts[digit], shift, digitBits);
            long[] swap = words;
            words = target;
            target = swap;
        }
    }

    private int[][] counts(int digits, int digitBits) {
        int[][] counts = new int[digits][1 << digitBits];
        for (int i = 0; i < rows; i++) {
            long word = words[i];
            for (int digit = 0; digit < digits; digit++) {
                counts[digit][digit(word, rowBits + digit * digitBits, digitBits)]++;
            }
        }
        return counts;
    }

    private static int digit(long word, int shift, int digitBits) {
        return (int) (word >>> shift) & (1 << digitBits) - 1;
    }

    private void scatter(int[] counts, int shift, int digitBits) {
        int start = 0;
        for (int i = 0; i < counts.length; i++) {
            int inBucket = counts[i];
            counts[i] = start;
            start += inBucket;
        }
        long[] from = words;
        long[] to = target;
        for (int i = 0; i < rows; i++) {
            long word = from[i];
            to[counts[digit(word, shift, digitBits)]++] = word;
        }
    }

    private void takeRows(int[] order) {
        int mask = (1 << rowBits) - 1;
        for (int i = 0; i < rows; i++) {
            order[i] = (int) words[i] & mask;
        }
    }
}
