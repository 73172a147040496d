package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.parquet.ArrangementEstimate;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteProgress;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowArrangement;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.zorder.CurveCuts;
import io.github.deltamaint.zorder.KeyOrder;
import io.github.deltamaint.zorder.KeyWeights;
import io.github.deltamaint.zorder.LongSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Rewrites files such that their rows lie along a curve: each new file is a piece of it that ends at the border of a block where sizes allow, and its rows are sorted
 * along it.
 *
 * <p>Rows that do not fit into memory together are rewritten in several passes, each for the new files of one stretch of the curve: it reads the rows that belong
 * there, and nothing else of them is written.
 */
public final class CurveRewriter {
    /** Rows are numbered by ints. */
    private static final long MOST_ROWS = 1L << 30;

    /** A key, and the place of its row. */
    private static final long BYTES_OF_KEY = Long.BYTES + Integer.BYTES;

    private static final int SAMPLED_KEYS = 200_000;
    private static final int SAMPLED_KEYS_PER_FILE = 1_000;
    private static final int MOST_SAMPLED_KEYS = 4_000_000;
    private static final long SEED = 0x5DEECE66DL;

    private final ClusterOrder order;
    private final FileColumns columns;
    private final long targetBytes;
    private final long mostRows;

    /**
     * A rewriter.
     *
     * @param columns the columns of the new files
     * @param targetBytes the size that they should have
     */
    public CurveRewriter(ClusterOrder order, FileColumns columns, long targetBytes) {
        this(order, columns, targetBytes, MOST_ROWS);
    }

    /**
     * A rewriter.
     *
     * @param mostRows rewrites no more rows in one pass, however much memory there is
     */
    CurveRewriter(ClusterOrder order, FileColumns columns, long targetBytes, long mostRows) {
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
     * @return of all passes together; the deleted rows are those that were not written
     */
    public RewriteResult rewrite(
            Function<List<RewriteInput>, RewriteRequest.Builder> request,
            List<RewriteInput> inputs,
            long plannedBytes,
            MemoryBudget memory,
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
        long atOnce = Math.min(mostRows, estimate.rowsInMemory());
        LongSample sample = new LongSample(
                (int) Math.max(SAMPLED_KEYS, Math.min(MOST_SAMPLED_KEYS, wanted * SAMPLED_KEYS_PER_FILE)), SEED);
        if (estimate.rows() <= atOnce) {
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
        keys.forEach((input, reader, found) -> sample.add(found, 0, reader.records()));
        CurveCuts cuts = KeyWeights.ofSample(sample, estimate.rows()).cutNear(rowsPerFile);
        return new Passes(request, inputs, keys, cuts, estimate.rows(), memory, cancelled, progress).rewrite(atOnce);
    }

    private static RowArrangement arrangeAll(RowKeys keys, long rows, LongSample sample, long rowsPerFile)
            throws IOException {
        long[] all = new long[Math.toIntExact(rows)];
        int[] count = {0};
        keys.forEach((input, reader, found) -> {
            System.arraycopy(found, 0, all, count[0], reader.records());
            count[0] += reader.records();
            sample.add(found, 0, reader.records());
        });
        requireAll(count[0], rows);
        return arrange(all, KeyWeights.ofSample(sample, rows).cutNear(rowsPerFile));
    }

    private static void requireAll(long found, long expected) {
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

    /** Rewrites in several passes. */
    private static final class Passes {
        private final Function<List<RewriteInput>, RewriteRequest.Builder> request;
        private final List<RewriteInput> inputs;
        private final RowKeys keys;
        private final CurveCuts cuts;
        private final long allRows;
        private final MemoryBudget memory;
        private final BooleanSupplier cancelled;
        private final RewriteProgress progress;
        private final long[] written;
        private final List<WrittenFile> files = new ArrayList<>();
        private long[] nullCounts = {};
        private long rowsRead;
        private long rowsWritten;
        private long bytesWritten;

        Passes(
                Function<List<RewriteInput>, RewriteRequest.Builder> request,
                List<RewriteInput> inputs,
                RowKeys keys,
                CurveCuts cuts,
                long allRows,
                MemoryBudget memory,
                BooleanSupplier cancelled,
                RewriteProgress progress) {
            this.memory = memory;
            this.cancelled = cancelled;
            this.request = request;
            this.inputs = inputs;
            this.keys = keys;
            this.cuts = cuts;
            this.allRows = allRows;
            this.progress = progress;
            written = new long[Math.toIntExact((allRows + 63) >>> 6)];
        }

        RewriteResult rewrite(long atOnce) throws IOException {
            int file = 0;
            while (file < cuts.files()) {
                int end = file + 1;
                long rows = cuts.weight(file);
                while (end < cuts.files() && rows + cuts.weight(end) <= atOnce) {
                    rows += cuts.weight(end++);
                }
                pass(file, end, rows);
                file = end;
            }
            requireAll(rowsWritten, allRows);
            return new RewriteResult(
                    rowsRead,
                    rowsRead - rowsWritten,
                    rowsWritten,
                    Arrays.stream(nullCounts).boxed().toList(),
                    files);
        }

        private void pass(int firstFile, int endFile, long rows) throws IOException {
            Stretch stretch = new Stretch(firstFile, endFile);
            RowArrangement arrangement;
            MemoryBudget.Loan loan = memory.borrow(BYTES_OF_KEY * rows, cancelled);
            try {
                keys.forEach(stretch::add);
                arrangement = stretch.arrangement();
            } finally {
                loan.close();
            }
            if (arrangement.rows() == 0) {
                return;
            }
            long rowsBefore = rowsWritten;
            long bytesBefore = bytesWritten;
            RewriteResult result = ParquetRewriter.rewrite(request.apply(stretch.selectedInputs())
                    .arrangement(arrangement)
                    .progress((done, bytes) -> progress.written(rowsBefore + done, bytesBefore + bytes))
                    .build());
            rowsRead = result.rowsRead();
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

        /** The rows of some consecutive new files. */
        private final class Stretch {
            private final int firstFile;
            private final int endFile;
            private final CurveCuts.Assigner assigner = cuts.assigner();
            private final List<RowSelection.Builder> selections = new ArrayList<>();
            private final long[] behind = new long[inputs.size()];
            private long[] keysOfRows = new long[1 << 12];
            private int[] filesOfRows = new int[1 << 12];
            private int count;
            private long row;

            Stretch(int firstFile, int endFile) {
                this.firstFile = firstFile;
                this.endFile = endFile;
                inputs.forEach(input -> selections.add(RowSelection.builder()));
            }

            void add(int input, ColumnBatchReader reader, long[] found) {
                for (int record = 0; record < reader.records(); record++) {
                    int file = assigner.next(found[record], 1);
                    if (file >= firstFile && file < endFile) {
                        add(file, found[record]);
                        select(input, reader.rowPosition(record));
                    }
                    row++;
                }
            }

            private void add(int file, long key) {
                if (count == keysOfRows.length) {
                    int longer = (int) Math.min(Integer.MAX_VALUE - 8L, count + (count >> 1));
                    keysOfRows = Arrays.copyOf(keysOfRows, longer);
                    filesOfRows = Arrays.copyOf(filesOfRows, longer);
                }
                keysOfRows[count] = key;
                filesOfRows[count++] = file - firstFile;
                int word = Math.toIntExact(row >>> 6);
                if ((written[word] >>> row & 1) != 0) {
                    throw new IllegalStateException("row " + row + " would be written twice");
                }
                written[word] |= 1L << row;
            }

            private void select(int input, long position) {
                if (position > behind[input]) {
                    selections.get(input).delete(behind[input], position);
                }
                behind[input] = position + 1;
            }

            /** The inputs with nothing but the rows of this stretch. */
            List<RewriteInput> selectedInputs() throws IOException {
                List<RewriteInput> selected = new ArrayList<>();
                for (int i = 0; i < inputs.size(); i++) {
                    RewriteInput input = inputs.get(i);
                    long rows = rows(input);
                    if (rows > behind[i]) {
                        selections.get(i).delete(behind[i], rows);
                    }
                    selected.add(input.select(selections.get(i).build()));
                }
                return selected;
            }

            RowArrangement arrangement() {
                int[] ends = new int[endFile - firstFile];
                for (int i = 0; i < count; i++) {
                    ends[filesOfRows[i]]++;
                }
                toStarts(ends);
                int[] rows = new int[count];
                for (int i = 0; i < count; i++) {
                    rows[ends[filesOfRows[i]]++] = i;
                }
                filesOfRows = new int[0];
                RowArrangement arrangement = sorted(rows, keysOfRows, ends);
                keysOfRows = new long[0];
                return arrangement;
            }
        }

        private static long rows(RewriteInput input) throws IOException {
            try (ParquetFile file = ParquetFile.open(input.opener().open())) {
                return file.rowCount();
            }
        }
    }
}
