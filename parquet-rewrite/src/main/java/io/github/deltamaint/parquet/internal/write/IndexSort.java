package io.github.deltamaint.parquet.internal.write;

import java.util.Arrays;

/** A stable merge sort of positions by 64-bit keys, with a second comparison for equal keys. */
final class IndexSort {
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
        return new IndexSort(keys, ties).sort(count);
    }

    private int[] sort(int count) {
        int[] sorted = new int[count];
        Arrays.setAll(sorted, i -> i);
        for (int from = 0; from < count; from += INSERTION) {
            insertion(sorted, from, Math.min(count, from + INSERTION));
        }
        int[] other = new int[count];
        for (long width = INSERTION; width < count; width *= 2) {
            for (long from = 0; from < count; from += 2 * width) {
                int middle = (int) Math.min(count, from + width);
                merge(sorted, other, (int) from, middle, (int) Math.min(count, from + 2 * width));
            }
            int[] swap = sorted;
            sorted = other;
            other = swap;
        }
        return sorted;
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
