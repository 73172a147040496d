package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.RewriteFailedException;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RewriteResult;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.column.statistics.Statistics;

/** Proves from the written files that a task kept every row. What it finds wrong aborts the task. */
final class RewriteVerifier {
    private final DataFiles files;
    private final RewriteTask task;

    RewriteVerifier(DataFiles files, RewriteTask task) {
        this.files = files;
        this.task = task;
    }

    /**
     * Opens the new files and compares rows, and nulls of each column, with what was counted while the inputs were read.
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
            throw new RewriteFailedException(
                    files.table().root(),
                    task,
                    "the new files must have " + expected + " " + what + ", but " + found
                            + " were found. Nothing of it was committed; please report this",
                    null);
        }
    }
}
