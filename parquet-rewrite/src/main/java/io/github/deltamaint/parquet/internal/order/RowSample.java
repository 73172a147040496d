package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import java.util.List;

/**
 * The codes of some rows, spread over all: one of each stretch of equal length, at a place that a fixed hash chooses. The first half of the
 * sample is itself such a sample.
 *
 * @param rows how many rows the sample stands for
 * @param codes for each column the codes of the sampled rows
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and read in the innermost loops
record RowSample(int rows, int[][] codes) {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    static RowSample of(List<CodeVector> columns, int rows, int most) {
        int[] picked = picked(rows, Math.min(rows, most));
        int[][] codes = new int[columns.size()][picked.length];
        for (int i = 0; i < codes.length; i++) {
            columns.get(i).gather(picked, 0, picked.length, codes[i], 0);
        }
        return new RowSample(rows, codes);
    }

    private static int[] picked(int rows, int count) {
        int[] picked = new int[count];
        int half = (count + 1) / 2;
        for (int i = 0; i < count; i++) {
            int stretch = i < half ? 2 * i : 2 * (i - half) + 1;
            long from = (long) rows * stretch / count;
            long to = (long) rows * (stretch + 1) / count;
            picked[i] = (int) (from + Long.remainderUnsigned(mix(stretch), to - from));
        }
        return picked;
    }

    private static long mix(long value) {
        long product = (value + 1) * MULTIPLIER;
        return ((product ^ (product >>> 29)) * MULTIPLIER) >>> 3;
    }

    /** The number of sampled rows. */
    int size() {
        return codes.length == 0 ? 0 : codes[0].length;
    }
}
