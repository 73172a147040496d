package io.github.deltamaint.log.schema;

import static java.util.Objects.requireNonNull;

/**
 * A list.
 *
 * @param elementType the type of the elements
 * @param containsNull whether an element may be null
 */
public record ArrayType(DataType elementType, boolean containsNull) implements DataType {

    /** Checks that the element type is given. */
    public ArrayType {
        requireNonNull(elementType, "elementType");
    }

    @Override
    public String toString() {
        return "array<" + elementType + ">";
    }
}
