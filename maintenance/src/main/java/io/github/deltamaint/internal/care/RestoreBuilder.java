package io.github.deltamaint.internal.care;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.FileProblem;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.Restore;
import io.github.deltamaint.RestorePlan;
import io.github.deltamaint.RestoreResult;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.events.OperationListeners;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileKey;
import io.github.deltamaint.log.actions.Metadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Collects what the user wants of RESTORE, and finds out what has to change. */
public final class RestoreBuilder implements Restore {
    private static final String CLUSTERING = "delta.clustering";

    private final DeltaLog log;
    private final DataFiles files;
    private final String engineInfo;
    private final OperationListeners listeners;
    private OptionalLong version = OptionalLong.empty();
    private Optional<Instant> timestamp = Optional.empty();
    private Optional<String> userMetadata = Optional.empty();
    private CancellationToken cancellation = CancellationToken.none();

    /** For a table. */
    public RestoreBuilder(DeltaLog log, DataFiles files, String engineInfo, OperationListeners listeners) {
        this.log = log;
        this.files = files;
        this.engineInfo = engineInfo;
        this.listeners = listeners;
    }

    @Override
    public Restore toVersion(long newVersion) {
        if (newVersion < 0) {
            throw new IllegalArgumentException("a version must not be negative but was " + newVersion);
        }
        if (timestamp.isPresent()) {
            throw new IllegalStateException("restore to a version or to a time, not both");
        }
        version = OptionalLong.of(newVersion);
        return this;
    }

    @Override
    public Restore toTimestamp(Instant newTimestamp) {
        if (version.isPresent()) {
            throw new IllegalStateException("restore to a version or to a time, not both");
        }
        timestamp = Optional.of(newTimestamp);
        return this;
    }

    @Override
    public Restore listener(MaintenanceListener listener) {
        listeners.add(listener);
        return this;
    }

    @Override
    public Restore cancellation(CancellationToken token) {
        cancellation = requireNonNull(token, "token");
        return this;
    }

    @Override
    public Restore userMetadata(String note) {
        userMetadata = Optional.of(note);
        return this;
    }

    @Override
    public RestorePlan plan() {
        if (version.isEmpty() && timestamp.isEmpty()) {
            throw new IllegalStateException("say what to restore: a version or a time");
        }
        Snapshot current = log.snapshot();
        DeltaLog.requireAllowed(current, TableOperation.REWRITE, Set.of());
        DeltaLog.requireAllowed(current, TableOperation.METADATA, Set.of());
        if (version.isPresent() && version.getAsLong() > current.version()) {
            throw new InvalidOperationException(
                    current.tablePath().root(),
                    "there is no version " + version.getAsLong() + "; the latest is " + current.version());
        }
        Snapshot target = timestamp.isPresent() ? log.snapshotAt(timestamp.get()) : log.snapshotAt(version.getAsLong());
        Metadata metadata = RestoreMetadata.of(current, target);
        List<AddFile> adds = without(target, keys(current));
        List<AddFile> removes = without(current, keys(target));
        List<FileProblem> missing = new ArrayList<>();
        new FileChecks(files, false, cancellation, "RESTORE")
                .check(adds.iterator(), (file, problem) -> missing.add(problem));
        missing.sort(FileChecks.order());
        return new DefaultRestorePlan(
                log,
                current,
                target,
                metadata.equals(current.metadata()) ? Optional.empty() : Optional.of(metadata),
                clustering(current, target),
                adds,
                removes,
                missing,
                new DefaultRestorePlan.Note(version, timestamp, userMetadata, engineInfo),
                listeners);
    }

    @Override
    public RestoreResult execute() {
        return plan().execute();
    }

    private static Set<FileKey> keys(Snapshot snapshot) {
        Set<FileKey> keys = new HashSet<>();
        snapshot.forEachActiveFile(FileProjection.WITHOUT_STATS, file -> keys.add(file.key()));
        return keys;
    }

    private static List<AddFile> without(Snapshot snapshot, Set<FileKey> others) {
        List<AddFile> files = new ArrayList<>();
        try (CloseableIterator<AddFile> active =
                snapshot.activeFiles(FileProjection.WITH_STATS, file -> !others.contains(file.key()))) {
            active.forEachRemaining(files::add);
        }
        return files;
    }

    private static Optional<DomainMetadata> clustering(Snapshot current, Snapshot target) {
        DomainMetadata now = current.domainMetadata().get(CLUSTERING);
        DomainMetadata then = target.domainMetadata().get(CLUSTERING);
        if (then == null) {
            return now == null
                    ? Optional.empty()
                    : Optional.of(new DomainMetadata(CLUSTERING, now.configuration(), true));
        }
        return then.equals(now) ? Optional.empty() : Optional.of(then);
    }
}
