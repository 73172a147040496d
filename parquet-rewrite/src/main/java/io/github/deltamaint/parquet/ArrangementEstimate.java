package io.github.deltamaint.parquet;

/**
 * What it takes to {@linkplain RowArrangement arrange} the rows of some files.
 *
 * @param rows the rows that survive
 * @param rowsInMemory about how many rows can be arranged at a time with all their columns in memory, at least 1
 * @param rowsOfPiece about how many rows an {@linkplain ArrangedPieces arranged piece} should have to become one row group, at least 1
 * @param spillBytes about how many bytes all rows take when they are {@linkplain ParquetRewriter#spill spilled}
 */
public record ArrangementEstimate(long rows, long rowsInMemory, long rowsOfPiece, long spillBytes) {}
