package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.RewriteFailedException;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.DataFileSchema.Role;
import io.github.deltamaint.parquet.ContentDigests;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowDigest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.statistics.Statistics;

/** Proves from the written files that a task kept every row. What it finds wrong aborts the task. */
final class RewriteVerifier {
    private final DataFiles files;
    private final RewriteTask task;
    private final DataFileSchema schema;

    RewriteVerifier(DataFiles files, RewriteTask task, DataFileSchema schema) {
        this.files = files;
        this.task = task;
        this.schema = schema;
    }

    /**
     * Opens the new files and compares rows, and nulls of each column, with what was counted while the inputs were read. Rows that have stable ids must
     * all have one.
     *
     * @param result what the engine says
     * @param deletedRows the rows that deletion vectors delete, counted from the vectors
     * @param paths the new files, relative to the table
     */
    void verifyCounts(RewriteResult result, long deletedRows, List<String> paths) throws IOException {
        require(result.rowsDeleted() == deletedRows, "deleted rows of the inputs", deletedRows, result.rowsDeleted());
        long expected = result.rowsRead() - deletedRows;
        long[] nulls = new long[result.nullCounts().size()];
        long rows = 0;
        for (String path : paths) {
            try (ParquetFile file = ParquetFile.open(files.open(path))) {
                rows += file.rowCount();
                for (int group = 0; group < file.rowGroups(); group++) {
                    countNulls(file, group, nulls);
                }
            }
        }
        require(rows == expected, "rows", expected, rows);
        for (int leaf = 0; leaf < nulls.length; leaf++) {
            require(
                    nulls[leaf] < 0 || nulls[leaf] == result.nullCounts().get(leaf),
                    "nulls of column number " + leaf,
                    result.nullCounts().get(leaf),
                    nulls[leaf]);
        }
        for (DataFileSchema.Leaf leaf : schema.leaves()) {
            boolean isRowTracking = leaf.role() == Role.ROW_ID || leaf.role() == Role.ROW_COMMIT_VERSION;
            long missing = result.nullCounts().get(leaf.index());
            require(!isRowTracking || missing == 0, "rows without " + leaf.path(), 0, missing);
        }
    }

    /**
     * Reads the new files back and compares what their rows and columns sum up to with what was summed up while the inputs were read. Where that
     * was not done, because rows were brought into another order, the inputs are read once more.
     *
     * @param request how the new files were written
     * @param result what the engine says
     * @param paths the new files, relative to the table
     * @return the sums
     */
    RowDigest verifyContent(RewriteRequest request, RewriteResult result, List<String> paths) throws IOException {
        List<RewriteInput> outputs = paths.stream()
                .map(path -> RewriteInput.of(path, () -> files.open(path)))
                .toList();
        boolean inOrder = result.content().isPresent();
        RowDigest expected = inOrder ? result.content().get() : ContentDigests.ofInputs(request);
        RowDigest found =
                inOrder ? ContentDigests.ofRowsInOrder(request, outputs) : ContentDigests.ofOutputs(request, outputs);
        if (!found.equals(expected)) {
            throw failure(differences(expected, found));
        }
        return found;
    }

    private static String differences(RowDigest expected, RowDigest found) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < expected.columns().size(); i++) {
            if (!expected.columns().get(i).equals(found.columns().get(i))) {
                columns.add(expected.columns().get(i).path());
            }
        }
        String rows = expected.rows() == found.rows()
                ? ""
                : " The inputs have " + expected.rows() + " rows, the new files " + found.rows() + ".";
        return (columns.isEmpty()
                        ? "the new files have the values of the inputs, but in other rows."
                        : "the new files have other values than the inputs in " + String.join(", ", columns) + ".")
                + rows;
    }

    /** Adds up; a column of which a chunk does not say how many nulls it has counts as -1 from then on. */
    private static void countNulls(ParquetFile file, int group, long[] nulls) {
        for (int leaf = 0; leaf < nulls.length; leaf++) {
            Statistics<?> statistics = file.chunk(group, leaf).getStatistics();
            boolean known = nulls[leaf] >= 0 && statistics != null && statistics.isNumNullsSet();
            nulls[leaf] = known ? nulls[leaf] + statistics.getNumNulls() : -1;
        }
    }

    private void require(boolean holds, String what, long expected, long found) {
        if (!holds) {
            throw failure("the new files must have " + expected + " " + what + ", but " + found + " were found.");
        }
    }

    private RewriteFailedException failure(String problem) {
        return new RewriteFailedException(
                files.table().root(), task, problem + " Nothing of it was committed; please report this", null);
    }
}
