package io.github.deltamaint.parquet.internal.rewrite;

import org.jspecify.annotations.Nullable;

/** Decides the order of the records of a row group. */
@FunctionalInterface
interface RecordOrder {

    /**
     * The order of a row group: record {@code i} of the output is record {@code permutation[i]} as read; null for the order as
     * read, which lets columns be written while they are read.
     */
    int @Nullable [] permutation(int records);
}
