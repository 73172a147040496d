package io.github.deltamaint.log.expression;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.stats.FileStatistics;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A predicate that fits a table: columns are there, types go together, and the present time is fixed. Immutable. */
public final class BoundPredicate {
    private final Predicate source;
    private final BoundNode root;
    private final List<Column> columns;
    private final ZoneId zone;

    BoundPredicate(Predicate source, BoundNode root, List<Column> columns, ZoneId zone) {
        this.source = source;
        this.root = root;
        this.columns = List.copyOf(columns);
        this.zone = zone;
    }

    /**
     * A column that the predicate looks at.
     *
     * @param path its name, spelled as in the table's schema
     * @param type its type
     */
    public record Column(ColumnPath path, DataType type) {
        /** Checks that both parts are given. */
        public Column {
            requireNonNull(path, "path");
            requireNonNull(type, "type");
        }
    }

    /** What was bound. */
    public Predicate source() {
        return source;
    }

    /** The columns that the predicate looks at, each once, in the order in which it names them. */
    public List<Column> columns() {
        return columns;
    }

    /** The zone of timestamps that name none. */
    public ZoneId zone() {
        return zone;
    }

    /**
     * What holds for a row.
     *
     * @param row gives the value of a column in the form of {@link io.github.deltamaint.log.schema.Values}, null for NULL
     */
    public Truth evaluate(Function<ColumnPath, @Nullable Object> row) {
        return root.evaluate(column -> row.apply(column.path()));
    }

    /**
     * What holds for all rows of a partition.
     *
     * @throws IllegalArgumentException if the predicate looks at other columns too, or at a partition value that is not of its column's type
     */
    public Truth evaluate(PartitionValues partition) {
        return root.evaluate(column -> partition.value(partitionColumn(partition, column), zone));
    }

    /** Whether the predicate holds for all rows of a partition; false if that is unknown. See {@link #evaluate(PartitionValues)}. */
    public boolean matches(PartitionValues partition) {
        return evaluate(partition) == Truth.TRUE;
    }

    /**
     * Whether the predicate may hold for a row of a file.
     *
     * @param statistics what is known of the file's columns
     * @param partition the file's partition values; null if the table has none or they do not matter
     * @return false only if it certainly holds for none
     * @throws IllegalArgumentException if a partition value is not of its column's type
     */
    public boolean mayMatch(FileStatistics statistics, @Nullable PartitionValues partition) {
        return (root.possible(new FileFacts(statistics, partition, zone)) & TruthSet.TRUE) != 0;
    }

    /** The predicate as it was before it was bound. */
    @Override
    public String toString() {
        return source.toString();
    }

    private static PartitionColumns.Column partitionColumn(PartitionValues partition, Column column) {
        List<String> names = column.path().names();
        return partition
                .columns()
                .column(names.get(0))
                .filter(found -> names.size() == 1)
                .orElseThrow(
                        () -> new IllegalArgumentException("column " + column.path() + " is not a partition column"));
    }
}
