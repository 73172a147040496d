package io.github.deltamaint.vacuum;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.vacuum.internal.Backoff;
import io.github.deltamaint.vacuum.internal.PlannedVacuum;
import io.github.deltamaint.vacuum.internal.VacuumRun;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** What a vacuum would remove and why, and what it would keep. Immutable, made from one version of the table; it can carry itself out once. */
public final class VacuumPlan {
    private final DeltaLog log;
    private final VacuumSettings settings;
    private final Clock clock;
    private final Supplier<UUID> identities;
    private final Backoff backoff;
    private final PlannedVacuum planned;
    private final AtomicBoolean executed = new AtomicBoolean();

    VacuumPlan(
            DeltaLog log,
            VacuumSettings settings,
            Clock clock,
            Supplier<UUID> identities,
            Backoff backoff,
            PlannedVacuum planned) {
        this.log = log;
        this.settings = settings;
        this.clock = clock;
        this.identities = identities;
        this.backoff = backoff;
        this.planned = planned;
    }

    /** The version that was looked at. */
    public long readVersion() {
        return planned.snapshot().version();
    }

    /** Where the candidates come from. */
    public VacuumMode mode() {
        return settings.mode();
    }

    /** What was not needed since then may go. */
    public Instant cutoff() {
        return planned.cutoff();
    }

    /** The retention that counts: the one asked for, else the table's own. */
    public Duration retention() {
        return planned.retention();
    }

    /** What may go, sorted by path. Read from disk where it does not fit into memory, so it can be iterated as often as wanted, but has no random access. */
    public Iterable<Candidate> candidates() {
        return planned.candidates();
    }

    /** How many candidates there are: files and empty directories. */
    public long candidateCount() {
        return planned.candidates().files() + planned.candidates().directories();
    }

    /** How many of them are files. */
    public long filesToDelete() {
        return planned.candidates().files();
    }

    /** How many of them are empty directories. */
    public long directoriesToDelete() {
        return planned.candidates().directories();
    }

    /** The size of the files to delete together, as far as known. */
    public DataSize bytesToDelete() {
        return new DataSize(planned.candidates().bytes());
    }

    /** What stays, counted by reason. A vacuum from the log alone counts only what it looked at. */
    public List<KeptFiles> kept() {
        return planned.kept();
    }

    /** How many directories were looked at, the table's root included. */
    public long directoriesListed() {
        return planned.directories();
    }

    /** How many listings of data directories were asked for; each costs a request per thousand entries on most object stores. */
    public long listings() {
        return planned.listings();
    }

    /** How many commits were read one by one. */
    public long commitsRead() {
        return planned.commitsRead();
    }

    /**
     * The oldest version that this vacuum leaves readable, not counting versions that are kept by name or pinned. Earlier vacuums may have left less; see {@link
     * RetainedHistory}.
     */
    public OptionalLong firstVersionAfter() {
        return planned.firstVersion();
    }

    /** What the user should know before it is carried out. */
    public List<String> warnings() {
        return planned.warnings();
    }

    /** What carrying it out costs, in words. */
    public String cost() {
        return VacuumRun.cost(log.storage(), settings, planned);
    }

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return candidateCount() == 0;
    }

    /**
     * Removes the candidates, once.
     *
     * <p>The log is read again first, and again before each batch: what somebody needs by then stays. What cannot be removed is counted, and tried again by the next
     * run. If there is nothing to do no commit is written.
     *
     * @throws IllegalStateException if called a second time
     * @throws UnsafeRetentionException if the table's retention was raised meanwhile
     * @throws io.github.deltamaint.common.InvalidOperationException if the table is another one by now
     * @throws io.github.deltamaint.common.CommitConflictException if the start could not be committed; nothing was removed
     * @throws io.github.deltamaint.common.OperationCancelledException if cancelled; what is removed stays removed
     */
    public VacuumResult execute() {
        if (!executed.compareAndSet(false, true)) {
            throw new IllegalStateException("this plan was executed before; make a new one");
        }
        return new VacuumRun(this, log, settings, clock, identities, backoff, planned).run();
    }
}
