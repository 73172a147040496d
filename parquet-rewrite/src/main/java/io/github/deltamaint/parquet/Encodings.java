package io.github.deltamaint.parquet;

/** Which page encodings an output may use; among these the smallest is chosen for each column. */
public enum Encodings {
    /** PLAIN and dictionaries, in data pages of version 1: what every reader of Parquet understands. */
    BASELINE,

    /**
     * Also DELTA_BINARY_PACKED for INT32 and INT64, DELTA_LENGTH_BYTE_ARRAY and DELTA_BYTE_ARRAY for strings and other bytes,
     * and BYTE_STREAM_SPLIT for FLOAT and DOUBLE, still in data pages of version 1. parquet-java, Spark, Trino, DuckDB and
     * Arrow read all of them in current versions; older readers and Spark's vectorized reader may not know
     * BYTE_STREAM_SPLIT.
     */
    MODERN
}
