package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.internal.checkpoint.CheckpointSettings;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.internal.layout.LastCheckpoint;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.storage.FileStatus;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the checkpoint of a version (PROTOCOL.md, "Checkpoints").
 *
 * <p>It is written under a name that no reader looks for, read back, compared with the snapshot, and only then put in its place. {@code _last_checkpoint} follows and
 * never goes back.
 */
final class CheckpointWriter {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointWriter.class);

    /** A V2 checkpoint with more active files than this has them in sidecars, this many actions in each. */
    private static final int ACTIONS_OF_SIDECAR = 50_000;

    private final LogReader reader;
    private final LogDirectory directory;
    private final Set<FileStatus> damaged;
    private final Clock clock;
    private final Supplier<UUID> identities;
    private final int actionsOfSidecar;

    /**
     * Writes checkpoints of one table.
     *
     * @param damaged checkpoint files that turned out damaged, which do not keep others from being written
     */
    CheckpointWriter(
            LogReader reader, LogDirectory directory, Set<FileStatus> damaged, Clock clock, Supplier<UUID> identities) {
        this(reader, directory, damaged, clock, identities, ACTIONS_OF_SIDECAR);
    }

    CheckpointWriter(
            LogReader reader,
            LogDirectory directory,
            Set<FileStatus> damaged,
            Clock clock,
            Supplier<UUID> identities,
            int actionsOfSidecar) {
        this.reader = reader;
        this.directory = directory;
        this.damaged = damaged;
        this.clock = clock;
        this.identities = identities;
        this.actionsOfSidecar = actionsOfSidecar;
    }

    /** Writes the checkpoint of a snapshot unless there is one, and makes {@code _last_checkpoint} name it unless that names a later one. */
    CheckpointResult write(ReplayedSnapshot snapshot) {
        Optional<CheckpointCandidate> existing = existing(snapshot.version());
        if (existing.isEmpty()) {
            Optional<CheckpointResult> written = writeAnew(snapshot);
            if (written.isPresent()) {
                return written.get();
            }
            existing = existing(snapshot.version());
        }
        CheckpointCandidate checkpoint = existing.orElseThrow(() -> new IllegalStateException(
                "the checkpoint of version " + snapshot.version() + " was there a moment ago"));
        pointTo(LastCheckpoint.of(checkpoint));
        return new CheckpointResult(
                snapshot.version(),
                true,
                checkpoint.files().stream().map(FileStatus::name).toList(),
                DataSize.ofBytes(
                        checkpoint.files().stream().mapToLong(FileStatus::size).sum()),
                snapshot.counts().numFiles());
    }

    /** Makes {@code _last_checkpoint} name the checkpoint of a version, unless it names a later one. */
    void pointTo(long version) {
        existing(version).ifPresent(checkpoint -> pointTo(LastCheckpoint.of(checkpoint)));
    }

    private Optional<CheckpointCandidate> existing(long version) {
        return CheckpointCandidate.among(directory.list(version, version)).stream()
                .filter(candidate -> candidate.version() == version
                        && candidate.files().stream().noneMatch(damaged::contains))
                .findFirst();
    }

    /** Empty if another writer was faster. */
    private Optional<CheckpointResult> writeAnew(ReplayedSnapshot snapshot) {
        CheckpointContent content = content(snapshot);
        CheckpointFiles files = new CheckpointFiles(reader, directory, snapshot, content, identities, actionsOfSidecar);
        boolean published = false;
        try {
            files.write();
            new CheckpointVerifier(reader, snapshot, content).verify(files);
            if (existing(snapshot.version()).isPresent()) {
                return Optional.empty();
            }
            files.publish();
            published = true;
        } catch (IOException e) {
            throw new StorageException(reader.table().root(), "write the checkpoint", files.path(), e);
        } catch (IllegalArgumentException e) {
            throw new InvalidOperationException(
                    reader.table().root(),
                    "version " + snapshot.version() + " cannot be written as a checkpoint: " + e.getMessage());
        } finally {
            if (!published) {
                files.discard();
            }
        }
        LOG.info(
                "{}: checkpoint of version {} with {} files written",
                reader.table(),
                snapshot.version(),
                content.adds().files());
        pointTo(files.hint());
        return Optional.of(new CheckpointResult(
                snapshot.version(),
                false,
                files.names(),
                DataSize.ofBytes(files.bytes()),
                content.adds().files()));
    }

    private CheckpointContent content(ReplayedSnapshot snapshot) {
        try {
            long now = clock.millis();
            return new CheckpointContent(
                    snapshot,
                    CheckpointSettings.of(snapshot),
                    now - snapshot.properties().deletedFileRetention().toMillis());
        } catch (InvalidPropertyException e) {
            throw reader.invalid(e);
        }
    }

    /**
     * Makes {@code _last_checkpoint} name a checkpoint unless it names a later one that is there. Nobody can look and write at once, so whoever wrote a later
     * checkpoint meanwhile may be overwritten; that shows in the listing and is put right.
     */
    private void pointTo(LastCheckpoint wanted) {
        LastCheckpoint next = wanted;
        while (true) {
            OptionalLong named = directory.checkpointHint();
            boolean namesSame = named.isPresent() && named.getAsLong() == next.version() && next.size() < 0;
            boolean namesLater = named.isPresent()
                    && named.getAsLong() > next.version()
                    && later(next.version()).isPresent();
            if (namesSame || namesLater) {
                return;
            }
            try {
                reader.storage().overwrite(directory.path(LogDirectory.HINT), next.toJson());
            } catch (IOException e) {
                // Readers find the checkpoint without it.
                LOG.warn("{}: cannot write {}", reader.table(), LogDirectory.HINT, e);
                return;
            }
            Optional<CheckpointCandidate> later = later(next.version());
            if (later.isEmpty()) {
                return;
            }
            next = LastCheckpoint.of(later.get());
        }
    }

    private Optional<CheckpointCandidate> later(long version) {
        return CheckpointCandidate.among(directory.list(version + 1, Long.MAX_VALUE)).stream()
                .findFirst();
    }
}
