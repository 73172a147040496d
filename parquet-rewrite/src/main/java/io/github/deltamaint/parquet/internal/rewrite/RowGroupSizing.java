package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.util.List;

/**
 * How many rows the next file and the next row group get, so that they are even in size and near what was asked for. At first
 * the bytes of a row are those of the inputs, later those of the row groups that have been written.
 *
 * <p>What a row group takes in memory is one column of it: ids of four bytes and levels. Half of the memory limit is for
 * that. Where rows are ordered, see {@link OrderMemory}.
 */
final class RowGroupSizing {
    private static final int ID_BYTES = Integer.BYTES;

    /** A last row group or file may be this much larger than asked for rather than have a small one behind it. */
    private static final double TOLERANCE = 0.1;

    /** New files are expected to take no less than this part of the bytes of the old ones. */
    private static final double LEAST_PART = 0.5;

    private final RewriteRequest request;
    private final long mostRows;
    private double bytesPerRow;
    private long rowsWritten;
    private long bytesWritten;

    private RowGroupSizing(RewriteRequest request, InputRows rows, long mostRows) {
        this.request = request;
        this.mostRows = Math.max(1, Math.min(mostRows, request.settings().rowGroupRows()));
        bytesPerRow = rows.bytesPerRow(request.settings().compression() != Compression.UNCOMPRESSED);
    }

    /** Sizes row groups whose columns are written while they are read. */
    static RowGroupSizing asRead(RewriteRequest request, InputRows rows, List<Leaf> leaves) {
        double memoryPerRow = 1;
        for (Leaf leaf : leaves) {
            memoryPerRow = Math.max(memoryPerRow, memoryPerRow(leaf, rows));
        }
        return new RowGroupSizing(request, rows, (long) (request.memory().limitBytes() / 2.0 / memoryPerRow));
    }

    /** About what a row of a leaf takes in memory while the column is written as it is read. */
    static double memoryPerRow(Leaf leaf, InputRows rows) {
        int levelBytes = (leaf.maxDefinitionLevel() > 0 ? 1 : 0) + (leaf.maxRepetitionLevel() > 0 ? 1 : 0);
        return rows.levelsPerRow(leaf.index()) * (ID_BYTES + levelBytes);
    }

    /** Sizes row groups whose rows are ordered. */
    static RowGroupSizing ordered(RewriteRequest request, InputRows rows, OrderMemory memory) {
        return new RowGroupSizing(request, rows, memory.mostRows());
    }

    /** The most rows of a row group. */
    long mostRows() {
        return mostRows;
    }

    /** The most rows that row groups are likely to get of so many. */
    int likelyRows(long rows) {
        double byBytes = rowGroupRows(Math.max(1, rows)) / LEAST_PART;
        return (int) Math.max(1, Math.min((double) Math.min(mostRows, rows), byBytes));
    }

    /** Takes a row group into account that has been written. */
    void written(long rows, long bytes) {
        rowsWritten += rows;
        bytesWritten += bytes;
        bytesPerRow = (double) bytesWritten / rowsWritten;
    }

    /** The rows of the next file. */
    long fileRows(long rowsLeft) {
        if (request.targetFileBytes() == Long.MAX_VALUE) {
            return rowsLeft;
        }
        return evenShare(rowsLeft, parts(rowsLeft, request.targetFileBytes()));
    }

    /** The rows of the next row group of a file. */
    int rowGroupRows(long rowsLeftInFile) {
        long byBytes = parts(rowsLeftInFile, request.settings().rowGroupBytes());
        long byRows = (rowsLeftInFile + mostRows - 1) / mostRows;
        return Math.toIntExact(evenShare(rowsLeftInFile, Math.max(byBytes, byRows)));
    }

    private long parts(long rows, long bytes) {
        return Math.max(1, (long) Math.ceil(rows * bytesPerRow / bytes - TOLERANCE));
    }

    private static long evenShare(long rows, long parts) {
        return Math.max(1, (rows + parts - 1) / parts);
    }
}
