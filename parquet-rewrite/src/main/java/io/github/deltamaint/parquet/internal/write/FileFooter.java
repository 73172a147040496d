package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.WriteSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.OffsetIndex;
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
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** What a file says of itself behind its column chunks: page indexes and footer. Used by one thread. */
final class FileFooter {
    private final MessageType schema;
    private final WriteSettings settings;
    private final Map<String, String> keyValueMetadata;
    private final CompressionCodec codec;
    private final List<PlacedChunk> chunks = new ArrayList<>();
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private List<ColumnChunk> columns = new ArrayList<>();
    private long groupStart;
    private long compressedBytes;
    private long uncompressedBytes;
    private long rows;

    /** A column chunk and the indexes of its pages. */
    private record PlacedChunk(
            ColumnChunk column, Supplier<@Nullable ColumnIndex> bounds, Supplier<OffsetIndex> places) {}

    FileFooter(MessageType schema, WriteSettings settings, Map<String, String> keyValueMetadata) {
        this.schema = schema;
        this.settings = settings;
        this.keyValueMetadata = new TreeMap<>(keyValueMetadata);
        codec = CompressionCodec.valueOf(settings.compression().name());
    }

    /** Adds a key-value pair. */
    void keyValue(String key, String value) {
        keyValueMetadata.put(key, value);
    }

    /** The rows of all row groups. */
    long rows() {
        return rows;
    }

    /** The number of row groups. */
    int rowGroups() {
        return rowGroups.size();
    }

    /** Starts a row group. */
    void startRowGroup(long position) {
        columns = new ArrayList<>();
        groupStart = position;
        compressedBytes = 0;
        uncompressedBytes = 0;
    }

    /**
     * Adds the next column chunk.
     *
     * @param start where its first page lies
     */
    void add(WrittenChunk chunk, long start) {
        ColumnChunk column = new ColumnChunk(start);
        column.setMeta_data(metaData(chunk, start));
        columns.add(column);
        chunks.add(new PlacedChunk(
                column,
                () -> chunk.statistics().columnIndex(),
                () -> chunk.statistics().offsetIndex(start)));
        compressedBytes += chunk.compressedBytes();
        uncompressedBytes += chunk.uncompressedBytes();
    }

    /**
     * Adds the next column chunk, copied from another file.
     *
     * @param start where its first page lies now
     */
    void add(CopiedChunk chunk, long start) {
        ColumnChunk column = chunk.at(start);
        columns.add(column);
        chunks.add(new PlacedChunk(column, chunk::columnIndex, () -> chunk.offsetIndex(start)));
        compressedBytes += chunk.compressedBytes();
        uncompressedBytes += chunk.uncompressedBytes();
    }

    /** Says where the Bloom filter of a column of the row group that was added last lies. */
    void bloomFilter(int column, long offset, int length) {
        ColumnMetaData metaData = Objects.requireNonNull(columns.get(column).getMeta_data());
        metaData.setBloom_filter_offset(offset);
        metaData.setBloom_filter_length(length);
    }

    /** Ends the row group. */
    void endRowGroup(long rowCount) {
        RowGroup group = new RowGroup(columns, uncompressedBytes, rowCount);
        group.setFile_offset(groupStart);
        group.setTotal_compressed_size(compressedBytes);
        if (rowGroups.size() < Short.MAX_VALUE) {
            group.setOrdinal((short) rowGroups.size());
        }
        rowGroups.add(group);
        rows += rowCount;
    }

    private ColumnMetaData metaData(WrittenChunk chunk, long start) {
        ColumnMetaData metaData = new ColumnMetaData(
                type(chunk.leaf().type().getPrimitiveTypeName()),
                encodings(chunk),
                chunk.leaf().path(),
                codec,
                chunk.entries(),
                chunk.uncompressedBytes(),
                chunk.compressedBytes(),
                start + chunk.dataPageOffset());
        if (chunk.dictionaryPages() > 0) {
            metaData.setDictionary_page_offset(start);
        }
        metaData.setStatistics(chunk.statistics().statistics());
        metaData.setSize_statistics(chunk.statistics().sizeStatistics());
        metaData.setEncoding_stats(encodingStats(chunk));
        return metaData;
    }

    private static Type type(PrimitiveTypeName type) {
        return type == PrimitiveTypeName.BINARY ? Type.BYTE_ARRAY : Type.valueOf(type.name());
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

    /** Writes the indexes of all pages: first all bounds, then all places. */
    void writeIndexes(FileAssembler file) throws IOException {
        PageBuffer buffer = new PageBuffer();
        for (PlacedChunk placed : chunks) {
            @Nullable ColumnIndex index = placed.bounds().get();
            if (index != null) {
                buffer.clear();
                Util.writeColumnIndex(index, buffer);
                placed.column().setColumn_index_offset(file.position());
                placed.column().setColumn_index_length(buffer.length());
                file.write(buffer.bytes(), 0, buffer.length());
            }
        }
        for (PlacedChunk placed : chunks) {
            buffer.clear();
            Util.writeOffsetIndex(placed.places().get(), buffer);
            placed.column().setOffset_index_offset(file.position());
            placed.column().setOffset_index_length(buffer.length());
            file.write(buffer.bytes(), 0, buffer.length());
        }
    }

    /** The footer; after {@link #writeIndexes}. */
    FileMetaData metaData() {
        FileMetaData converted = new ParquetMetadataConverter()
                .toParquetMetadata(
                        1,
                        new ParquetMetadata(
                                new org.apache.parquet.hadoop.metadata.FileMetaData(
                                        schema, keyValueMetadata, settings.createdBy()),
                                List.of()));
        Objects.requireNonNull(converted.getSchema()).forEach(FileFooter::withoutFalseAnnotation);
        List<ColumnOrder> orders = new ArrayList<>();
        schema.getColumns().forEach(column -> orders.add(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
        converted.setColumn_orders(orders);
        converted.setNum_rows(rows);
        converted.setRow_groups(rowGroups);
        return converted;
    }

    /**
     * Intervals and the groups of old maps are annotated in the old way alone. parquet-java writes "unknown" for them in the new
     * way, which says that all values are null, and DuckDB then reads null.
     */
    private static void withoutFalseAnnotation(SchemaElement element) {
        LogicalType annotation = element.getLogicalType();
        if (element.isSetConverted_type() && annotation != null && annotation.isSetUNKNOWN()) {
            element.unsetLogicalType();
        }
    }
}
