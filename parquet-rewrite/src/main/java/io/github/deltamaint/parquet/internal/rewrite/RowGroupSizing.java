package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.util.List;

/**
 * How many rows the next file and the next row group get, so that they are even in size and near what was asked for. At first
 * the bytes of a row are those of the inputs, later those of the row groups that have been written.
 *
 * <p>What a row group takes in memory is one column of it: ids of four bytes and levels. Half of the memory limit is for
 * that.
 */
final class RowGroupSizing {
    private static final int ID_BYTES = Integer.BYTES;

    /** A last row group or file may be this much larger than asked for rather than have a small one behind it. */
    private static final double TOLERANCE = 0.1;

    private final RewriteRequest request;
    private final long mostRows;
    private double bytesPerRow;
    private long rowsWritten;
    private long bytesWritten;

    /**
     * Sizes row groups.
     *
     * @param wholeColumns whether columns are held as a whole, as values if need be, because their records are permuted
     */
    RowGroupSizing(RewriteRequest request, InputRows rows, List<Leaf> leaves, boolean wholeColumns) {
        this.request = request;
        bytesPerRow = rows.bytesPerRow(request.settings().compression() != Compression.UNCOMPRESSED);
        double memoryPerRow = 1;
        for (Leaf leaf : leaves) {
            memoryPerRow = Math.max(memoryPerRow, memoryPerRow(leaf, rows, wholeColumns));
        }
        long byMemory = (long) (request.memory().limitBytes() / 2.0 / memoryPerRow);
        mostRows = Math.max(1, Math.min(byMemory, request.settings().rowGroupRows()));
    }

    static double memoryPerRow(Leaf leaf, InputRows rows, boolean wholeColumns) {
        int levelBytes = (leaf.maxDefinitionLevel() > 0 ? 1 : 0) + (leaf.maxRepetitionLevel() > 0 ? 1 : 0);
        int valueBytes = wholeColumns && leaf.kind() == ValueKind.LONG ? Long.BYTES : ID_BYTES;
        double content =
                wholeColumns && leaf.kind() == ValueKind.BYTES ? rows.uncompressedBytesPerRow(leaf.index()) : 0;
        return rows.levelsPerRow(leaf.index()) * (valueBytes + levelBytes) + content;
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
