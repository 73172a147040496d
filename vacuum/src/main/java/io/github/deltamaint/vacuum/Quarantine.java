package io.github.deltamaint.vacuum;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.vacuum.internal.QuarantineKeeper;
import java.time.Instant;
import java.util.List;

/**
 * What vacuums of one table have moved aside instead of deleting it, in the folder {@code _delta_maintenance/quarantine} of the table. Safe for use by several
 * threads, but not for restoring and purging the same run at the same time.
 *
 * <p>Every method may throw {@link io.github.deltamaint.common.StorageException}, and {@link io.github.deltamaint.common.CorruptTableException} if a manifest cannot be
 * understood.
 */
public final class Quarantine {
    private final QuarantineKeeper keeper;

    private Quarantine(QuarantineKeeper keeper) {
        this.keeper = keeper;
    }

    /** The quarantine of a table; nothing is read yet. */
    public static Quarantine of(DeltaLog log) {
        return new Quarantine(new QuarantineKeeper(requireNonNull(log, "log")));
    }

    /** The runs that have something in quarantine, oldest first. */
    public List<QuarantineRun> runs() {
        return keeper.runs();
    }

    /**
     * Puts the files of a run back to where they were. A file whose place is taken by now stays in quarantine and counts as a failure. A run that is back in full is gone from
     * {@link #runs()}. Doing it again after it was cut short finishes it.
     *
     * @param run the name of the run
     * @param cancellation stops it
     * @throws io.github.deltamaint.common.InvalidOperationException if there is no such run
     * @throws io.github.deltamaint.common.OperationCancelledException if cancelled; what is back stays
     */
    public QuarantineResult restore(String run, CancellationToken cancellation) {
        return keeper.restore(run, cancellation);
    }

    /**
     * Deletes for good what runs before a time moved aside.
     *
     * @param olderThan runs of this time and later stay
     * @param cancellation stops it
     * @throws io.github.deltamaint.common.OperationCancelledException if cancelled; what is deleted stays deleted
     */
    public QuarantineResult purge(Instant olderThan, CancellationToken cancellation) {
        return keeper.purge(olderThan, cancellation);
    }
}
