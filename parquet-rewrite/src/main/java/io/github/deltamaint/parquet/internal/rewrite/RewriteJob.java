package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.PageOutput;
import io.github.deltamaint.parquet.internal.write.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Runs one request: for each output file, for each row group, for each leaf column, from the inputs through the pipeline into
 * the file. In memory are one column of one row group for each thread, the open inputs, and what the outputs' footers will say.
 */
public final class RewriteJob {
    /** A dictionary that grows, its index, and its sorted copy take so many times its size. */
    private static final int DICTIONARY_COPIES = 3;

    private static final long PAGE_BUFFERS_BYTES = 4L << 20;

    /** What a column that is encoded anew may take beyond what it takes in the inputs. */
    private static final double GROWTH = 1.25;

    private final RewriteRequest request;
    private final RecordOrder order;
    private final boolean wholeColumns;
    private final List<Leaf> leaves;
    private final long[] nullCounts;
    private long rowsWritten;
    private long bytesInFinishedFiles;

    /** A job that keeps the order of the rows. */
    public RewriteJob(RewriteRequest request) {
        this(request, records -> null, false);
    }

    /**
     * A job that orders the records of each row group.
     *
     * @param wholeColumns whether {@code order} gives permutations, so that columns are held as a whole
     */
    RewriteJob(RewriteRequest request, RecordOrder order, boolean wholeColumns) {
        this.request = request;
        this.order = order;
        this.wholeColumns = wholeColumns;
        leaves = Leaf.of(request.schema());
        nullCounts = new long[leaves.size()];
        request.inputs().forEach(input -> ColumnFills.check(input, leaves));
    }

    /** Runs the job; see {@link io.github.deltamaint.parquet.ParquetRewriter#rewrite}. */
    public RewriteResult run() throws IOException {
        MemoryBudget memory = request.memory();
        try (InputCache inputs = new InputCache(request, memory.shareBytes());
                Workers<ColumnWorker> workers = new Workers<>(request.helpers(), memory, () -> worker(inputs))) {
            InputRows rows = InputRows.of(workers.own().inputs(), request.inputs(), leaves, this::checkCancelled);
            RowGroupSizing sizing = new RowGroupSizing(request, rows, leaves, wholeColumns);
            List<WrittenFile> files = new ArrayList<>();
            while (rowsWritten < rows.survivors()) {
                long fileRows = sizing.fileRows(rows.survivors() - rowsWritten);
                files.add(new Output(inputs, rows, sizing, workers).write(files.size(), fileRows));
            }
            return new RewriteResult(
                    rows.rows(),
                    rows.rows() - rows.survivors(),
                    rowsWritten,
                    RewriteResult.Path.COLUMNAR,
                    nullCounts(),
                    files);
        }
    }

    private ColumnWorker worker(InputCache inputs) {
        return new ColumnWorker(request, inputs, leaves.get(0), this::checkCancelled);
    }

    private List<Long> nullCounts() {
        List<Long> counts = new ArrayList<>();
        for (long count : nullCounts) {
            counts.add(count);
        }
        return counts;
    }

    private void checkCancelled() {
        if (request.cancelled().getAsBoolean()) {
            throw new CancellationException("the rewrite was cancelled");
        }
    }

    /** One output file. */
    private final class Output {
        private final InputCache inputs;
        private final InputRows rows;
        private final RowGroupSizing sizing;
        private final Workers<ColumnWorker> workers;

        Output(InputCache inputs, InputRows rows, RowGroupSizing sizing, Workers<ColumnWorker> workers) {
            this.inputs = inputs;
            this.rows = rows;
            this.sizing = sizing;
            this.workers = workers;
        }

        /** Writes the next {@code fileRows} rows; whatever goes wrong, the sink is aborted. */
        WrittenFile write(int index, long fileRows) throws IOException {
            ByteSink sink = request.outputs().create(index);
            boolean complete = false;
            try {
                FileAssembler file = new FileAssembler(
                        sink, request.schema(), leaves, request.settings(), request.keyValueMetadata());
                for (long left = fileRows; left > 0; ) {
                    int groupRows = sizing.rowGroupRows(left);
                    writeRowGroup(file, groupRows);
                    left -= groupRows;
                    request.progress().written(rowsWritten, bytesInFinishedFiles + file.position());
                }
                WrittenFile written = file.finish(index);
                bytesInFinishedFiles += written.length();
                complete = true;
                return written;
            } finally {
                if (!complete) {
                    sink.abort();
                }
            }
        }

        private void writeRowGroup(FileAssembler file, int groupRows) throws IOException {
            List<Workers.Cost> costs =
                    leaves.stream().map(leaf -> cost(leaf, groupRows)).toList();
            long needed =
                    costs.stream().mapToLong(Workers.Cost::workingBytes).max().orElse(0);
            MemoryBudget.Loan loan = request.memory().borrow(needed, request.cancelled());
            try {
                List<Segment> segments = rows.next(groupRows);
                int[] permutation = order.permutation(groupRows);
                long start = file.position();
                file.startRowGroup();
                workers.run(
                        costs,
                        (worker, column, next) -> column(
                                worker, leaves.get(column), segments, groupRows, permutation, next ? file : null),
                        (column, result) -> add(result, file, groupRows));
                file.endRowGroup(groupRows);
                rowsWritten += groupRows;
                sizing.written(groupRows, file.position() - start);
            } finally {
                loan.close();
            }
            for (int input = 0; input < rows.firstNeeded(); input++) {
                inputs.release(input);
            }
        }

        private Workers.Cost cost(Leaf leaf, int groupRows) {
            long limit = request.memory().limitBytes();
            double dictionary = Math.min(request.settings().dictionaryBytes(), limit / 16.0);
            double working = RowGroupSizing.memoryPerRow(leaf, rows, wholeColumns) * groupRows
                    + DICTIONARY_COPIES * dictionary
                    + ColumnWorker.windowBytes(limit)
                    + Math.min(PAGE_BUFFERS_BYTES, limit / 16);
            double effort = rows.uncompressedBytesPerRow(leaf.index()) + rows.levelsPerRow(leaf.index());
            double written = request.settings().compression() == Compression.UNCOMPRESSED
                    ? rows.uncompressedBytesPerRow(leaf.index())
                    : rows.compressedBytesPerRow(leaf.index());
            return new Workers.Cost(
                    effort, (long) working, PageStore.memoryBytes((long) (written * groupRows * GROWTH)));
        }

        /** Writes a column into {@code direct}, or, if that is null, into memory. */
        private ColumnPages column(
                ColumnWorker worker,
                Leaf leaf,
                List<Segment> segments,
                int groupRows,
                int @Nullable [] permutation,
                @Nullable FileAssembler direct)
                throws IOException {
            checkCancelled();
            PageStore stored = null;
            PageOutput output;
            if (direct == null) {
                stored = new PageStore();
                output = stored;
            } else {
                direct.startChunk();
                output = direct;
            }
            long entries = (long) (rows.levelsPerRow(leaf.index()) * groupRows);
            worker.pipeline().start(leaf, output, permutation, (int) Math.min(Integer.MAX_VALUE, entries));
            long nulls = worker.copier().copy(leaf, segments);
            return new ColumnPages(finish(worker, leaf), stored, nulls);
        }

        private WrittenChunk finish(ColumnWorker worker, Leaf leaf) throws IOException {
            try {
                return worker.pipeline().finish();
            } catch (RuntimeException e) {
                throw new IllegalStateException("cannot write column " + leaf + ": " + e.getMessage(), e);
            }
        }

        private void add(ColumnPages column, FileAssembler file, int groupRows) throws IOException {
            PageStore stored = column.pages();
            if (stored != null) {
                file.startChunk();
                stored.moveTo(file);
            }
            file.endChunk(column.chunk(), groupRows);
            nullCounts[column.chunk().leaf().index()] += column.nulls();
        }
    }

    /**
     * A column chunk that is complete.
     *
     * @param pages its pages; null if they have been written
     * @param nulls its entries without a value, as counted when they were read
     */
    private record ColumnPages(WrittenChunk chunk, @Nullable PageStore pages, long nulls) {}
}
