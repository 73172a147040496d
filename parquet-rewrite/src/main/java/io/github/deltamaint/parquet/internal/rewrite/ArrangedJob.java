package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ArrangementEstimate;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.LayoutMarks;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowArrangement;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline.Hold;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import io.github.deltamaint.parquet.internal.write.HeldColumn;
import io.github.deltamaint.parquet.internal.write.HeldColumnWriter;
import io.github.deltamaint.parquet.internal.write.HeldColumnWriter.Estimate;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a request whose rows are {@linkplain RowArrangement arranged}: reads as many columns as memory allows, each once, then writes one output
 * after the other by picking its rows. A column for which there is no room is read again for each row group, only the rows that it gets.
 */
public final class ArrangedJob {
    private final RewriteRequest request;
    private final RowArrangement arrangement;
    private final List<Leaf> leaves;
    private final @Nullable RowGroupOrder order;
    private final long heldBytes;
    private final long[] nullCounts;
    private long rowsWritten;
    private long bytesInFinishedFiles;

    /**
     * A job.
     *
     * @throws IllegalArgumentException if a fill, or a column to sort by, does not fit the schema
     */
    public ArrangedJob(RewriteRequest request) {
        this(request, heldBytes(request));
    }

    /**
     * A job.
     *
     * @param heldBytes the memory for held columns and the arrangement
     */
    ArrangedJob(RewriteRequest request, long heldBytes) {
        this.request = request;
        this.heldBytes = heldBytes;
        arrangement = request.arrangement().orElseThrow();
        leaves = Leaf.of(request.schema());
        order = request.order().equals(RowOrder.asRead()) ? null : RequestedOrder.of(request.order(), leaves);
        nullCounts = new long[leaves.size()];
        request.inputs().forEach(input -> ColumnFills.check(input, leaves));
    }

    /** See {@link io.github.deltamaint.parquet.ParquetRewriter#estimateArrangement}. */
    public static ArrangementEstimate estimate(RewriteRequest request) throws IOException {
        List<Leaf> leaves = Leaf.of(request.schema());
        try (InputCache inputs = new InputCache(request, request.memory().shareBytes());
                InputCache.Reader reader = inputs.reader()) {
            InputRows rows = InputRows.of(reader, request.inputs(), leaves, () -> checkCancelled(request));
            RowGroupOrder order =
                    request.order().equals(RowOrder.asRead()) ? null : RequestedOrder.of(request.order(), leaves);
            return estimate(request, leaves, rows, order);
        }
    }

    static ArrangementEstimate estimate(
            RewriteRequest request, List<Leaf> leaves, InputRows rows, @Nullable RowGroupOrder order) {
        PieceJob.Sizing pieces = new PieceJob.Sizing(request, rows, leaves, order);
        return new ArrangementEstimate(
                rows.survivors(),
                Math.max(1, (long) (heldBytes(request) / bytesPerRow(rows, leaves))),
                pieces.rows((int) Math.max(1, Math.min(Integer.MAX_VALUE, rows.survivors()))),
                pieces.spill().spillBytes());
    }

    /** What is borrowed where all rows are arranged. */
    static long neededBytes(RewriteRequest request, List<Leaf> leaves, InputRows rows) {
        return neededBytes(request, heldBytes(request), bytesPerRow(rows, leaves) * rows.survivors());
    }

    private static long neededBytes(RewriteRequest request, long mostHeld, double held) {
        return (long) Math.min((double) mostHeld, held) + request.memory().limitBytes() / 4;
    }

    /** About what a row takes while all its columns are held, with its place in the arrangement. */
    private static double bytesPerRow(InputRows rows, List<Leaf> leaves) {
        OrderMemory memory = new OrderMemory(0, rows, leaves, List.of());
        double bytesPerRow = Integer.BYTES;
        for (Leaf leaf : leaves) {
            bytesPerRow += memory.bytesPerRow(leaf);
        }
        return bytesPerRow;
    }

    /** What held columns and the arrangement may take. The rest is for open inputs, the column that is being read, and the row group. */
    private static long heldBytes(RewriteRequest request) {
        return request.memory().limitBytes() / 2;
    }

    /** Runs the job; see {@link io.github.deltamaint.parquet.ParquetRewriter#rewrite}. */
    public RewriteResult run() throws IOException {
        MemoryBudget memory = request.memory();
        try (InputCache inputs = new InputCache(request, memory.shareBytes());
                ColumnWorker worker = new ColumnWorker(request, inputs, leaves.get(0), this::checkCancelled)) {
            InputRows rows = InputRows.of(worker.inputs(), request.inputs(), leaves, this::checkCancelled);
            requireAll(rows);
            long needed = neededBytes(request, heldBytes, bytesPerRow(rows, leaves) * arrangement.rows());
            MemoryBudget.Loan loan = memory.borrow(needed, request.cancelled());
            try {
                return write(new Output(rows, worker), rows);
            } finally {
                loan.close();
            }
        }
    }

    private RewriteResult write(Output output, InputRows rows) throws IOException {
        List<WrittenFile> files = new ArrayList<>();
        if (rows.survivors() > 0) {
            output.hold();
        }
        for (int file = 0; file < arrangement.files(); file++) {
            files.add(output.write(file));
        }
        return new RewriteResult(
                rows.rows(),
                rows.rows() - rows.survivors(),
                rowsWritten,
                Arrays.stream(nullCounts).boxed().toList(),
                files);
    }

    private void requireAll(InputRows rows) {
        if (rows.survivors() != arrangement.rows()) {
            throw new IllegalArgumentException("the arrangement is of " + arrangement.rows() + " rows, but "
                    + rows.survivors() + " survive in the inputs");
        }
    }

    private void checkCancelled() {
        checkCancelled(request);
    }

    private static void checkCancelled(RewriteRequest request) {
        if (request.cancelled().getAsBoolean()) {
            throw new CancellationException("the rewrite was cancelled");
        }
    }

    /** Reads columns and writes output files. */
    private final class Output {
        private final InputRows rows;
        private final List<Segment> segments;
        private final OrderMemory memory;
        private final RowGroupSizing sizing;
        private final ColumnWorker worker;
        private final ColumnPipeline pipeline;
        private final HeldColumnWriter writer;
        private final @Nullable RowGroupOrder applied;
        private final @Nullable HeldColumn[] held = new HeldColumn[leaves.size()];

        Output(InputRows rows, ColumnWorker worker) {
            this.rows = rows;
            this.worker = worker;
            pipeline = worker.pipeline();
            writer = worker.writer();
            segments = rows.next(rows.survivors());
            memory = new OrderMemory(
                    request.memory().limitBytes() / 4, rows, leaves, order == null ? List.of() : order.keys());
            RowGroupSizing asRead = RowGroupSizing.asRead(request, rows, leaves);
            boolean isKept = order != null
                    && order.isOptional()
                    && !memory.sufficesForAll(Math.min(asRead.mostRows(), rows.survivors()));
            applied = isKept ? null : order;
            sizing = applied == null ? asRead : RowGroupSizing.ordered(request, rows, memory);
        }

        /** Reads columns as long as there is room, from small to large. */
        void hold() throws IOException {
            long room = heldBytes - (long) Integer.BYTES * arrangement.rows();
            List<Leaf> ascending = new ArrayList<>(leaves);
            ascending.sort(Comparator.comparingDouble(memory::bytesPerRow));
            for (Leaf leaf : ascending) {
                double entries = rows.levelsPerRow(leaf.index()) * arrangement.rows();
                if (entries * Integer.BYTES <= room && entries < Integer.MAX_VALUE - 8) {
                    boolean valuesFit = memory.bytesPerRow(leaf) * arrangement.rows() <= Math.min(room, 1L << 30);
                    HeldColumn column =
                            read(leaf, segments, entries, valuesFit ? Hold.IDS_OR_VALUES : Hold.IDS_OR_NOTHING);
                    held[leaf.index()] = column;
                    room -= column == null ? 0 : column.bytes();
                }
            }
        }

        private @Nullable HeldColumn read(Leaf leaf, List<Segment> from, double entries, Hold how) throws IOException {
            checkCancelled();
            pipeline.startHeld(leaf, (int) Math.min(Integer.MAX_VALUE - 8, entries), how);
            long nulls = worker.copier().copy(leaf, from);
            HeldColumn column = pipeline.endHeld();
            if (column != null) {
                nullCounts[leaf.index()] += nulls;
            }
            return column;
        }

        /** Writes an output; whatever goes wrong, the sink is aborted. */
        WrittenFile write(int index) throws IOException {
            ByteSink sink = request.outputs().create(index);
            boolean complete = false;
            try {
                FileAssembler file = new FileAssembler(
                        sink, request.schema(), leaves, request.settings(), request.keyValueMetadata());
                List<RowGroupLayout> layouts = new ArrayList<>();
                int end = arrangement.fileEnd(index);
                for (int at = arrangement.fileStart(index); at < end; ) {
                    int groupRows = sizing.rowGroupRows(end - at);
                    writeRowGroup(file, arrangement.rows(at, at + groupRows), layouts);
                    at += groupRows;
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

        private void writeRowGroup(FileAssembler file, int[] wanted, List<RowGroupLayout> layouts) throws IOException {
            long start = file.position();
            file.startRowGroup();
            RowGroupOrder wantedOrder = applied;
            Picks picks = new Picks(wanted);
            if (wantedOrder == null) {
                List<RowGroupLayout.Column> columns = new ArrayList<>();
                for (Leaf leaf : leaves) {
                    WrittenChunk chunk = write(file, picks.column(leaf, Hold.IDS_OR_VALUES));
                    columns.add(RowGroupLayout.Column.written(
                            leaf.name(),
                            chunk.compressedBytes(),
                            chunk.dataPages().keySet()));
                }
                if (order != null) {
                    layouts.add(new RowGroupLayout(
                            layouts.size(), wanted.length, Decision.KEPT_MEMORY, List.of(), List.of(), columns));
                }
            } else {
                HeldColumn[] columns = new HeldColumn[leaves.size()];
                for (Leaf leaf : leaves) {
                    boolean isKey = wantedOrder.keys().contains(leaf.index());
                    columns[leaf.index()] = picks.column(leaf, isKey ? Hold.IDS : Hold.IDS_OR_VALUES);
                }
                OrderedRowGroup.Tools tools = new OrderedRowGroup.Tools(leaves, wantedOrder, memory, rows, worker);
                layouts.add(new OrderedRowGroup(tools, wanted.length, columns).write(file, layouts.size()));
            }
            file.endRowGroup(wanted.length);
            rowsWritten += wanted.length;
            sizing.written(wanted.length, file.position() - start);
        }

        private WrittenChunk write(FileAssembler file, HeldColumn column) throws IOException {
            checkCancelled();
            file.startChunk();
            Estimate estimate = writer.measure(column, null, writer.dictionaryPageBytes(column));
            WrittenChunk chunk =
                    writer.write(column, null, estimate.encoding(), file).chunk();
            file.endChunk(chunk, column.rows());
            return chunk;
        }

        /** The rows of one row group. */
        private final class Picks {
            private final int[] wanted;
            private @Nullable List<Segment> picked;
            private int[] places = {};

            Picks(int[] wanted) {
                this.wanted = wanted;
            }

            /** A column with the rows of the row group, in their order. */
            HeldColumn column(Leaf leaf, Hold how) throws IOException {
                HeldColumn whole = held[leaf.index()];
                if (whole != null) {
                    return whole.pick(wanted, pipeline, how);
                }
                List<Segment> from = picked;
                if (from == null) {
                    RowPick pick = RowPick.of(arrangement.rows(), wanted);
                    from = pick.of(segments);
                    picked = from;
                    places = pick.places(wanted);
                }
                double entries = rows.levelsPerRow(leaf.index()) * wanted.length;
                return Objects.requireNonNull(read(leaf, from, entries, how)).pick(places, pipeline, how);
            }
        }
    }
}
