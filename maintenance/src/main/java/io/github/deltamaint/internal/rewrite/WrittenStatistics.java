package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.stats.ColumnStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.parquet.ColumnSummary;
import io.github.deltamaint.parquet.WrittenFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns what the Parquet engine saw while it wrote a file into the statistics of the log. */
public final class WrittenStatistics {
    private WrittenStatistics() {}

    /** The {@code stats} of the log for a file. */
    public static String toJson(RewriteSpec spec, WrittenFile written) {
        Map<List<String>, ColumnSummary> summaries = new HashMap<>();
        written.columns().forEach(column -> summaries.putIfAbsent(column.path(), column));
        return spec.statistics().write(written.rowCount(), column -> statistics(written, column, summaries));
    }

    private static @Nullable ColumnStatistics statistics(
            WrittenFile written, StatisticsSchema.Column column, Map<List<String>, ColumnSummary> summaries) {
        ColumnSummary summary = summaries.get(column.physicalPath());
        if (summary == null) {
            // Only columns of type void are not in the file.
            return ColumnStatistics.allNull(written.rowCount());
        }
        if (!summary.leaf() || !(column.type() instanceof PrimitiveType type)) {
            return ColumnStatistics.nullsOnly(summary.nullCount());
        }
        return ColumnStatistics.ofParquet(type, summary.nullCount(), summary.min(), summary.max(), summary.hasNaN());
    }
}
