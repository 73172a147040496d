package io.github.deltamaint.parquet;

import java.io.IOException;

/** Decides which bucket each row of a {@linkplain ParquetRewriter#spill spill} goes to. Used by one thread. */
public interface RowBuckets {

    /** The number of buckets, at least 1. */
    int count();

    /**
     * Gives the buckets of the rows that come next, as they are read: the surviving rows of the first input, then those of the second, and so on.
     *
     * @param target receives the bucket of each, 0 to {@link #count()} − 1
     * @param rows how many rows
     * @throws IOException if what the decision is made by cannot be read
     */
    void next(int[] target, int rows) throws IOException;
}
