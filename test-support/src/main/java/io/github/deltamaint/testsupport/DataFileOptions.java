package io.github.deltamaint.testsupport;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * How parquet-java writes a data file.
 *
 * @param codec the compression
 * @param rowGroupBytes target size of a row group in bytes, as encoded
 * @param pageRows most rows in a page
 * @param dictionary whether columns may be dictionary-encoded
 * @param pageVersion2 V2 pages and the encodings that parquet-java uses with them
 * @param timestamps how timestamps are stored
 * @param physicalNames whether columns have their physical names and field ids instead of the logical names
 */
public record DataFileOptions(
        CompressionCodecName codec,
        long rowGroupBytes,
        int pageRows,
        boolean dictionary,
        boolean pageVersion2,
        Timestamps timestamps,
        boolean physicalNames) {

    /** The storage of timestamps. */
    public enum Timestamps {
        MICROS,
        MILLIS,
        INT96
    }

    /** parquet-java's defaults with Snappy and timestamps in microseconds. */
    public static final DataFileOptions DEFAULT =
            new DataFileOptions(CompressionCodecName.SNAPPY, 128L << 20, 20_000, true, false, Timestamps.MICROS, true);

    /** Another compression. */
    public DataFileOptions withCodec(CompressionCodecName other) {
        return new DataFileOptions(other, rowGroupBytes, pageRows, dictionary, pageVersion2, timestamps, physicalNames);
    }

    /** Another row-group size in encoded bytes. parquet-java looks at the size after every 100 rows at the earliest. */
    public DataFileOptions withRowGroupBytes(long bytes) {
        return new DataFileOptions(codec, bytes, pageRows, dictionary, pageVersion2, timestamps, physicalNames);
    }

    /** Another limit of rows in a page. */
    public DataFileOptions withPageRows(int rows) {
        return new DataFileOptions(codec, rowGroupBytes, rows, dictionary, pageVersion2, timestamps, physicalNames);
    }

    /** No dictionaries. */
    public DataFileOptions withoutDictionary() {
        return new DataFileOptions(codec, rowGroupBytes, pageRows, false, pageVersion2, timestamps, physicalNames);
    }

    /** V2 pages with their delta encodings. */
    public DataFileOptions withPageVersion2() {
        return new DataFileOptions(codec, rowGroupBytes, pageRows, dictionary, true, timestamps, physicalNames);
    }

    /** Another storage of timestamps. */
    public DataFileOptions withTimestamps(Timestamps other) {
        return new DataFileOptions(codec, rowGroupBytes, pageRows, dictionary, pageVersion2, other, physicalNames);
    }

    /** Logical names although the table has column mapping, as files from before it was switched on. */
    public DataFileOptions withLogicalNames() {
        return new DataFileOptions(codec, rowGroupBytes, pageRows, dictionary, pageVersion2, timestamps, false);
    }
}
