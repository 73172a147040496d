package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ColumnFill;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.digest.LeafHasher;
import io.github.deltamaint.parquet.internal.digest.RowSums;
import io.github.deltamaint.parquet.internal.read.LeafBatch;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.read.RowGroupCursor;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.jspecify.annotations.Nullable;

/**
 * Computes the digest of all inputs of a request. A part is some rows of a row group: their hashes, in memory, take up one column after the
 * other.
 */
public final class DigestJob {
    /** The most rows of a part. */
    private static final int PART_ROWS = 1 << 21;

    private static final int BATCH_RECORDS = 4096;
    private static final int HASH_BYTES = 2 * Long.BYTES;

    /** A page, as it lies in the file and decompressed, and levels. */
    private static final long PAGE_BYTES = 4L << 20;

    private final RewriteRequest request;
    private final List<Leaf> leaves;
    private @Nullable RowDigest digest;

    /**
     * A job.
     *
     * @throws IllegalArgumentException if a fill does not fit the schema
     */
    public DigestJob(RewriteRequest request) {
        this.request = request;
        leaves = Leaf.of(request.schema());
        request.inputs().forEach(input -> ColumnFills.check(input, leaves));
    }

    /** Runs the job; see {@link io.github.deltamaint.parquet.ContentDigests}. */
    public RowDigest run() throws IOException {
        MemoryBudget memory = request.memory();
        try (InputCache inputs = new InputCache(request, memory.shareBytes());
                Workers<Worker> workers = new Workers<>(request.helpers(), memory, () -> new Worker(inputs))) {
            digest = new RowSums(request.schema()).digest();
            List<Part> parts = parts(workers.own());
            List<Workers.Cost> costs = parts.stream().map(Part::cost).toList();
            long needed =
                    costs.stream().mapToLong(Workers.Cost::workingBytes).max().orElse(0);
            MemoryBudget.Loan loan = memory.borrow(needed, request.cancelled());
            try {
                workers.run(
                        costs,
                        (worker, part, next) -> worker.digest(parts.get(part)),
                        (part, result) ->
                                digest = Objects.requireNonNull(digest).plus(result));
            } finally {
                loan.close();
            }
            return Objects.requireNonNull(digest);
        }
    }

    private void checkCancelled() {
        if (request.cancelled().getAsBoolean()) {
            throw new CancellationException("the rewrite was cancelled");
        }
    }

    /**
     * Some rows of a row group.
     *
     * @param from the first one, by its position in the file
     * @param to the one behind the last
     * @param survivors how many survive
     */
    private record Part(int input, int rowGroup, long from, long to, int survivors, Workers.Cost cost) {}

    private List<Part> parts(Worker worker) throws IOException {
        int most = mostRows(request);
        List<Part> parts = new ArrayList<>();
        for (int input = 0; input < request.inputs().size(); input++) {
            checkCancelled();
            ParquetFile file = worker.inputs.get(input).file();
            RowSelection selection = request.inputs().get(input).selection();
            for (int rowGroup = 0; rowGroup < file.rowGroups(); rowGroup++) {
                long end = file.firstRow(rowGroup) + file.rowCount(rowGroup);
                long chunkMemory = chunkMemory(request, file, rowGroup);
                for (long from = file.firstRow(rowGroup); from < end; from += most) {
                    long to = Math.min(end, from + most);
                    int survivors = (int) selection.survivors(from, to);
                    if (survivors > 0) {
                        long working = chunkMemory + (long) HASH_BYTES * survivors;
                        parts.add(new Part(
                                input, rowGroup, from, to, survivors, new Workers.Cost(survivors, working, 0)));
                    }
                }
            }
        }
        return parts;
    }

    private static int mostRows(RewriteRequest request) {
        return (int) Math.min(PART_ROWS, request.memory().limitBytes() / 16 / HASH_BYTES);
    }

    /** What hashes of a part take, if there are so many rows. */
    static long hashBytes(RewriteRequest request, long rows) {
        return HASH_BYTES * Math.min(mostRows(request), rows);
    }

    /** What the largest column takes while it is read. */
    static long chunkMemory(RewriteRequest request, ParquetFile file, int rowGroup) {
        long most = 0;
        for (int leaf = 0; leaf < file.columns().size(); leaf++) {
            most = Math.max(most, chunkMemory(request, file, rowGroup, leaf));
        }
        return most;
    }

    /**
     * What a column takes while it is read: its dictionary and the hashes of it, what is read ahead, a page.
     *
     * @param leaf its position in the file; below 0 if it is not there
     */
    static long chunkMemory(RewriteRequest request, ParquetFile file, int rowGroup, int leaf) {
        long dictionary = 0;
        if (leaf >= 0) {
            ColumnChunkMetaData chunk = file.chunk(rowGroup, leaf);
            dictionary = Math.max(0, chunk.getFirstDataPageOffset() - chunk.getStartingPos());
        }
        return chunkMemory(request, dictionary);
    }

    /** What a column with a dictionary of so many bytes takes while it is read. */
    static long chunkMemory(RewriteRequest request, long dictionary) {
        long limit = request.memory().limitBytes();
        return 6 * dictionary + ColumnWorker.windowBytes(limit) + Math.min(PAGE_BYTES, limit / 16);
    }

    private int window() {
        return ColumnWorker.windowBytes(request.memory().limitBytes());
    }

    /** What one thread needs. */
    private final class Worker implements Closeable {
        private final InputCache.Reader inputs;
        private final RowSums sums = new RowSums(request.schema());
        private final PageBuffers buffers = new PageBuffers(window(), new CodecPool());

        Worker(InputCache cache) {
            inputs = cache.reader();
        }

        RowDigest digest(Part part) throws IOException {
            OpenInput open = inputs.get(part.input());
            sums.start(part.survivors());
            for (ProjectedLeaf leaf : open.projection().leaves()) {
                checkCancelled();
                try {
                    add(leaf, open, part);
                } catch (RuntimeException e) {
                    throw Failures.naming(e, leaves.get(leaf.index()), open.input());
                } catch (IOException e) {
                    throw Failures.naming(e, leaves.get(leaf.index()), open.input());
                }
            }
            sums.finish(part.survivors());
            return sums.take();
        }

        private void add(ProjectedLeaf leaf, OpenInput open, Part part) throws IOException {
            ColumnFill fill = fill(open.input(), leaf.target());
            if (fill instanceof ColumnFill.Constant constant) {
                LeafHasher.Constant hash = sums.constant(leaf.index(), constant.value());
                for (int at = 0; at < part.survivors(); at += BATCH_RECORDS) {
                    sums.add(leaf.index(), at, hash, Math.min(BATCH_RECORDS, part.survivors() - at));
                }
                return;
            }
            RowSelection selection = open.input().selection();
            List<LeafBatch> batch = List.of(new LeafBatch(leaf.target(), true));
            try (RowGroupCursor cursor =
                    new RowGroupCursor(open.file(), part.rowGroup(), List.of(leaf), selection, buffers)) {
                cursor.skipTo(part.from());
                int at = 0;
                while (at < part.survivors() && cursor.hasNext()) {
                    long row = cursor.row();
                    cursor.read((int) Math.min(BATCH_RECORDS, part.to() - row), batch);
                    if (fill == null) {
                        sums.add(leaf.index(), at, batch.get(0));
                    } else {
                        sums.add(leaf.index(), at, batch.get(0), new Filler(fill, selection, row)::next);
                    }
                    at += batch.get(0).records();
                }
                if (at != part.survivors()) {
                    throw new IllegalStateException(at + " records where " + part.survivors() + " were expected");
                }
            }
        }

        @Override
        public void close() throws IOException {
            buffers.close();
            inputs.close();
        }
    }

    private static @Nullable ColumnFill fill(RewriteInput input, ColumnDescriptor column) {
        return column.getPath().length == 1 ? input.fills().get(column.getPath()[0]) : null;
    }

    /** What stands in place of nulls, asked for records in their order. */
    private static final class Filler {
        private final ColumnFill fill;
        private final RowSelection selection;
        private int record;
        private long row;

        Filler(ColumnFill fill, RowSelection selection, long firstRow) {
            this.fill = fill;
            this.selection = selection;
            row = selection.nextSurvivor(firstRow, Long.MAX_VALUE);
        }

        long next(int wanted) {
            if (fill instanceof ColumnFill.ConstantWhereNull constant) {
                return constant.value();
            }
            while (record < wanted) {
                row = selection.nextSurvivor(row + 1, Long.MAX_VALUE);
                record++;
            }
            return Math.addExact(((ColumnFill.RowPositionWhereNull) fill).base(), row);
        }
    }
}
