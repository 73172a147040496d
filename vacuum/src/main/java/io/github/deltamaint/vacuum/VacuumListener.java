package io.github.deltamaint.vacuum;

import io.github.deltamaint.log.CommitListener;

/**
 * Hears how a vacuum goes on, and its two commits. Calls may come from several threads, one at a time; one that throws is logged and changes nothing.
 */
public interface VacuumListener extends CommitListener {

    /** A listener that does nothing. */
    VacuumListener NONE = new VacuumListener() {};

    /** So much of the table has been listed. */
    default void listed(long files, long directories) {}

    /** The plan is made, and will be carried out. */
    default void planned(VacuumPlan plan) {}

    /**
     * So much is gone, or moved to quarantine.
     *
     * @param files how many files and directories, of {@link VacuumPlan#candidateCount()}
     * @param bytes their size together
     */
    default void removed(long files, long bytes) {}

    /** One of the commits was not possible. */
    default void commitFailed(Exception cause) {}
}
