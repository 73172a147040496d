package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.util.List;

/**
 * How much is in memory at a time where rows are spilled or arranged in pieces: one column of so many rows for each thread, and which row goes where. A quarter of the limit is
 * for that, so that there is room for a second thread.
 */
final class SpillSizing {
    /** What is known of a row besides the column that is being worked on: its bucket, and its place. */
    private static final int PLACE_BYTES = 2 * Integer.BYTES;

    /** What a column takes that grows while it is read. */
    private static final double GROWTH = 1.25;

    /** Descriptors, levels, and dictionaries that are there once per chunk instead of once per file. */
    private static final double OVERHEAD = 1.1;

    private static final int LEAST_ROWS = 1 << 10;
    private static final int MOST_ROWS = 1 << 26;

    private final RewriteRequest request;
    private final InputRows rows;
    private final OrderMemory memory;
    private final double widest;

    SpillSizing(RewriteRequest request, InputRows rows, List<Leaf> leaves) {
        this.request = request;
        this.rows = rows;
        memory = new OrderMemory(0, rows, leaves, List.of());
        double bytes = 1;
        for (Leaf leaf : leaves) {
            bytes = Math.max(bytes, memory.bytesPerRow(leaf) * GROWTH);
        }
        widest = bytes;
    }

    /** How many rows are worked on at a time. */
    int rowsAtOnce() {
        double fit = request.memory().limitBytes() / 4.0 / (widest + PLACE_BYTES);
        return (int) Math.max(LEAST_ROWS, Math.min(MOST_ROWS, fit));
    }

    /** What is needed without helpers. */
    long neededBytes(int count) {
        return (long) ((widest + PLACE_BYTES) * count) + UnorderedRowGroup.fixedBytes(request);
    }

    /** What a column takes while it is worked on. */
    long workingBytes(Leaf leaf, int count) {
        return (long) (memory.bytesPerRow(leaf) * GROWTH * count) + UnorderedRowGroup.fixedBytes(request);
    }

    /** How much work a column is, compared with others. */
    double effort(Leaf leaf) {
        return rows.uncompressedBytesPerRow(leaf.index()) + rows.levelsPerRow(leaf.index());
    }

    /** About how many bytes all rows take when they are spilled. */
    long spillBytes() {
        boolean isQuick = request.settings().compression() != Compression.ZSTD;
        double bytesPerRow = isQuick ? rows.quicklyCompressedBytesPerRow() : rows.bytesPerRow(true);
        return (long) (bytesPerRow * rows.survivors() * OVERHEAD);
    }

    /** How rows are spilled: quickly, and about as small as they will be in the outputs. */
    static WriteSettings settings(WriteSettings wanted) {
        WriteSettings.Builder builder = WriteSettings.builder()
                .pageRows(wanted.pageRows())
                .pageBytes(wanted.pageBytes())
                .dictionaryBytes(wanted.dictionaryBytes());
        return wanted.compression() == Compression.ZSTD
                ? builder.compression(Compression.ZSTD, 1).build()
                : builder.compression(Compression.SNAPPY).build();
    }
}
