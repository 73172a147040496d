package io.github.deltamaint.internal.care;

import io.github.deltamaint.FileProblem;
import io.github.deltamaint.RestorePlan;
import io.github.deltamaint.RestoreResult;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.events.OperationListeners;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.Metadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** What has to change for a table to be what it was. */
final class DefaultRestorePlan implements RestorePlan {
    private final DeltaLog log;
    private final Snapshot current;
    private final Snapshot target;
    private final Optional<Metadata> metadata;
    private final Optional<DomainMetadata> clustering;
    private final List<AddFile> adds;
    private final List<AddFile> removes;
    private final List<FileProblem> missing;
    private final Note note;
    private final OperationListeners listeners;
    private final AtomicBoolean executed = new AtomicBoolean();

    /** What the history will say besides. */
    record Note(OptionalLong version, Optional<Instant> timestamp, Optional<String> userMetadata, String engineInfo) {}

    DefaultRestorePlan(
            DeltaLog log,
            Snapshot current,
            Snapshot target,
            Optional<Metadata> metadata,
            Optional<DomainMetadata> clustering,
            List<AddFile> adds,
            List<AddFile> removes,
            List<FileProblem> missing,
            Note note,
            OperationListeners listeners) {
        this.log = log;
        this.current = current;
        this.target = target;
        this.metadata = metadata;
        this.clustering = clustering;
        this.adds = adds;
        this.removes = removes;
        this.missing = missing;
        this.note = note;
        this.listeners = listeners;
    }

    @Override
    public long readVersion() {
        return current.version();
    }

    @Override
    public long restoredVersion() {
        return target.version();
    }

    @Override
    public long filesToRestore() {
        return adds.size();
    }

    @Override
    public DataSize bytesToRestore() {
        return size(adds);
    }

    @Override
    public long filesToRemove() {
        return removes.size();
    }

    @Override
    public DataSize bytesToRemove() {
        return size(removes);
    }

    private static DataSize size(List<AddFile> files) {
        return new DataSize(files.stream().mapToLong(AddFile::size).reduce(0, Math::addExact));
    }

    @Override
    public List<FileProblem> missingFiles() {
        return List.copyOf(missing);
    }

    @Override
    public boolean changesMetadata() {
        return metadata.isPresent() || clustering.isPresent();
    }

    @Override
    public boolean isEmpty() {
        return adds.isEmpty() && removes.isEmpty() && !changesMetadata();
    }

    @Override
    public RestoreResult execute() {
        if (!executed.compareAndSet(false, true)) {
            throw new IllegalStateException("this plan was executed before; make a new one");
        }
        if (isEmpty()) {
            return result(List.of());
        }
        requireNothingMissing();
        List<Action> actions = new ArrayList<>();
        metadata.ifPresent(actions::add);
        clustering.ifPresent(actions::add);
        removes.forEach(file -> actions.add(file.remove(true)));
        adds.forEach(file -> actions.add(file.withDataChange(true)));
        return result(List.of(listeners.commit(
                log.startTransaction(current, TableOperation.METADATA).exclusive(),
                CommitRequest.of(info(), actions))));
    }

    private void requireNothingMissing() {
        if (!missing.isEmpty()) {
            FileProblem first = missing.get(0);
            throw new CorruptTableException(
                    current.tablePath().root(),
                    first.path(),
                    OptionalLong.of(target.version()),
                    "cannot be restored to version " + target.version() + ": " + missing.size()
                            + " of its files are not as they should be, such as " + first.path() + " ("
                            + first.kind() + ", " + first.detail()
                            + "). Most likely VACUUM has deleted them; restore a younger version",
                    null);
        }
    }

    private CommitInfo info() {
        CommitInfo.Builder info = CommitInfo.of("RESTORE");
        note.version().ifPresent(version -> info.parameter("version", version));
        note.timestamp().ifPresent(timestamp -> info.parameter("timestamp", timestamp.toString()));
        return info.metric("tableSizeAfterRestore", target.counts().sizeInBytes())
                .metric("numOfFilesAfterRestore", target.counts().numFiles())
                .metric("numRemovedFiles", removes.size())
                .metric("numRestoredFiles", adds.size())
                .metric("removedFilesSize", bytesToRemove().bytes())
                .metric("restoredFilesSize", bytesToRestore().bytes())
                .isolationLevel("Serializable")
                .blindAppend(false)
                .userMetadata(note.userMetadata())
                .engineInfo(note.engineInfo())
                .build();
    }

    private RestoreResult result(List<Long> versions) {
        return new RestoreResult(
                versions,
                target.version(),
                adds.size(),
                bytesToRestore(),
                removes.size(),
                bytesToRemove(),
                target.counts().numFiles(),
                new DataSize(target.counts().sizeInBytes()));
    }
}
