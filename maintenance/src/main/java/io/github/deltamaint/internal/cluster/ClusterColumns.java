package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.cluster.ClusterOrder.Column;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.Values;
import io.github.deltamaint.log.stats.StatisticsSchema;
import java.util.ArrayList;
import java.util.List;

/** Finds columns by name for an order, and refuses those by which no order helps. */
public final class ClusterColumns {
    private static final int SENSIBLE_COLUMNS = 4;
    private static final double MOSTLY = 0.9;

    private ClusterColumns() {}

    /**
     * The columns of these names.
     *
     * @param what what they are for, such as {@code "zOrderBy"}
     * @throws InvalidOperationException if a column does not exist, is named twice, is a partition column, has parts, or gets no statistics
     */
    public static List<Column> resolve(Snapshot snapshot, List<ColumnPath> names, String what) {
        List<Column> columns = find(snapshot, names, what);
        requireStatistics(snapshot, columns, what);
        return columns;
    }

    /** As {@link #resolve}, but columns may lack statistics. */
    static List<Column> find(Snapshot snapshot, List<ColumnPath> names, String what) {
        String table = snapshot.tablePath().root();
        List<Column> columns = new ArrayList<>();
        for (ColumnPath name : names) {
            Column column = column(snapshot, name, what);
            if (columns.contains(column)) {
                throw new InvalidOperationException(table, what + ": column " + column.path() + " is named twice");
            }
            columns.add(column);
        }
        return columns;
    }

    /** The clustering columns of a table, which get statistics in any case. */
    static List<Column> ofTable(Snapshot snapshot, List<ColumnPath> paths) {
        return paths.stream()
                .map(path -> column(snapshot, path, "clustering columns"))
                .toList();
    }

    /** What a reader should know before rows are ordered by these columns. */
    public static List<String> warnings(List<Column> columns, List<FileBounds> files) {
        List<String> warnings = new ArrayList<>();
        if (columns.size() > SENSIBLE_COLUMNS) {
            warnings.add(columns.size()
                    + " columns: each one makes the others count less, from the fifth on hardly anything is gained");
        }
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            if (!hasBounds(column)) {
                warnings.add(column.path() + " is of type " + column.type()
                        + ", for which the log has no bounds, so no file is skipped by it");
            } else {
                addWarnings(column, i, files, warnings);
            }
        }
        return warnings;
    }

    /** Whether the log can have a smallest and a largest value of it. */
    static boolean hasBounds(Column column) {
        return column.type().kind() != PrimitiveType.Kind.BOOLEAN
                && column.type().kind() != PrimitiveType.Kind.BINARY;
    }

    private static void addWarnings(Column column, int index, List<FileBounds> files, List<String> warnings) {
        long rows = 0;
        long nulls = 0;
        Object value = null;
        boolean constant = true;
        for (FileBounds file : files) {
            FileBounds.Bounds bounds = file.columns().get(index);
            rows += file.rows();
            nulls += bounds.nulls();
            Object min = bounds.min();
            Object max = bounds.max();
            if (min != null && max != null) {
                value = value == null ? min : value;
                constant &= Values.compare(column.type(), value, min) == 0
                        && Values.compare(column.type(), value, max) == 0;
            } else {
                constant &= bounds.nullsOnly();
            }
        }
        if (files.isEmpty()) {
            return;
        }
        if (constant) {
            warnings.add(column.path() + " has one value in all rows, so ordering by it gains nothing");
        } else if (nulls > MOSTLY * rows) {
            warnings.add(column.path() + " is null in " + Math.round(100.0 * nulls / rows)
                    + " % of the rows, so ordering by it gains little");
        }
    }

    private static Column column(Snapshot snapshot, ColumnPath name, String what) {
        String table = snapshot.tablePath().root();
        List<StructField> way;
        try {
            way = snapshot.schema().resolve(name);
        } catch (IllegalArgumentException e) {
            throw new InvalidOperationException(table, what + ": " + e.getMessage());
        }
        ColumnPath path = snapshot.schema().canonical(name);
        if (snapshot.metadata().partitionColumns().contains(way.get(0).name())) {
            throw new InvalidOperationException(
                    table,
                    what + ": " + path
                            + " is a partition column, so every file has only one value of it and readers skip by it"
                            + " already. Leave it out");
        }
        if (!(way.get(way.size() - 1).type() instanceof PrimitiveType type)) {
            throw new InvalidOperationException(
                    table,
                    what + ": column " + path + " is of type "
                            + way.get(way.size() - 1).type()
                            + ", whose values have no order. Name columns of simple types, such as a field of it");
        }
        return new Column(path, snapshot.columnMapping().physicalPath(snapshot.schema(), path), type);
    }

    private static void requireStatistics(Snapshot snapshot, List<Column> columns, String what) {
        StatisticsSchema wanted = StatisticsSchema.wanted(
                snapshot.schema(),
                snapshot.metadata().partitionColumns(),
                snapshot.columnMapping(),
                snapshot.properties().statistics(),
                List.of());
        List<ColumnPath> without = columns.stream()
                .map(Column::path)
                .filter(path -> wanted.column(path).isEmpty())
                .toList();
        if (!without.isEmpty()) {
            throw new InvalidOperationException(
                    snapshot.tablePath().root(),
                    what + ": new files get no statistics for " + without
                            + ", so no reader could skip any of them. Name the columns in the"
                            + " table property delta.dataSkippingStatsColumns, or raise delta.dataSkippingNumIndexedCols");
        }
    }
}
