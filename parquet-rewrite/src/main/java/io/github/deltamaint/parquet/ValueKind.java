package io.github.deltamaint.parquet;

import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** The Java array in which the values of a physical Parquet type are held. */
public enum ValueKind {
    /** {@code int[]}: INT32, FLOAT as its IEEE bits, BOOLEAN as 0 or 1. */
    INT,
    /** {@code long[]}: INT64, DOUBLE as its IEEE bits. */
    LONG,
    /** {@code byte[]} with offsets: BINARY, FIXED_LEN_BYTE_ARRAY, INT96. */
    BYTES;

    /** The array that holds values of {@code type}. */
    public static ValueKind of(PrimitiveTypeName type) {
        return switch (type) {
            case INT32, FLOAT, BOOLEAN -> INT;
            case INT64, DOUBLE -> LONG;
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> BYTES;
        };
    }
}
