package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ColumnSummary;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

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
    private final MessageType schema;
    private final List<Leaf> leaves;
    private final WriteSettings settings;
    private final Map<String, String> keyValueMetadata;
    private final CompressionCodec codec;
    private final PageBuffer buffer = new PageBuffer();
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private final List<WrittenChunk> chunks = new ArrayList<>();
    private final FileSummary summary;
    private long position;
    private long chunkStart;
    private long rows;

    /** Writes the first bytes of the file. */
    public FileAssembler(
            ByteSink sink,
            MessageType schema,
            List<Leaf> leaves,
            WriteSettings settings,
            Map<String, String> keyValueMetadata)
            throws IOException {
        this.sink = sink;
        this.schema = schema;
        this.settings = settings;
        this.keyValueMetadata = new TreeMap<>(keyValueMetadata);
        codec = CompressionCodec.valueOf(settings.compression().name());
        this.leaves = leaves;
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

    /** Starts a row group. */
    public void startRowGroup() {
        RowGroup group = new RowGroup();
        group.setColumns(new ArrayList<>());
        rowGroups.add(group);
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
        ColumnChunk column = new ColumnChunk(chunkStart);
        column.setMeta_data(metaData(chunk));
        rowGroups.get(rowGroups.size() - 1).addToColumns(column);
        chunks.add(chunk);
        summary.add(chunk);
    }

    private ColumnMetaData metaData(WrittenChunk chunk) {
        ColumnMetaData metaData = new ColumnMetaData(
                Type.valueOf(
                        chunk.leaf().type().getPrimitiveTypeName().name().equals("BINARY")
                                ? "BYTE_ARRAY"
                                : chunk.leaf().type().getPrimitiveTypeName().name()),
                encodings(chunk),
                chunk.leaf().path(),
                codec,
                chunk.entries(),
                chunk.uncompressedBytes(),
                chunk.compressedBytes(),
                chunkStart + chunk.dataPageOffset());
        if (chunk.dictionaryPages() > 0) {
            metaData.setDictionary_page_offset(chunkStart);
        }
        metaData.setStatistics(chunk.statistics().statistics());
        metaData.setSize_statistics(chunk.statistics().sizeStatistics());
        metaData.setEncoding_stats(encodingStats(chunk));
        return metaData;
    }

    private static List<Encoding> encodings(WrittenChunk chunk) {
        List<Encoding> encodings = new ArrayList<>();
        encodings.add(Encoding.RLE);
        chunk.dataPages().keySet().forEach(encoding -> encodings.add(PageEncodings.inFormat(encoding)));
        Collections.sort(encodings);
        return encodings;
    }

    private static List<PageEncodingStats> encodingStats(WrittenChunk chunk) {
        List<PageEncodingStats> stats = new ArrayList<>();
        if (chunk.dictionaryPages() > 0) {
            stats.add(new PageEncodingStats(
                    PageType.DICTIONARY_PAGE,
                    PageEncodings.inFormat(PageEncodings.DICTIONARY),
                    chunk.dictionaryPages()));
        }
        chunk.dataPages()
                .forEach((encoding, count) ->
                        stats.add(new PageEncodingStats(PageType.DATA_PAGE, PageEncodings.inFormat(encoding), count)));
        return stats;
    }

    /** Ends the row group. */
    public void endRowGroup(long rowCount) {
        RowGroup group = rowGroups.get(rowGroups.size() - 1);
        long compressed = 0;
        long uncompressed = 0;
        for (ColumnChunk column : group.getColumns()) {
            compressed += column.getMeta_data().getTotal_compressed_size();
            uncompressed += column.getMeta_data().getTotal_uncompressed_size();
        }
        ColumnMetaData first = group.getColumns().get(0).getMeta_data();
        group.setFile_offset(
                first.isSetDictionary_page_offset() ? first.getDictionary_page_offset() : first.getData_page_offset());
        group.setTotal_byte_size(uncompressed);
        group.setTotal_compressed_size(compressed);
        group.setNum_rows(rowCount);
        if (rowGroups.size() <= Short.MAX_VALUE) {
            group.setOrdinal((short) (rowGroups.size() - 1));
        }
        rows += rowCount;
    }

    /**
     * Writes indexes and footer and closes the sink.
     *
     * @param index which output this is
     */
    public WrittenFile finish(int index) throws IOException {
        writeIndexes();
        long footerStart = position;
        PageBuffer footer = new PageBuffer();
        Util.writeFileMetaData(footer(), footer);
        footer.writeInt(footer.length());
        footer.write(MAGIC, 0, MAGIC.length);
        write(footer.bytes(), 0, footer.length());
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
        List<ColumnSummary> columns = summary.columns();
        return new WrittenFile(index, sink.name(), position, rows, rowGroups.size(), columns);
    }

    private void writeIndexes() throws IOException {
        PageBuffer indexes = new PageBuffer();
        int next = 0;
        for (RowGroup group : rowGroups) {
            for (ColumnChunk column : group.getColumns()) {
                @Nullable ColumnIndex index = chunks.get(next++).statistics().columnIndex();
                if (index != null) {
                    indexes.clear();
                    Util.writeColumnIndex(index, indexes);
                    column.setColumn_index_offset(position);
                    column.setColumn_index_length(indexes.length());
                    write(indexes.bytes(), 0, indexes.length());
                }
            }
        }
        next = 0;
        for (RowGroup group : rowGroups) {
            for (ColumnChunk column : group.getColumns()) {
                indexes.clear();
                Util.writeOffsetIndex(chunks.get(next++).statistics().offsetIndex(column.getFile_offset()), indexes);
                column.setOffset_index_offset(position);
                column.setOffset_index_length(indexes.length());
                write(indexes.bytes(), 0, indexes.length());
            }
        }
    }

    /**
     * Intervals and the groups of old maps are annotated in the old way alone. parquet-java writes "unknown" for them in the new
     * way, which says that all values are null, and DuckDB then reads null.
     */
    private static void withoutFalseAnnotation(SchemaElement element) {
        if (element.isSetConverted_type()
                && element.isSetLogicalType()
                && element.getLogicalType().isSetUNKNOWN()) {
            element.unsetLogicalType();
        }
    }

    private FileMetaData footer() {
        FileMetaData footer = new ParquetMetadataConverter()
                .toParquetMetadata(
                        1,
                        new ParquetMetadata(
                                new org.apache.parquet.hadoop.metadata.FileMetaData(
                                        schema, keyValueMetadata, settings.createdBy()),
                                List.of()));
        footer.getSchema().forEach(FileAssembler::withoutFalseAnnotation);
        List<ColumnOrder> orders = new ArrayList<>();
        for (int leaf = 0; leaf < leaves.size(); leaf++) {
            orders.add(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()));
        }
        footer.setColumn_orders(orders);
        footer.setNum_rows(rows);
        footer.setRow_groups(rowGroups);
        return footer;
    }
}
