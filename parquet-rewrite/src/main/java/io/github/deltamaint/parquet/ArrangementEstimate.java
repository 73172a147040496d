package io.github.deltamaint.parquet;

/**
 * What it takes to {@linkplain RowArrangement arrange} the rows of some files.
 *
 * @param rows the rows that survive
 * @param rowsInMemory about how many rows can be arranged at a time with all their columns in memory, at least 1
 */
public record ArrangementEstimate(long rows, long rowsInMemory) {}
