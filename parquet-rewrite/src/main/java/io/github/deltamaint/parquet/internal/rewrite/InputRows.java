package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * The surviving rows of all inputs in their order, cut off piece by piece, and what their footers say about their size. Used
 * by one thread.
 */
final class InputRows {
    private final List<RewriteInput> inputs;
    private final long[] rowCounts;
    private final long[] levels;
    private final long[] compressedBytes;
    private final long[] uncompressedBytes;
    private long spillBytes;
    private long rows;
    private long survivors;
    private int input;
    private long position;

    private InputRows(List<RewriteInput> inputs, int leaves) {
        this.inputs = inputs;
        rowCounts = new long[inputs.size()];
        levels = new long[leaves];
        compressedBytes = new long[leaves];
        uncompressedBytes = new long[leaves];
    }

    /** Reads the footers of all inputs. */
    static InputRows of(InputCache.Reader cache, List<RewriteInput> inputs, List<Leaf> leaves, Runnable cancellation)
            throws IOException {
        InputRows rows = new InputRows(inputs, leaves.size());
        for (int i = 0; i < inputs.size(); i++) {
            cancellation.run();
            rows.add(i, cache.get(i));
        }
        return rows;
    }

    /** Nothing yet of some inputs; each is to be {@linkplain #add(int, InputRows) added}. */
    static InputRows empty(List<RewriteInput> inputs, List<Leaf> leaves) {
        return new InputRows(inputs, leaves.size());
    }

    /** An input by itself. */
    static InputRows of(OpenInput open, int leaves) {
        InputRows rows = new InputRows(List.of(open.input()), leaves);
        rows.add(0, open);
        return rows;
    }

    /** Adds an input. */
    void add(int index, InputRows input) {
        rowCounts[index] = input.rows;
        rows = Math.addExact(rows, input.rows);
        survivors += input.survivors;
        spillBytes += input.spillBytes;
        for (int leaf = 0; leaf < levels.length; leaf++) {
            levels[leaf] += input.levels[leaf];
            compressedBytes[leaf] += input.compressedBytes[leaf];
            uncompressedBytes[leaf] += input.uncompressedBytes[leaf];
        }
    }

    private void add(int index, OpenInput open) {
        ParquetFile file = open.file();
        rowCounts[index] = file.rowCount();
        rows = Math.addExact(rows, file.rowCount());
        survivors += open.input().selection().survivors(0, file.rowCount());
        for (ProjectedLeaf leaf : open.projection().leaves()) {
            if (leaf.isMissing()) {
                levels[leaf.index()] += file.rowCount();
                continue;
            }
            for (int rowGroup = 0; rowGroup < file.rowGroups(); rowGroup++) {
                ColumnChunkMetaData chunk = file.chunk(rowGroup, leaf.fileLeaf());
                levels[leaf.index()] += chunk.getValueCount();
                compressedBytes[leaf.index()] += chunk.getTotalSize();
                uncompressedBytes[leaf.index()] += chunk.getTotalUncompressedSize();
                spillBytes += spillBytes(chunk);
            }
        }
    }

    /** The rows of all inputs, deleted ones included. */
    long rows() {
        return rows;
    }

    /** The rows of all inputs that survive. */
    long survivors() {
        return survivors;
    }

    /** The level entries of a leaf per row, on average. */
    double levelsPerRow(int leaf) {
        return rows == 0 ? 1 : (double) levels[leaf] / rows;
    }

    /** The bytes of a leaf per row in the files, on average. */
    double compressedBytesPerRow(int leaf) {
        return rows == 0 ? 0 : (double) compressedBytes[leaf] / rows;
    }

    /** The bytes of a leaf per row before compression, on average. */
    double uncompressedBytesPerRow(int leaf) {
        return rows == 0 ? 0 : (double) uncompressedBytes[leaf] / rows;
    }

    /** The bytes of a row in the files, on average. */
    double bytesPerRow(boolean compressed) {
        long bytes = 0;
        for (long ofLeaf : compressed ? compressedBytes : uncompressedBytes) {
            bytes += ofLeaf;
        }
        return rows == 0 ? 0 : (double) bytes / rows;
    }

    /** The bytes of a row that is compressed quickly, on average, as far as can be told. */
    double quicklyCompressedBytesPerRow() {
        return rows == 0 ? 0 : (double) spillBytes / rows;
    }

    /** What is stored without compression or with a quick one takes no more than it does; other codecs take half of what a quick one would, at least. */
    private static long spillBytes(ColumnChunkMetaData chunk) {
        return switch (chunk.getCodec()) {
            case UNCOMPRESSED, SNAPPY, LZ4, LZ4_RAW -> chunk.getTotalSize();
            default -> Math.min(chunk.getTotalUncompressedSize(), 2 * chunk.getTotalSize());
        };
    }

    /** Cuts off the next {@code count} surviving rows, which must be left. */
    List<Segment> next(long count) {
        List<Segment> segments = new ArrayList<>();
        long wanted = count;
        while (wanted > 0) {
            RowSelection selection = inputs.get(input).selection();
            long left = selection.survivors(position, rowCounts[input]);
            if (left <= wanted) {
                if (left > 0) {
                    segments.add(new Segment(input, position, rowCounts[input], selection));
                }
                wanted -= left;
                input++;
                position = 0;
            } else {
                long end = end(selection, wanted);
                segments.add(new Segment(input, position, end, selection));
                wanted = 0;
                position = end;
            }
        }
        return segments;
    }

    /** The row behind the {@code wanted}th surviving one from the current position on. */
    private long end(RowSelection selection, long wanted) {
        long low = position + wanted;
        long high = rowCounts[input];
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (selection.survivors(position, middle) < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first input that later pieces may still need. */
    int firstNeeded() {
        return input;
    }
}
