package io.github.deltamaint.parquet.internal.write;

import java.util.Arrays;

/**
 * A stable sort of positions by 64-bit keys, with a second comparison for equal keys: a radix sort from the lowest digit to the
 * highest, which leaves out digits that all keys share, and then a merge sort of what has equal keys. Few positions are merge
 * sorted at once.
 */
final class IndexSort {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = (Long.SIZE + DIGIT_BITS - 1) / DIGIT_BITS;
    private static final int BUCKETS = 1 << DIGIT_BITS;

    /** Up to so many positions are merge sorted. */
    private static final int FEW = 512;

    private static final int INSERTION = 12;

    /** Compares the elements at two positions whose keys are equal. */
    interface Ties {
        int compare(int a, int b);
    }

    private final long[] keys;
    private final Ties ties;

    private IndexSort(long[] keys, Ties ties) {
        this.keys = keys;
        this.ties = ties;
    }

    /** The positions {@code 0 … count - 1} in ascending order of their keys, as signed numbers. */
    static int[] sort(long[] keys, int count, Ties ties) {
        int[] positions = new int[count];
        Arrays.setAll(positions, i -> i);
        IndexSort sort = new IndexSort(keys, ties);
        if (count <= FEW) {
            sort.mergeSort(positions, 0, count);
            return positions;
        }
        int[] sorted = sort.radixSort(positions);
        sort.sortTies(sorted);
        return sorted;
    }

    private int[] radixSort(int[] positions) {
        int count = positions.length;
        int[][] histograms = histograms(count);
        int[] source = positions;
        int[] target = new int[count];
        for (int digit = 0; digit < DIGITS; digit++) {
            int[] starts = histograms[digit];
            int shift = digit * DIGIT_BITS;
            if (starts[bucket(keys[0], shift)] == count) {
                continue;
            }
            int start = 0;
            for (int i = 0; i < BUCKETS; i++) {
                int inBucket = starts[i];
                starts[i] = start;
                start += inBucket;
            }
            for (int i = 0; i < count; i++) {
                int position = source[i];
                target[starts[bucket(keys[position], shift)]++] = position;
            }
            int[] swap = source;
            source = target;
            target = swap;
        }
        return source;
    }

    private int[][] histograms(int count) {
        int[][] histograms = new int[DIGITS][BUCKETS];
        for (int i = 0; i < count; i++) {
            long key = keys[i];
            for (int digit = 0; digit < DIGITS; digit++) {
                histograms[digit][bucket(key, digit * DIGIT_BITS)]++;
            }
        }
        return histograms;
    }

    private static int bucket(long key, int shift) {
        return (int) ((key ^ Long.MIN_VALUE) >>> shift) & (BUCKETS - 1);
    }

    private void sortTies(int[] sorted) {
        int from = 0;
        for (int i = 1; i <= sorted.length; i++) {
            if (i == sorted.length || keys[sorted[i]] != keys[sorted[from]]) {
                if (i - from > 1) {
                    mergeSort(sorted, from, i);
                }
                from = i;
            }
        }
    }

    private void mergeSort(int[] positions, int from, int to) {
        int count = to - from;
        for (int at = from; at < to; at += INSERTION) {
            insertion(positions, at, Math.min(to, at + INSERTION));
        }
        if (count <= INSERTION) {
            return;
        }
        int[] source = Arrays.copyOfRange(positions, from, to);
        int[] target = new int[count];
        for (long width = INSERTION; width < count; width *= 2) {
            for (long at = 0; at < count; at += 2 * width) {
                int middle = (int) Math.min(count, at + width);
                merge(source, target, (int) at, middle, (int) Math.min(count, at + 2 * width));
            }
            int[] swap = source;
            source = target;
            target = swap;
        }
        System.arraycopy(source, 0, positions, from, count);
    }

    private void insertion(int[] positions, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int position = positions[i];
            int at = i;
            while (at > from && isAfter(positions[at - 1], position)) {
                positions[at] = positions[at - 1];
                at--;
            }
            positions[at] = position;
        }
    }

    private void merge(int[] source, int[] target, int from, int middle, int to) {
        if (middle >= to || !isAfter(source[middle - 1], source[middle])) {
            System.arraycopy(source, from, target, from, to - from);
            return;
        }
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            boolean takeLeft = left < middle && (right >= to || !isAfter(source[left], source[right]));
            target[at] = takeLeft ? source[left++] : source[right++];
        }
    }

    private boolean isAfter(int a, int b) {
        long aKey = keys[a];
        long bKey = keys[b];
        return aKey > bKey || (aKey == bKey && ties.compare(a, b) > 0);
    }
}
