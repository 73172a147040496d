package io.github.deltamaint.parquet.internal.write;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * A column chunk that is copied byte by byte, with what its file says of it in footer and indexes. There is one only where that says as much as we
 * write ourselves: nulls, exact bounds and the place of each page. Bounds are then written as {@link ChunkStatistics} does it.
 */
public final class CopiedChunk {
    private final Leaf leaf;
    private final ColumnMetaData metaData;
    private final Bounds bounds;
    private final long containerNulls;
    private final @Nullable ColumnIndex columnIndex;
    private final OffsetIndex offsetIndex;

    private CopiedChunk(
            Leaf leaf,
            ColumnMetaData metaData,
            Bounds bounds,
            long containerNulls,
            @Nullable ColumnIndex columnIndex,
            OffsetIndex offsetIndex) {
        this.leaf = leaf;
        this.metaData = metaData;
        this.bounds = bounds;
        this.containerNulls = containerNulls;
        this.columnIndex = columnIndex;
        this.offsetIndex = offsetIndex;
    }

    /**
     * Takes a chunk over.
     *
     * @param metaData what the footer says, by a writer whose statistics can be trusted
     * @param columnIndex the bounds of its pages, if the file has them
     * @param offsetIndex the places of its pages
     * @param rows the rows of the row group
     * @return empty if something is missing or contradicts itself
     */
    public static Optional<CopiedChunk> of(
            Leaf leaf, ColumnMetaData metaData, @Nullable ColumnIndex columnIndex, OffsetIndex offsetIndex, long rows) {
        Statistics statistics = metaData.getStatistics();
        if (statistics == null || !statistics.isSetNull_count()) {
            return Optional.empty();
        }
        boolean bounded = leaf.order().isDefined() && statistics.getNull_count() < metaData.getNum_values();
        Bounds bounds = bounded ? bounds(leaf, statistics) : new Bounds(leaf);
        long containerNulls = containerNulls(leaf, metaData);
        boolean indexed = columnIndex != null || !bounded;
        if (bounds == null || containerNulls < 0 || !indexed || !isWhole(metaData, columnIndex, offsetIndex, rows)) {
            return Optional.empty();
        }
        return Optional.of(new CopiedChunk(leaf, metaData, bounds, containerNulls, columnIndex, offsetIndex));
    }

    /** The bounds of a chunk that has values; null if they are missing or only near the smallest and the largest value. */
    private static @Nullable Bounds bounds(Leaf leaf, Statistics statistics) {
        byte[] min = statistics.getMin_value();
        byte[] max = statistics.getMax_value();
        // Writers whose bounds leave NaN out count them. Half-precision numbers may hide one all the same.
        boolean hidesNaN = statistics.isSetNan_count() && statistics.getNan_count() > 0;
        if (min == null || max == null || hidesNaN || leaf.order() == ValueOrder.FLOAT16) {
            return null;
        }
        boolean minIsNear = statistics.isSetIs_min_value_exact() && !statistics.isIs_min_value_exact();
        boolean maxIsNear = statistics.isSetIs_max_value_exact() && !statistics.isIs_max_value_exact();
        byte[] least = minIsNear ? otherZero(leaf, min) : min;
        byte[] most = maxIsNear ? otherZero(leaf, max) : max;
        return least == null || most == null ? null : Bounds.ofEncoded(leaf, least, most);
    }

    /** The zero that was widened to another; null if the bound is none. */
    private static byte @Nullable [] otherZero(Leaf leaf, byte[] bound) {
        if (!leaf.isFloatingPoint() || bound.length == 0) {
            return null;
        }
        byte[] other = bound.clone();
        other[other.length - 1] ^= (byte) 0x80;
        byte[] positive = (bound[bound.length - 1] < 0 ? other : bound);
        for (byte b : positive) {
            if (b != 0) {
                return null;
            }
        }
        return other;
    }

    /** The rows in which the container of a leaf is null; -1 if the footer does not tell. */
    private static long containerNulls(Leaf leaf, ColumnMetaData metaData) {
        long nulls = 0;
        for (Leaf.Container container : leaf.container()) {
            @Nullable List<Long> histogram = metaData.isSetSize_statistics()
                    ? Objects.requireNonNull(metaData.getSize_statistics()).getDefinition_level_histogram()
                    : null;
            if (histogram == null || histogram.size() != leaf.maxDefinitionLevel() + 1) {
                return -1;
            }
            for (int level = 0; level < container.definitionLevel(); level++) {
                nulls += histogram.get(level);
            }
        }
        return nulls;
    }

    /** Whether the indexes speak of the same pages, which lie in the chunk one behind the other. */
    private static boolean isWhole(
            ColumnMetaData metaData, @Nullable ColumnIndex columnIndex, OffsetIndex offsetIndex, long rows) {
        List<PageLocation> pages = Objects.requireNonNullElse(offsetIndex.getPage_locations(), List.of());
        if (pages.isEmpty() || (columnIndex != null && !describes(columnIndex, pages.size()))) {
            return false;
        }
        long end = metaData.getData_page_offset();
        long firstRow = 0;
        for (PageLocation page : pages) {
            boolean follows = page.getOffset() >= end
                    && page.getCompressed_page_size() > 0
                    && page.getFirst_row_index() >= firstRow
                    && page.getFirst_row_index() < rows;
            if (!follows) {
                return false;
            }
            end = page.getOffset() + page.getCompressed_page_size();
            firstRow = page.getFirst_row_index();
        }
        return pages.get(0).getFirst_row_index() == 0 && end <= start(metaData) + metaData.getTotal_compressed_size();
    }

    private static boolean describes(ColumnIndex index, int pages) {
        return hasSize(index.getNull_pages(), pages)
                && hasSize(index.getMin_values(), pages)
                && hasSize(index.getMax_values(), pages)
                && hasSize(index.getNull_counts(), pages);
    }

    private static boolean hasSize(@Nullable List<?> list, int size) {
        return list != null && list.size() == size;
    }

    private static long start(ColumnMetaData metaData) {
        long dictionary = metaData.isSetDictionary_page_offset() ? metaData.getDictionary_page_offset() : 0;
        long data = metaData.getData_page_offset();
        return dictionary > 0 ? Math.min(dictionary, data) : data;
    }

    /** Its column. */
    public Leaf leaf() {
        return leaf;
    }

    /** Where it lies in its file. */
    public long start() {
        return start(metaData);
    }

    /** Its bytes in the file. */
    public long compressedBytes() {
        return metaData.getTotal_compressed_size();
    }

    /** Its bytes before compression. */
    long uncompressedBytes() {
        return metaData.getTotal_uncompressed_size();
    }

    /** The entries without a value. */
    public long nullCount() {
        return Objects.requireNonNull(metaData.getStatistics()).getNull_count();
    }

    /** The rows in which the {@linkplain Leaf#container container} is null. */
    long containerNulls() {
        return containerNulls;
    }

    /** The smallest and the largest value. */
    Bounds bounds() {
        return bounds;
    }

    /** The encodings of the data pages, by what the footer says. */
    Set<Encoding> dataEncodings() {
        Set<Encoding> result = EnumSet.noneOf(Encoding.class);
        for (PageEncodingStats stats :
                Objects.requireNonNullElse(metaData.getEncoding_stats(), List.<PageEncodingStats>of())) {
            if (stats.getPage_type() != PageType.DICTIONARY_PAGE) {
                result.add(Encoding.valueOf(
                        Objects.requireNonNull(stats.getEncoding()).name()));
            }
        }
        return result;
    }

    /** Where its Bloom filter lies in its file; -1 if it has none. */
    public long bloomFilterOffset() {
        return metaData.isSetBloom_filter_offset() ? metaData.getBloom_filter_offset() : -1;
    }

    /** The bytes of its Bloom filter; -1 if the footer does not say. */
    public int bloomFilterLength() {
        return metaData.isSetBloom_filter_length() ? metaData.getBloom_filter_length() : -1;
    }

    /** What the footer of a file says of the chunk when it lies somewhere else in it. */
    ColumnChunk at(long newStart) {
        long shift = newStart - start();
        ColumnMetaData moved = new ColumnMetaData(metaData);
        moved.setPath_in_schema(leaf.path());
        moved.setData_page_offset(metaData.getData_page_offset() + shift);
        if (metaData.isSetDictionary_page_offset()) {
            moved.setDictionary_page_offset(metaData.getDictionary_page_offset() + shift);
        }
        moved.unsetIndex_page_offset();
        moved.unsetBloom_filter_offset();
        moved.unsetBloom_filter_length();
        Statistics statistics = Objects.requireNonNull(moved.getStatistics());
        statistics.unsetMin();
        statistics.unsetMax();
        statistics.unsetNan_count();
        ChunkStatistics.setBounds(leaf, bounds, statistics);
        ColumnChunk column = new ColumnChunk(newStart);
        column.setMeta_data(moved);
        return column;
    }

    /** The bounds of its pages, if its file has them. */
    @Nullable ColumnIndex columnIndex() {
        ColumnIndex index = columnIndex;
        return index == null || !leaf.isFloatingPoint() ? index : withWidenedZeros(index);
    }

    private ColumnIndex withWidenedZeros(ColumnIndex index) {
        List<Boolean> nullPages = Objects.requireNonNull(index.getNull_pages());
        List<ByteBuffer> minima = new ArrayList<>(Objects.requireNonNull(index.getMin_values()));
        List<ByteBuffer> maxima = new ArrayList<>(Objects.requireNonNull(index.getMax_values()));
        for (int page = 0; page < nullPages.size(); page++) {
            Bounds ofPage = nullPages.get(page)
                    ? null
                    : Bounds.ofEncoded(leaf, bytes(minima.get(page)), bytes(maxima.get(page)));
            if (ofPage != null) {
                minima.set(page, ByteBuffer.wrap(ofPage.encodedMin()));
                maxima.set(page, ByteBuffer.wrap(ofPage.encodedMax()));
            }
        }
        ColumnIndex widened = new ColumnIndex(index);
        widened.setMin_values(minima);
        widened.setMax_values(maxima);
        widened.unsetNan_counts();
        return widened;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /** Where its pages lie when it lies somewhere else. */
    OffsetIndex offsetIndex(long newStart) {
        long shift = newStart - start();
        OffsetIndex moved = new OffsetIndex(offsetIndex);
        Objects.requireNonNull(moved.getPage_locations()).forEach(page -> page.setOffset(page.getOffset() + shift));
        return moved;
    }
}
