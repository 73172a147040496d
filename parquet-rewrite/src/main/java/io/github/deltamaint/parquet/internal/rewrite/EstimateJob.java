package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.MemoryNeed;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RewriteEstimate;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Foretells from the footers of the inputs what the other jobs will borrow and spill. */
public final class EstimateJob {
    private final RewriteRequest request;
    private final List<Leaf> leaves;
    private long chunkBytes;

    /** A job. */
    public EstimateJob(RewriteRequest request) {
        this.request = request;
        leaves = Leaf.of(request.schema());
    }

    /** Runs the job; see {@link io.github.deltamaint.parquet.ParquetRewriter#estimate}. */
    public RewriteEstimate run() throws IOException {
        InputRows rows = rows();
        RowGroupOrder order =
                request.order().equals(RowOrder.asRead()) ? null : RequestedOrder.of(request.order(), leaves);
        return new RewriteEstimate(
                ArrangedJob.estimate(request, leaves, rows, order),
                rewriting(rows, order),
                new MemoryNeed(ArrangedJob.neededBytes(request, leaves, rows), 0, 0),
                spilling(rows, order),
                new MemoryNeed(chunkBytes + DigestJob.hashBytes(request, rows.survivors()), chunkBytes, 0));
    }

    /** Reads the footers. */
    private InputRows rows() throws IOException {
        List<RewriteInput> inputs = request.inputs();
        InputRows rows = InputRows.empty(inputs, leaves);
        chunkBytes = DigestJob.chunkMemory(
                request,
                Math.min(request.settings().dictionaryBytes(), request.memory().limitBytes() / 16));
        try (InputCache cache = new InputCache(request, request.memory().shareBytes());
                Workers<InputCache.Reader> workers =
                        new Workers<>(request.helpers(), request.memory(), cache::reader)) {
            workers.run(
                    inputs.stream().map(input -> new Workers.Cost(1, 0, 0)).toList(),
                    (reader, index, next) -> read(cache, reader, index),
                    (index, footer) -> {
                        rows.add(index, footer.rows());
                        chunkBytes = Math.max(chunkBytes, footer.chunkBytes());
                    });
        }
        return rows;
    }

    /** What a footer says. */
    private record Footer(InputRows rows, long chunkBytes) {}

    private Footer read(InputCache cache, InputCache.Reader reader, int index) throws IOException {
        if (request.cancelled().getAsBoolean()) {
            throw new CancellationException("the estimate was cancelled");
        }
        OpenInput open = reader.get(index);
        ParquetFile file = open.file();
        long most = 0;
        for (int rowGroup = 0; rowGroup < file.rowGroups(); rowGroup++) {
            most = Math.max(most, DigestJob.chunkMemory(request, file, rowGroup));
        }
        Footer footer = new Footer(InputRows.of(open, leaves.size()), most);
        cache.release(index);
        return footer;
    }

    private MemoryNeed rewriting(InputRows rows, @Nullable RowGroupOrder order) {
        RowGroupSizing asRead = RowGroupSizing.asRead(request, rows, leaves);
        if (order != null) {
            OrderMemory memory = RewriteJob.orderMemory(request, rows, leaves, order);
            if (RewriteJob.isOrdered(order, memory, asRead, rows)) {
                int most = RowGroupSizing.ordered(request, rows, memory).likelyRows(rows.survivors());
                return new MemoryNeed(RewriteJob.neededBytes(request, memory, most), 0, 0);
            }
        }
        int most = asRead.likelyRows(rows.survivors());
        UnorderedRowGroup group = new UnorderedRowGroup(request, leaves, rows, most, null);
        return new MemoryNeed(
                group.memoryBytes(),
                group.memoryBytes(),
                group.costs().stream().mapToLong(Workers.Cost::resultBytes).sum());
    }

    /** What is spilled fills what there is, so how wide the rows of each bucket are does not matter. */
    private MemoryNeed spilling(InputRows rows, @Nullable RowGroupOrder order) {
        SpillSizing sizing = new SpillSizing(request, rows, leaves);
        PieceJob.Sizing pieces = new PieceJob.Sizing(request, rows, leaves, order);
        int rowsAtOnce = (int) Math.min(sizing.rowsAtOnce(), rows.survivors());
        int rowsOfPiece = pieces.rows((int) Math.max(1, Math.min(Integer.MAX_VALUE, rows.survivors())));
        MemoryNeed dealing = new MemoryNeed(
                sizing.neededBytes(rowsAtOnce),
                leaves.stream()
                        .mapToLong(leaf -> sizing.workingBytes(leaf, rowsAtOnce))
                        .max()
                        .orElse(0),
                0);
        long limit = request.memory().limitBytes();
        long waiting = 0;
        for (Leaf leaf : leaves) {
            waiting += PageStore.memoryBytes((long) (rows.uncompressedBytesPerRow(leaf.index()) * rowsOfPiece));
        }
        long piece = limit / 4 + UnorderedRowGroup.fixedBytes(request);
        MemoryNeed writing =
                pieces.isOrdered() ? new MemoryNeed(piece + limit / 4, 0, 0) : new MemoryNeed(piece, piece, waiting);
        return dealing.then(writing);
    }
}
