package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.PageCompressor;
import io.github.deltamaint.parquet.internal.write.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Runs one request: for each output file, for each row group, for each leaf column, from the inputs through the pipeline into
 * the file. In memory are one column of one row group, the open inputs, and what the outputs' footers will say.
 */
public final class RewriteJob {
    private static final int LARGEST_WINDOW = 8 << 20;

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
        long memory = request.memoryLimitBytes();
        int window = (int) Math.min(LARGEST_WINDOW, memory / 16);
        try (InputCache inputs = new InputCache(request, memory / 4);
                PageBuffers buffers = new PageBuffers(window, new CodecPool());
                PageCompressor compressor = new PageCompressor(request.settings())) {
            InputRows rows = InputRows.of(inputs, request.inputs(), leaves, this::checkCancelled);
            RowGroupSizing sizing = new RowGroupSizing(request, rows, leaves, wholeColumns);
            ColumnPipeline pipeline = new ColumnPipeline(request.settings(), memory / 16, compressor, leaves.get(0));
            ColumnCopier copier = new ColumnCopier(inputs, pipeline, buffers, request.settings(), this::checkCancelled);
            List<WrittenFile> files = new ArrayList<>();
            while (rowsWritten < rows.survivors()) {
                long fileRows = sizing.fileRows(rows.survivors() - rowsWritten);
                files.add(new Output(inputs, rows, sizing, pipeline, copier).write(files.size(), fileRows));
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
        private final ColumnPipeline pipeline;
        private final ColumnCopier copier;

        Output(InputCache inputs, InputRows rows, RowGroupSizing sizing, ColumnPipeline pipeline, ColumnCopier copier) {
            this.inputs = inputs;
            this.rows = rows;
            this.sizing = sizing;
            this.pipeline = pipeline;
            this.copier = copier;
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

        private WrittenChunk finish(Leaf leaf) throws IOException {
            try {
                return pipeline.finish();
            } catch (RuntimeException e) {
                throw new IllegalStateException("cannot write column " + leaf + ": " + e.getMessage(), e);
            }
        }

        private void writeRowGroup(FileAssembler file, int groupRows) throws IOException {
            List<Segment> segments = rows.next(groupRows);
            int[] permutation = order.permutation(groupRows);
            long start = file.position();
            file.startRowGroup();
            for (Leaf leaf : leaves) {
                checkCancelled();
                long entries = (long) (rows.levelsPerRow(leaf.index()) * groupRows);
                pipeline.start(leaf, file, permutation, (int) Math.min(Integer.MAX_VALUE, entries));
                file.startChunk();
                nullCounts[leaf.index()] += copier.copy(leaf, segments);
                file.endChunk(finish(leaf), groupRows);
            }
            file.endRowGroup(groupRows);
            rowsWritten += groupRows;
            sizing.written(groupRows, file.position() - start);
            for (int input = 0; input < rows.firstNeeded(); input++) {
                inputs.release(input);
            }
        }
    }
}
