package io.github.deltamaint.parquet;

/**
 * What a rewrite will take, by what the footers of its inputs say.
 *
 * @param arrangement what matters where rows are {@linkplain RowArrangement arranged}
 * @param rewriting {@link ParquetRewriter#rewrite(RewriteRequest)} of rows that are not arranged
 * @param arranging the same of all rows, arranged
 * @param spilling {@link ParquetRewriter#spill}, and {@link ParquetRewriter#rewrite(RewriteRequest, ArrangedPieces)} of what was spilled
 * @param proving {@link ContentDigests} of the inputs or the outputs
 */
public record RewriteEstimate(
        ArrangementEstimate arrangement,
        MemoryNeed rewriting,
        MemoryNeed arranging,
        MemoryNeed spilling,
        MemoryNeed proving) {}
