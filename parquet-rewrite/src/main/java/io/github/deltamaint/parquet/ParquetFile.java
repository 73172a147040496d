package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.read.ChunkTable;
import io.github.deltamaint.parquet.internal.read.DictionaryHeader;
import io.github.deltamaint.parquet.internal.read.FooterReader;
import io.github.deltamaint.parquet.internal.read.InMemorySource;
import io.github.deltamaint.parquet.internal.read.PageIndexes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/**
 * An open Parquet file: its footer, read and checked, and the bytes behind it. Safe for use by several threads.
 *
 * <p>Closing it closes its {@link ByteSource}.
 */
public final class ParquetFile implements Closeable {

    /** Files up to this length are read at once and held in memory while they are open. */
    public static final int SMALL_FILE_BYTES = 1 << 20;

    private final ByteSource source;
    private final ParquetMetadata footer;
    private final ChunkTable chunks;
    private final List<ColumnDescriptor> columns;

    private ParquetFile(ByteSource source, ParquetMetadata footer, ChunkTable chunks) {
        this.source = source;
        this.footer = footer;
        this.chunks = chunks;
        columns = List.copyOf(footer.getFileMetaData().getSchema().getColumns());
    }

    /**
     * Reads the footer. A file of up to {@link #SMALL_FILE_BYTES} takes one request; a larger one takes one for the first
     * bytes, one for the last 64 KiB, and a third if the footer is longer than that.
     *
     * @param source the bytes; closed if opening fails
     * @throws CorruptFileException if this is no Parquet file, or its footer breaks the format
     * @throws UnsupportedFileException if the file, or a column of it, is encrypted, or lies partly in other files
     * @throws IOException if the source cannot be read
     */
    public static ParquetFile open(ByteSource source) throws IOException {
        try {
            ByteSource bytes = source.length() <= SMALL_FILE_BYTES ? InMemorySource.load(source) : source;
            ParquetMetadata footer = FooterReader.read(bytes);
            return new ParquetFile(bytes, footer, new ChunkTable(bytes.name(), bytes.length(), footer));
        } catch (IOException | RuntimeException | Error e) {
            try {
                source.close();
            } catch (IOException onClose) {
                e.addSuppressed(onClose);
            }
            throw e;
        }
    }

    /** Names the file in messages. */
    public String name() {
        return source.name();
    }

    /** The bytes of the file, through the memory that holds a small file. Closed with this object. */
    public ByteSource source() {
        return source;
    }

    /** The schema as the file spells it. */
    public MessageType schema() {
        return footer.getFileMetaData().getSchema();
    }

    /** The leaf columns of {@link #schema()}, in its order. */
    public List<ColumnDescriptor> columns() {
        return columns;
    }

    /** The number of rows: those of all row groups. */
    public long rowCount() {
        return chunks.firstRow(chunks.rowGroups());
    }

    /** The footer. */
    public ParquetMetadata footer() {
        return footer;
    }

    /** The key-value pairs of the footer. The value of a key without one is null. */
    public Map<String, String> keyValueMetadata() {
        return footer.getFileMetaData().getKeyValueMetaData();
    }

    /** The writer as the footer names it; empty if it does not. */
    public String createdBy() {
        return Objects.requireNonNullElse(footer.getFileMetaData().getCreatedBy(), "");
    }

    /** The number of row groups. */
    public int rowGroups() {
        return chunks.rowGroups();
    }

    /** The number of rows of a row group. */
    public long rowCount(int rowGroup) {
        return chunks.firstRow(rowGroup + 1) - chunks.firstRow(rowGroup);
    }

    /** The position in the file of the first row of a row group. */
    public long firstRow(int rowGroup) {
        Objects.checkIndex(rowGroup, rowGroups());
        return chunks.firstRow(rowGroup);
    }

    /** What the footer says of one column chunk; {@code leaf} counts the leaf columns of {@link #schema()}. */
    public ColumnChunkMetaData chunk(int rowGroup, int leaf) {
        return chunks.chunk(rowGroup, leaf);
    }

    /**
     * The number of values in the dictionary of a chunk; empty if it has none. Reads the first bytes of the chunk.
     *
     * @throws CorruptFileException if there is no page header
     */
    public OptionalLong dictionaryValues(int rowGroup, int leaf) throws IOException {
        return DictionaryHeader.values(source, chunk(rowGroup, leaf));
    }

    /**
     * What the indexes of the file say about the data pages of a column chunk. Reads them each time.
     *
     * @param leaf counts the leaf columns of {@link #schema()}
     * @return in their order; empty if the file has no such index
     * @throws CorruptFileException if an index contradicts the footer
     */
    public List<PageSummary> pages(int rowGroup, int leaf) throws IOException {
        return PageIndexes.read(source, chunk(rowGroup, leaf), rowCount(rowGroup));
    }

    /**
     * The smallest and largest value of a column chunk as its footer says them, in the form of {@link PageSummary#min()}.
     *
     * @param leaf counts the leaf columns of {@link #schema()}
     * @return empty if the footer does not say them, or they cannot be trusted
     */
    public Optional<Bounds> bounds(int rowGroup, int leaf) {
        Statistics<?> statistics = chunk(rowGroup, leaf).getStatistics();
        if (statistics == null || !statistics.hasNonNullValue()) {
            return Optional.empty();
        }
        Object min = PageIndexes.value(statistics.type(), ByteBuffer.wrap(statistics.getMinBytes()));
        Object max = PageIndexes.value(statistics.type(), ByteBuffer.wrap(statistics.getMaxBytes()));
        return min == null || max == null ? Optional.empty() : Optional.of(new Bounds(min, max));
    }

    /**
     * The smallest and the largest value.
     *
     * @param min see {@link PageSummary#min()}
     * @param max see {@link PageSummary#max()}
     */
    public record Bounds(Object min, Object max) {}

    @Override
    public void close() throws IOException {
        source.close();
    }
}
