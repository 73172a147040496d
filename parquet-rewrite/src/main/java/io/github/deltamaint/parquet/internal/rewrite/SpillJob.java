package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowBuckets;
import io.github.deltamaint.parquet.SpilledRows;
import io.github.deltamaint.parquet.internal.rewrite.SpilledFile.Extent;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline.Hold;
import io.github.deltamaint.parquet.internal.write.HeldColumn;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.ScatteredFile;
import io.github.deltamaint.parquet.internal.write.WrittenChunk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Deals rows out to buckets: reads a stretch of rows one column after the other, each as a whole, and writes of every column first the chunk of the first bucket, then
 * that of the second, and so on. In memory are one column of a stretch for each thread, and the places of its rows.
 */
public final class SpillJob {
    private final RewriteRequest request;
    private final RowBuckets buckets;
    private final Path directory;
    private final Clock clock;
    private final int mostRows;
    private final List<Leaf> leaves;

    /**
     * A job.
     *
     * @throws IllegalArgumentException if a fill does not fit the schema
     */
    public SpillJob(RewriteRequest wanted, RowBuckets buckets, Path directory, Clock clock) {
        this(wanted, buckets, directory, clock, Integer.MAX_VALUE);
    }

    /**
     * A job.
     *
     * @param mostRows works on no more rows at a time, however much memory there is
     */
    SpillJob(RewriteRequest wanted, RowBuckets buckets, Path directory, Clock clock, int mostRows) {
        this.clock = clock;
        this.mostRows = mostRows;
        this.buckets = buckets;
        this.directory = directory;
        leaves = Leaf.of(wanted.schema());
        wanted.inputs().forEach(input -> ColumnFills.check(input, leaves));
        request = RewriteRequest.builder(wanted.schema())
                .inputs(wanted.inputs())
                .matching(wanted.matching())
                .settings(SpillSizing.settings(wanted.settings()))
                .memory(wanted.memory())
                .helpers(wanted.helpers())
                .cancelled(wanted.cancelled())
                .outputs(wanted.outputs())
                .build();
    }

    /** Runs the job; see {@link io.github.deltamaint.parquet.ParquetRewriter#spill}. Whatever goes wrong, the space is freed. */
    public SpilledRows run() throws IOException {
        try (InputCache inputs = new InputCache(request, request.memory().shareBytes());
                Workers<ColumnWorker> workers = new Workers<>(
                        request.helpers(),
                        request.memory(),
                        () -> new ColumnWorker(request, inputs, leaves.get(0), this::checkCancelled))) {
            InputRows rows = InputRows.of(workers.own().inputs(), request.inputs(), leaves, this::checkCancelled);
            SpillSizing sizing = new SpillSizing(request, rows, leaves);
            SpillSpace space = SpillSpace.in(directory, clock, sizing.spillBytes(), request.cancelled());
            boolean complete = false;
            try {
                Buckets spilled = new Buckets(space, rows.rows(), buckets.count(), leaves.size());
                deal(inputs, workers, rows, sizing, spilled);
                complete = true;
                return spilled;
            } finally {
                if (!complete) {
                    space.close();
                }
            }
        }
    }

    private void checkCancelled() {
        if (request.cancelled().getAsBoolean()) {
            throw new CancellationException("the rewrite was cancelled");
        }
    }

    private void deal(
            InputCache inputs, Workers<ColumnWorker> workers, InputRows rows, SpillSizing sizing, Buckets spilled)
            throws IOException {
        for (long left = rows.survivors(); left > 0; ) {
            int count = (int) Math.min(left, Math.min(mostRows, sizing.rowsAtOnce()));
            MemoryBudget.Loan loan = request.memory().borrow(sizing.neededBytes(count), request.cancelled());
            try {
                new Stretch(rows, rows.next(count), count, sizing, spilled).write(workers);
            } finally {
                loan.close();
            }
            for (int input = 0; input < rows.firstNeeded(); input++) {
                inputs.release(input);
            }
            left -= count;
        }
    }

    /** Some rows that are dealt out together. */
    private final class Stretch {
        private final InputRows rows;
        private final List<Segment> segments;
        private final int count;
        private final SpillSizing sizing;
        private final Buckets spilled;
        private final int[] order;
        private final int[] ends;

        Stretch(InputRows rows, List<Segment> segments, int count, SpillSizing sizing, Buckets spilled)
                throws IOException {
            this.rows = rows;
            this.segments = segments;
            this.count = count;
            this.sizing = sizing;
            this.spilled = spilled;
            int[] bucketOfRow = new int[count];
            buckets.next(bucketOfRow, count);
            ends = new int[buckets.count()];
            order = byBucket(bucketOfRow, ends);
        }

        /** The rows by their bucket, else as read; where each bucket ends goes to {@code ends}. */
        private static int[] byBucket(int[] bucketOfRow, int[] ends) {
            for (int bucket : bucketOfRow) {
                ends[bucket]++;
            }
            int start = 0;
            for (int bucket = 0; bucket < ends.length; bucket++) {
                int size = ends[bucket];
                ends[bucket] = start;
                start += size;
            }
            int[] order = new int[bucketOfRow.length];
            for (int row = 0; row < order.length; row++) {
                order[ends[bucketOfRow[row]]++] = row;
            }
            return order;
        }

        private int start(int bucket) {
            return bucket == 0 ? 0 : ends[bucket - 1];
        }

        void write(Workers<ColumnWorker> workers) throws IOException {
            ScatteredFile[] files = new ScatteredFile[ends.length];
            Extent[][] extents = new Extent[ends.length][leaves.size()];
            for (int bucket = 0; bucket < ends.length; bucket++) {
                files[bucket] = new ScatteredFile(request.schema(), request.settings());
            }
            workers.run(
                    leaves.stream()
                            .map(leaf -> new Workers.Cost(sizing.effort(leaf), sizing.workingBytes(leaf, count), 0))
                            .toList(),
                    (worker, column, next) -> column(worker, leaves.get(column)),
                    (column, result) -> {
                        spilled.nullCounts[column] += result.nulls();
                        for (int bucket = 0; bucket < ends.length; bucket++) {
                            WrittenChunk chunk = result.chunks()[bucket];
                            if (chunk != null) {
                                files[bucket].add(chunk);
                                extents[bucket][column] =
                                        new Extent(result.file(), result.offsets()[bucket], chunk.compressedBytes());
                            }
                        }
                    });
            spilled.add(files, extents, ends);
        }

        private Column column(ColumnWorker worker, Leaf leaf) throws IOException {
            worker.checkCancelled();
            double entries = rows.levelsPerRow(leaf.index()) * count;
            worker.pipeline().startHeld(leaf, (int) Math.min(Integer.MAX_VALUE - 8, entries), Hold.IDS_OR_VALUES);
            long nulls = worker.copier().copy(leaf, segments);
            HeldColumn column = Objects.requireNonNull(worker.pipeline().endHeld());
            if (column.rows() != count) {
                throw new IllegalStateException(
                        "column " + leaf + " has " + column.rows() + " rows where " + count + " were wanted");
            }
            SpillFile file = spilled.space.take();
            try {
                return write(worker, column, nulls, file);
            } finally {
                spilled.space.giveBack(file);
            }
        }

        private Column write(ColumnWorker worker, HeldColumn column, long nulls, SpillFile file) throws IOException {
            WrittenChunk[] chunks = new WrittenChunk[ends.length];
            long[] offsets = new long[ends.length];
            for (int bucket = 0; bucket < ends.length; bucket++) {
                int from = start(bucket);
                int to = ends[bucket];
                if (to > from) {
                    worker.checkCancelled();
                    offsets[bucket] = file.position();
                    chunks[bucket] = write(worker, column, from, to, file);
                }
            }
            return new Column(chunks, offsets, file.index(), nulls);
        }

        private WrittenChunk write(ColumnWorker worker, HeldColumn column, int from, int to, SpillFile file)
                throws IOException {
            if (!(column instanceof CodedColumn)) {
                return worker.writer().writeSome(column, order, from, to, file);
            }
            int[] picked = Arrays.copyOfRange(order, from, to);
            HeldColumn part = column.pick(picked, worker.pipeline(), Hold.IDS_OR_VALUES);
            return worker.writer().writeSome(part, IntStream.range(0, to - from).toArray(), 0, to - from, file);
        }
    }

    /**
     * A column of a stretch.
     *
     * @param chunks by bucket; null where it has no rows
     * @param offsets where they are in the file
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Column(@Nullable WrittenChunk[] chunks, long[] offsets, int file, long nulls) {}

    /** What has been spilled. */
    private static final class Buckets implements SpilledRows {
        private final SpillSpace space;
        private final long rowsRead;
        private final long[] nullCounts;
        private final long[] rows;
        private final List<List<SpilledFile.Place>> places = new ArrayList<>();
        private @Nullable SpillFile descriptors;

        Buckets(SpillSpace space, long rowsRead, int count, int leaves) {
            this.space = space;
            this.rowsRead = rowsRead;
            nullCounts = new long[leaves];
            rows = new long[count];
            for (int bucket = 0; bucket < count; bucket++) {
                places.add(new ArrayList<>());
            }
        }

        void add(ScatteredFile[] files, Extent[][] extents, int[] ends) throws IOException {
            SpillFile target = descriptors == null ? space.take() : descriptors;
            descriptors = target;
            for (int bucket = 0; bucket < files.length; bucket++) {
                int count = ends[bucket] - (bucket == 0 ? 0 : ends[bucket - 1]);
                if (count > 0) {
                    rows[bucket] += count;
                    places.get(bucket).add(SpilledFile.write(target, extents[bucket], files[bucket].end(count)));
                }
            }
            target.flush();
        }

        @Override
        public long rowsRead() {
            return rowsRead;
        }

        @Override
        public long rows() {
            long all = 0;
            for (long ofBucket : rows) {
                all += ofBucket;
            }
            return all;
        }

        @Override
        public long rows(int bucket) {
            return rows[bucket];
        }

        @Override
        public List<Long> nullCounts() {
            List<Long> counts = new ArrayList<>();
            for (long count : nullCounts) {
                counts.add(count);
            }
            return counts;
        }

        @Override
        public List<RewriteInput> inputs(int bucket) {
            List<RewriteInput> inputs = new ArrayList<>();
            for (SpilledFile.Place place : places.get(bucket)) {
                String name = "spilled rows of bucket " + bucket;
                inputs.add(RewriteInput.of(
                        name, () -> SpilledFile.open(space, name, Objects.requireNonNull(descriptors), place)));
            }
            return inputs;
        }

        @Override
        public long bytes() {
            return space.bytes();
        }

        @Override
        public void close() throws IOException {
            space.close();
        }
    }
}
