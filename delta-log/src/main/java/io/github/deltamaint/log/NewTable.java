package io.github.deltamaint.log;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table that does not exist yet.
 *
 * @param schema its columns, at least one
 * @param partitionColumns the partition columns in the order of their directories
 * @param properties its properties, as {@link PropertyChange} takes them
 * @param description what it is for, if somebody says so
 */
public record NewTable(
        StructType schema,
        List<String> partitionColumns,
        Map<String, String> properties,
        Optional<String> description) {
    /** What no name may have where columns are called in files as they are in the table (Delta Spark's rule). */
    private static final String FORBIDDEN = " ,;{}()\n\t=";

    /**
     * Checks that it can be a table.
     *
     * @throws IllegalArgumentException if there are no columns, a name is there twice or has one of the characters {@code  ,;{}()=}, tab and line feed, or a partition
     *     column is unknown, named twice, nested or binary, or all columns are partition columns
     */
    public NewTable {
        partitionColumns = List.copyOf(partitionColumns);
        properties = Map.copyOf(properties);
        if (schema.fields().isEmpty()) {
            throw new IllegalArgumentException("a table has at least 1 column");
        }
        requireNames(schema, null);
        requirePartitions(schema, partitionColumns);
    }

    private static void requireNames(DataType type, @Nullable ColumnPath parent) {
        if (type instanceof StructType struct) {
            Set<String> names = new HashSet<>();
            for (StructField field : struct.fields()) {
                ColumnPath path = parent == null ? ColumnPath.of(field.name()) : parent.child(field.name());
                if (field.name().isEmpty() || field.name().chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0)) {
                    throw new IllegalArgumentException(
                            "a column cannot be called " + path + ": names must not have blanks or any of ,;{}()=");
                }
                if (!names.add(KnownFeatures.lowerCase(field.name()))) {
                    throw new IllegalArgumentException(
                            "there are two columns " + path + "; upper and lower case are not told apart");
                }
                requireNames(field.type(), path);
            }
        } else if (type instanceof ArrayType array) {
            requireNames(array.elementType(), parent);
        } else if (type instanceof MapType map) {
            requireNames(map.keyType(), parent);
            requireNames(map.valueType(), parent);
        }
    }

    private static void requirePartitions(StructType schema, List<String> columns) {
        for (String column : columns) {
            StructField field = schema.fields().stream()
                    .filter(candidate -> candidate.name().equals(column))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("the partition column '" + column + "' is not in the schema"));
            if (!(field.type() instanceof PrimitiveType) || field.type().equals(PrimitiveType.BINARY)) {
                throw new IllegalArgumentException("the partition column '" + column + "' is of type " + field.type()
                        + ", which has no text that could name a directory");
            }
        }
        if (new HashSet<>(columns).size() < columns.size()) {
            throw new IllegalArgumentException("a partition column is named twice: " + columns);
        }
        if (columns.size() == schema.fields().size()) {
            throw new IllegalArgumentException(
                    "all columns are partition columns; a data file needs at least 1 of its own");
        }
    }
}
