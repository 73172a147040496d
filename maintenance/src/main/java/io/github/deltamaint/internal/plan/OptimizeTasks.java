package io.github.deltamaint.internal.plan;

import io.github.deltamaint.SkippedFiles;
import io.github.deltamaint.common.DataSize;
import java.util.List;
import java.util.Optional;

/**
 * What {@link OptimizePlanner} found.
 *
 * @param tasks what to rewrite
 * @param skipped what to leave alone
 * @param targetFileSize the size that files should have
 * @param layout how new files are laid out
 * @param consideredFiles how many files were looked at
 * @param cluster the order in which rows are put, if in any
 * @param warnings what the user should know
 */
public record OptimizeTasks(
        List<PlannedTask> tasks,
        List<SkippedFiles> skipped,
        DataSize targetFileSize,
        WantedLayout layout,
        int consideredFiles,
        Optional<ClusterPlan> cluster,
        List<String> warnings) {

    /** Copies the lists. */
    public OptimizeTasks {
        tasks = List.copyOf(tasks);
        skipped = List.copyOf(skipped);
        warnings = List.copyOf(warnings);
    }
}
