package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.internal.checkpoint.CheckpointSettings;
import io.github.deltamaint.log.internal.checkpoint.Utf8Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the checkpoint of a snapshot has to hold: protocol, metadata, the transactions that have not expired, the domains that are not removed, the active files, and the
 * tombstones whose files may still be in storage (PROTOCOL.md, "Checkpoint Schema"). Everything is carried as it is, known or not.
 */
final class CheckpointContent {
    private static final int LISTS_OF_READERS = 3;
    private static final int LISTS_OF_WRITERS = 7;

    private final Snapshot snapshot;
    private final CheckpointSettings settings;
    private final long removedAfter;
    private final FileDigest adds;
    private final FileDigest removes;

    /**
     * The content of a checkpoint.
     *
     * @param removedAfter tombstones of this time, in milliseconds since 1970, and before are left out
     */
    CheckpointContent(Snapshot snapshot, CheckpointSettings settings, long removedAfter) {
        this.snapshot = snapshot;
        this.settings = settings;
        this.removedAfter = removedAfter;
        adds = new FileDigest(settings.statsAsJson());
        removes = new FileDigest(false);
    }

    CheckpointSettings settings() {
        return settings;
    }

    /** The actions that are not about files. */
    List<Action> state() {
        List<Action> actions = new ArrayList<>();
        actions.add(protocol(snapshot.protocol()));
        actions.add(snapshot.metadata());
        actions.addAll(snapshot.setTransactions().values());
        actions.addAll(snapshot.domainMetadata().values());
        return actions;
    }

    /** The protocol with the lists that its versions ask for, and no others. */
    static Protocol protocol(Protocol protocol) {
        return new Protocol(
                protocol.minReaderVersion(),
                protocol.minWriterVersion(),
                protocol.minReaderVersion() == LISTS_OF_READERS ? protocol.readerFeatures() : Optional.empty(),
                protocol.minWriterVersion() == LISTS_OF_WRITERS ? protocol.writerFeatures() : Optional.empty());
    }

    /** The file actions, one after the other: active files first. Each of them is added to {@link #adds()} or {@link #removes()}. */
    CloseableIterator<FileAction> files() {
        CloseableIterator<AddFile> active = snapshot.activeFiles(FileProjection.WITH_STATS);
        return new PullIterator<>() {
            private @Nullable CloseableIterator<RemoveFile> tombstones;

            @Override
            @Nullable FileAction pull() {
                if (tombstones == null) {
                    if (active.hasNext()) {
                        AddFile file = withWritableStats(active.next());
                        adds.add(file);
                        return file;
                    }
                    active.close();
                    tombstones = snapshot.tombstones();
                }
                while (tombstones.hasNext()) {
                    RemoveFile file = tombstones.next();
                    if (isKept(file)) {
                        removes.add(file);
                        return file;
                    }
                }
                return null;
            }

            @Override
            public void close() {
                super.close();
                active.close();
                if (tombstones != null) {
                    tombstones.close();
                }
            }
        };
    }

    /** Statistics that UTF-8 can hold: some old writers cut texts in the middle of a character. */
    private static AddFile withWritableStats(AddFile file) {
        Optional<String> stats = file.stats();
        return stats.isEmpty() || Utf8Text.isWellFormed(stats.get())
                ? file
                : file.withStats(stats.map(Utf8Text::escapedJson));
    }

    boolean isKept(RemoveFile file) {
        return file.deletionTimestamp().orElse(0) > removedAfter;
    }

    /** The digest of the active files that were given out. */
    FileDigest adds() {
        return adds;
    }

    /** The digest of the tombstones that were given out. */
    FileDigest removes() {
        return removes;
    }
}
