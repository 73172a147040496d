package io.github.deltamaint.log.schema;

import static java.util.Objects.requireNonNull;

/**
 * A map. Keys are never null.
 *
 * @param keyType the type of the keys
 * @param valueType the type of the values
 * @param valueContainsNull whether a value may be null
 */
public record MapType(DataType keyType, DataType valueType, boolean valueContainsNull) implements DataType {

    /** Checks that both types are given. */
    public MapType {
        requireNonNull(keyType, "keyType");
        requireNonNull(valueType, "valueType");
    }

    @Override
    public String toString() {
        return "map<" + keyType + "," + valueType + ">";
    }
}
