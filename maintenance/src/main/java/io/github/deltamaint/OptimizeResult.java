package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What OPTIMIZE, {@link AutoCompact} or {@link Purge} did. Made by the library; components may be added.
 *
 * @param versions the versions that were committed, ascending; empty if there was nothing to do
 * @param filesAdded the new files
 * @param filesRemoved the files that they replace
 * @param partitionsOptimized how many partitions have new files
 * @param totalConsideredFiles how many files were looked at
 * @param totalFilesSkipped how many of those stay as they are
 * @param numTasks how many tasks were committed
 * @param droppedTasks the tasks that were given up because another writer touched their files; running again takes care of them
 * @param numRecords how many rows were rewritten
 * @param numDeletionVectorsRemoved how many deletion vectors are gone
 * @param numDeletedRowsPurged how many rows, deleted before by deletion vectors, are now out of the files
 * @param tasks how the new files of the committed tasks came about, in the order in which they were committed
 * @param layouts how the rows of the new files were ordered; empty if they are as read because nothing else was asked for
 * @param clustering what was done to the clustering of the files that were looked at; empty if rows were put into no order
 * @param warnings those of the plan
 * @param contentDigest what the rewritten rows sum up to, as 32 hexadecimal digits, if {@link Verification#CONTENT} proved it; the commits carry theirs
 *     in the metric {@code deltamaint.contentDigest}. Of rows that keep their order it depends on that order, so it is not comparable with {@link
 *     TableMaintenance#digest}
 * @param peakMemory the most memory for data that all tasks together had at the same time, without what {@linkplain MaintenanceContext.Builder#memoryLimit the limit} sets aside for
 *     open inputs; {@link OptimizePlan#forecast()} foretells it
 * @param spilled how much was written to the spill directory, which is empty again
 * @param elapsed how long it took
 */
public record OptimizeResult(
        List<Long> versions,
        FileMetrics filesAdded,
        FileMetrics filesRemoved,
        int partitionsOptimized,
        int totalConsideredFiles,
        int totalFilesSkipped,
        int numTasks,
        List<RewriteTask> droppedTasks,
        long numRecords,
        long numDeletionVectorsRemoved,
        long numDeletedRowsPurged,
        List<TaskResult> tasks,
        List<NewFileLayout> layouts,
        Optional<ClusteringChange> clustering,
        List<String> warnings,
        Optional<String> contentDigest,
        DataSize peakMemory,
        DataSize spilled,
        Duration elapsed) {

    /** Copies the lists. */
    public OptimizeResult {
        versions = List.copyOf(versions);
        droppedTasks = List.copyOf(droppedTasks);
        tasks = List.copyOf(tasks);
        layouts = List.copyOf(layouts);
        warnings = List.copyOf(warnings);
    }

    /** Whether there was nothing to do: no commit was written. */
    public boolean isNoOp() {
        return versions.isEmpty();
    }
}
