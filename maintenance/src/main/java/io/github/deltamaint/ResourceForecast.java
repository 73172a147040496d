package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.util.List;

/**
 * What carrying out a plan will take, by what the footers of the files to rewrite say. The real figures are in {@link OptimizeResult} and {@link TaskResult}. They are smaller, or as large,
 * unless new files take less than half of the bytes per row of the old ones and row groups get more rows for that. Made by the library; components may be added.
 *
 * <p>Memory is what is taken of three quarters of {@linkplain MaintenanceContext.Builder#memoryLimit the limit} for data in work. A quarter is set aside for open inputs in any case. Never is more taken
 * than there is: tasks wait for each other, or spill.
 *
 * @param peakMemory all tasks at the same time, as many as there are threads for
 * @param spilled what all tasks write to the spill directory
 * @param tasks each task by itself, in the order of {@link OptimizePlan#tasks()}
 */
public record ResourceForecast(DataSize peakMemory, DataSize spilled, List<Task> tasks) {

    /** Copies the list. */
    public ResourceForecast {
        tasks = List.copyOf(tasks);
    }

    /**
     * What one task will take.
     *
     * @param index the {@linkplain RewriteTask#index() task}
     * @param peakMemory with all threads that may help it
     * @param spilled what it writes to the spill directory; nothing if its rows stay in their order or fit into memory
     */
    public record Task(int index, DataSize peakMemory, DataSize spilled) {}
}
