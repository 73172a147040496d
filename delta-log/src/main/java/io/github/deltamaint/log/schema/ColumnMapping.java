package io.github.deltamaint.log.schema;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What columns are called in data files, statistics and partition values (PROTOCOL.md, "Column Mapping").
 *
 * @param mode how columns of data files are found
 */
public record ColumnMapping(Mode mode) {
    /** The table property that names the mode. */
    public static final String MODE_PROPERTY = "delta.columnMapping.mode";

    /** Columns are called the same everywhere. */
    public static final ColumnMapping NONE = new ColumnMapping(Mode.NONE);

    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";
    private static final String ID = "delta.columnMapping.id";
    private static final String NESTED_IDS = "delta.columnMapping.nested.ids";

    /** How columns of data files are found. */
    public enum Mode {
        /** By their name in the schema. */
        NONE,
        /** By their physical name. */
        NAME,
        /** By their Parquet field id. */
        ID
    }

    /** Checks that the mode is given. */
    public ColumnMapping {
        requireNonNull(mode, "mode");
    }

    /**
     * The mapping of a table.
     *
     * @param configuration the table's properties
     * @param supported whether the table's protocol supports the feature {@code columnMapping}; if not, the property and
     *     everything in the schema that belongs to it is ignored, as the protocol asks
     * @throws IllegalArgumentException if the property is none of {@code none}, {@code name} and {@code id}
     */
    public static ColumnMapping of(Map<String, String> configuration, boolean supported) {
        String mode = configuration.get(MODE_PROPERTY);
        if (mode == null || !supported) {
            return NONE;
        }
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "none" -> NONE;
            case "name" -> new ColumnMapping(Mode.NAME);
            case "id" -> new ColumnMapping(Mode.ID);
            default ->
                throw new IllegalArgumentException(
                        "table property " + MODE_PROPERTY + " is none, name or id, but this one is '" + mode + "'");
        };
    }

    /** Whether names in data files differ from those in the schema. */
    public boolean isOn() {
        return mode != Mode.NONE;
    }

    /**
     * The name of a field in data files, statistics and partition values.
     *
     * @throws IllegalArgumentException if the mapping is on and the schema gives the field no physical name
     */
    public String physicalName(StructField field) {
        if (!isOn()) {
            return field.name();
        }
        return field.metadata().string(PHYSICAL_NAME).orElseThrow(() -> missing(field, PHYSICAL_NAME));
    }

    /**
     * The Parquet field id of a field.
     *
     * @return empty if the mapping is off
     * @throws IllegalArgumentException if the mapping is on and the schema gives the field no id
     */
    public OptionalInt fieldId(StructField field) {
        if (!isOn()) {
            return OptionalInt.empty();
        }
        OptionalLong id = field.metadata().number(ID);
        if (id.isEmpty()) {
            throw missing(field, ID);
        }
        return OptionalInt.of(Math.toIntExact(id.getAsLong()));
    }

    /**
     * The Parquet field id of an element, key or value inside a field, which IcebergCompat asks for.
     *
     * @param field the nearest field of a struct around it
     * @param way from the field to it, for example {@code ["value", "element"]}
     * @return empty if the mapping is off or the schema has no such id
     */
    public OptionalInt nestedFieldId(StructField field, List<String> way) {
        Optional<String> ids = isOn() ? field.metadata().json(NESTED_IDS) : Optional.empty();
        if (ids.isEmpty()) {
            return OptionalInt.empty();
        }
        String key = physicalName(field) + "." + String.join(".", way);
        OptionalLong id = SchemaJson.longMember(ids.get(), key);
        return id.isPresent() ? OptionalInt.of(Math.toIntExact(id.getAsLong())) : OptionalInt.empty();
    }

    /**
     * The names in data files on the way to a column.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public List<String> physicalPath(StructType schema, ColumnPath path) {
        return schema.resolve(path).stream().map(this::physicalName).toList();
    }

    /**
     * The column that a way of names in data files leads to.
     *
     * @return empty if the schema has no such column (any more)
     */
    public Optional<ColumnPath> logicalPath(StructType schema, List<String> physicalPath) {
        List<String> names = new ArrayList<>();
        DataType type = schema;
        for (String physical : physicalPath) {
            if (!(type instanceof StructType struct)) {
                return Optional.empty();
            }
            Optional<StructField> next = struct.fields().stream()
                    .filter(field -> physicalName(field).equals(physical))
                    .findFirst();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            names.add(next.get().name());
            type = next.get().type();
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(new ColumnPath(names));
    }

    private IllegalArgumentException missing(StructField field, String key) {
        return new IllegalArgumentException("column mapping is on (" + MODE_PROPERTY + " = "
                + mode.name().toLowerCase(Locale.ROOT) + "), but the schema gives column " + ColumnPath.of(field.name())
                + " no " + key);
    }
}
