package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.NewFileLayout;
import io.github.deltamaint.TaskResult;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.parquet.RewriteResult.Copied;
import io.github.deltamaint.parquet.RowDigest;
import java.util.List;
import java.util.Optional;

/**
 * A task that is written and verified, and not committed yet.
 *
 * @param planned the task
 * @param added the new files; none if no row of the inputs was left
 * @param copied what was copied byte by byte
 * @param layouts how the rows of the new files were ordered, if they were to be
 * @param rows how many rows the new files have
 * @param deletedRows how many rows of the inputs were deleted by deletion vectors
 * @param content what the rows sum up to, if that was proved
 * @param peakMemory the most memory that it had borrowed at the same time, in bytes
 * @param spilledBytes what it wrote to the spill directory
 */
record RewrittenTask(
        PlannedTask planned,
        List<AddFile> added,
        Copied copied,
        List<NewFileLayout> layouts,
        long rows,
        long deletedRows,
        Optional<RowDigest> content,
        long peakMemory,
        long spilledBytes) {

    RewrittenTask {
        added = List.copyOf(added);
        layouts = List.copyOf(layouts);
    }

    /** How the new files came about. */
    TaskResult result() {
        TaskResult.Way way = copied.rowGroups() == 0
                ? TaskResult.Way.ENCODED
                : copied.rows() == rows ? TaskResult.Way.COPIED : TaskResult.Way.MIXED;
        return new TaskResult(
                planned.task().index(),
                way,
                copied.rowGroups(),
                DataSize.ofBytes(copied.bytes()),
                DataSize.ofBytes(peakMemory),
                DataSize.ofBytes(spilledBytes));
    }
}
