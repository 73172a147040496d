package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.ChecksumReport;
import io.github.deltamaint.log.CommitListener;
import io.github.deltamaint.log.CommitResult;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.HistoryEntry;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.log.LogCleanupResult;
import io.github.deltamaint.log.LogCoverage;
import io.github.deltamaint.log.LogProblem;
import io.github.deltamaint.log.NewTable;
import io.github.deltamaint.log.RefusalRule;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.Transaction;
import io.github.deltamaint.log.VersionTime;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The log of a table in a storage. */
public final class TableLog implements DeltaLog {
    /** A version checksum file lists few files, if any. */
    private static final long MAX_CHECKSUM_BYTES = 64 << 20;

    private final LogReader reader;
    private final LogDirectory directory;
    private final Clock clock;
    private final Supplier<UUID> identities;

    /** Checkpoint files that turned out damaged, with length and time, so that one that is written anew gets another chance. */
    private final Set<FileStatus> damaged = ConcurrentHashMap.newKeySet();

    /** See {@link DeltaLog#forTable(Storage, String, Clock, Supplier)}. */
    public TableLog(Storage storage, TablePath table, Clock clock, Supplier<UUID> identities) {
        this.reader = new LogReader(storage, table);
        this.directory = new LogDirectory(storage, table);
        this.clock = clock;
        this.identities = identities;
    }

    @Override
    public TablePath tablePath() {
        return reader.table();
    }

    @Override
    public Storage storage() {
        return reader.storage();
    }

    @Override
    public Snapshot snapshot() {
        return load(OptionalLong.empty());
    }

    @Override
    public Snapshot snapshotAt(long version) {
        return load(OptionalLong.of(version));
    }

    @Override
    public Snapshot snapshotAt(Instant timestamp) {
        CommitTimes times = load(OptionalLong.empty()).commitTimes();
        List<LogFile> commits = commits();
        OptionalInt newest = times.newestAt(commits, timestamp);
        if (newest.isEmpty()) {
            throw new InvalidOperationException(
                    reader.table().root(),
                    "there is no version of " + timestamp + " or before: the oldest one that the log has is "
                            + (commits.isEmpty()
                                    ? "in a checkpoint only"
                                    : "of "
                                            + times.of(commits.subList(0, 1))
                                                    .get(0)
                                                    .timestamp()));
        }
        return snapshotAt(commits.get(newest.getAsInt()).name().version());
    }

    /**
     * Loads a version. A damaged checkpoint is left aside for an older one or the commits, a damaged compaction for the commits that it covers; if
     * those are gone, the damage is the error.
     */
    private ReplayedSnapshot load(OptionalLong target) {
        boolean withCompactions = true;
        CorruptTableException damage = null;
        while (true) {
            Segment segment;
            try {
                segment = new SegmentBuilder(reader, directory, damaged, withCompactions).build(target);
            } catch (CorruptTableException e) {
                throw damage == null ? e : irreplaceable(damage, e);
            }
            try {
                return open(segment);
            } catch (DamagedCheckpointException e) {
                damage = e.damage();
                damaged.addAll(e.candidate().files());
            } catch (CorruptTableException e) {
                if (!withCompactions || !segment.usesCompactions()) {
                    throw e;
                }
                damage = e;
                withCompactions = false;
            }
        }
    }

    private CorruptTableException irreplaceable(CorruptTableException damage, CorruptTableException gap) {
        String problem =
                String.valueOf(damage.getMessage()).substring(damage.tablePath().length() + 2);
        CorruptTableException error = new CorruptTableException(
                damage.tablePath(),
                damage.file(),
                damage.version(),
                problem + ", and nothing replaces it: " + gap.file() + " is missing",
                damage);
        error.addSuppressed(gap);
        return error;
    }

    ReplayedSnapshot open(Segment segment) {
        try {
            DeltaReplay newer = DeltaReplay.of(reader, segment);
            Checkpoint checkpoint = segment.checkpoint() == null ? null : open(segment.checkpoint());
            SnapshotState state = newer.state();
            if (checkpoint != null) {
                state.addOlder(checkpoint.state());
            }
            Protocol protocol = state.protocol();
            Metadata metadata = state.metadata();
            if (protocol == null || metadata == null) {
                throw missing(segment, protocol == null ? "protocol" : "metaData");
            }
            TableDescription table = TableDescription.of(reader.table(), protocol, metadata, segment.version());
            return new ReplayedSnapshot(
                    reader,
                    segment,
                    newer,
                    checkpoint,
                    state,
                    table,
                    clock.instant(),
                    candidate -> damaged.addAll(candidate.files()));
        } catch (CorruptTableException e) {
            requireReadable(segment);
            throw e;
        }
    }

    private Checkpoint open(CheckpointCandidate candidate) {
        try {
            return Checkpoint.open(reader, candidate);
        } catch (CorruptTableException e) {
            throw new DamagedCheckpointException(candidate, e);
        }
    }

    private CorruptTableException missing(Segment segment, String action) {
        return new CorruptTableException(
                reader.table().root(),
                "_delta_log",
                OptionalLong.of(segment.version()),
                "the log up to version " + segment.version() + " has no " + action + " action",
                null);
    }

    /**
     * What looks broken may be what a newer protocol allows; then that is the error to tell. The protocol is looked for alone, with nothing else interpreted.
     */
    private void requireReadable(Segment segment) {
        List<LogFile> deltas = segment.deltas();
        for (int i = deltas.size() - 1; i >= 0; i--) {
            Protocol protocol = null;
            try (LogReader.Actions actions =
                    reader.actions(deltas.get(i).status(), segment.version(), EnumSet.of(ActionKind.PROTOCOL), false)) {
                while (actions.hasNext()) {
                    protocol = (Protocol) actions.next();
                }
            } catch (CorruptTableException e) {
                return;
            }
            if (protocol != null) {
                TableDescription.requireReadable(reader.table(), protocol, segment.version());
                return;
            }
        }
    }

    private List<LogFile> commits() {
        return directory.list(0, Long.MAX_VALUE).stream()
                .filter(file -> file.name().kind() == LogFileName.Kind.COMMIT)
                .toList();
    }

    @Override
    public List<HistoryEntry> history(int limit) {
        if (limit <= 0) {
            throw new IllegalArgumentException("limit must be positive but was " + limit);
        }
        CommitTimes times = load(OptionalLong.empty()).commitTimes();
        List<LogFile> commits = commits();
        Map<Long, Instant> fileTimes = fileTimes(commits, times);
        List<HistoryEntry> entries = new ArrayList<>();
        for (int i = commits.size() - 1; i >= 0 && entries.size() < limit; i--) {
            HistoryEntry entry = entry(commits.get(i), times, fileTimes);
            if (entry != null) {
                entries.add(entry);
            }
        }
        return List.copyOf(entries);
    }

    /** The times of the versions that do not record theirs; they depend on each other. */
    private static Map<Long, Instant> fileTimes(List<LogFile> commits, CommitTimes times) {
        Map<Long, Instant> byVersion = new HashMap<>();
        times.of(commits.stream()
                        .filter(commit -> !times.isRecorded(commit.name().version()))
                        .toList())
                .forEach(time -> byVersion.put(time.version(), time.timestamp()));
        return byVersion;
    }

    /** Null if the commit was cleaned up since it was listed. */
    private @Nullable HistoryEntry entry(LogFile commit, CommitTimes times, Map<Long, Instant> fileTimes) {
        long version = commit.name().version();
        try {
            Instant time = fileTimes.get(version);
            return new HistoryEntry(
                    version,
                    time == null ? Instant.ofEpochMilli(times.recordedTime(commit)) : time,
                    ReplayedSnapshot.readCommitInfo(reader, commit.status(), version));
        } catch (CorruptTableException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return null;
            }
            throw e;
        }
    }

    @Override
    public List<VersionTime> versions() {
        CommitTimes times = load(OptionalLong.empty()).commitTimes();
        return List.copyOf(times.of(commits()));
    }

    @Override
    public CloseableIterator<Action> actions(long version) {
        return actions(version, EnumSet.allOf(ActionKind.class), true);
    }

    @Override
    public CloseableIterator<Action> actions(long version, Set<ActionKind> wanted, boolean withStats) {
        Optional<FileStatus> commit = commit(version);
        if (commit.isEmpty()) {
            throw new InvalidOperationException(
                    reader.table().root(), "the log does not have the commit of version " + version);
        }
        return reader.actions(commit.get(), version, wanted, withStats);
    }

    @Override
    public boolean hasCommit(long version) {
        return commit(version).isPresent();
    }

    private Optional<FileStatus> commit(long version) {
        return version < 0 ? Optional.empty() : file(LogFileName.commit(version));
    }

    private Optional<FileStatus> file(String name) {
        String path = directory.path(name);
        try {
            return Optional.of(reader.storage().status(path)).filter(status -> !status.isDirectory());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new StorageException(reader.table().root(), "look for", path, e);
        }
    }

    @Override
    public LogCoverage coverage(Snapshot snapshot) {
        return new ListedLog(directory.list(0, Long.MAX_VALUE), own(snapshot).commitTimes());
    }

    @Override
    public Optional<ChecksumReport> compareChecksum(Snapshot snapshot) {
        ReplayedSnapshot replayed = own(snapshot);
        Optional<FileStatus> file = file(LogFileName.checksum(snapshot.version()));
        if (file.isEmpty()) {
            return Optional.empty();
        }
        String shown = reader.shown(file.get().path());
        long size = file.get().size();
        if (size > MAX_CHECKSUM_BYTES) {
            return Optional.of(new ChecksumReport(shown, List.of("it has " + size + " bytes, which is no checksum")));
        }
        byte[] content;
        try {
            content = reader.bytes(file.get(), snapshot.version());
        } catch (CorruptTableException e) {
            return Optional.empty(); // Cleaned up a moment ago.
        }
        return Optional.of(new ChecksumReport(shown, ChecksumComparison.differences(replayed, content)));
    }

    private ReplayedSnapshot own(Snapshot snapshot) {
        if (snapshot instanceof ReplayedSnapshot replayed
                && snapshot.tablePath().equals(reader.table())) {
            return replayed;
        }
        throw new IllegalArgumentException("the snapshot is not one of " + reader.table());
    }

    @Override
    public Transaction startTransaction(Snapshot snapshot, TableOperation operation, Set<RefusalRule.OptIn> accepted) {
        ReplayedSnapshot replayed = own(snapshot);
        DeltaLog.requireAllowed(snapshot, operation, accepted);
        return new OptimisticTransaction(
                reader,
                directory,
                replayed,
                operation,
                accepted,
                clock,
                identities.get(),
                new AfterCommit(reader, version -> checkpoint(snapshotAt(version)), this::cleanUpIfAllowed));
    }

    @Override
    public CommitResult create(NewTable table, CommitInfo info, CommitListener listener) {
        return new TableCreator(reader, directory, clock)
                .create(table, info, identities.get(), identities.get(), listener);
    }

    @Override
    public CheckpointResult checkpoint(Snapshot snapshot) {
        ReplayedSnapshot replayed = own(snapshot);
        DeltaLog.requireAllowed(snapshot, TableOperation.CHECKPOINT, Set.of());
        return checkpoints().write(replayed);
    }

    private CheckpointWriter checkpoints() {
        return new CheckpointWriter(reader, directory, damaged, clock, identities);
    }

    @Override
    public LogCleanupPlan planLogCleanup() {
        return cleaner().plan();
    }

    @Override
    public LogCleanupResult cleanUpLog() {
        return cleaner().clean();
    }

    private Optional<LogCleanupResult> cleanUpIfAllowed() {
        ReplayedSnapshot latest = load(OptionalLong.empty());
        return latest.features().refusals(TableOperation.LOG_CLEANUP).isEmpty()
                ? Optional.of(cleaner(latest).clean())
                : Optional.empty();
    }

    private LogCleaner cleaner() {
        ReplayedSnapshot latest = load(OptionalLong.empty());
        DeltaLog.requireAllowed(latest, TableOperation.LOG_CLEANUP, Set.of());
        return cleaner(latest);
    }

    private LogCleaner cleaner(ReplayedSnapshot latest) {
        return new LogCleaner(
                reader, directory, latest, clock, version -> checkpoints().pointTo(version));
    }

    @Override
    public List<LogProblem> checkLog(boolean deep) {
        LogInspector inspector = inspector(deep);
        List<LogProblem> problems = inspector.inspect();
        damaged.addAll(inspector.damaged());
        return problems;
    }

    private LogInspector inspector(boolean deep) {
        return new LogInspector(reader, directory, clock, deep, this::without);
    }

    /** The same log, for a reader who knows that these files of checkpoints are damaged. */
    private TableLog without(Set<FileStatus> files) {
        TableLog other = new TableLog(reader.storage(), reader.table(), clock, identities);
        other.damaged.addAll(files);
        return other;
    }

    @Override
    public List<LogProblem> repairLog(boolean deep) {
        DeltaLog.requireAllowed(load(OptionalLong.empty()), TableOperation.METADATA, Set.of());
        List<LogProblem> problems = checkLog(deep);
        return new LogRepairer(reader, directory, clock, this::pointToNewest).repair(problems);
    }

    private void pointToNewest() {
        CheckpointCandidate.among(directory.list(0, Long.MAX_VALUE)).stream()
                .filter(candidate -> candidate.files().stream().noneMatch(damaged::contains))
                .findFirst()
                .ifPresent(candidate -> checkpoints().pointTo(candidate.version()));
    }

    @Override
    public String toString() {
        return reader.table().toString();
    }
}
