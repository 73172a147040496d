package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.LayoutMarks;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import io.github.deltamaint.parquet.internal.write.HeldColumnWriter;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.PageCompressor;
import io.github.deltamaint.parquet.internal.write.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Runs one request: for each output file, for each row group, for each leaf column, from the inputs through the pipeline into
 * the file. In memory are one column of one row group, or several of one that is {@linkplain OrderedRowGroup ordered}, the open inputs, and
 * what the outputs' footers will say.
 */
public final class RewriteJob {
    private static final int LARGEST_WINDOW = 8 << 20;

    private final RewriteRequest request;
    private final @Nullable RowGroupOrder order;
    private final long orderMemoryBytes;
    private final List<Leaf> leaves;
    private final long[] nullCounts;
    private long rowsWritten;
    private long bytesInFinishedFiles;

    /**
     * A job.
     *
     * @throws IllegalArgumentException if a fill, or a column to sort by, does not fit the schema
     */
    public RewriteJob(RewriteRequest request) {
        this(
                request,
                request.order() == RowOrder.asRead()
                        ? null
                        : RequestedOrder.of(request.order(), Leaf.of(request.schema())),
                request.memoryLimitBytes() / 2);
    }

    /**
     * A job with an order of its own.
     *
     * @param order null for the order as read
     * @param orderMemoryBytes the memory for ordering
     */
    RewriteJob(RewriteRequest request, @Nullable RowGroupOrder order, long orderMemoryBytes) {
        this.request = request;
        this.orderMemoryBytes = orderMemoryBytes;
        this.order = order;
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
            ColumnPipeline pipeline = new ColumnPipeline(request.settings(), memory / 16, compressor, leaves.get(0));
            ColumnCopier copier = new ColumnCopier(inputs, pipeline, buffers, request.settings(), this::checkCancelled);
            Output output = output(inputs, rows, pipeline, copier, compressor);
            List<WrittenFile> files = new ArrayList<>();
            while (rowsWritten < rows.survivors()) {
                long fileRows = output.sizing.fileRows(rows.survivors() - rowsWritten);
                files.add(output.write(files.size(), fileRows));
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

    private Output output(
            InputCache inputs,
            InputRows rows,
            ColumnPipeline pipeline,
            ColumnCopier copier,
            PageCompressor compressor) {
        RowGroupSizing asRead = RowGroupSizing.asRead(request, rows, leaves);
        RowGroupOrder wanted = order;
        if (wanted == null) {
            return new Output(inputs, rows, asRead, pipeline, copier, null);
        }
        OrderMemory memory = new OrderMemory(orderMemoryBytes, rows, leaves, wanted.keys());
        if (wanted.isOptional() && !memory.suffices(Math.min(asRead.mostRows(), rows.survivors()))) {
            return new Output(inputs, rows, asRead, pipeline, copier, null);
        }
        HeldColumnWriter writer =
                new HeldColumnWriter(request.settings(), request.memoryLimitBytes() / 16, compressor, leaves.get(0));
        OrderedRowGroup.Tools tools =
                new OrderedRowGroup.Tools(leaves, wanted, memory, rows, pipeline, copier, writer, this::checkCancelled);
        return new Output(inputs, rows, RowGroupSizing.ordered(request, rows, memory), pipeline, copier, tools);
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

    /** Writes output files. */
    private final class Output {
        private final InputCache inputs;
        private final InputRows rows;
        private final RowGroupSizing sizing;
        private final ColumnPipeline pipeline;
        private final ColumnCopier copier;
        private final OrderedRowGroup.@Nullable Tools ordering;

        Output(
                InputCache inputs,
                InputRows rows,
                RowGroupSizing sizing,
                ColumnPipeline pipeline,
                ColumnCopier copier,
                OrderedRowGroup.@Nullable Tools ordering) {
            this.inputs = inputs;
            this.rows = rows;
            this.sizing = sizing;
            this.pipeline = pipeline;
            this.copier = copier;
            this.ordering = ordering;
        }

        /** Writes the next {@code fileRows} rows; whatever goes wrong, the sink is aborted. */
        WrittenFile write(int index, long fileRows) throws IOException {
            ByteSink sink = request.outputs().create(index);
            boolean complete = false;
            try {
                FileAssembler file = new FileAssembler(
                        sink, request.schema(), leaves, request.settings(), request.keyValueMetadata());
                List<RowGroupLayout> layouts = new ArrayList<>();
                for (long left = fileRows; left > 0; ) {
                    int groupRows = sizing.rowGroupRows(left);
                    writeRowGroup(file, groupRows, layouts);
                    left -= groupRows;
                    request.progress().written(rowsWritten, bytesInFinishedFiles + file.position());
                }
                LayoutMarks.of(request.order(), layouts).forEach(file::keyValue);
                WrittenFile written = file.finish(index, layouts);
                bytesInFinishedFiles += written.length();
                complete = true;
                return written;
            } finally {
                if (!complete) {
                    sink.abort();
                }
            }
        }

        private void writeRowGroup(FileAssembler file, int groupRows, List<RowGroupLayout> layouts) throws IOException {
            List<Segment> segments = rows.next(groupRows);
            long start = file.position();
            file.startRowGroup();
            if (ordering != null) {
                layouts.add(new OrderedRowGroup(ordering, segments, groupRows, nullCounts).write(file, layouts.size()));
            } else {
                List<RowGroupLayout.Column> columns = writeAsRead(file, segments, groupRows);
                if (order != null) {
                    layouts.add(new RowGroupLayout(
                            layouts.size(), groupRows, Decision.KEPT_MEMORY, List.of(), List.of(), columns));
                }
            }
            file.endRowGroup(groupRows);
            rowsWritten += groupRows;
            sizing.written(groupRows, file.position() - start);
            for (int input = 0; input < rows.firstNeeded(); input++) {
                inputs.release(input);
            }
        }

        private List<RowGroupLayout.Column> writeAsRead(FileAssembler file, List<Segment> segments, int groupRows)
                throws IOException {
            List<RowGroupLayout.Column> columns = new ArrayList<>();
            for (Leaf leaf : leaves) {
                checkCancelled();
                long entries = (long) (rows.levelsPerRow(leaf.index()) * groupRows);
                pipeline.start(leaf, file, (int) Math.min(Integer.MAX_VALUE, entries));
                file.startChunk();
                nullCounts[leaf.index()] += copier.copy(leaf, segments);
                WrittenChunk chunk = finish(leaf);
                file.endChunk(chunk, groupRows);
                columns.add(RowGroupLayout.Column.written(
                        leaf.name(), chunk.compressedBytes(), chunk.dataPages().keySet()));
            }
            return columns;
        }

        private WrittenChunk finish(Leaf leaf) throws IOException {
            try {
                return pipeline.finish();
            } catch (RuntimeException e) {
                throw new IllegalStateException("cannot write column " + leaf + ": " + e.getMessage(), e);
            }
        }
    }
}
