package io.github.deltamaint;

import io.github.deltamaint.common.DeltaMaintenanceException;
import org.jspecify.annotations.Nullable;

/**
 * A task could not be carried out, or what it wrote is not what it read. Nothing of it was committed, and what it wrote is deleted as far as the
 * store allows.
 */
public final class RewriteFailedException extends DeltaMaintenanceException {
    private final RewriteTask task;

    /**
     * Names the task and the problem.
     *
     * @param tablePath the root of the table
     * @param task the task
     * @param problem what was expected, what was found and what to do
     * @param cause what made it fail, if something did
     */
    public RewriteFailedException(String tablePath, RewriteTask task, String problem, @Nullable Throwable cause) {
        super(tablePath, "task " + task.index() + " of OPTIMIZE failed: " + problem, cause);
        this.task = task;
    }

    /** The task. */
    public RewriteTask task() {
        return task;
    }
}
