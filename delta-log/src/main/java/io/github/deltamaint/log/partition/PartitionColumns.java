package io.github.deltamaint.log.partition;

import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The partition columns of a table, in order. Immutable. */
public final class PartitionColumns {
    private final List<Column> columns;
    private final Map<String, Column> byPhysicalName = new LinkedHashMap<>();

    private PartitionColumns(List<Column> columns) {
        this.columns = List.copyOf(columns);
        this.columns.forEach(column -> byPhysicalName.put(column.physicalName(), column));
    }

    /**
     * One partition column.
     *
     * @param index its position among the partition columns
     * @param name its name in the schema
     * @param physicalName its key in {@code partitionValues}
     * @param type its type
     */
    public record Column(int index, String name, String physicalName, PrimitiveType type) {}

    /**
     * The partition columns of a table.
     *
     * @param names the {@code partitionColumns} of the table's {@code metaData}
     * @throws IllegalArgumentException if a partition column is not in the schema, is named twice, or is of a type that partition values cannot have
     */
    public static PartitionColumns of(StructType schema, List<String> names, ColumnMapping mapping) {
        List<Column> columns = new ArrayList<>();
        for (String name : names) {
            StructField field = schema.resolve(ColumnPath.of(name)).get(0);
            if (!(field.type() instanceof PrimitiveType type)) {
                throw new IllegalArgumentException(
                        "a table cannot be partitioned by column " + ColumnPath.of(name) + " of type " + field.type());
            }
            if (columns.stream().anyMatch(column -> column.name().equals(field.name()))) {
                throw new IllegalArgumentException("partition column " + ColumnPath.of(name) + " is named twice");
            }
            columns.add(new Column(columns.size(), field.name(), mapping.physicalName(field), type));
        }
        return new PartitionColumns(columns);
    }

    /** The columns in order; none if the table is not partitioned. */
    public List<Column> columns() {
        return columns;
    }

    /** The column of this name in the schema, in whatever case. */
    public Optional<Column> column(String name) {
        Optional<Column> exact =
                columns.stream().filter(column -> column.name().equals(name)).findFirst();
        return exact.isPresent()
                ? exact
                : columns.stream()
                        .filter(column -> column.name().equalsIgnoreCase(name))
                        .findFirst();
    }

    /**
     * The partition values of a file.
     *
     * @param logValues the file's {@code partitionValues} as the log has them; it must have exactly one entry for each partition column. It is
     *     kept, not copied: nobody changes it afterwards
     * @throws IllegalArgumentException if an entry is missing or there is one too many. A value that is not one of its column's type is no error here, see
     *     {@link PartitionValues#value}
     */
    public PartitionValues values(Map<String, @Nullable String> logValues) {
        @Nullable String[] texts = new @Nullable String[columns.size()];
        for (Column column : columns) {
            String key = key(column, logValues);
            String text = logValues.get(key);
            // An empty text stands for null, whatever the type (PROTOCOL.md, "Partition Value Serialization").
            texts[column.index()] = text == null || text.isEmpty() ? null : text;
        }
        if (logValues.size() != columns.size()) {
            throw mismatch(logValues);
        }
        return new PartitionValues(this, logValues, texts);
    }

    private String key(Column column, Map<String, @Nullable String> logValues) {
        if (logValues.containsKey(column.physicalName())) {
            return column.physicalName();
        }
        for (String key : logValues.keySet()) {
            if (key.equalsIgnoreCase(column.physicalName()) && !byPhysicalName.containsKey(key)) {
                return key;
            }
        }
        throw mismatch(logValues);
    }

    private IllegalArgumentException mismatch(Map<String, @Nullable String> logValues) {
        return new IllegalArgumentException("partitionValues must have an entry for each of " + byPhysicalName.keySet()
                + " and no other, but has " + logValues.keySet());
    }

    @Override
    public String toString() {
        return columns.toString();
    }
}
