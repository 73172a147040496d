package io.github.deltamaint.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/**
 * An open Parquet file: its footer, read and checked, and the bytes behind it. Safe for use by several threads.
 *
 * <p>Closing it closes its {@link ByteSource}.
 */
public final class ParquetFile implements Closeable {

    private ParquetFile() {}

    /**
     * Reads the footer: one request for a file of up to 1 MiB, which is then held in memory; else one, or two if the footer
     * is longer than 64 KiB.
     *
     * @param source the bytes; closed if opening fails
     * @throws CorruptFileException if this is no Parquet file, or its footer breaks the format
     * @throws UnsupportedFileException if the file, or a column of it, is encrypted, or lies partly in other files
     * @throws IOException if the source cannot be read
     */
    public static ParquetFile open(ByteSource source) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Names the file in messages. */
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** The bytes of the file, through the memory that holds a small file. Closed with this object. */
    public ByteSource source() {
        throw new UnsupportedOperationException();
    }

    /** The schema as the file spells it. */
    public MessageType schema() {
        throw new UnsupportedOperationException();
    }

    /** The number of rows. */
    public long rowCount() {
        throw new UnsupportedOperationException();
    }

    /** The footer. */
    public ParquetMetadata footer() {
        throw new UnsupportedOperationException();
    }

    /** The key-value pairs of the footer. */
    public Map<String, String> keyValueMetadata() {
        throw new UnsupportedOperationException();
    }

    /** The writer as the footer names it; empty if it does not. */
    public String createdBy() {
        throw new UnsupportedOperationException();
    }

    /** The number of row groups. */
    public int rowGroups() {
        throw new UnsupportedOperationException();
    }

    /** The number of rows of a row group. */
    public long rowCount(int rowGroup) {
        throw new UnsupportedOperationException();
    }

    /** The position in the file of the first row of a row group. */
    public long firstRow(int rowGroup) {
        throw new UnsupportedOperationException();
    }

    /** What the footer says of one column chunk; {@code leaf} counts the leaf columns of {@link #schema()}. */
    public ColumnChunkMetaData chunk(int rowGroup, int leaf) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}
