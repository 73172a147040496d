package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.actions.SidecarFile;
import io.github.deltamaint.log.storage.FileStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The top level of a V2 checkpoint in JSON. */
final class JsonCheckpointPart implements CheckpointPart {
    private static final Set<ActionKind> STATE = EnumSet.of(
            ActionKind.PROTOCOL,
            ActionKind.METADATA,
            ActionKind.TXN,
            ActionKind.DOMAIN_METADATA,
            ActionKind.SIDECAR,
            ActionKind.CHECKPOINT_METADATA);

    private final LogReader reader;
    private final FileStatus file;
    private final long version;

    JsonCheckpointPart(LogReader reader, FileStatus file, long version) {
        this.reader = reader;
        this.file = file;
        this.version = version;
    }

    @Override
    public String path() {
        return file.path();
    }

    @Override
    public long bytes() {
        return file.size();
    }

    @Override
    public CheckpointState state() {
        SnapshotState state = new SnapshotState();
        List<SidecarFile> sidecars = new ArrayList<>();
        boolean hasCheckpointMetadata = false;
        try (LogReader.Actions actions = reader.actions(file, version, STATE, false)) {
            while (actions.hasNext()) {
                Action action = actions.next();
                if (action instanceof Protocol protocol) {
                    state.add(protocol);
                } else if (action instanceof Metadata metadata) {
                    state.add(metadata);
                } else if (action instanceof SetTransaction transaction) {
                    state.add(transaction);
                } else if (action instanceof DomainMetadata domain) {
                    state.add(domain);
                } else if (action instanceof SidecarFile sidecar) {
                    sidecars.add(sidecar);
                } else {
                    hasCheckpointMetadata = true;
                }
            }
        }
        if (!hasCheckpointMetadata) {
            throw reader.corrupt(file.path(), version, "has no checkpointMetadata, so it may be incomplete", null);
        }
        return new CheckpointState(state, sidecars);
    }

    @Override
    public PullIterator<FileAction> fileActions(boolean adds, FileColumns columns, FileFilter filter) {
        Set<ActionKind> wanted = EnumSet.of(adds ? ActionKind.ADD : ActionKind.REMOVE);
        filter.begin(0, file.size());
        LogReader.Actions actions = reader.actions(file, version, wanted, columns == FileColumns.ALL);
        return new PullIterator<>() {
            @Override
            @Nullable FileAction pull() {
                while (actions.hasNext()) {
                    FileAction action = (FileAction) actions.next();
                    byte[] path = Utf8.bytes(action.path());
                    if (filter.accepts(path, 0, path.length, Utf8.id(action.deletionVector()))) {
                        return action;
                    }
                }
                return null;
            }

            @Override
            public void close() {
                super.close();
                actions.close();
            }
        };
    }

    @Override
    public void forEachKey(FileFilter filter, FileKeyConsumer consumer) {
        try (PullIterator<FileAction> files = fileActions(true, FileColumns.KEYS, filter)) {
            files.forEachRemaining(file -> FileKeys.accept((AddFile) file, consumer));
        }
    }
}
