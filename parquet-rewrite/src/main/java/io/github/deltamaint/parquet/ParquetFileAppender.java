package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.write.EntryBuffer;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.RowGroupBuffer;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;

/**
 * Writes one Parquet file from entries that the caller appends column by column, a batch of records at a time.
 *
 * <pre>{@code
 * try (ParquetFileAppender file = ParquetFileAppender.open(sink, schema, WriteSettings.defaults(), Map.of(), limit)) {
 *     ColumnAppender path = file.column("path");
 *     ColumnAppender size = file.column("size");
 *     for (Entry entry : entries) {
 *         path.appendString(entry.path());
 *         size.appendLong(entry.size());
 *         file.endRecords();
 *     }
 *     WrittenFile written = file.finish();
 * }
 * }</pre>
 *
 * <p>A row group is held in memory, its finished pages compressed, until it has reached its size or the memory limit; then
 * it is written. Encodings, statistics and layout are those of {@link ParquetRewriter}.
 *
 * <p>Used by one thread. {@link #finish()} completes the file; {@link #close()} without it gives the file up.
 */
public final class ParquetFileAppender implements Closeable {
    /** Records are handed on to the encoders this many at a time. */
    private static final int BATCH_RECORDS = 1024;

    /** The bytes of values that are handed on even if there are fewer records. */
    private static final long BATCH_BYTES = 1 << 20;

    private final ByteSink sink;
    private final RowGroupBuffer rowGroup;
    private final List<EntryBuffer> buffers = new ArrayList<>();
    private final List<ColumnAppender> columns = new ArrayList<>();
    private boolean finished;

    private ParquetFileAppender(ByteSink sink, MessageType schema, RowGroupBuffer rowGroup) {
        this.sink = sink;
        this.rowGroup = rowGroup;
        List<ColumnDescriptor> descriptors = schema.getColumns();
        for (Leaf leaf : rowGroup.leaves()) {
            EntryBuffer buffer = new EntryBuffer(leaf);
            buffers.add(buffer);
            columns.add(new ColumnAppender(descriptors.get(leaf.index()), buffer));
        }
    }

    /**
     * Starts a file.
     *
     * @param sink where it goes; closed by {@link #finish()}, aborted by {@link #close()} before that
     * @param schema its schema
     * @param settings how it is written
     * @param keyValueMetadata the key-value pairs of its footer
     * @param memoryLimitBytes the memory that a row group may take before it is written, 1 MiB or more; a batch comes on top
     * @throws IllegalArgumentException if the schema has no columns or the memory limit is too low
     * @throws IOException if the sink fails; it is then aborted
     */
    public static ParquetFileAppender open(
            ByteSink sink,
            MessageType schema,
            WriteSettings settings,
            Map<String, String> keyValueMetadata,
            long memoryLimitBytes)
            throws IOException {
        if (schema.getColumns().isEmpty()) {
            throw new IllegalArgumentException("the schema has no columns, so its files could not hold rows");
        }
        if (memoryLimitBytes < 1 << 20) {
            throw new IllegalArgumentException("memoryLimitBytes must be at least 1 MiB, not " + memoryLimitBytes);
        }
        return new ParquetFileAppender(
                sink, schema, RowGroupBuffer.open(sink, schema, settings, keyValueMetadata, memoryLimitBytes));
    }

    /**
     * The appender of a leaf column.
     *
     * @param leaf its position among the leaves of the schema
     */
    public ColumnAppender column(int leaf) {
        return columns.get(leaf);
    }

    /**
     * The appender of a leaf column.
     *
     * @param path the names from the root to the leaf, joined by dots
     * @throws IllegalArgumentException if the schema has no such leaf
     */
    public ColumnAppender column(String path) {
        for (ColumnAppender column : columns) {
            if (String.join(".", column.column().getPath()).equals(path)) {
                return column;
            }
        }
        throw new IllegalArgumentException("the schema has no column " + path);
    }

    /**
     * Says that all columns have got the same number of records: one, or as many as the caller likes to append at a time. May
     * write a row group.
     *
     * @throws IllegalStateException if the columns have different numbers of records
     * @throws IOException if the sink fails; only {@link #close()} is of use then
     */
    public void endRecords() throws IOException {
        int records = buffers.get(0).records();
        long bytes = 0;
        for (EntryBuffer buffer : buffers) {
            if (buffer.records() != records) {
                throw new IllegalStateException("column " + buffer.leaf() + " has " + buffer.records()
                        + " new records, but column " + buffers.get(0).leaf() + " has " + records);
            }
            bytes += buffer.bytes();
        }
        if (records >= BATCH_RECORDS || bytes >= BATCH_BYTES) {
            rowGroup.add(buffers, records);
        }
    }

    /** The bytes written to the sink so far; row groups in memory are not among them. */
    public long bytesWritten() {
        return rowGroup.position();
    }

    /**
     * Writes what is left and the footer and closes the sink. A file without records is a file without row groups.
     *
     * @throws IllegalStateException if records are incomplete, or it was called before
     * @throws IOException if the sink fails
     */
    public WrittenFile finish() throws IOException {
        if (finished) {
            throw new IllegalStateException(sink.name() + " is already finished");
        }
        endRecords();
        rowGroup.add(buffers, buffers.get(0).records());
        WrittenFile written = rowGroup.finish();
        finished = true;
        return written;
    }

    /** Gives the file up unless it is {@linkplain #finish() finished}, and frees native memory. */
    @Override
    public void close() {
        rowGroup.close();
        if (!finished) {
            sink.abort();
        }
    }
}
