package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.parquet.ArrangementEstimate;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.MemoryNeed;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteEstimate;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteProgress;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowArrangement;
import io.github.deltamaint.zorder.CurveCuts;
import io.github.deltamaint.zorder.KeyOrder;
import io.github.deltamaint.zorder.KeyWeights;
import io.github.deltamaint.zorder.LongSample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Rewrites files such that their rows lie along a curve: each new file is a piece of it that ends at the border of a block where sizes allow, and its rows are sorted
 * along it.
 *
 * <p>Rows that do not fit into memory together are spilled: see {@link SpilledCurve}.
 */
public final class CurveRewriter {
    /** Rows are numbered by ints. */
    private static final long MOST_ROWS = 1L << 30;

    /** A key, the place of its row, and what sorting takes. */
    static final long BYTES_OF_KEY = 4 * Long.BYTES + 2 * Integer.BYTES;

    private static final int SAMPLED_KEYS = 200_000;
    private static final int SAMPLED_KEYS_PER_FILE = 1_000;
    private static final int MOST_SAMPLED_KEYS = 4_000_000;
    private static final long SEED = 0x5DEECE66DL;

    private final ClusterOrder order;
    private final FileColumns columns;
    private final long targetBytes;
    private final Clock clock;
    private final long mostRows;

    /**
     * A rewriter.
     *
     * @param columns the columns of the new files
     * @param targetBytes the size that they should have
     * @param clock tells which spill files were left behind
     */
    public CurveRewriter(ClusterOrder order, FileColumns columns, long targetBytes, Clock clock) {
        this(order, columns, targetBytes, clock, MOST_ROWS);
    }

    /**
     * A rewriter.
     *
     * @param mostRows rewrites no more rows in one pass, however much memory there is
     */
    CurveRewriter(ClusterOrder order, FileColumns columns, long targetBytes, Clock clock, long mostRows) {
        this.clock = clock;
        this.mostRows = mostRows;
        this.order = order;
        this.columns = columns;
        this.targetBytes = targetBytes;
    }

    /** The order of the rows. */
    public ClusterOrder order() {
        return order;
    }

    /**
     * Rewrites.
     *
     * @param request makes a request for inputs, without arrangement
     * @param plannedBytes what all rows together are expected to take
     * @param memory the memory for data, also that of the requests
     * @param spillDirectory where rows are spilled that do not fit into memory together
     * @return of all rows together
     */
    public RewriteResult rewrite(
            Function<List<RewriteInput>, RewriteRequest.Builder> request,
            List<RewriteInput> inputs,
            long plannedBytes,
            MemoryBudget memory,
            Path spillDirectory,
            BooleanSupplier cancelled,
            RewriteProgress progress)
            throws IOException {
        ArrangementEstimate estimate =
                ParquetRewriter.estimateArrangement(request.apply(inputs).build());
        if (estimate.rows() == 0) {
            return ParquetRewriter.rewrite(request.apply(inputs).build());
        }
        RowKeys keys = new RowKeys(order, inputs, columns, cancelled);
        keys.sample();
        double wanted = (double) plannedBytes / targetBytes;
        long rowsPerFile = Math.max(1, (long) (estimate.rows() / Math.max(1, wanted)));
        boolean isSpilled = isSpilled(estimate);
        double parts = isSpilled ? Math.max(wanted, (double) estimate.rows() / estimate.rowsOfPiece()) : wanted;
        LongSample sample = new LongSample(
                (int) Math.max(SAMPLED_KEYS, Math.min(MOST_SAMPLED_KEYS, parts * SAMPLED_KEYS_PER_FILE)), SEED);
        if (isSpilled) {
            try (RowKeys.Cursor cursor = keys.open()) {
                while (cursor.next()) {
                    sample.add(cursor.keys(), 0, cursor.records());
                }
            }
            KeyWeights weights = KeyWeights.ofSample(sample, estimate.rows());
            CurvePieces pieces = CurvePieces.of(
                    weights, rowsPerFile, rowsInMemory(estimate), Math.min(mostRows, estimate.rowsOfPiece()));
            return new SpilledCurve(request, inputs, keys, pieces, clock, memory, cancelled, progress)
                    .rewrite(spillDirectory);
        }
        RowArrangement arrangement;
        MemoryBudget.Loan loan = memory.borrow(BYTES_OF_KEY * estimate.rows(), cancelled);
        try {
            arrangement = arrangeAll(keys, estimate.rows(), sample, rowsPerFile);
        } finally {
            loan.close();
        }
        return ParquetRewriter.rewrite(request.apply(inputs)
                .arrangement(arrangement)
                .progress(progress)
                .build());
    }

    /** Whether rows have to be spilled. */
    public boolean isSpilled(ArrangementEstimate estimate) {
        return estimate.rows() > rowsInMemory(estimate);
    }

    /** What {@link #rewrite} borrows. */
    public MemoryNeed need(RewriteEstimate estimate) {
        ArrangementEstimate rows = estimate.arrangement();
        if (rows.rows() == 0) {
            return estimate.rewriting();
        }
        // Buckets may hold several files, which are then arranged in memory.
        MemoryNeed sorting = new MemoryNeed(BYTES_OF_KEY * Math.min(rows.rows(), rowsInMemory(rows)), 0, 0);
        MemoryNeed arranging = sorting.then(estimate.arranging());
        return isSpilled(rows) ? arranging.then(estimate.spilling()) : arranging;
    }

    private long rowsInMemory(ArrangementEstimate estimate) {
        return Math.min(mostRows, estimate.rowsInMemory());
    }

    private static RowArrangement arrangeAll(RowKeys keys, long rows, LongSample sample, long rowsPerFile)
            throws IOException {
        long[] all;
        try (RowKeys.Cursor cursor = keys.open()) {
            all = all(cursor, Math.toIntExact(rows));
        }
        sample.add(all, 0, all.length);
        return arrange(all, KeyWeights.ofSample(sample, rows).cutNear(rowsPerFile));
    }

    /** The keys of all rows. */
    static long[] all(RowKeys.Cursor cursor, int rows) throws IOException {
        long[] all = new long[rows];
        long count = 0;
        while (cursor.next()) {
            if (count + cursor.records() <= rows) {
                System.arraycopy(cursor.keys(), 0, all, (int) count, cursor.records());
            }
            count += cursor.records();
        }
        requireAll(count, rows);
        return all;
    }

    static void requireAll(long found, long expected) {
        if (found != expected) {
            throw new IllegalStateException(
                    "the columns of the order have " + found + " rows, but the files " + expected);
        }
    }

    /** Deals rows out to files and sorts each along the curve. */
    private static RowArrangement arrange(long[] keys, CurveCuts cuts) {
        int[] ends = new int[cuts.files()];
        CurveCuts.Assigner counting = cuts.assigner();
        for (long key : keys) {
            ends[counting.next(key, 1)]++;
        }
        toStarts(ends);
        int[] rows = new int[keys.length];
        CurveCuts.Assigner placing = cuts.assigner();
        for (int row = 0; row < keys.length; row++) {
            rows[ends[placing.next(keys[row], 1)]++] = row;
        }
        return sorted(rows, keys, ends);
    }

    /** Turns counts into where each begins. */
    private static void toStarts(int[] counts) {
        int start = 0;
        for (int i = 0; i < counts.length; i++) {
            int count = counts[i];
            counts[i] = start;
            start += count;
        }
    }

    private static RowArrangement sorted(int[] rows, long[] keys, int[] ends) {
        int files = 0;
        for (int file = 0, start = 0; file < ends.length; file++) {
            int end = ends[file];
            if (end > start) {
                sort(rows, keys, start, end);
                ends[files++] = end;
            }
            start = end;
        }
        return RowArrangement.of(rows, Arrays.copyOf(ends, files));
    }

    private static void sort(int[] rows, long[] keys, int from, int to) {
        long[] ofFile = new long[to - from];
        for (int i = from; i < to; i++) {
            ofFile[i - from] = keys[rows[i]];
        }
        int[] sorted = KeyOrder.of(ofFile);
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = rows[from + sorted[i]];
        }
        System.arraycopy(sorted, 0, rows, from, sorted.length);
    }
}
