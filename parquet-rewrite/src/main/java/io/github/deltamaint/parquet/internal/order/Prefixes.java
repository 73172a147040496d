package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.SampleWindows;
import java.util.Arrays;

/**
 * All rows in buckets by the upper bits of their keys. A bucket has consecutive places in the order, but only how many rows each has is known, not which.
 */
final class Prefixes {
    private static final int MOST_BITS = 16;
    private static final int PIECE = 4096;

    private final int[] starts;
    private final char[] buckets;

    /**
     * Deals rows out to buckets.
     *
     * @param keys the first keys
     */
    Prefixes(int rows, KeyWords keys) {
        int bits = Math.min(MOST_BITS, keys.bits());
        KeyWords prefix = keys.first(bits);
        int shift = prefix.bits() - bits;
        long[] words = new long[PIECE];
        starts = new int[(1 << bits) + 1];
        buckets = new char[rows];
        for (int from = 0; from < rows; from += PIECE) {
            int count = Math.min(PIECE, rows - from);
            prefix.of(from, count, words);
            for (int i = 0; i < count; i++) {
                int bucket = (int) (words[i] >>> shift);
                buckets[from + i] = (char) bucket;
                starts[bucket + 1]++;
            }
        }
        for (int bucket = 0; bucket + 1 < starts.length; bucket++) {
            starts[bucket + 1] += starts[bucket];
        }
    }

    /** The bucket of each row. */
    char[] buckets() {
        return buckets;
    }

    /** The first place of each bucket, and behind them the number of rows. */
    int[] starts() {
        return starts;
    }

    /** One for each bucket that has places in a window, else zero. */
    byte[] in(SampleWindows windows) {
        byte[] wanted = new byte[starts.length - 1];
        for (int window = 0; window < windows.count(); window++) {
            int end = windows.start(window) + windows.length(window);
            int found = Arrays.binarySearch(starts, windows.start(window));
            for (int bucket = found < 0 ? -found - 2 : found;
                    bucket < wanted.length && starts[bucket] < end;
                    bucket++) {
                wanted[bucket] = 1;
            }
        }
        return wanted;
    }

    /** The rows of the wanted buckets, in the order as read. */
    int[] rows(byte[] wanted) {
        int size = 0;
        for (int bucket = 0; bucket < wanted.length; bucket++) {
            size += wanted[bucket] * (starts[bucket + 1] - starts[bucket]);
        }
        int[] found = new int[size + 1];
        int at = 0;
        for (int row = 0; row < buckets.length; row++) {
            found[at] = row;
            at += wanted[buckets[row]];
        }
        return Arrays.copyOf(found, size);
    }
}
