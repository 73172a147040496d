package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.internal.rewrite.ColumnCopier.Summed;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.PageOutput;
import io.github.deltamaint.parquet.internal.write.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row group whose rows stay as read: its columns are written while they are read. */
final class UnorderedRowGroup {
    /** A dictionary that grows, its index, and its sorted copy take so many times its size. */
    private static final int DICTIONARY_COPIES = 3;

    /** The hashes of what is in a dictionary may take so many times its size. */
    private static final int HASHES_COPIES = 2;

    private static final long PAGE_BUFFERS_BYTES = 4L << 20;

    /** What a column that is encoded anew may take beyond what it takes in the inputs. */
    private static final double GROWTH = 1.25;

    private final RewriteRequest request;
    private final List<Leaf> leaves;
    private final InputRows inputRows;
    private final int rows;
    private final @Nullable SequenceSums sums;

    /**
     * A row group of the next {@code rows} rows.
     *
     * @param sums takes what columns sum up to, if they are summed up
     */
    UnorderedRowGroup(
            RewriteRequest request, List<Leaf> leaves, InputRows inputRows, int rows, @Nullable SequenceSums sums) {
        this.sums = sums;
        this.request = request;
        this.leaves = leaves;
        this.inputRows = inputRows;
        this.rows = rows;
    }

    /** The memory that it takes without helpers, in bytes. */
    long memoryBytes() {
        long most = 0;
        for (Leaf leaf : leaves) {
            most = Math.max(most, workingBytes(leaf));
        }
        return most;
    }

    private long workingBytes(Leaf leaf) {
        return (long) (RowGroupSizing.memoryPerRow(leaf, inputRows) * rows) + fixedBytes(request);
    }

    /** What a column takes while it is worked on, however few rows it has. */
    static long fixedBytes(RewriteRequest request) {
        long limit = request.memory().limitBytes();
        int copies = DICTIONARY_COPIES + (request.summing() ? HASHES_COPIES : 0);
        return copies * Math.min(request.settings().dictionaryBytes(), limit / 16)
                + ColumnWorker.windowBytes(limit)
                + Math.min(PAGE_BUFFERS_BYTES, limit / 16);
    }

    /**
     * Writes it.
     *
     * @param segments its rows
     * @param nullCounts the entries without a value of each leaf; what is read is added
     * @return what was written of each column
     */
    List<RowGroupLayout.Column> write(
            FileAssembler file, Workers<ColumnWorker> workers, List<Segment> segments, long[] nullCounts)
            throws IOException {
        List<RowGroupLayout.Column> columns = new ArrayList<>();
        workers.run(
                costs(),
                (worker, column, next) -> column(worker, leaves.get(column), segments, next ? file : null),
                (column, result) -> {
                    add(result, file);
                    nullCounts[column] += result.nulls();
                    if (sums != null) {
                        sums.add(column, Objects.requireNonNull(result.sum()));
                    }
                    columns.add(RowGroupLayout.Column.written(
                            leaves.get(column).name(),
                            result.chunk().compressedBytes(),
                            result.chunk().dataPages().keySet()));
                });
        return columns;
    }

    /** What each column takes. */
    List<Workers.Cost> costs() {
        return leaves.stream().map(this::cost).toList();
    }

    private Workers.Cost cost(Leaf leaf) {
        double effort = inputRows.uncompressedBytesPerRow(leaf.index()) + inputRows.levelsPerRow(leaf.index());
        double written = request.settings().compression() == Compression.UNCOMPRESSED
                ? inputRows.uncompressedBytesPerRow(leaf.index())
                : inputRows.compressedBytesPerRow(leaf.index());
        return new Workers.Cost(effort, workingBytes(leaf), PageStore.memoryBytes((long) (written * rows * GROWTH)));
    }

    /** Writes a column into {@code direct}, or, if that is null, into memory. */
    private ColumnPages column(ColumnWorker worker, Leaf leaf, List<Segment> segments, @Nullable FileAssembler direct)
            throws IOException {
        worker.checkCancelled();
        PageStore stored = null;
        PageOutput output;
        if (direct == null) {
            stored = new PageStore();
            output = stored;
        } else {
            direct.startChunk();
            output = direct;
        }
        long entries = (long) (inputRows.levelsPerRow(leaf.index()) * rows);
        worker.pipeline().start(leaf, output, (int) Math.min(Integer.MAX_VALUE, entries));
        SequenceSums summing = sums;
        if (summing == null) {
            long nulls = worker.copier().copy(leaf, segments);
            return new ColumnPages(finish(worker, leaf), stored, nulls, null);
        }
        Summed sum = worker.copier().sum(leaf, segments, summing.entries(leaf.index()));
        return new ColumnPages(finish(worker, leaf), stored, sum.nulls(), sum);
    }

    private static WrittenChunk finish(ColumnWorker worker, Leaf leaf) throws IOException {
        try {
            return worker.pipeline().finish();
        } catch (RuntimeException e) {
            throw new IllegalStateException("cannot write column " + leaf + ": " + e.getMessage(), e);
        }
    }

    private void add(ColumnPages column, FileAssembler file) throws IOException {
        PageStore stored = column.pages();
        if (stored != null) {
            file.startChunk();
            stored.moveTo(file);
        }
        file.endChunk(column.chunk(), rows);
    }

    /**
     * A column chunk that is complete.
     *
     * @param pages its pages; null if they have been written
     * @param nulls its entries without a value, as counted when they were read
     * @param sum what was read sums up to, if it was summed up
     */
    private record ColumnPages(
            WrittenChunk chunk,
            @Nullable PageStore pages,
            long nulls,
            @Nullable Summed sum) {}
}
