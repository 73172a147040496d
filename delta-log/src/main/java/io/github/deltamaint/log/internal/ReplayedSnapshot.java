package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.log.FileCounts;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.LogSegment;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableFeatures;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.storage.FileStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A snapshot made of a replayed end of the log and a checkpoint that is streamed. */
final class ReplayedSnapshot implements Snapshot {
    private final LogReader reader;
    private final Segment segment;
    private final DeltaReplay newer;
    private final @Nullable Checkpoint checkpoint;
    private final SnapshotState state;
    private final TableDescription table;
    private final Instant taken;
    private final Consumer<CheckpointCandidate> damaged;

    private @Nullable FileCounts counts;
    private @Nullable Instant timestamp;
    private @Nullable CommitInfo commitInfo;
    private boolean hasLookedForCommitInfo;

    /**
     * Puts a snapshot together.
     *
     * @param taken when, which decides what has expired
     * @param damaged hears of a checkpoint that turns out damaged while files are read from it
     */
    ReplayedSnapshot(
            LogReader reader,
            Segment segment,
            DeltaReplay newer,
            @Nullable Checkpoint checkpoint,
            SnapshotState state,
            TableDescription table,
            Instant taken,
            Consumer<CheckpointCandidate> damaged) {
        this.reader = reader;
        this.segment = segment;
        this.newer = newer;
        this.checkpoint = checkpoint;
        this.state = state;
        this.table = table;
        this.taken = taken;
        this.damaged = damaged;
    }

    /** The snapshot that a checkpoint alone makes, taken at the time of this one. */
    ReplayedSnapshot reopened(Segment checkpointAlone, Checkpoint opened) {
        DeltaReplay nothing = DeltaReplay.of(reader, checkpointAlone);
        SnapshotState found = opened.state();
        Protocol protocol = found.protocol();
        Metadata metadata = found.metadata();
        if (protocol == null || metadata == null) {
            throw reader.corrupt(
                    opened.candidate().files().get(0).path(), version(), "has no protocol or no metaData", null);
        }
        TableDescription description =
                TableDescription.of(reader.table(), protocol, metadata, checkpointAlone.version());
        return new ReplayedSnapshot(
                reader, checkpointAlone, nothing, opened, found, description, taken, candidate -> {});
    }

    /** The files that the snapshot is made of. */
    Segment segment() {
        return segment;
    }

    CommitTimes commitTimes() {
        return CommitTimes.of(reader, table.features(), table.properties());
    }

    @Override
    public TablePath tablePath() {
        return reader.table();
    }

    @Override
    public long version() {
        return segment.version();
    }

    @Override
    public synchronized Instant timestamp() {
        if (timestamp == null) {
            timestamp = recordedTime().map(Instant::ofEpochMilli).orElseGet(this::lastModified);
        }
        return timestamp;
    }

    /** The time that the commit of the version records; empty if the table records none, or the commit was cleaned up. */
    Optional<Long> recordedTime() {
        CommitTimes times = commitTimes();
        if (!times.isRecorded(version()) || segment.versionCommit().isEmpty()) {
            return Optional.empty();
        }
        CommitInfo info = newer.commitInfo();
        if (info != null
                && newer.beginsWithCommitInfo()
                && info.inCommitTimestamp().isPresent()) {
            return Optional.of(info.inCommitTimestamp().getAsLong());
        }
        return Optional.of(times.recordedTime(segment.versionCommit().get(), version()));
    }

    @Override
    public Instant lastModified() {
        FileStatus newest = segment.versionCommit().orElseGet(() -> newestCheckpointFile());
        return Instant.ofEpochMilli(newest.modificationTimeMillis());
    }

    /** Stands for the commit where that was cleaned up. */
    private FileStatus newestCheckpointFile() {
        if (checkpoint == null) {
            throw new IllegalStateException("a segment without commit and checkpoint");
        }
        return checkpoint.candidate().files().get(0);
    }

    @Override
    public Protocol protocol() {
        return table.protocol();
    }

    @Override
    public Metadata metadata() {
        return table.metadata();
    }

    @Override
    public Map<String, String> configuration() {
        return table.properties().asMap();
    }

    @Override
    public TableProperties properties() {
        return table.properties();
    }

    @Override
    public TableFeatures features() {
        return table.features();
    }

    @Override
    public StructType schema() {
        return table.schema();
    }

    @Override
    public ColumnMapping columnMapping() {
        return table.columnMapping();
    }

    @Override
    public Map<String, SetTransaction> setTransactions() {
        Optional<Duration> retention;
        try {
            retention = table.properties().transactionRetention();
        } catch (InvalidPropertyException e) {
            throw reader.invalid(e);
        }
        if (retention.isEmpty()) {
            return Collections.unmodifiableMap(state.transactions());
        }
        long expired = taken.minus(retention.get()).toEpochMilli();
        Map<String, SetTransaction> kept = new LinkedHashMap<>(state.transactions());
        kept.values().removeIf(transaction -> transaction.lastUpdated().orElse(Long.MIN_VALUE) <= expired);
        return Collections.unmodifiableMap(kept);
    }

    @Override
    public Map<String, DomainMetadata> domainMetadata() {
        Map<String, DomainMetadata> kept = new LinkedHashMap<>(state.domains());
        kept.values().removeIf(DomainMetadata::removed);
        return Collections.unmodifiableMap(kept);
    }

    @Override
    public synchronized Optional<CommitInfo> commitInfo() {
        if (!hasLookedForCommitInfo) {
            commitInfo = newer.hasReadVersionCommit()
                    ? newer.commitInfo()
                    : segment.versionCommit()
                            .flatMap(commit -> readCommitInfo(reader, commit, version()))
                            .orElse(null);
            hasLookedForCommitInfo = true;
        }
        return Optional.ofNullable(commitInfo);
    }

    /** The commitInfo of a commit; empty if it has none. */
    static Optional<CommitInfo> readCommitInfo(LogReader reader, FileStatus commit, long version) {
        try (LogReader.Actions actions = reader.actions(commit, version, EnumSet.of(ActionKind.COMMIT_INFO), false)) {
            Action found = actions.hasNext() ? actions.next() : null;
            return found instanceof CommitInfo info ? Optional.of(info) : Optional.empty();
        }
    }

    @Override
    public LogSegment logSegment() {
        return segment.toPublic();
    }

    @Override
    public CloseableIterator<AddFile> activeFiles(FileProjection projection, Predicate<? super AddFile> filter) {
        FileColumns columns = projection == FileProjection.WITH_STATS ? FileColumns.ALL : FileColumns.ALL_BUT_STATS;
        CloseableIterator<AddFile> files = activeFiles(columns);
        return new PullIterator<>() {
            @Override
            @Nullable AddFile pull() {
                while (files.hasNext()) {
                    AddFile file = files.next();
                    requirePartitionValues(file);
                    AddFile normal = file.withDataChange(false);
                    if (filter.test(normal)) {
                        return normal;
                    }
                }
                return null;
            }

            @Override
            public void close() {
                super.close();
                files.close();
            }
        };
    }

    /** A value that is missing is not null: the directory might say otherwise, and guessing would change rows. */
    private void requirePartitionValues(AddFile file) {
        for (String column : table.physicalPartitionColumns()) {
            if (!file.partitionValues().containsKey(column)) {
                throw new CorruptTableException(
                        reader.table().root(),
                        file.path(),
                        OptionalLong.of(version()),
                        "the log has no value of the partition column '" + column + "' for the file " + file.path(),
                        null);
            }
        }
    }

    /** The active files with as much as {@code columns} says, as they are in the log. */
    CloseableIterator<AddFile> activeFiles(FileColumns columns) {
        return new FileActions<>(AddFile.class, columns);
    }

    @Override
    public CloseableIterator<RemoveFile> tombstones() {
        CloseableIterator<RemoveFile> tombstones = new FileActions<>(RemoveFile.class, FileColumns.ALL);
        return new PullIterator<>() {
            @Override
            @Nullable RemoveFile pull() {
                return tombstones.hasNext() ? tombstones.next().withDataChange(false) : null;
            }

            @Override
            public void close() {
                super.close();
                tombstones.close();
            }
        };
    }

    @Override
    public synchronized FileCounts counts() {
        if (counts == null) {
            counts = count();
        }
        return counts;
    }

    private FileCounts count() {
        FileCounter counter = new FileCounter();
        forEachKey(counter);
        return counter.counts();
    }

    /** Calls {@code consumer} with the key of every active file. */
    void forEachKey(FileKeyConsumer consumer) {
        for (int i = 0; i < newer.size(); i++) {
            try (PullIterator<FileAction> actions = newer.fileActions(i, false)) {
                while (actions.hasNext()) {
                    if (actions.next() instanceof AddFile add) {
                        FileKeys.accept(add, consumer);
                    }
                }
            }
        }
        if (checkpoint != null) {
            try {
                checkpoint.forEachKey(new ActiveFileFilter(reader, newer, checkpoint), consumer);
            } catch (CorruptTableException e) {
                damaged.accept(checkpoint.candidate());
                throw e;
            }
        }
    }

    /** The file actions of one kind that count: those of the newer commits from the newest on, then those of the checkpoint. */
    private final class FileActions<A extends FileAction> extends PullIterator<A> {
        private final Class<A> kind;
        private final FileColumns columns;
        private final List<Source> sources;
        private int next;
        private @Nullable PullIterator<? extends FileAction> current;

        FileActions(Class<A> kind, FileColumns columns) {
            this.kind = kind;
            this.columns = columns;
            this.sources = sources();
        }

        private List<Source> sources() {
            List<Source> all = new java.util.ArrayList<>();
            for (int i = 0; i < newer.size(); i++) {
                int index = i;
                all.add(() -> newer.fileActions(index, columns == FileColumns.ALL));
            }
            if (checkpoint != null) {
                boolean adds = kind == AddFile.class;
                Checkpoint older = checkpoint;
                FileFilter filter = adds ? new ActiveFileFilter(reader, newer, older) : new TombstoneFilter(newer);
                for (int i = 0; i < older.size(); i++) {
                    int index = i;
                    all.add(() -> older.fileActions(index, adds, columns, filter));
                }
            }
            return all;
        }

        @Override
        @Nullable A pull() {
            try {
                return advance();
            } catch (CorruptTableException e) {
                if (checkpoint != null && next > newer.size()) {
                    damaged.accept(checkpoint.candidate());
                }
                throw e;
            }
        }

        private @Nullable A advance() {
            while (true) {
                if (current == null) {
                    if (next == sources.size()) {
                        return null;
                    }
                    current = sources.get(next++).open();
                }
                while (current.hasNext()) {
                    FileAction action = current.next();
                    if (kind.isInstance(action)) {
                        return kind.cast(action);
                    }
                }
                current.close();
                current = null;
            }
        }

        @Override
        public void close() {
            super.close();
            next = sources.size();
            if (current != null) {
                current.close();
                current = null;
            }
        }
    }

    @FunctionalInterface
    private interface Source {
        PullIterator<? extends FileAction> open();
    }

    @Override
    public String toString() {
        return reader.table() + " at version " + version();
    }
}
