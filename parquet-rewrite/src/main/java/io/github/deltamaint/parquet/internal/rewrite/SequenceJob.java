package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.internal.rewrite.ColumnCopier.Summed;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/** Reads files back, one column chunk after the other, and sums up what they hold, entry after entry. */
public final class SequenceJob {
    private final RewriteRequest request;
    private final List<Leaf> leaves;

    /** A job that reads the inputs of a request, all rows of them. */
    public SequenceJob(RewriteRequest request) {
        this.request = request;
        leaves = Leaf.of(request.schema());
    }

    /** Runs the job; see {@link io.github.deltamaint.parquet.ContentDigests#ofRowsInOrder}. */
    public RowDigest run() throws IOException {
        MemoryBudget memory = request.memory();
        try (InputCache inputs = new InputCache(request, memory.shareBytes());
                Workers<ChunkSummer> workers =
                        new Workers<>(request.helpers(), memory, () -> new ChunkSummer(request, inputs))) {
            SequenceSums sums = new SequenceSums(leaves);
            List<Part> parts = new ArrayList<>();
            long rows = parts(workers.own(), parts);
            List<Workers.Cost> costs = parts.stream().map(Part::cost).toList();
            long needed =
                    costs.stream().mapToLong(Workers.Cost::workingBytes).max().orElse(0);
            MemoryBudget.Loan loan = memory.borrow(needed, request.cancelled());
            try {
                workers.run(
                        costs,
                        (worker, part, next) -> sum(worker, parts.get(part)),
                        (part, sum) -> sums.add(parts.get(part).leaf(), sum));
            } finally {
                loan.close();
            }
            return sums.digest(rows);
        }
    }

    /**
     * A column chunk.
     *
     * @param firstEntry the entries of the column before it
     */
    private record Part(int input, int rowGroup, int leaf, long firstEntry, Workers.Cost cost) {}

    /** Lists the chunks and counts the rows. */
    private long parts(ChunkSummer worker, List<Part> parts) throws IOException {
        long[] entries = new long[leaves.size()];
        long rows = 0;
        for (int input = 0; input < request.inputs().size(); input++) {
            checkCancelled();
            OpenInput open = worker.inputs().get(input);
            ParquetFile file = open.file();
            rows = Math.addExact(rows, file.rowCount());
            for (int rowGroup = 0; rowGroup < file.rowGroups(); rowGroup++) {
                for (ProjectedLeaf leaf : open.projection().leaves()) {
                    long levels = leaf.isMissing()
                            ? file.rowCount(rowGroup)
                            : file.chunk(rowGroup, leaf.fileLeaf()).getValueCount();
                    long working = DigestJob.chunkMemory(request, file, rowGroup, leaf.fileLeaf());
                    parts.add(new Part(
                            input,
                            rowGroup,
                            leaf.index(),
                            entries[leaf.index()],
                            new Workers.Cost(levels, working, 0)));
                    entries[leaf.index()] += levels;
                }
            }
        }
        return rows;
    }

    private Summed sum(ChunkSummer worker, Part part) throws IOException {
        return worker.sum(part.input(), part.rowGroup(), leaves.get(part.leaf()), part.firstEntry());
    }

    private void checkCancelled() {
        if (request.cancelled().getAsBoolean()) {
            throw new CancellationException("the rewrite was cancelled");
        }
    }
}
