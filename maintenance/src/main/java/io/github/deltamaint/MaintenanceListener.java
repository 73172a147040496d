package io.github.deltamaint;

import io.github.deltamaint.vacuum.VacuumPlan;

/**
 * Is told what an operation is doing. Every method does nothing by default.
 *
 * <p>Each start of a rewrite is followed by exactly one finish or failure of it. A commit may be started more than once, a conflict between, and ends in
 * one finish or failure. Calls may come from several threads. A listener returns quickly; what it throws is logged and changes nothing.
 */
public interface MaintenanceListener {

    /** OPTIMIZE, auto compaction or a purge knows what it will do. */
    default void optimizePlanned(OptimizePlan plan) {}

    /** The rewrite of a task begins. */
    default void rewriteStarted(RewriteTask task) {}

    /**
     * A rewrite has come further.
     *
     * @param task the task
     * @param inputBytesDone the bytes of its input that are done, out of {@link RewriteTask#inputSize()}
     */
    default void rewriteProgress(RewriteTask task, long inputBytesDone) {}

    /** A task is written and verified; it is not committed yet. */
    default void rewriteFinished(RewriteTask task, FileMetrics added) {}

    /** A task failed or was cancelled; what it wrote is deleted. */
    default void rewriteFailed(RewriteTask task, Exception cause) {}

    /** While VACUUM looks at the store: so much has been listed. */
    default void vacuumListed(long files, long directories) {}

    /** VACUUM knows what it will remove. */
    default void vacuumPlanned(VacuumPlan plan) {}

    /** VACUUM has removed so many of {@link VacuumPlan#candidateCount()} files and directories, and so many bytes. */
    default void vacuumRemoved(long files, long bytes) {}

    /** A commit is being tried. */
    default void commitStarted(long attemptedVersion, int attempt) {}

    /** Another writer was first; the commit is tried again at a later version if nothing that it needs was touched. */
    default void commitConflict(long winningVersion) {}

    /** A commit is done. */
    default void commitFinished(long version) {}

    /** A checkpoint was due after a commit and is written. */
    default void checkpointFinished(long version) {}

    /** A checkpoint was due after a commit and failed. The commit stands, and readers need a little longer. */
    default void checkpointFailed(long version, Throwable cause) {}

    /** No commit was possible. */
    default void commitFailed(Exception cause) {}
}
