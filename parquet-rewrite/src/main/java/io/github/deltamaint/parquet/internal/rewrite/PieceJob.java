package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ArrangedPieces;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.LayoutMarks;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline.Hold;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import io.github.deltamaint.parquet.internal.write.HeldColumn;
import io.github.deltamaint.parquet.internal.write.HeldColumnWriter.Estimate;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.PageOutput;
import io.github.deltamaint.parquet.internal.write.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Writes one output out of pieces that are arranged one after the other. A piece is a row group as a rule: then each of its columns is read once, held, and written in the order
 * wanted, so that one column for each thread is in memory. A piece that is larger than a row group may be is read again for each of them.
 */
public final class PieceJob {
    private final RewriteRequest request;
    private final ArrangedPieces pieces;
    private final int mostRows;
    private final List<Leaf> leaves;
    private final @Nullable RowGroupOrder order;
    private final long[] nullCounts;
    private long rowsWritten;

    /**
     * A job.
     *
     * @throws IllegalArgumentException if a column to sort by does not fit the schema
     */
    public PieceJob(RewriteRequest request, ArrangedPieces pieces) {
        this(request, pieces, Integer.MAX_VALUE);
    }

    /**
     * A job.
     *
     * @param mostRows no row group has more rows, however much memory there is
     */
    PieceJob(RewriteRequest request, ArrangedPieces pieces, int mostRows) {
        this.mostRows = mostRows;
        this.request = request;
        this.pieces = pieces;
        leaves = Leaf.of(request.schema());
        order = request.order().equals(RowOrder.asRead()) ? null : RequestedOrder.of(request.order(), leaves);
        nullCounts = new long[leaves.size()];
    }

    /** Runs the job. Whatever goes wrong, the sink is aborted. */
    public RewriteResult run() throws IOException {
        ByteSink sink = request.outputs().create(0);
        boolean complete = false;
        try {
            FileAssembler file =
                    new FileAssembler(sink, request.schema(), leaves, request.settings(), request.keyValueMetadata());
            List<RowGroupLayout> layouts = new ArrayList<>();
            for (ArrangedPieces.Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
                write(piece, file, layouts);
            }
            LayoutMarks.of(request.order(), layouts).forEach(file::keyValue);
            WrittenFile written = file.finish(0, layouts);
            complete = true;
            return new RewriteResult(
                    rowsWritten,
                    0,
                    rowsWritten,
                    Arrays.stream(nullCounts).boxed().toList(),
                    List.of(written));
        } finally {
            if (!complete) {
                sink.abort();
            }
        }
    }

    private void write(ArrangedPieces.Piece piece, FileAssembler file, List<RowGroupLayout> layouts)
            throws IOException {
        RewriteRequest ofPiece = RewriteRequest.builder(request.schema())
                .inputs(piece.inputs())
                .matching(FieldMatching.NAME)
                .settings(request.settings())
                .memory(request.memory())
                .helpers(request.helpers())
                .cancelled(request.cancelled())
                .outputs(request.outputs())
                .build();
        try (InputCache inputs = new InputCache(ofPiece, request.memory().shareBytes());
                Workers<ColumnWorker> workers = new Workers<>(
                        request.helpers(),
                        request.memory(),
                        () -> new ColumnWorker(ofPiece, inputs, leaves.get(0), this::checkCancelled))) {
            InputRows rows = InputRows.of(workers.own().inputs(), piece.inputs(), leaves, this::checkCancelled);
            if (rows.survivors() != piece.arrangement().rows()) {
                throw new IllegalArgumentException("the arrangement is of "
                        + piece.arrangement().rows() + " rows, but " + rows.survivors() + " are in the piece");
            }
            new Output(piece, ofPiece, rows, workers, file, layouts).write();
        }
    }

    private void checkCancelled() {
        if (request.cancelled().getAsBoolean()) {
            throw new CancellationException("the rewrite was cancelled");
        }
    }

    /** How a row group of pieces is sized and ordered. */
    static final class Sizing {
        private final OrderMemory memory;
        private final RowGroupSizing groups;
        private final SpillSizing spill;
        private final boolean isOrdered;

        Sizing(RewriteRequest request, InputRows rows, List<Leaf> leaves, @Nullable RowGroupOrder order) {
            spill = new SpillSizing(request, rows, leaves);
            memory = new OrderMemory(
                    request.memory().limitBytes() / 4, rows, leaves, order == null ? List.of() : order.keys());
            RowGroupSizing asRead = RowGroupSizing.asRead(request, rows, leaves);
            isOrdered = order != null && !(order.isOptional() && !memory.sufficesForAll(asRead.mostRows()));
            groups = isOrdered ? RowGroupSizing.ordered(request, rows, memory) : asRead;
        }

        /** Whether rows are brought into the order that is asked for. */
        boolean isOrdered() {
            return isOrdered;
        }

        OrderMemory memory() {
            return memory;
        }

        SpillSizing spill() {
            return spill;
        }

        /** The rows of the next row group. */
        int rows(int left) {
            int wanted = groups.rowGroupRows(left);
            int most = isOrdered ? wanted : spill.rowsAtOnce();
            int parts = (wanted + most - 1) / most;
            return (wanted + parts - 1) / parts;
        }
    }

    /** Writes one piece. */
    private final class Output {
        private final ArrangedPieces.Piece piece;
        private final RewriteRequest ofPiece;
        private final InputRows rows;
        private final List<Segment> segments;
        private final Workers<ColumnWorker> workers;
        private final FileAssembler file;
        private final List<RowGroupLayout> layouts;
        private final Sizing sizing;

        Output(
                ArrangedPieces.Piece piece,
                RewriteRequest ofPiece,
                InputRows rows,
                Workers<ColumnWorker> workers,
                FileAssembler file,
                List<RowGroupLayout> layouts) {
            this.piece = piece;
            this.ofPiece = ofPiece;
            this.rows = rows;
            this.workers = workers;
            this.file = file;
            this.layouts = layouts;
            segments = rows.next(rows.survivors());
            sizing = new Sizing(ofPiece, rows, leaves, order);
        }

        void write() throws IOException {
            int all = piece.arrangement().rows();
            for (int at = 0; at < all; ) {
                int count = Math.min(mostRows, sizing.rows(all - at));
                long needed = sizing.spill().neededBytes(count)
                        + (sizing.isOrdered() ? sizing.memory().neededBytes(count) : 0);
                MemoryBudget.Loan loan = request.memory().borrow(needed, request.cancelled());
                try {
                    write(piece.arrangement().rows(at, at + count), count == all);
                } finally {
                    loan.close();
                }
                at += count;
                request.progress().written(rowsWritten, file.position());
            }
        }

        private void write(int[] wanted, boolean whole) throws IOException {
            RowPick pick = whole ? null : RowPick.of(piece.arrangement().rows(), wanted);
            RowGroup group = pick == null
                    ? new RowGroup(segments, wanted)
                    : new RowGroup(pick.of(segments), pick.places(wanted));
            file.startRowGroup();
            if (sizing.isOrdered()) {
                layouts.add(group.writeOrdered());
            } else {
                List<RowGroupLayout.Column> columns = group.write();
                if (order != null) {
                    layouts.add(new RowGroupLayout(
                            layouts.size(), wanted.length, Decision.KEPT_MEMORY, List.of(), List.of(), columns));
                }
            }
            file.endRowGroup(wanted.length);
            rowsWritten += wanted.length;
        }

        /** Some rows of a piece. */
        private final class RowGroup {
            private final List<Segment> from;
            private final int[] places;

            /**
             * A row group.
             *
             * @param from where its rows are
             * @param places for each of its rows its place among those
             */
            RowGroup(List<Segment> from, int[] places) {
                this.from = from;
                this.places = places;
            }

            List<RowGroupLayout.Column> write() throws IOException {
                List<RowGroupLayout.Column> columns = new ArrayList<>();
                workers.run(
                        leaves.stream().map(this::cost).toList(),
                        (worker, column, next) -> column(worker, leaves.get(column), next ? file : null),
                        (column, result) -> {
                            PageStore stored = result.pages();
                            if (stored != null) {
                                file.startChunk();
                                stored.moveTo(file);
                            }
                            file.endChunk(result.chunk(), places.length);
                            nullCounts[column] += result.nulls();
                            columns.add(RowGroupLayout.Column.written(
                                    leaves.get(column).name(),
                                    result.chunk().compressedBytes(),
                                    result.chunk().dataPages().keySet()));
                        });
                return columns;
            }

            private Workers.Cost cost(Leaf leaf) {
                double bytes = rows.uncompressedBytesPerRow(leaf.index()) * places.length;
                return new Workers.Cost(
                        sizing.spill().effort(leaf),
                        sizing.spill().workingBytes(leaf, places.length),
                        PageStore.memoryBytes((long) bytes));
            }

            private Column column(ColumnWorker worker, Leaf leaf, @Nullable FileAssembler direct) throws IOException {
                Held held = read(worker, leaf, Hold.IDS_OR_VALUES);
                PageStore stored = direct == null ? new PageStore() : null;
                if (direct != null) {
                    direct.startChunk();
                }
                PageOutput output = stored == null ? Objects.requireNonNull(direct) : stored;
                Estimate estimate = worker.writer()
                        .measure(held.column(), places, worker.writer().dictionaryPageBytes(held.column()));
                WrittenChunk chunk = worker.writer()
                        .write(held.column(), places, estimate.encoding(), output)
                        .chunk();
                return new Column(chunk, stored, held.nulls());
            }

            private Held read(ColumnWorker worker, Leaf leaf, Hold how) throws IOException {
                worker.checkCancelled();
                double entries = rows.levelsPerRow(leaf.index()) * places.length;
                worker.pipeline().startHeld(leaf, (int) Math.min(Integer.MAX_VALUE - 8, entries), how);
                long nulls = worker.copier().copy(leaf, from);
                return new Held(Objects.requireNonNull(worker.pipeline().endHeld()), nulls);
            }

            RowGroupLayout writeOrdered() throws IOException {
                RowGroupOrder wanted = Objects.requireNonNull(order);
                ColumnWorker worker = workers.own();
                HeldColumn[] columns = new HeldColumn[leaves.size()];
                for (Leaf leaf : leaves) {
                    Hold how = wanted.keys().contains(leaf.index()) ? Hold.IDS : Hold.IDS_OR_VALUES;
                    Held held = read(worker, leaf, how);
                    nullCounts[leaf.index()] += held.nulls();
                    columns[leaf.index()] = held.column().pick(places, worker.pipeline(), how);
                }
                OrderedRowGroup.Tools tools = new OrderedRowGroup.Tools(leaves, wanted, sizing.memory(), rows, worker);
                return new OrderedRowGroup(tools, places.length, columns).write(file, layouts.size());
            }
        }
    }

    /** A column that is held, and its entries without a value. */
    private record Held(HeldColumn column, long nulls) {}

    /**
     * A column chunk that is complete.
     *
     * @param pages its pages; null if they have been written
     */
    private record Column(WrittenChunk chunk, @Nullable PageStore pages, long nulls) {}
}
