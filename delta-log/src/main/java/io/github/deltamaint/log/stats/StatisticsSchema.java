package io.github.deltamaint.log.stats;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The columns that have statistics, in the order of the table's schema (PROTOCOL.md, "Per-file Statistics").
 *
 * <p>A column here is a leaf below structs: a primitive one, or a list, map or other type as a whole. Partition columns have no statistics. Immutable.
 */
public final class StatisticsSchema {
    private final List<Column> columns;
    private final List<ColumnPath> unknownColumns;
    private final Map<ColumnPath, Column> byPath = new HashMap<>();
    private final Node root = new Node();

    private StatisticsSchema(List<Column> columns, List<ColumnPath> unknownColumns) {
        this.columns = List.copyOf(columns);
        this.unknownColumns = List.copyOf(unknownColumns);
        for (Column column : this.columns) {
            byPath.put(column.path(), column);
            root.add(column);
        }
    }

    /**
     * One column.
     *
     * @param index its position among the columns with statistics
     * @param path the column in the table's schema
     * @param physicalPath its names in statistics and data files
     * @param type its type
     */
    public record Column(int index, ColumnPath path, List<String> physicalPath, DataType type) {

        /** Checks that all parts are given. */
        public Column {
            requireNonNull(path, "path");
            physicalPath = List.copyOf(physicalPath);
            requireNonNull(type, "type");
        }

        /** Whether it has a smallest and a largest value, not only a number of nulls. */
        public boolean hasBounds() {
            return type instanceof PrimitiveType primitive
                    && primitive.kind() != PrimitiveType.Kind.BOOLEAN
                    && primitive.kind() != PrimitiveType.Kind.BINARY;
        }
    }

    /** A struct on the way to columns, by names in the statistics: a column, or further structs. */
    static final class Node {
        private final Map<String, Node> children = new LinkedHashMap<>();
        private @Nullable Column column;

        private void add(Column added) {
            Node node = this;
            for (String name : added.physicalPath()) {
                node = node.children.computeIfAbsent(name, key -> new Node());
            }
            node.column = added;
        }

        @Nullable Node child(String name) {
            return children.get(name);
        }

        Map<String, Node> children() {
            return children;
        }

        @Nullable Column column() {
            return column;
        }
    }

    /**
     * The columns for which a table wants statistics in new files.
     *
     * @param settings what the table says
     * @param always columns that must have statistics whatever the table says: its clustering columns
     * @throws IllegalArgumentException if a column of {@code always} or {@code partitionColumns} does not exist, or column mapping is on and the schema lacks a name
     */
    public static StatisticsSchema wanted(
            StructType schema,
            Collection<String> partitionColumns,
            ColumnMapping mapping,
            StatisticsSettings settings,
            Collection<ColumnPath> always) {
        List<ColumnPath> unknown = new ArrayList<>();
        List<ColumnPath> named = new ArrayList<>();
        for (ColumnPath path : settings.columns().orElse(List.of())) {
            if (schema.find(path).isPresent()) {
                named.add(schema.canonical(path));
            } else {
                unknown.add(path);
            }
        }
        List<ColumnPath> forced = always.stream().map(schema::canonical).toList();
        Predicate<Column> byTable = settings.columns().isPresent()
                ? column -> isWithin(column.path(), named)
                : column -> settings.indexedColumns() == -1 || column.index() < settings.indexedColumns();
        List<Column> all = leaves(schema, partitionColumns, mapping);
        return new StatisticsSchema(
                numbered(all, column -> byTable.test(column) || isWithin(column.path(), forced)), unknown);
    }

    /** All columns that may have statistics: what a reader of them looks for. */
    public static StatisticsSchema all(StructType schema, Collection<String> partitionColumns, ColumnMapping mapping) {
        return new StatisticsSchema(leaves(schema, partitionColumns, mapping), List.of());
    }

    /** The columns in order. */
    public List<Column> columns() {
        return columns;
    }

    /** The column of this path, spelled as in the table's schema. */
    public Optional<Column> column(ColumnPath path) {
        return Optional.ofNullable(byPath.get(path));
    }

    /** Columns that the table names for statistics although its schema does not have them. */
    public List<ColumnPath> unknownColumns() {
        return unknownColumns;
    }

    Node root() {
        return root;
    }

    @Override
    public String toString() {
        return columns.stream().map(Column::path).toList().toString();
    }

    private static boolean isWithin(ColumnPath path, List<ColumnPath> roots) {
        return roots.stream()
                .anyMatch(root -> path.names().size() >= root.names().size()
                        && path.names().subList(0, root.names().size()).equals(root.names()));
    }

    private static List<Column> numbered(List<Column> columns, Predicate<Column> filter) {
        List<Column> kept = new ArrayList<>();
        for (Column column : columns) {
            if (filter.test(column)) {
                kept.add(new Column(kept.size(), column.path(), column.physicalPath(), column.type()));
            }
        }
        return kept;
    }

    private static List<Column> leaves(StructType schema, Collection<String> partitionColumns, ColumnMapping mapping) {
        Set<StructField> partitionFields = Set.copyOf(partitionColumns.stream()
                .map(name -> schema.resolve(ColumnPath.of(name)).get(0))
                .toList());
        List<Column> leaves = new ArrayList<>();
        for (StructField field : schema.fields()) {
            if (!partitionFields.contains(field)) {
                addLeaves(field, List.of(), List.of(), mapping, leaves);
            }
        }
        return leaves;
    }

    private static void addLeaves(
            StructField field,
            List<String> parent,
            List<String> physicalParent,
            ColumnMapping mapping,
            List<Column> leaves) {
        List<String> path = with(parent, field.name());
        List<String> physicalPath = with(physicalParent, mapping.physicalName(field));
        if (field.type() instanceof StructType struct) {
            struct.fields().forEach(child -> addLeaves(child, path, physicalPath, mapping, leaves));
        } else {
            leaves.add(new Column(leaves.size(), new ColumnPath(path), physicalPath, field.type()));
        }
    }

    private static List<String> with(List<String> names, String name) {
        List<String> longer = new ArrayList<>(names);
        longer.add(name);
        return longer;
    }
}
