package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * What the format records of the pages of one column chunk: bounds and null counts of the chunk and of each page, where pages
 * lie, and how their levels are distributed.
 *
 * <p>A page with a NaN has no bounds. Then the chunk has none either, and no column index, since that needs the bounds of
 * every page. Bounds of zero are widened to -0.0 and 0.0, those of long strings are {@linkplain BoundTruncation shortened}; both
 * are then marked as inexact, because DuckDB takes exact bounds for the answers to MIN and MAX.
 * Histograms of levels are left out where the null count says the same.
 */
public final class ChunkStatistics {
    /** Bounds that cannot be shortened to this are not written. */
    private static final int LONGEST_BOUND = 4096;

    private final Leaf leaf;
    private final Bounds bounds;
    private final List<PageLocation> locations = new ArrayList<>();
    private final List<Boolean> nullPages = new ArrayList<>();
    private final List<ByteBuffer> minima = new ArrayList<>();
    private final List<ByteBuffer> maxima = new ArrayList<>();
    private final List<Long> nullCounts = new ArrayList<>();
    private final List<Long> definitionLevels = new ArrayList<>();
    private final List<Long> repetitionLevels = new ArrayList<>();
    private final List<Long> unencodedBytes = new ArrayList<>();
    private boolean pagesHaveBounds = true;
    private boolean ascending = true;
    private boolean descending = true;
    private byte @Nullable [] previousMin;
    private byte @Nullable [] previousMax;
    private long nullCount;
    private long records;

    ChunkStatistics(Leaf leaf) {
        this.leaf = leaf;
        this.bounds = new Bounds(leaf);
    }

    /**
     * Takes a page into account.
     *
     * @param location its offset counts from the first page of the chunk
     * @param pageBounds of its values
     * @param definitionHistogram how many entries have each definition level
     * @param repetitionHistogram how many entries have each repetition level
     * @param valueBytes the bytes of the content of its BINARY values
     */
    void addPage(
            PageLocation location,
            int pageRecords,
            int pageEntries,
            int pageValues,
            Bounds pageBounds,
            long[] definitionHistogram,
            long[] repetitionHistogram,
            long valueBytes) {
        locations.add(location);
        unencodedBytes.add(valueBytes);
        records += pageRecords;
        long nulls = pageEntries - (long) pageValues;
        nullCount += nulls;
        nullCounts.add(nulls);
        addHistogram(definitionHistogram, definitionLevels);
        addHistogram(repetitionHistogram, repetitionLevels);
        nullPages.add(pageValues == 0);
        if (pageValues == 0) {
            minima.add(ByteBuffer.allocate(0));
            maxima.add(ByteBuffer.allocate(0));
            return;
        }
        bounds.add(pageBounds);
        pagesHaveBounds &= pageBounds.areUsable();
        if (pagesHaveBounds) {
            addBounds(
                    BoundTruncation.min(leaf, pageBounds.encodedMin()),
                    BoundTruncation.max(leaf, pageBounds.encodedMax()));
        }
    }

    private void addBounds(byte[] min, byte[] max) {
        pagesHaveBounds = min.length <= LONGEST_BOUND && max.length <= LONGEST_BOUND;
        minima.add(ByteBuffer.wrap(min));
        maxima.add(ByteBuffer.wrap(max));
        byte[] minBefore = previousMin;
        byte[] maxBefore = previousMax;
        if (minBefore != null && maxBefore != null) {
            int minimum = leaf.order().compareEncoded(leaf.kind(), min, minBefore);
            int maximum = leaf.order().compareEncoded(leaf.kind(), max, maxBefore);
            ascending &= minimum >= 0 && maximum >= 0;
            descending &= minimum <= 0 && maximum <= 0;
        }
        previousMin = min;
        previousMax = max;
    }

    private static void addHistogram(long[] histogram, List<Long> all) {
        for (long count : histogram) {
            all.add(count);
        }
    }

    /** The records of all pages so far. */
    long records() {
        return records;
    }

    /** The nulls of all pages so far. */
    long nullCount() {
        return nullCount;
    }

    /** The exact bounds of all pages so far. */
    Bounds bounds() {
        return bounds;
    }

    /** The statistics of the chunk. */
    Statistics statistics() {
        Statistics statistics = new Statistics();
        statistics.setNull_count(nullCount);
        setBounds(leaf, bounds, statistics);
        return statistics;
    }

    /** Says the bounds of a chunk, if it has any that can be written. */
    static void setBounds(Leaf leaf, Bounds bounds, Statistics statistics) {
        statistics.unsetMin_value();
        statistics.unsetMax_value();
        statistics.unsetIs_min_value_exact();
        statistics.unsetIs_max_value_exact();
        if (bounds.areUsable()) {
            byte[] encodedMin = bounds.encodedMin();
            byte[] encodedMax = bounds.encodedMax();
            byte[] min = BoundTruncation.min(leaf, encodedMin);
            byte[] max = BoundTruncation.max(leaf, encodedMax);
            if (min.length <= LONGEST_BOUND && max.length <= LONGEST_BOUND) {
                statistics.setMin_value(min);
                statistics.setMax_value(max);
                statistics.setIs_min_value_exact(Arrays.equals(min, encodedMin) && bounds.isMinExact());
                statistics.setIs_max_value_exact(Arrays.equals(max, encodedMax) && bounds.isMaxExact());
            }
        }
    }

    /** How levels are distributed in the chunk. */
    SizeStatistics sizeStatistics() {
        SizeStatistics statistics = new SizeStatistics();
        if (isBinary()) {
            statistics.setUnencoded_byte_array_data_bytes(
                    unencodedBytes.stream().mapToLong(Long::longValue).sum());
        }
        if (hasDefinitionHistogram()) {
            statistics.setDefinition_level_histogram(sums(definitionLevels, leaf.maxDefinitionLevel() + 1));
        }
        if (hasRepetitionHistogram()) {
            statistics.setRepetition_level_histogram(sums(repetitionLevels, leaf.maxRepetitionLevel() + 1));
        }
        return statistics;
    }

    private static List<Long> sums(List<Long> pages, int levels) {
        long[] sums = new long[levels];
        for (int i = 0; i < pages.size(); i++) {
            sums[i % levels] += pages.get(i);
        }
        List<Long> result = new ArrayList<>();
        for (long sum : sums) {
            result.add(sum);
        }
        return result;
    }

    private boolean isBinary() {
        return leaf.kind() == ValueKind.BYTES && !leaf.isFixedLengthBytes();
    }

    private boolean hasDefinitionHistogram() {
        return leaf.maxDefinitionLevel() > 1;
    }

    private boolean hasRepetitionHistogram() {
        return leaf.maxRepetitionLevel() > 0;
    }

    /**
     * Where the pages lie.
     *
     * @param chunkStart the position in the file of the first page of the chunk
     */
    OffsetIndex offsetIndex(long chunkStart) {
        List<PageLocation> inFile = new ArrayList<>(locations.size());
        for (PageLocation page : locations) {
            inFile.add(new PageLocation(page).setOffset(chunkStart + page.getOffset()));
        }
        OffsetIndex index = new OffsetIndex(inFile);
        if (isBinary()) {
            index.setUnencoded_byte_array_data_bytes(unencodedBytes);
        }
        return index;
    }

    /** The bounds of each page; null if a page has none. */
    @Nullable ColumnIndex columnIndex() {
        if (!pagesHaveBounds || !leaf.order().isDefined() || locations.isEmpty()) {
            return null;
        }
        BoundaryOrder order =
                ascending ? BoundaryOrder.ASCENDING : descending ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
        ColumnIndex index = new ColumnIndex(nullPages, minima, maxima, order);
        index.setNull_counts(nullCounts);
        if (hasDefinitionHistogram()) {
            index.setDefinition_level_histograms(definitionLevels);
        }
        if (hasRepetitionHistogram()) {
            index.setRepetition_level_histograms(repetitionLevels);
        }
        return index;
    }
}
