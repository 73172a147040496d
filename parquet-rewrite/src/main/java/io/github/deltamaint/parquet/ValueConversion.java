package io.github.deltamaint.parquet;

import org.apache.parquet.schema.PrimitiveType;

/**
 * How the values of a column of a file become values of its target column. Always exact: a value that the target type
 * cannot hold is an error when it is met.
 *
 * @param kind what is done to a value
 * @param from the type in the file
 * @param to the type in the target schema
 */
public record ValueConversion(Kind kind, PrimitiveType from, PrimitiveType to) {

    /** What is done to a value. */
    public enum Kind {
        /** Nothing. The bytes of a page may differ all the same: FIXED_LEN_BYTE_ARRAY can become BINARY like that. */
        IDENTITY,
        /** INT32 is kept if it lies in the narrower range of the target type. */
        CHECK_INT,
        /** Signed INT32 to INT64. */
        INT_TO_LONG,
        /** Unsigned INT32 to INT64. */
        UNSIGNED_INT_TO_LONG,
        /** Signed INT32 to DOUBLE. */
        INT_TO_DOUBLE,
        /** FLOAT to DOUBLE. */
        FLOAT_TO_DOUBLE,
        /** Days to microseconds since the epoch. */
        DATE_TO_MICROS,
        /** INT64 milliseconds to microseconds. */
        MILLIS_TO_MICROS,
        /** INT64 nanoseconds to microseconds, rounded down. */
        NANOS_TO_MICROS,
        /** INT96 to INT64 microseconds, rounded down. */
        INT96_TO_MICROS,
        /** One form, precision and scale of a decimal to another. */
        DECIMAL,
        /** BINARY is kept if it is as long as the fixed length of the target type. */
        CHECK_LENGTH
    }

    /** Whether values stay as they are. */
    public boolean isIdentity() {
        return kind == Kind.IDENTITY;
    }
}
