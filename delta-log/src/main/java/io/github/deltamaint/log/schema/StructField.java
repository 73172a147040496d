package io.github.deltamaint.log.schema;

import static java.util.Objects.requireNonNull;

/**
 * A column, or a field of a struct.
 *
 * @param name the logical name; for the name in data files ask {@link ColumnMapping}
 * @param type its type
 * @param nullable whether the table allows nulls; data files always do
 * @param metadata everything else that the schema says about it, known to us or not
 */
public record StructField(String name, DataType type, boolean nullable, FieldMetadata metadata) {

    /** Checks that all parts are given. */
    public StructField {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(metadata, "metadata");
    }

    /** A nullable field without metadata. */
    public StructField(String name, DataType type) {
        this(name, type, true, FieldMetadata.EMPTY);
    }

    @Override
    public String toString() {
        return name + ":" + type;
    }
}
