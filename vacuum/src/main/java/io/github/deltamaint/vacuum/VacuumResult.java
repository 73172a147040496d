package io.github.deltamaint.vacuum;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.storage.FailedDelete;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a vacuum did. Made by the library; components may be added.
 *
 * @param cutoff what was not needed since then went
 * @param mode where the candidates came from
 * @param versions the versions of the commits {@code VACUUM START} and {@code VACUUM END}; empty if there was nothing to do
 * @param filesDeleted how many files are gone, those that were gone before included
 * @param directoriesDeleted how many empty directories are gone
 * @param bytesDeleted the size of the files together, as far as known
 * @param filesKept how many candidates stayed because somebody needs them again since the plan was made
 * @param failureCount how many candidates could not be removed; the next run tries again
 * @param failures the first of them, at most {@value #SHOWN_FAILURES}
 * @param quarantineRun what to ask for to get the files back, if they were moved to quarantine
 * @param elapsed how long it took
 */
public record VacuumResult(
        Instant cutoff,
        VacuumMode mode,
        List<Long> versions,
        long filesDeleted,
        long directoriesDeleted,
        DataSize bytesDeleted,
        long filesKept,
        long failureCount,
        List<FailedDelete> failures,
        Optional<String> quarantineRun,
        Duration elapsed) {

    /** How many failures are told one by one. */
    public static final int SHOWN_FAILURES = 1000;

    /** Copies the lists. */
    public VacuumResult {
        versions = List.copyOf(versions);
        failures = List.copyOf(failures);
    }

    /** Whether there was nothing to do: nothing was deleted and no commit was written. */
    public boolean isNoOp() {
        return versions.isEmpty();
    }
}
