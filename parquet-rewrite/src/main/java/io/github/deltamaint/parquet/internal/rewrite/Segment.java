package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RowSelection;

/**
 * Consecutive rows of one input, and which of them are wanted.
 *
 * @param input which input
 * @param from the first row, by its position in the file
 * @param to the row behind the last
 * @param selection the rows of the file that are wanted
 */
record Segment(int input, long from, long to, RowSelection selection) {}
