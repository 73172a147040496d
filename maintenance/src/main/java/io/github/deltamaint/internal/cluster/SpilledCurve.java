package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.internal.cluster.CurvePieces.Stretch;
import io.github.deltamaint.parquet.ArrangedPieces;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteProgress;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowArrangement;
import io.github.deltamaint.parquet.RowBuckets;
import io.github.deltamaint.parquet.SpilledRows;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.zorder.KeyOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts more rows along a curve than fit into memory. Rows are read once and spilled to buckets, each a stretch of the curve; then one bucket after the other is
 * sorted and written. Within a bucket rows are as they were read, so the result is that of sorting all of them at once.
 */
final class SpilledCurve {
    private final Function<List<RewriteInput>, RewriteRequest.Builder> request;
    private final List<RewriteInput> inputs;
    private final RowKeys keys;
    private final CurvePieces pieces;
    private final CurvePieces.Assigner assigner;
    private final Clock clock;
    private final MemoryBudget memory;
    private final BooleanSupplier cancelled;
    private final RewriteProgress progress;
    private final List<WrittenFile> files = new ArrayList<>();
    private long[] nullCounts = {};
    private long rowsWritten;
    private long bytesWritten;

    SpilledCurve(
            Function<List<RewriteInput>, RewriteRequest.Builder> request,
            List<RewriteInput> inputs,
            RowKeys keys,
            CurvePieces pieces,
            Clock clock,
            MemoryBudget memory,
            BooleanSupplier cancelled,
            RewriteProgress progress) {
        this.request = request;
        this.inputs = inputs;
        this.keys = keys;
        this.pieces = pieces;
        this.clock = clock;
        this.memory = memory;
        this.cancelled = cancelled;
        this.progress = progress;
        assigner = pieces.assigner();
    }

    RewriteResult rewrite(Path directory) throws IOException {
        try (SpilledRows spilled = spill(directory)) {
            for (Stretch stretch : pieces.stretches()) {
                write(stretch, spilled);
            }
            CurveRewriter.requireAll(rowsWritten, spilled.rows());
            List<Long> written = Arrays.stream(nullCounts).boxed().toList();
            if (!written.equals(spilled.nullCounts())) {
                throw new IllegalStateException(
                        "nulls were " + spilled.nullCounts() + " by column, but after spilling " + written);
            }
            return new RewriteResult(spilled.rowsRead(), spilled.rowsRead() - rowsWritten, rowsWritten, written, files)
                    .spilled(spilled.bytes());
        }
    }

    private SpilledRows spill(Path directory) throws IOException {
        try (RowKeys.Cursor cursor = keys.open()) {
            return ParquetRewriter.spill(request.apply(inputs).build(), new Buckets(cursor), directory, clock);
        }
    }

    /** Gives each row the bucket of its key. */
    private final class Buckets implements RowBuckets {
        private final RowKeys.Cursor cursor;
        private int at;

        Buckets(RowKeys.Cursor cursor) {
            this.cursor = cursor;
        }

        @Override
        public int count() {
            return pieces.buckets();
        }

        @Override
        public void next(int[] target, int rows) throws IOException {
            for (int row = 0; row < rows; ) {
                while (at == cursor.records()) {
                    if (!cursor.next()) {
                        throw new IllegalStateException("the columns of the order end before the others do");
                    }
                    at = 0;
                }
                int step = Math.min(rows - row, cursor.records() - at);
                for (int i = 0; i < step; i++) {
                    target[row + i] = assigner.next(cursor.keys()[at + i]);
                }
                row += step;
                at += step;
            }
        }
    }

    private void write(Stretch stretch, SpilledRows spilled) throws IOException {
        long rowsBefore = rowsWritten;
        long bytesBefore = bytesWritten;
        RewriteProgress ofAll = (rows, bytes) -> progress.written(rowsBefore + rows, bytesBefore + bytes);
        boolean isOneBucket = stretch.endBucket() == stretch.firstBucket() + 1;
        if (isOneBucket) {
            writeFiles(stretch, spilled, ofAll);
        } else {
            writePieces(stretch, spilled, ofAll);
        }
    }

    private void writeFiles(Stretch stretch, SpilledRows spilled, RewriteProgress ofAll) throws IOException {
        int bucket = stretch.firstBucket();
        if (spilled.rows(bucket) > 0) {
            int[] rows = sorted(spilled, bucket);
            RowArrangement arrangement = RowArrangement.of(rows, ends(stretch));
            add(ParquetRewriter.rewrite(request.apply(spilled.inputs(bucket))
                    .matching(FieldMatching.NAME)
                    .arrangement(arrangement)
                    .progress(ofAll)
                    .build()));
        }
    }

    private int[] ends(Stretch stretch) {
        int[] ends = new int[stretch.endFile() - stretch.firstFile()];
        int count = 0;
        long end = 0;
        for (int file = stretch.firstFile(); file < stretch.endFile(); file++) {
            end += assigner.rowsOfFile(file);
            if (assigner.rowsOfFile(file) > 0) {
                ends[count++] = Math.toIntExact(end);
            }
        }
        return Arrays.copyOf(ends, count);
    }

    private void writePieces(Stretch stretch, SpilledRows spilled, RewriteProgress ofAll) throws IOException {
        if (assigner.rowsOfFile(stretch.firstFile()) == 0) {
            return;
        }
        ArrangedPieces ofFile = new ArrangedPieces() {
            private int bucket = stretch.firstBucket();

            @Override
            public @Nullable Piece next() throws IOException {
                while (bucket < stretch.endBucket() && spilled.rows(bucket) == 0) {
                    bucket++;
                }
                if (bucket == stretch.endBucket()) {
                    return null;
                }
                int[] rows = sorted(spilled, bucket);
                return new Piece(spilled.inputs(bucket++), RowArrangement.of(rows, new int[] {rows.length}));
            }
        };
        add(ParquetRewriter.rewrite(request.apply(inputs).progress(ofAll).build(), ofFile));
    }

    private int[] sorted(SpilledRows spilled, int bucket) throws IOException {
        int rows = Math.toIntExact(spilled.rows(bucket));
        MemoryBudget.Loan loan = memory.borrow(CurveRewriter.BYTES_OF_KEY * rows, cancelled);
        try (RowKeys.Cursor cursor = keys.open(spilled.inputs(bucket), FieldMatching.NAME)) {
            return KeyOrder.of(CurveRewriter.all(cursor, rows));
        } finally {
            loan.close();
        }
    }

    private void add(RewriteResult result) {
        rowsWritten += result.rowsWritten();
        nullCounts = nullCounts.length == 0 ? new long[result.nullCounts().size()] : nullCounts;
        for (int leaf = 0; leaf < nullCounts.length; leaf++) {
            nullCounts[leaf] += result.nullCounts().get(leaf);
        }
        for (WrittenFile file : result.files()) {
            bytesWritten += file.length();
            files.add(new WrittenFile(
                    files.size(),
                    file.name(),
                    file.length(),
                    file.rowCount(),
                    file.rowGroups(),
                    file.columns(),
                    file.layouts()));
        }
    }
}
