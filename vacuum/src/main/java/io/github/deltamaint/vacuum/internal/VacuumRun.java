package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.TablePins;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.vacuum.QuarantineRun;
import io.github.deltamaint.vacuum.UnsafeRetentionException;
import io.github.deltamaint.vacuum.VacuumPlan;
import io.github.deltamaint.vacuum.VacuumResult;
import io.github.deltamaint.vacuum.VacuumSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One vacuum from its plan to its result: says in the log that it begins, removes, says that it is done. */
public final class VacuumRun {
    private static final Logger LOG = LoggerFactory.getLogger(VacuumRun.class);

    private final VacuumPlan plan;
    private final DeltaLog log;
    private final VacuumSettings settings;
    private final Clock clock;
    private final Supplier<UUID> identities;
    private final Backoff backoff;
    private final PlannedVacuum planned;
    private final TablePath table;
    private final Storage storage;
    private final SafeListener listener;
    private final Instant started;
    private final List<Long> versions = new ArrayList<>();

    /** Prepares a run; nothing happens yet. */
    public VacuumRun(
            VacuumPlan plan,
            DeltaLog log,
            VacuumSettings settings,
            Clock clock,
            Supplier<UUID> identities,
            Backoff backoff,
            PlannedVacuum planned) {
        this.plan = plan;
        this.log = log;
        this.settings = settings;
        this.clock = clock;
        this.identities = identities;
        this.backoff = backoff;
        this.planned = planned;
        this.table = log.tablePath();
        this.storage = log.storage();
        this.listener = new SafeListener(settings.listener());
        this.started = clock.instant();
    }

    /** What carrying out a plan costs. */
    public static String cost(Storage storage, VacuumSettings settings, PlannedVacuum planned) {
        long files = planned.candidates().files();
        DataSize size = new DataSize(planned.candidates().bytes());
        if (!settings.quarantine()) {
            return "deletes " + files + " files (" + size + ")";
        }
        return storage.movesByCopying()
                ? "copies " + files + " files (" + size
                        + ") to quarantine, because the store cannot rename; they take room until they are purged"
                : "renames " + files + " files (" + size + ") to quarantine; they take room until they are purged";
    }

    /** Removes what the plan says. */
    public VacuumResult run() {
        listener.planned(plan);
        if (plan.isEmpty()) {
            note(planned.vacuumedUpTo());
            return result(Optional.empty(), Optional.empty());
        }
        Snapshot current = current();
        LogTail tail = tail();
        Optional<String> run = settings.quarantine()
                ? Optional.of(QuarantineFolder.newRun(started, identities.get()))
                : Optional.empty();
        versions.add(commit(current, start(run)));
        FileRemover remover = new FileRemover(
                gate(tail),
                removal(run),
                Planning.concurrency(settings, table),
                backoff,
                settings.cancellation()::isCancelled,
                listener);
        boolean completed = false;
        try {
            run.ifPresent(this::beginQuarantine);
            remover.remove(planned.candidates());
            completed = true;
        } catch (CancellationException e) {
            throw new OperationCancelledException(
                    table.root(),
                    versions,
                    remover.files(),
                    "VACUUM was cancelled after it had removed " + remover.files()
                            + " files; run it again for the others");
        } finally {
            end(completed, remover);
        }
        note(vacuumedUpTo(remover));
        return result(run, Optional.of(remover));
    }

    /** The table as it is now; what was planned must still be allowed. */
    private Snapshot current() {
        Snapshot current = log.snapshot();
        if (!current.metadata().id().equals(planned.snapshot().metadata().id())
                || current.version() < planned.snapshot().version()) {
            throw new InvalidOperationException(
                    table.root(),
                    "the table was replaced by another one since the vacuum was planned. Nothing was removed; plan again");
        }
        DeltaLog.requireAllowed(current, TableOperation.VACUUM, settings.accepted());
        Duration needed = Planning.tableRetention(current);
        if (planned.retention().compareTo(needed) < 0
                && settings.unsafeRetentionReason().isEmpty()) {
            throw new UnsafeRetentionException(table.root(), planned.retention(), needed);
        }
        if (!current.metadata()
                .partitionColumns()
                .equals(planned.snapshot().metadata().partitionColumns())) {
            throw new InvalidOperationException(
                    table.root(),
                    "the partition columns of the table have changed since the vacuum was planned. Nothing was removed; plan again");
        }
        return current;
    }

    /** What was committed and pinned since the plan was made. */
    private LogTail tail() {
        LogTail tail = new LogTail(
                log,
                new LogFiles(table),
                new Links(storage, table),
                planned.snapshot().version());
        for (Pin pin : new TablePins(storage, table).inForce(clock.instant())) {
            if (!planned.pins().contains(pin)) {
                tail.keepVersion(pin.version());
            }
        }
        tail.catchUp();
        return tail;
    }

    private static FileRemover.Gate gate(LogTail tail) {
        return batch -> {
            synchronized (tail) {
                tail.catchUp();
                return batch.stream()
                        .filter(candidate -> candidate.isDirectory() || !tail.isNeeded(candidate.path()))
                        .toList();
            }
        };
    }

    private FileRemover.Removal removal(Optional<String> run) {
        PathRules rules = new PathRules(planned.snapshot().metadata().partitionColumns());
        Removals removals = new Removals(storage, table, rules, new Links(storage, table));
        return run.isPresent() ? removals.moving(QuarantineFolder.filesOf(run.get())) : removals.deletion();
    }

    private void beginQuarantine(String run) {
        new QuarantineFolder(storage, table)
                .begin(
                        new QuarantineRun(
                                run,
                                started,
                                planned.snapshot().version(),
                                planned.candidates().files(),
                                new DataSize(planned.candidates().bytes())),
                        planned.candidates());
    }

    private CommitInfo start(Optional<String> run) {
        CommitInfo.Builder info = info("VACUUM START")
                .parameter(
                        "retentionCheckEnabled",
                        settings.unsafeRetentionReason().isEmpty())
                .parameter("defaultRetentionMillis", planned.tableRetention().toMillis());
        settings.retention().ifPresent(retention -> info.parameter("specifiedRetentionMillis", millis(retention)));
        settings.unsafeRetentionReason().ifPresent(reason -> info.parameter("unsafeRetentionReason", reason));
        run.ifPresent(name -> info.parameter("quarantineRun", name));
        return info.metric("numFilesToDelete", plan.candidateCount())
                .metric("sizeOfDataToDelete", planned.candidates().bytes())
                .build();
    }

    private static long millis(Duration retention) {
        try {
            return retention.toMillis();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    private CommitInfo.Builder info(String operation) {
        return CommitInfo.of(operation)
                .isolationLevel("SnapshotIsolation")
                .blindAppend(true)
                .userMetadata(settings.userMetadata())
                .engineInfo(settings.engineInfo());
    }

    private long commit(Snapshot snapshot, CommitInfo info) {
        try {
            return log.startTransaction(snapshot, TableOperation.VACUUM, settings.accepted())
                    .listener(listener)
                    .commit(CommitRequest.of(info, List.of()))
                    .version();
        } catch (RuntimeException e) {
            listener.commitFailed(e);
            throw e;
        }
    }

    /** Says how it went. The files are gone whether this can be said or not, so a failure to say so is only logged. */
    private void end(boolean completed, FileRemover remover) {
        CommitInfo.Builder info = info("VACUUM END").parameter("status", completed ? "COMPLETED" : "FAILED");
        if (completed) {
            info.metric("numDeletedFiles", remover.files() + remover.directories())
                    .metric("numVacuumedDirectories", planned.directories());
        }
        try {
            versions.add(commit(log.snapshot(), info.build()));
        } catch (RuntimeException e) {
            LOG.warn("{}: the end of the vacuum could not be committed; what was removed is removed", table, e);
        }
    }

    private OptionalLong vacuumedUpTo(FileRemover remover) {
        if (planned.vacuumedUpTo().isEmpty() || remover.heldBack() == Long.MAX_VALUE) {
            return planned.vacuumedUpTo();
        }
        long upTo = Math.min(planned.vacuumedUpTo().getAsLong(), remover.heldBack() - 1);
        return upTo < 0 ? OptionalLong.empty() : OptionalLong.of(upTo);
    }

    private void note(OptionalLong upTo) {
        LastVacuumInfo info = new LastVacuumInfo(storage, table);
        if (upTo.isPresent() && upTo.getAsLong() > info.read().orElse(-1)) {
            info.write(upTo);
        }
    }

    private VacuumResult result(Optional<String> run, Optional<FileRemover> remover) {
        return new VacuumResult(
                planned.cutoff(),
                settings.mode(),
                versions,
                remover.map(FileRemover::files).orElse(0L),
                remover.map(FileRemover::directories).orElse(0L),
                new DataSize(remover.map(FileRemover::bytes).orElse(0L)),
                remover.map(FileRemover::kept).orElse(0L),
                remover.map(FileRemover::failureCount).orElse(0L),
                remover.map(FileRemover::failures).orElse(List.of()),
                run,
                Duration.between(started, clock.instant()));
    }
}
