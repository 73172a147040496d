package io.github.deltamaint.parquet.internal.rewrite;

/**
 * Consecutive rows of one input, deleted ones included.
 *
 * @param input which input
 * @param from the first row, by its position in the file
 * @param to the row behind the last
 */
record Segment(int input, long from, long to) {}
