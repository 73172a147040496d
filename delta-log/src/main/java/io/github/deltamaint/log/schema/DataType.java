package io.github.deltamaint.log.schema;

/**
 * A type of Delta's schema language (PROTOCOL.md, "Schema Serialization Format").
 *
 * <p>All implementations are immutable. {@link Object#toString()} gives the short form that messages use, for example
 * {@code array<struct<a:integer>>}.
 */
public sealed interface DataType permits PrimitiveType, StructType, ArrayType, MapType, OpaqueType {

    /**
     * Reads a type from the schema language: a quoted name such as {@code "long"}, or an object.
     *
     * @throws IllegalArgumentException if the text is not JSON or not a type; the message says where
     */
    static DataType fromJson(String json) {
        return SchemaJson.parseType(json);
    }

    /**
     * Reads a type as SQL writes it, in whatever case: {@code bigint}, {@code decimal(10,2)}, {@code array<string>}, {@code map<string, double>}, {@code struct<a: int, b: date>}.
     * Elements, values and fields may be null.
     *
     * @throws IllegalArgumentException if it is no such text; the message says where
     */
    static DataType parse(String text) {
        return TypeText.parse(text);
    }

    /** Writes this type in the schema language; {@link #fromJson} of the result is equal to this type. */
    default String toJson() {
        return SchemaJson.write(this);
    }
}
