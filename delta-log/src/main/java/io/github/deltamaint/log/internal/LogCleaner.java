package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.log.LogCleanupResult;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.log.TablePins;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what no version inside {@code delta.logRetentionDuration} needs (PROTOCOL.md, "Metadata Cleanup").
 *
 * <p>The version that was current at the cutoff, or an older one that is pinned, is the oldest one that must stay readable. Everything before the newest checkpoint at or before it may go, once that
 * checkpoint has been read through; its own commit and all later ones stay. Without such a checkpoint nothing goes.
 */
final class LogCleaner {
    private static final Logger LOG = LoggerFactory.getLogger(LogCleaner.class);
    private static final String SIDECARS = "_sidecars";
    private static final Duration YOUNGEST_SIDECAR = Duration.ofDays(1);

    private final LogReader reader;
    private final LogDirectory directory;
    private final ReplayedSnapshot snapshot;
    private final Instant cutoff;
    private final Instant sidecarCutoff;
    private final LongConsumer pointTo;
    private final List<Pin> pins;

    /**
     * Cleans up the log of a table.
     *
     * @param snapshot its latest version
     * @param pointTo makes {@code _last_checkpoint} name the checkpoint of a version, unless it names a later one
     */
    LogCleaner(LogReader reader, LogDirectory directory, ReplayedSnapshot snapshot, Clock clock, LongConsumer pointTo) {
        this.reader = reader;
        this.pointTo = pointTo;
        this.directory = directory;
        this.snapshot = snapshot;
        this.cutoff = midnight(clock.instant().minus(retention()));
        Instant aDayAgo = midnight(clock.instant().minus(YOUNGEST_SIDECAR));
        this.pins = new TablePins(reader.storage(), reader.table()).inForce(clock.instant());
        this.sidecarCutoff = cutoff.isBefore(aDayAgo) ? cutoff : aDayAgo;
    }

    private Duration retention() {
        try {
            return snapshot.properties().logRetention();
        } catch (InvalidPropertyException e) {
            throw reader.invalid(e);
        }
    }

    private static Instant midnight(Instant time) {
        return time.truncatedTo(ChronoUnit.DAYS);
    }

    /** What may go. */
    LogCleanupPlan plan() {
        List<LogFile> files = directory.list(0, Long.MAX_VALUE);
        List<LogFile> commits = files.stream()
                .filter(file -> file.name().kind() == LogFileName.Kind.COMMIT
                        && file.name().version() <= snapshot.version())
                .toList();
        OptionalLong oldestNeeded = oldestNeeded(commits);
        if (oldestNeeded.isEmpty()) {
            return nothing("every version is younger than " + cutoff);
        }
        long needed = pins.stream().mapToLong(Pin::version).reduce(oldestNeeded.getAsLong(), Math::min);
        for (CheckpointCandidate candidate : candidates(files, commits, needed)) {
            LogCleanupPlan plan = plan(files, candidate.version());
            // It is read only where something depends on it.
            if (plan.isEmpty() || isSound(candidate)) {
                return plan;
            }
        }
        return nothing("there is no sound checkpoint, with its commit and all later ones, at version " + needed
                + " or before, which "
                + (needed < oldestNeeded.getAsLong() ? "is pinned" : "was current at " + cutoff));
    }

    private LogCleanupPlan nothing(String reason) {
        return new LogCleanupPlan(
                snapshot.version(), cutoff, OptionalLong.empty(), List.of(), DataSize.ofBytes(0), Optional.of(reason));
    }

    /**
     * The version that was current at the cutoff: by the times that users travel by, and by the times of the files made increasing, whichever is older. The latter is what
     * other engines clean up by.
     */
    private OptionalLong oldestNeeded(List<LogFile> commits) {
        OptionalInt recorded = snapshot.commitTimes().newestAt(commits, cutoff);
        long time = Long.MIN_VALUE;
        int byFiles = -1;
        for (int i = 0; i < commits.size(); i++) {
            long ofFile = commits.get(i).status().modificationTimeMillis();
            time = i == 0 ? ofFile : Math.max(ofFile, time + 1);
            if (time > cutoff.toEpochMilli()) {
                break;
            }
            byFiles = i;
        }
        if (recorded.isEmpty() || byFiles < 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                commits.get(Math.min(recorded.getAsInt(), byFiles)).name().version());
    }

    /** The checkpoints at or before a version whose commit and all later ones are there, the newest first. */
    private List<CheckpointCandidate> candidates(List<LogFile> files, List<LogFile> commits, long newest) {
        long firstOfUnbroken = snapshot.version() + 1;
        for (int i = commits.size() - 1; i >= 0 && commits.get(i).name().version() == firstOfUnbroken - 1; i--) {
            firstOfUnbroken--;
        }
        long oldest = firstOfUnbroken;
        return CheckpointCandidate.among(files).stream()
                .filter(candidate -> candidate.version() <= newest && candidate.version() >= oldest)
                .toList();
    }

    /** Reads all of it: once the commits before it are gone, nothing replaces it. */
    private boolean isSound(CheckpointCandidate candidate) {
        try {
            Segment alone = new Segment(candidate.version(), candidate, List.of(), List.of(), Optional.empty());
            ReplayedSnapshot read = snapshot.reopened(alone, Checkpoint.open(reader, candidate));
            read.forEachActiveFile(FileProjection.WITH_STATS, file -> {});
            return true;
        } catch (CorruptTableException e) {
            return false;
        }
    }

    private LogCleanupPlan plan(List<LogFile> files, long firstKept) {
        List<FileStatus> replayed = new ArrayList<>();
        List<FileStatus> checkpoints = new ArrayList<>();
        for (LogFile file : files) {
            long version = file.name().version();
            // A compaction is of use only to those who replay all commits that it covers.
            boolean goes =
                    file.name().kind() == LogFileName.Kind.COMPACTION ? version <= firstKept : version < firstKept;
            if (goes) {
                (file.name().isCheckpoint() ? checkpoints : replayed).add(file.status());
            }
        }
        Map<String, FileStatus> going = new LinkedHashMap<>();
        // A checkpoint without the commits after it is of no use, but a commit without a checkpoint before it may be.
        replayed.forEach(file -> going.put(file.name(), file));
        checkpoints.forEach(file -> going.put(file.name(), file));
        sidecars(files, firstKept).forEach(file -> going.put(SIDECARS + "/" + file.name(), file));
        if (going.isEmpty()) {
            return nothing("the log begins with the checkpoint of version " + firstKept + ", which versions since "
                    + cutoff + " need");
        }
        return new LogCleanupPlan(
                snapshot.version(),
                cutoff,
                OptionalLong.of(firstKept),
                List.copyOf(going.keySet()),
                DataSize.ofBytes(
                        going.values().stream().mapToLong(FileStatus::size).sum()),
                Optional.empty());
    }

    /** The sidecars that no checkpoint names which stays; none if that cannot be found out. */
    private List<FileStatus> sidecars(List<LogFile> files, long firstKept) {
        List<FileStatus> old = new ArrayList<>();
        for (FileStatus file : listed()) {
            if (!file.isDirectory() && file.modificationTimeMillis() < sidecarCutoff.toEpochMilli()) {
                old.add(file);
            }
        }
        if (old.isEmpty()) {
            return old;
        }
        Set<String> named = new HashSet<>();
        for (CheckpointCandidate candidate : CheckpointCandidate.among(files)) {
            if (candidate.version() >= firstKept) {
                try {
                    named.addAll(Checkpoint.open(reader, candidate).sidecarNames());
                } catch (CorruptTableException e) {
                    return List.of();
                }
            }
        }
        old.removeIf(file -> named.contains(file.name()));
        return old;
    }

    private List<FileStatus> listed() {
        String sidecars = directory.path(SIDECARS);
        List<FileStatus> all = new ArrayList<>();
        try (FileListing listing = reader.storage().list(sidecars, "")) {
            for (FileStatus file = listing.next(); file != null; file = listing.next()) {
                all.add(file);
            }
            return all;
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new StorageException(reader.table().root(), "list", sidecars, e);
        }
    }

    /** Deletes what may go. */
    LogCleanupResult clean() {
        LogCleanupPlan plan = plan();
        if (plan.isEmpty()) {
            return new LogCleanupResult(OptionalLong.empty(), 0, DataSize.ofBytes(0), List.of());
        }
        keepHintTrue(plan.firstKeptVersion().getAsLong());
        List<String> failed = new ArrayList<>();
        for (List<String> batch : batches(plan.files())) {
            for (FailedDelete failure : reader.storage().deleteAll(batch)) {
                LOG.warn("{}: {} cannot be deleted", reader.table(), failure.path(), failure.cause());
                failed.add(reader.shown(failure.path()).substring("_delta_log/".length()));
            }
        }
        return new LogCleanupResult(plan.firstKeptVersion(), plan.files().size() - failed.size(), plan.size(), failed);
    }

    /** Some readers fail on a {@code _last_checkpoint} whose checkpoint is gone. */
    private void keepHintTrue(long firstKept) {
        if (isOld(directory.checkpointHint(), firstKept)) {
            pointTo.accept(firstKept);
            if (isOld(directory.checkpointHint(), firstKept)) {
                throw new InvalidOperationException(
                        reader.table().root(),
                        LogDirectory.HINT
                                + " names a checkpoint that would be deleted and cannot be changed. Nothing was deleted");
            }
        }
    }

    private static boolean isOld(OptionalLong hint, long firstKept) {
        return hint.isPresent() && hint.getAsLong() < firstKept;
    }

    /** The paths in the order of the plan: commits, checkpoints, sidecars; stores may delete one batch in any order. */
    private List<List<String>> batches(List<String> names) {
        List<List<String>> batches = new ArrayList<>();
        int previous = -1;
        for (String name : names) {
            LogFileName parsed = LogFileName.parse(name);
            int kind = parsed == null ? 2 : parsed.isCheckpoint() ? 1 : 0;
            if (kind != previous) {
                batches.add(new ArrayList<>());
                previous = kind;
            }
            batches.get(batches.size() - 1).add(directory.path(name));
        }
        return batches;
    }
}
