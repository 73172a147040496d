package io.github.deltamaint.internal.plan;

import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionValues;
import java.util.List;

/**
 * A task together with what it takes to carry it out.
 *
 * @param task what the user sees
 * @param inputs the files as the log has them, in the order of {@link RewriteTask#inputPaths()}
 * @param partition their partition values, in the spelling of the first input
 * @param plannedSize the size that the output was planned for, in bytes
 */
public record PlannedTask(RewriteTask task, List<AddFile> inputs, PartitionValues partition, long plannedSize) {

    /** Copies the list. */
    public PlannedTask {
        inputs = List.copyOf(inputs);
    }
}
