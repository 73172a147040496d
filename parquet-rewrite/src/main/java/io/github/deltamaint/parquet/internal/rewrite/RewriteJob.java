package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.LayoutMarks;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RewriteResult.Copied;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.parquet.internal.write.CopiedChunk;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Runs one request: for each output file, for each row group, for each leaf column, from the inputs through the pipeline into
 * the file. In memory are one column of one row group for each thread, or several of one that is {@linkplain OrderedRowGroup ordered}, the open
 * inputs, and what the outputs' footers will say.
 */
public final class RewriteJob {
    private final RewriteRequest request;
    private final @Nullable RowGroupOrder order;
    private final long orderMemoryBytes;
    private final List<Leaf> leaves;
    private final long[] nullCounts;
    private final @Nullable SequenceSums sums;
    private long rowsWritten;
    private long bytesInFinishedFiles;
    private Copied copied = Copied.NONE;
    private boolean allSummed = true;

    /**
     * A job.
     *
     * @throws IllegalArgumentException if a fill, or a column to sort by, does not fit the schema
     */
    public RewriteJob(RewriteRequest request) {
        this(
                request,
                request.order().equals(RowOrder.asRead())
                        ? null
                        : RequestedOrder.of(request.order(), Leaf.of(request.schema())),
                orderMemoryBytes(request));
    }

    private static long orderMemoryBytes(RewriteRequest request) {
        return request.memory().limitBytes() / 2;
    }

    /** The memory for ordering the rows of a request. */
    static OrderMemory orderMemory(RewriteRequest request, InputRows rows, List<Leaf> leaves, RowGroupOrder order) {
        return new OrderMemory(orderMemoryBytes(request), rows, leaves, order.keys());
    }

    /** Whether rows are brought into an order, or stay as read because that would take row groups that are too small. */
    static boolean isOrdered(RowGroupOrder order, OrderMemory memory, RowGroupSizing asRead, InputRows rows) {
        return !order.isOptional() || memory.suffices(Math.min(asRead.mostRows(), rows.survivors()));
    }

    /** What a row group takes whose rows are ordered. */
    static long neededBytes(RewriteRequest request, OrderMemory memory, int groupRows) {
        return memory.neededBytes(groupRows) + UnorderedRowGroup.fixedBytes(request);
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
        boolean summing = request.summing() && request.arrangement().isEmpty();
        sums = summing ? new SequenceSums(leaves) : null;
        request.inputs().forEach(input -> ColumnFills.check(input, leaves));
    }

    /** Runs the job; see {@link io.github.deltamaint.parquet.ParquetRewriter#rewrite}. */
    public RewriteResult run() throws IOException {
        MemoryBudget memory = request.memory();
        try (InputCache inputs = new InputCache(request, memory.shareBytes());
                Workers<ColumnWorker> workers = new Workers<>(request.helpers(), memory, () -> worker(inputs))) {
            InputRows rows = InputRows.of(workers.own().inputs(), request.inputs(), leaves, this::checkCancelled);
            Output output = output(inputs, rows, workers);
            List<WrittenFile> files = new ArrayList<>();
            while (rowsWritten < rows.survivors()) {
                long fileRows = output.sizing.fileRows(rows.survivors() - rowsWritten);
                files.add(output.write(files.size(), fileRows));
            }
            return new RewriteResult(
                    rows.rows(),
                    rows.rows() - rows.survivors(),
                    rowsWritten,
                    copied,
                    nullCounts(),
                    files,
                    Optional.ofNullable(allSummed ? sums : null).map(all -> all.digest(rowsWritten)),
                    0);
        }
    }

    private ColumnWorker worker(InputCache inputs) {
        return new ColumnWorker(request, inputs, leaves.get(0), this::checkCancelled);
    }

    private Output output(InputCache inputs, InputRows rows, Workers<ColumnWorker> workers) throws IOException {
        RowGroupSizing asRead = RowGroupSizing.asRead(request, rows, leaves);
        RowGroupOrder wanted = order;
        if (wanted == null) {
            Deque<CopiedRowGroup> copies =
                    RowGroupCopies.of(request, leaves, workers.own().inputs(), rows, this::checkCancelled);
            return new Output(inputs, rows, asRead, workers, null, copies);
        }
        OrderMemory memory = new OrderMemory(orderMemoryBytes, rows, leaves, wanted.keys());
        if (!isOrdered(wanted, memory, asRead, rows)) {
            return new Output(inputs, rows, asRead, workers, null, new ArrayDeque<>());
        }
        OrderedRowGroup.Tools tools = new OrderedRowGroup.Tools(leaves, wanted, memory, rows, workers.own());
        return new Output(
                inputs, rows, RowGroupSizing.ordered(request, rows, memory), workers, tools, new ArrayDeque<>());
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
        private final Workers<ColumnWorker> workers;
        private final OrderedRowGroup.@Nullable Tools ordering;
        private final Deque<CopiedRowGroup> copies;

        Output(
                InputCache inputs,
                InputRows rows,
                RowGroupSizing sizing,
                Workers<ColumnWorker> workers,
                OrderedRowGroup.@Nullable Tools ordering,
                Deque<CopiedRowGroup> copies) {
            this.inputs = inputs;
            this.rows = rows;
            this.sizing = sizing;
            this.workers = workers;
            this.ordering = ordering;
            this.copies = copies;
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
                    left -= writeRowGroup(file, left, layouts);
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

        /**
         * Writes the next row group.
         *
         * @return its rows
         */
        private long writeRowGroup(FileAssembler file, long rowsLeft, List<RowGroupLayout> layouts) throws IOException {
            CopiedRowGroup copy = copies.peek();
            if (copy != null && copy.firstRow() == rowsWritten) {
                copyRowGroup(file, copies.remove());
                return copy.rows();
            }
            int groupRows = sizing.rowGroupRows(copy == null ? rowsLeft : copy.firstRow() - rowsWritten);
            writeRowGroup(file, groupRows, layouts);
            return groupRows;
        }

        private void copyRowGroup(FileAssembler file, CopiedRowGroup copy) throws IOException {
            rows.next(copy.rows());
            copy.copy(workers.own().inputs().get(copy.input()), file, RewriteJob.this::checkCancelled);
            for (CopiedChunk chunk : copy.chunks()) {
                nullCounts[chunk.leaf().index()] += chunk.nullCount();
            }
            if (sums != null) {
                sum(copy, sums);
            }
            rowsWritten += copy.rows();
            copied = copied.plus(copy.rows(), copy.bytes());
            releaseInputs();
        }

        /** Sums up what was copied as its file holds it. */
        private void sum(CopiedRowGroup copy, SequenceSums into) throws IOException {
            try (ChunkSummer summer = new ChunkSummer(request, inputs)) {
                for (Leaf leaf : leaves) {
                    into.add(leaf.index(), summer.sum(copy.input(), copy.rowGroup(), leaf, into.entries(leaf.index())));
                }
            }
        }

        private void writeRowGroup(FileAssembler file, int groupRows, List<RowGroupLayout> layouts) throws IOException {
            UnorderedRowGroup unordered = new UnorderedRowGroup(request, leaves, rows, groupRows, sums);
            long memory =
                    ordering == null ? unordered.memoryBytes() : neededBytes(request, ordering.memory(), groupRows);
            MemoryBudget.Loan loan = request.memory().borrow(memory, request.cancelled());
            try {
                List<Segment> segments = rows.next(groupRows);
                long start = file.position();
                file.startRowGroup();
                if (ordering != null) {
                    writeOrdered(file, segments, groupRows, layouts);
                } else {
                    List<RowGroupLayout.Column> columns = unordered.write(file, workers, segments, nullCounts);
                    if (order != null) {
                        layouts.add(new RowGroupLayout(
                                layouts.size(), groupRows, Decision.KEPT_MEMORY, List.of(), List.of(), columns));
                    }
                }
                file.endRowGroup(groupRows);
                rowsWritten += groupRows;
                sizing.written(groupRows, file.position() - start);
            } finally {
                loan.close();
            }
            releaseInputs();
        }

        private void writeOrdered(
                FileAssembler file, List<Segment> segments, int groupRows, List<RowGroupLayout> layouts)
                throws IOException {
            OrderedSums ordered = sums == null || !allSummed ? null : new OrderedSums(sums, leaves.size());
            layouts.add(new OrderedRowGroup(Objects.requireNonNull(ordering), segments, groupRows, nullCounts)
                    .summing(ordered)
                    .write(file, layouts.size()));
            allSummed &= ordered == null || ordered.isComplete();
        }

        private void releaseInputs() throws IOException {
            for (int input = 0; input < rows.firstNeeded(); input++) {
                inputs.release(input);
            }
        }
    }
}
