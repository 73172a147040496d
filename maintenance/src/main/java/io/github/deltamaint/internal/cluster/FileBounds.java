package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.schema.Values;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.zorder.ColumnRanges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the log says about the values of some columns in one file.
 *
 * @param rows how many rows it has, deleted ones included; 1 if that is not known
 * @param columns one entry per column
 */
public record FileBounds(long rows, List<Bounds> columns) {

    /** Copies the list. */
    public FileBounds {
        columns = List.copyOf(columns);
    }

    /**
     * One column.
     *
     * @param min no value is below it; null if that is not known
     * @param max no value is above it; null if that is not known
     * @param nulls the rows without a value; 0 if that is not known
     * @param nullsOnly whether no row has a value
     */
    public record Bounds(@Nullable Object min, @Nullable Object max, long nulls, boolean nullsOnly) {

        /** Whether the bounds are known. */
        public boolean isKnown() {
            return min != null && max != null;
        }
    }

    /** Reads bounds from the statistics of files. */
    public static final class Reader {
        private final StatisticsSchema schema;
        private final List<StatisticsSchema.Column> columns = new ArrayList<>();
        private final ClusterOrder.Column[] keys;

        /** For these columns of a table. */
        public Reader(Snapshot snapshot, List<ClusterOrder.Column> keys) {
            this.keys = keys.toArray(ClusterOrder.Column[]::new);
            schema = StatisticsSchema.all(
                    snapshot.schema(), snapshot.metadata().partitionColumns(), snapshot.columnMapping());
            for (ClusterOrder.Column key : keys) {
                columns.add(schema.column(key.path())
                        .orElseThrow(() -> new IllegalArgumentException("no statistics of " + key.path())));
            }
        }

        /** The bounds of a file. */
        public FileBounds read(AddFile file) {
            FileStatistics statistics = FileStatistics.parse(file.stats().orElse(null), schema);
            long rows = statistics.numRecords().orElse(1);
            List<Bounds> bounds = new ArrayList<>();
            for (StatisticsSchema.Column column : columns) {
                long nulls = statistics.nullCount(column).orElse(0);
                bounds.add(new Bounds(
                        statistics.min(column).orElse(null),
                        statistics.upperBound(column).orElse(null),
                        nulls,
                        statistics.numRecords().isPresent() && nulls >= rows && rows > 0));
            }
            return new FileBounds(Math.max(1, rows), bounds);
        }

        /** The ranges of each column in these files. */
        public List<ColumnRanges> ranges(Iterable<FileBounds> files) {
            List<ColumnRanges> ranges = new ArrayList<>();
            for (int i = 0; i < keys.length; i++) {
                ClusterOrder.Column key = keys[i];
                ColumnRanges.Builder<Object> builder =
                        ColumnRanges.builder((left, right) -> Values.compare(key.type(), left, right));
                for (FileBounds file : files) {
                    add(file.columns().get(i), file.rows(), builder);
                }
                ranges.add(builder.build());
            }
            return ranges;
        }

        private static void add(Bounds bounds, long rows, ColumnRanges.Builder<Object> builder) {
            Object min = bounds.min();
            Object max = bounds.max();
            if (bounds.nullsOnly()) {
                builder.addNullsOnly();
            } else if (min == null || max == null) {
                builder.addUnknown(rows - bounds.nulls());
            } else {
                builder.add(min, max, rows - bounds.nulls());
            }
        }
    }
}
