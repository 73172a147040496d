package io.github.deltamaint.log.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A struct; at the top, the schema of a table. Immutable. */
public final class StructType implements DataType {
    private final List<StructField> fields;
    private final Map<String, List<StructField>> byLowerCaseName = new HashMap<>();

    /** A struct of these fields, in this order. */
    public StructType(List<StructField> fields) {
        this.fields = List.copyOf(fields);
        for (StructField field : this.fields) {
            byLowerCaseName
                    .computeIfAbsent(lowerCase(field.name()), name -> new ArrayList<>(1))
                    .add(field);
        }
    }

    /** A struct of these fields, in this order. */
    public static StructType of(StructField... fields) {
        return new StructType(List.of(fields));
    }

    /**
     * Reads the schema of a table, the {@code schemaString} of its {@code metaData} action.
     *
     * @throws IllegalArgumentException if the text is not JSON or not a struct; the message says where
     */
    public static StructType fromJson(String json) {
        DataType type = DataType.fromJson(json);
        if (type instanceof StructType struct) {
            return struct;
        }
        throw new IllegalArgumentException("the schema of a table is a struct, but this one is " + type);
    }

    /** The fields in order. */
    public List<StructField> fields() {
        return fields;
    }

    /**
     * The field of this name: spelled exactly so, else in whatever case.
     *
     * @throws IllegalArgumentException if no field is spelled exactly so and several differ from it by case only
     */
    public Optional<StructField> field(String name) {
        List<StructField> candidates = byLowerCaseName.getOrDefault(lowerCase(name), List.of());
        if (candidates.size() <= 1) {
            return candidates.stream().findFirst();
        }
        Optional<StructField> exact =
                candidates.stream().filter(field -> field.name().equals(name)).findFirst();
        if (exact.isEmpty()) {
            throw new IllegalArgumentException("column name " + ColumnPath.of(name) + " is ambiguous: the schema has "
                    + candidates.stream().map(StructField::name).collect(Collectors.joining(", ")));
        }
        return exact;
    }

    /**
     * The fields on the way to a column, from the top-level column to the column itself; structs alone have parts.
     *
     * @return empty if there is no such column
     * @throws IllegalArgumentException if a name on the way is ambiguous; see {@link #field}
     */
    public Optional<List<StructField>> find(ColumnPath path) {
        List<StructField> way = new ArrayList<>();
        DataType type = this;
        for (String name : path.names()) {
            Optional<StructField> next = type instanceof StructType struct ? struct.field(name) : Optional.empty();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            way.add(next.get());
            type = next.get().type();
        }
        return Optional.of(List.copyOf(way));
    }

    /**
     * As {@link #find}, for a column that must be there.
     *
     * @throws IllegalArgumentException if there is no such column: the message names the columns that there are
     */
    public List<StructField> resolve(ColumnPath path) {
        return find(path)
                .orElseThrow(() -> new IllegalArgumentException("there is no column " + path + "; " + choices(path)));
    }

    /** The same columns under their names in this schema, however the caller spelled them. */
    public ColumnPath canonical(ColumnPath path) {
        return new ColumnPath(resolve(path).stream().map(StructField::name).toList());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StructType that && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.stream().map(StructField::toString).collect(Collectors.joining(",", "struct<", ">"));
    }

    private String choices(ColumnPath path) {
        List<String> known = path.names().subList(0, path.names().size() - 1);
        StructType parent = this;
        String where = "the table has ";
        if (!known.isEmpty()) {
            ColumnPath parentPath = new ColumnPath(known);
            Optional<List<StructField>> way = find(parentPath);
            if (way.isPresent()) {
                DataType type = way.get().get(known.size() - 1).type();
                if (!(type instanceof StructType struct)) {
                    return parentPath + " is of type " + type + ", only structs have parts";
                }
                parent = struct;
                where = parentPath + " has ";
            }
        }
        return where
                + parent.fields.stream()
                        .map(field -> ColumnPath.of(field.name()).toString())
                        .collect(Collectors.joining(", "));
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
