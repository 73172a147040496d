package io.github.deltamaint.zorder;

import java.util.Arrays;

/**
 * The order of rows by their keys, as a permutation.
 *
 * <p>A stable radix sort from the last byte of the keys to the first: each pass counts how often each byte occurs and
 * deals the rows out. Bytes in which all keys agree cost only the counting. Rows with equal keys stay in the order in
 * which they are, so the result depends on nothing but the keys.
 */
public final class KeyOrder {

    private static final int BYTE_VALUES = 256;

    private KeyOrder() {}

    /**
     * The rows in ascending order of their keys. O(n) for n rows; takes 24 bytes of working memory for each.
     *
     * @param keys one key per row, not negative; not changed
     * @return {@code order[i]} is the row that comes at position {@code i}
     * @throws IllegalArgumentException if a key is negative
     */
    public static int[] of(long[] keys) {
        int keyBits = Long.SIZE - Long.numberOfLeadingZeros(allBits(keys));
        int rows = keys.length;
        int[] order = identity(rows);
        long[] sorted = keys.clone();
        int[] nextOrder = new int[rows];
        long[] nextSorted = new long[rows];
        for (int shift = 0; shift < keyBits; shift += Byte.SIZE) {
            int[] starts = new int[BYTE_VALUES];
            for (long key : sorted) {
                starts[(int) (key >>> shift) & 0xFF]++;
            }
            if (!toStarts(starts, rows)) {
                continue;
            }
            for (int i = 0; i < rows; i++) {
                int to = starts[(int) (sorted[i] >>> shift) & 0xFF]++;
                nextSorted[to] = sorted[i];
                nextOrder[to] = order[i];
            }
            long[] freeKeys = sorted;
            sorted = nextSorted;
            nextSorted = freeKeys;
            int[] freeOrder = order;
            order = nextOrder;
            nextOrder = freeOrder;
        }
        return order;
    }

    /**
     * The rows in ascending order of their keys, compared as unsigned bytes. O(n · keyBytes) for n rows; takes 8 bytes of
     * working memory for each.
     *
     * @param keys keys of equal length, the one of row {@code i} at {@code i * keyBytes}
     * @param keyBytes the length of a key, at least 1
     * @return {@code order[i]} is the row that comes at position {@code i}
     * @throws IllegalArgumentException if the length of the array is no multiple of the length of a key
     */
    public static int[] of(byte[] keys, int keyBytes) {
        if (keyBytes < 1 || keys.length % keyBytes != 0) {
            throw new IllegalArgumentException(
                    keys.length + " bytes are no whole number of keys of " + keyBytes + " bytes");
        }
        int rows = keys.length / keyBytes;
        int[] order = identity(rows);
        int[] next = new int[rows];
        for (int at = keyBytes - 1; at >= 0; at--) {
            int[] starts = new int[BYTE_VALUES];
            for (int row = 0; row < rows; row++) {
                starts[keys[row * keyBytes + at] & 0xFF]++;
            }
            if (!toStarts(starts, rows)) {
                continue;
            }
            for (int row : order) {
                next[starts[keys[row * keyBytes + at] & 0xFF]++] = row;
            }
            int[] free = order;
            order = next;
            next = free;
        }
        return order;
    }

    private static long allBits(long[] keys) {
        long bits = 0;
        for (long key : keys) {
            bits |= key;
        }
        if (bits < 0) {
            throw new IllegalArgumentException("Keys cannot be negative");
        }
        return bits;
    }

    private static int[] identity(int rows) {
        int[] order = new int[rows];
        Arrays.setAll(order, row -> row);
        return order;
    }

    /** Turns counts into where each byte's rows start; false if one byte has all rows, so that nothing would move. */
    private static boolean toStarts(int[] counts, int rows) {
        int start = 0;
        for (int i = 0; i < counts.length; i++) {
            int count = counts[i];
            if (count == rows) {
                return false;
            }
            counts[i] = start;
            start += count;
        }
        return true;
    }
}
