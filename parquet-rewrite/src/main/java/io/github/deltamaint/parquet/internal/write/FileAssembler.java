package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.MessageType;

/**
 * Puts a Parquet file together: magic, column chunks, indexes, footer. Used by one thread.
 *
 * <p>The structures of the format are written directly, not through parquet-java's ParquetFileWriter: that one wants its own
 * statistics objects per page, drops indexes silently where they are missing, cannot say that a bound is shortened, and
 * drags in classes of Hadoop.
 *
 * <p>For each row group {@link #startRowGroup}, then for each leaf in order {@link #startChunk}, pages, {@link #endChunk}, then
 * {@link #endRowGroup}; at last {@link #finish}. Whoever opened the sink
 * aborts it if anything fails.
 */
public final class FileAssembler implements PageOutput {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFERED_BYTES = 1 << 18;

    private final ByteSink sink;
    private final PageBuffer buffer = new PageBuffer();
    private final FileFooter footer;
    private final FileSummary summary;
    private long position;
    private long chunkStart;

    /** Writes the first bytes of the file. */
    public FileAssembler(
            ByteSink sink,
            MessageType schema,
            List<Leaf> leaves,
            WriteSettings settings,
            Map<String, String> keyValueMetadata)
            throws IOException {
        this.sink = sink;
        footer = new FileFooter(schema, settings, keyValueMetadata);
        summary = new FileSummary(leaves);
        write(MAGIC, 0, MAGIC.length);
    }

    /** The bytes written so far. */
    public long position() {
        return position;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (buffer.length() + (long) length > BUFFERED_BYTES) {
            flush();
        }
        if (length > BUFFERED_BYTES) {
            send(bytes, offset, length);
        } else {
            buffer.write(bytes, offset, length);
        }
        position += length;
    }

    private void flush() throws IOException {
        send(buffer.bytes(), 0, buffer.length());
        buffer.clear();
    }

    private void send(byte[] bytes, int offset, int length) throws IOException {
        try {
            sink.write(bytes, offset, length);
        } catch (IOException e) {
            throw new SinkException(sink.name(), e);
        }
    }

    /** Adds a key-value pair to the footer. */
    public void keyValue(String key, String value) {
        footer.keyValue(key, value);
    }

    /** Starts a row group. */
    public void startRowGroup() {
        footer.startRowGroup(position);
    }

    /** Starts the next column chunk: the pages are then written to this object. */
    public void startChunk() {
        chunkStart = position;
    }

    /**
     * Ends the column chunk whose pages have been written since {@link #startChunk}.
     *
     * @param rowCount the rows of the row group
     */
    public void endChunk(WrittenChunk chunk, long rowCount) {
        if (chunk.statistics().records() != rowCount) {
            throw new IllegalStateException("column " + chunk.leaf() + " has "
                    + chunk.statistics().records() + " records in a row group of " + rowCount + " rows");
        }
        if (position - chunkStart != chunk.compressedBytes()) {
            throw new IllegalStateException("column " + chunk.leaf() + " has " + chunk.compressedBytes()
                    + " bytes, but " + (position - chunkStart) + " were written");
        }
        footer.add(chunk, chunkStart);
        summary.add(chunk);
    }

    /** Ends a column chunk that was copied since {@link #startChunk}. */
    public void endChunk(CopiedChunk chunk) {
        if (position - chunkStart != chunk.compressedBytes()) {
            throw new IllegalStateException("column " + chunk.leaf() + " has " + chunk.compressedBytes()
                    + " bytes, but " + (position - chunkStart) + " were copied");
        }
        footer.add(chunk, chunkStart);
        summary.add(chunk);
    }

    /** Writes the Bloom filter of a column of the row group whose chunks have all ended. */
    public void bloomFilter(Leaf leaf, byte[] filter) throws IOException {
        footer.bloomFilter(leaf.index(), position, filter.length);
        write(filter, 0, filter.length);
    }

    /** Ends the row group. */
    public void endRowGroup(long rowCount) {
        footer.endRowGroup(rowCount);
    }

    /**
     * Writes indexes and footer and closes the sink.
     *
     * @param index which output this is
     * @param layouts how the rows of its row groups were ordered
     */
    public WrittenFile finish(int index, List<RowGroupLayout> layouts) throws IOException {
        footer.writeIndexes(this);
        PageBuffer end = new PageBuffer();
        Util.writeFileMetaData(footer.metaData(), end);
        end.writeInt(end.length());
        end.write(MAGIC, 0, MAGIC.length);
        write(end.bytes(), 0, end.length());
        flush();
        if (sink.position() != position) {
            throw new IOException(
                    sink.name() + ": " + position + " bytes were written, but the sink counts " + sink.position());
        }
        try {
            sink.close();
        } catch (IOException e) {
            throw new SinkException(sink.name(), e);
        }
        return new WrittenFile(
                index, sink.name(), position, footer.rows(), footer.rowGroups(), summary.columns(), layouts);
    }
}
