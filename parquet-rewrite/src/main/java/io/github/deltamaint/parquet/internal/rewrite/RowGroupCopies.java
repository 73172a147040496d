package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.Encodings;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.read.FooterReader;
import io.github.deltamaint.parquet.internal.read.OldWriters;
import io.github.deltamaint.parquet.internal.read.PageIndexes;
import io.github.deltamaint.parquet.internal.write.CopiedChunk;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.jspecify.annotations.Nullable;

/**
 * Finds the row groups that can be copied byte by byte; see {@link RewriteRequest.Builder#copying}. Used by one thread.
 *
 * <p>Rows between two of them that are too few for a row group of their own take the second one with them into those that are encoded anew.
 */
final class RowGroupCopies {
    /** A row group this much as large as asked for is large: rows that are divided evenly give at least half of it, as estimated. */
    private static final double LARGE = 0.375;

    /** Rows between copied row groups must be worth so much of one. */
    private static final double LEAST_GAP = 0.125;

    private final RewriteRequest request;
    private final List<Leaf> leaves;
    private final CompressionCodec codec;
    private final Runnable cancellation;

    private RowGroupCopies(RewriteRequest request, List<Leaf> leaves, Runnable cancellation) {
        this.request = request;
        this.leaves = leaves;
        this.cancellation = cancellation;
        codec = CompressionCodec.valueOf(request.settings().compression().name());
    }

    /** The row groups of a rewrite that keeps the order of rows that are copied, in their order. */
    static Deque<CopiedRowGroup> of(
            RewriteRequest request, List<Leaf> leaves, InputCache.Reader inputs, InputRows rows, Runnable cancellation)
            throws IOException {
        WriteSettings settings = request.settings();
        boolean plain = request.copying()
                && request.arrangement().isEmpty()
                && request.targetFileBytes() == Long.MAX_VALUE
                && settings.compressionLevel().isEmpty()
                && settings.encodings() == Encodings.BASELINE;
        return plain ? new RowGroupCopies(request, leaves, cancellation).find(inputs, rows) : new ArrayDeque<>();
    }

    private Deque<CopiedRowGroup> find(InputCache.Reader inputs, InputRows rows) throws IOException {
        List<CopiedRowGroup> found = new ArrayList<>();
        long firstRow = 0;
        for (int input = 0; input < request.inputs().size(); input++) {
            cancellation.run();
            OpenInput open = inputs.get(input);
            add(input, open, firstRow, found);
            firstRow += open.input().selection().survivors(0, open.file().rowCount());
        }
        return withoutSmallGaps(found, firstRow, rows.bytesPerRow(codec != CompressionCodec.UNCOMPRESSED));
    }

    private void add(int input, OpenInput open, long firstRow, List<CopiedRowGroup> found) throws IOException {
        ParquetFile file = open.file();
        boolean suits = open.input().fills().isEmpty()
                && SameFields.of(file.schema().getFields(), request.schema().getFields())
                && OldWriters.statesExactBounds(file.createdBy());
        if (!suits) {
            return;
        }
        RowSelection selection = open.input().selection();
        FileMetaData footer = null;
        for (int rowGroup = 0; rowGroup < file.rowGroups(); rowGroup++) {
            long from = file.firstRow(rowGroup);
            long rows = file.rowCount(rowGroup);
            if (hasRightSize(file, rowGroup) && selection.survivors(from, from + rows) == rows) {
                footer = footer == null ? FooterReader.readFormat(file.source()) : footer;
                List<CopiedChunk> chunks = chunks(file, rowGroup, footer);
                if (chunks != null) {
                    found.add(
                            new CopiedRowGroup(input, rowGroup, firstRow + selection.survivors(0, from), rows, chunks));
                }
            }
        }
    }

    private boolean hasRightSize(ParquetFile file, int rowGroup) {
        WriteSettings settings = request.settings();
        long rows = file.rowCount(rowGroup);
        long bytes = 0;
        for (Leaf leaf : leaves) {
            bytes += file.chunk(rowGroup, leaf.index()).getTotalSize();
        }
        boolean large = bytes >= LARGE * settings.rowGroupBytes() || rows >= LARGE * settings.rowGroupRows();
        return large && rows <= settings.rowGroupRows() && bytes / 2 <= settings.rowGroupBytes();
    }

    /** The chunks of a row group; null if one of them cannot be copied. */
    private @Nullable List<CopiedChunk> chunks(ParquetFile file, int rowGroup, FileMetaData footer) throws IOException {
        List<ColumnChunk> columns =
                Objects.requireNonNull(footer.getRow_groups()).get(rowGroup).getColumns();
        List<CopiedChunk> chunks = new ArrayList<>();
        for (Leaf leaf : leaves) {
            ColumnMetaData metaData =
                    Objects.requireNonNull(columns).get(leaf.index()).getMeta_data();
            ColumnChunkMetaData parsed = file.chunk(rowGroup, leaf.index());
            if (metaData == null || metaData.getCodec() != codec || parsed.getOffsetIndexReference() == null) {
                return null;
            }
            Optional<CopiedChunk> chunk = CopiedChunk.of(
                    leaf,
                    metaData,
                    PageIndexes.columnIndex(file.source(), parsed),
                    PageIndexes.offsetIndex(file.source(), parsed),
                    file.rowCount(rowGroup));
            if (chunk.isEmpty()) {
                return null;
            }
            chunks.add(chunk.get());
        }
        return chunks;
    }

    private Deque<CopiedRowGroup> withoutSmallGaps(List<CopiedRowGroup> found, long rows, double bytesPerRow) {
        double whole = Math.min(
                request.settings().rowGroupRows(), request.settings().rowGroupBytes() / Math.max(1e-9, bytesPerRow));
        double least = LEAST_GAP * whole;
        Deque<CopiedRowGroup> kept = new ArrayDeque<>();
        long end = 0;
        for (CopiedRowGroup group : found) {
            if (isWorthARowGroup(group.firstRow() - end, least)) {
                kept.addLast(group);
                end = group.endRow();
            }
        }
        while (!kept.isEmpty() && !isWorthARowGroup(rows - end, least)) {
            kept.removeLast();
            end = kept.isEmpty() ? 0 : kept.getLast().endRow();
        }
        return kept;
    }

    private static boolean isWorthARowGroup(long rows, double least) {
        return rows == 0 || rows >= least;
    }
}
