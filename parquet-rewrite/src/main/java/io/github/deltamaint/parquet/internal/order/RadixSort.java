package io.github.deltamaint.parquet.internal.order;

/**
 * Sorts words by some of their bits, stably, from the lowest digit to the highest. Digits have eight bits: more targets than that at the same time
 * are more pages than a processor has at hand, and every word then waits for memory.
 */
final class RadixSort {
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    /** Fewer words than this are sorted by insertion. */
    private static final int FEW = 64;

    private RadixSort() {}

    /**
     * Sorts {@code words[0, count)}, none of them negative, by their bits from {@code lowest} on.
     *
     * @param bits how many bits, the highest ones that are set
     * @param scratch as long as {@code count} at least; its content is lost
     * @return whichever of the two arrays has the result
     */
    static long[] sort(long[] words, long[] scratch, int count, int lowest, int bits) {
        if (count <= FEW) {
            insert(words, count, lowest);
            return words;
        }
        int digits = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
        int[][] counts = counts(words, count, lowest, digits);
        long[] from = words;
        long[] to = scratch;
        for (int digit = 0; digit < digits; digit++) {
            int shift = lowest + digit * DIGIT_BITS;
            if (counts[digit][digit(from[0], shift)] == count) {
                continue;
            }
            scatter(from, to, count, shift, counts[digit]);
            long[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void insert(long[] words, int count, int lowest) {
        for (int i = 1; i < count; i++) {
            long word = words[i];
            int at = i;
            while (at > 0 && words[at - 1] >>> lowest > word >>> lowest) {
                words[at] = words[at - 1];
                at--;
            }
            words[at] = word;
        }
    }

    private static int[][] counts(long[] words, int count, int lowest, int digits) {
        int[][] counts = new int[digits][DIGITS];
        for (int digit = 0; digit < digits; digit += 2) {
            int[] first = counts[digit];
            int[] second = digit + 1 < digits ? counts[digit + 1] : new int[DIGITS];
            int shift = lowest + digit * DIGIT_BITS;
            for (int i = 0; i < count; i++) {
                long word = words[i] >>> shift;
                first[(int) word & DIGITS - 1]++;
                second[(int) (word >>> DIGIT_BITS) & DIGITS - 1]++;
            }
        }
        return counts;
    }

    private static int digit(long word, int shift) {
        return (int) (word >>> shift) & DIGITS - 1;
    }

    private static void scatter(long[] from, long[] to, int count, int shift, int[] counts) {
        int start = 0;
        for (int i = 0; i < DIGITS; i++) {
            int inBucket = counts[i];
            counts[i] = start;
            start += inBucket;
        }
        for (int i = 0; i < count; i++) {
            long word = from[i];
            to[counts[(int) (word >>> shift) & DIGITS - 1]++] = word;
        }
    }
}
