package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.stats.ColumnStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.parquet.ColumnSummary;
import io.github.deltamaint.parquet.WrittenFile;
import java.util.ArrayList;
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
        ColumnSummary summary = summaries.get(counted(column));
        if (summary == null) {
            // Columns of type void are not in the file.
            return ColumnStatistics.allNull(written.rowCount());
        }
        if (!summary.leaf() || !(column.type() instanceof PrimitiveType type)) {
            return ColumnStatistics.nullsOnly(summary.nullCount());
        }
        return ColumnStatistics.ofParquet(type, summary.nullCount(), summary.min(), summary.max(), summary.hasNaN());
    }

    /** Where the nulls of a column are counted: of a variant, in a leaf that is there whenever it is. */
    private static List<String> counted(StatisticsSchema.Column column) {
        if (!OpaqueType.isVariant(column.type())) {
            return column.physicalPath();
        }
        List<String> leaf = new ArrayList<>(column.physicalPath());
        leaf.add(DataFileSchema.VARIANT_METADATA);
        return leaf;
    }
}
