package io.github.deltamaint.internal.rewrite;

/** Is given finished tasks, on the thread of the run. */
interface FinishedTasks {
    /** A task that can be committed. */
    void rewritten(RewrittenTask task);

    /** A task that finished after another had failed. */
    void abandoned(RewrittenTask task);
}
