package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.digest.SequenceHasher;
import io.github.deltamaint.parquet.internal.read.ChunkReader;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import io.github.deltamaint.parquet.internal.rewrite.ColumnCopier.Summed;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Reads files back, one column chunk after the other, and sums up what they hold, entry after entry. */
public final class SequenceJob {
    /** The values of a piece. */
    private static final int PIECE = 1 << 13;

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
                Workers<Worker> workers = new Workers<>(request.helpers(), memory, () -> new Worker(inputs))) {
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
                        (worker, part, next) -> worker.sum(parts.get(part)),
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
    private long parts(Worker worker, List<Part> parts) throws IOException {
        long[] entries = new long[leaves.size()];
        long rows = 0;
        for (int input = 0; input < request.inputs().size(); input++) {
            checkCancelled();
            OpenInput open = worker.inputs.get(input);
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

    private void checkCancelled() {
        if (request.cancelled().getAsBoolean()) {
            throw new CancellationException("the rewrite was cancelled");
        }
    }

    /** What one thread needs. */
    private final class Worker implements Closeable {
        private final InputCache.Reader inputs;
        private final SequenceHasher hasher = new SequenceHasher();
        private final PageBuffers buffers =
                new PageBuffers(ColumnWorker.windowBytes(request.memory().limitBytes()), new CodecPool());
        private final int[] ids = new int[PIECE];
        private byte[] definitions = {};
        private byte[] repetitions = {};

        Worker(InputCache cache) {
            inputs = cache.reader();
        }

        Summed sum(Part part) throws IOException {
            OpenInput open = inputs.get(part.input());
            Leaf leaf = leaves.get(part.leaf());
            hasher.start(leaf.path(), leaf.maxDefinitionLevel(), part.firstEntry());
            try (ChunkReader chunk = ChunkReader.open(
                    open.file(), part.rowGroup(), open.projection().leaves().get(part.leaf()), buffers)) {
                ValueVector values = new ValueVector(leaf.kind());
                ValueVector learnt = null;
                while (chunk.nextPage()) {
                    checkCancelled();
                    boolean isDictionary = chunk.pageIsDictionary() && chunk.pageValues() > 0;
                    if (isDictionary && learnt == null) {
                        learnt = Objects.requireNonNull(chunk.dictionary());
                        hasher.learn(learnt, null);
                    }
                    sum(chunk, leaf, isDictionary, values);
                }
            } catch (RuntimeException e) {
                throw Failures.naming(e, leaf, open.input());
            } catch (IOException e) {
                throw Failures.naming(e, leaf, open.input());
            }
            return new Summed(0, hasher.place() - part.firstEntry(), hasher.digest());
        }

        private void sum(ChunkReader page, Leaf leaf, boolean isDictionary, ValueVector values) throws IOException {
            int entries = page.pageLevels();
            int uniform = page.uniformDefinitionLevel();
            boolean present = uniform == leaf.maxDefinitionLevel();
            byte @Nullable [] repetition = leaf.isFlat() ? null : repetitions(page, entries);
            if (uniform >= 0 && !present) {
                hasher.addNulls(entries, uniform, repetition, 0);
                return;
            }
            byte @Nullable [] definition = present ? null : definitions(page, entries);
            for (int from = 0; from < entries; from += PIECE) {
                int count = Math.min(PIECE, entries - from);
                int valueCount = definition == null ? count : present(definition, from, count, leaf);
                if (isDictionary) {
                    page.readIds(valueCount, ids, 0, null);
                    hasher.addIds(ids, 0, valueCount, count, definition, repetition, from);
                } else {
                    values.clear();
                    read(page, valueCount, values);
                    hasher.addValues(values, 0, valueCount, count, definition, repetition, from);
                }
            }
        }

        private byte[] definitions(ChunkReader page, int entries) {
            if (definitions.length < entries) {
                definitions = new byte[entries];
            }
            page.readDefinitionLevels(definitions, 0);
            return definitions;
        }

        private byte[] repetitions(ChunkReader page, int entries) {
            if (repetitions.length < entries) {
                repetitions = new byte[entries];
            }
            page.readRepetitionLevels(repetitions, 0);
            return repetitions;
        }

        private static int present(byte[] definition, int from, int count, Leaf leaf) {
            int present = 0;
            for (int i = from; i < from + count; i++) {
                present += definition[i] == leaf.maxDefinitionLevel() ? 1 : 0;
            }
            return present;
        }

        private static void read(ChunkReader page, int count, ValueVector into) throws IOException {
            if (into.kind() == ValueKind.BYTES) {
                page.appendBytes(count, into);
                return;
            }
            into.reserve(count);
            if (into.kind() == ValueKind.INT) {
                page.readInts(count, into.ints(), 0);
            } else {
                page.readLongs(count, into.longs(), 0);
            }
            into.added(count);
        }

        @Override
        public void close() throws IOException {
            buffers.close();
            inputs.close();
        }
    }
}
