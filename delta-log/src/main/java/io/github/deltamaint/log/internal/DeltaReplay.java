package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.FileStatus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The commits and compactions after the checkpoint, reconciled: which of their file actions count, and which files they speak of at all.
 *
 * <p>They are read once from the newest to the oldest; the first action about a logical file counts. Kept are the keys of the files and one bit per
 * action. Files come from reading the same JSON again, from memory where it is small.
 */
final class DeltaReplay {

    /** How many bytes the newest commits may take in memory, compressed, so that most tables are read once. */
    static final int KEPT_BYTES = 4 << 20;

    /** Commits that are longer are not kept: to inflate one takes as much memory as it is long. */
    private static final int LONGEST_KEPT = 8 << 20;

    private static final Set<ActionKind> STATE = EnumSet.of(
            ActionKind.ADD,
            ActionKind.REMOVE,
            ActionKind.METADATA,
            ActionKind.PROTOCOL,
            ActionKind.TXN,
            ActionKind.DOMAIN_METADATA);
    private static final Set<ActionKind> STATE_AND_COMMIT_INFO = withCommitInfo();
    private static final Set<ActionKind> FILES = EnumSet.of(ActionKind.ADD, ActionKind.REMOVE);

    private static Set<ActionKind> withCommitInfo() {
        Set<ActionKind> kinds = EnumSet.copyOf(STATE);
        kinds.add(ActionKind.COMMIT_INFO);
        return kinds;
    }

    private final LogReader reader;
    private final long version;
    private final PathKeys pathKeys;
    private final FileKeyTable keys = new FileKeyTable();
    private final List<Delta> newestFirst = new ArrayList<>();
    private final SnapshotState state = new SnapshotState();
    private @Nullable CommitInfo commitInfo;
    private boolean hasReadVersionCommit;
    private boolean beginsWithCommitInfo;
    private int bytesToKeep = KEPT_BYTES;

    private DeltaReplay(LogReader reader, Segment segment) {
        this.reader = reader;
        this.version = segment.version();
        this.pathKeys = new PathKeys(reader.table().root());
    }

    static DeltaReplay of(LogReader reader, Segment segment) {
        DeltaReplay replay = new DeltaReplay(reader, segment);
        List<LogFile> deltas = segment.deltas();
        for (int i = deltas.size() - 1; i >= 0; i--) {
            replay.read(deltas.get(i));
        }
        return replay;
    }

    /** What the files say about everything but files. */
    SnapshotState state() {
        return state;
    }

    /** The commitInfo of the version, if its commit is among the files and has one. */
    @Nullable CommitInfo commitInfo() {
        return commitInfo;
    }

    /** Whether the commit of the version is among the files, so that everything it says is known. */
    boolean hasReadVersionCommit() {
        return hasReadVersionCommit;
    }

    /** Whether the commit of the version begins with its commitInfo. */
    boolean beginsWithCommitInfo() {
        return beginsWithCommitInfo;
    }

    /** Every logical file that an action speaks of. */
    FileKeyTable keys() {
        return keys;
    }

    PathKeys pathKeys() {
        return pathKeys;
    }

    /** The number of files that are read for one pass over the file actions. */
    int size() {
        return newestFirst.size();
    }

    /**
     * The file actions of one file that count: active files, and tombstones.
     *
     * @param index 0 for the newest file
     */
    PullIterator<FileAction> fileActions(int index, boolean withStats) {
        Delta delta = newestFirst.get(index);
        LogReader.Actions actions = delta.actions(FILES, withStats);
        return new PullIterator<>() {
            private int ordinal;

            @Override
            @Nullable FileAction pull() {
                while (actions.hasNext()) {
                    FileAction action = (FileAction) actions.next();
                    if (delta.counts.get(ordinal++)) {
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

    private void read(LogFile file) {
        Delta delta = new Delta(file);
        SnapshotState found = new SnapshotState();
        int ordinal = 0;
        boolean isVersionCommit = delta.isCommitOf(version);
        Set<ActionKind> wanted = isVersionCommit ? STATE_AND_COMMIT_INFO : STATE;
        boolean first = true;
        try (LogReader.Actions actions = delta.firstRead(wanted)) {
            while (actions.hasNext()) {
                Action action = actions.next();
                beginsWithCommitInfo |= first && action instanceof CommitInfo;
                first = false;
                if (action instanceof FileAction fileAction) {
                    if (reconcile(delta, fileAction)) {
                        delta.counts.set(ordinal);
                    }
                    ordinal++;
                } else {
                    collect(delta, action, found);
                }
            }
        }
        hasReadVersionCommit |= isVersionCommit;
        state.addOlder(found);
        newestFirst.add(delta);
    }

    private void collect(Delta delta, Action action, SnapshotState found) {
        boolean only = true;
        if (action instanceof Protocol protocol) {
            only = found.add(protocol);
        } else if (action instanceof Metadata metadata) {
            only = found.add(metadata);
        } else if (action instanceof SetTransaction transaction) {
            found.add(transaction);
        } else if (action instanceof DomainMetadata domain) {
            found.add(domain);
        } else if (action instanceof CommitInfo info && commitInfo == null) {
            commitInfo = info;
        }
        if (!only) {
            throw corrupt(
                    delta,
                    "has more than one " + (action instanceof Protocol ? "protocol" : "metaData")
                            + " action; which one counts is undefined");
        }
    }

    /** Whether the action is the newest about its file. */
    private boolean reconcile(Delta delta, FileAction action) {
        byte[] path = Utf8.bytes(pathKeys.canonical(action.path()));
        byte @Nullable [] id = Utf8.id(action.deletionVector());
        boolean isAdd = action instanceof AddFile;
        int owner = newestFirst.size();
        int known = keys.find(path, 0, path.length, id);
        if (known >= 0) {
            if (keys.owner(known) == owner) {
                requireHarmless(delta, action, keys.isLive(known), isAdd);
            }
            return false;
        }
        if (isAdd && keys.hasLive(path, 0, path.length)) {
            throw corrupt(
                    delta,
                    "adds " + action.key() + ", which is active with another deletion vector"
                            + " because nothing removed the one or the other; its rows would count twice",
                    new DuplicateFileException(action.path()));
        }
        keys.add(path, id, owner, isAdd);
        return true;
    }

    /** Two actions of one commit about one file have no order; only two tombstones mean the same either way. */
    private void requireHarmless(Delta delta, FileAction action, boolean wasAdd, boolean isAdd) {
        if (wasAdd || isAdd) {
            String how = wasAdd && isAdd ? "adds twice " : "both adds and removes ";
            throw corrupt(delta, how + action.key() + "; whether the file is active is undefined");
        }
    }

    private RuntimeException corrupt(Delta delta, String problem) {
        return corrupt(delta, problem, null);
    }

    private RuntimeException corrupt(Delta delta, String problem, @Nullable Throwable cause) {
        return reader.corrupt(delta.file.status().path(), delta.file.name().endVersion(), problem, cause);
    }

    /** One commit or compaction. */
    private final class Delta {
        private final LogFile file;
        private @Nullable CompressedBytes kept;

        /** Which of its file actions count, by their position among them. */
        private final BitSet counts = new BitSet();

        Delta(LogFile file) {
            this.file = file;
        }

        boolean isCommitOf(long wanted) {
            return file.name().kind() == LogFileName.Kind.COMMIT && file.name().version() == wanted;
        }

        /** Reads it from the storage, and keeps it if there is room. */
        LogReader.Actions firstRead(Set<ActionKind> wanted) {
            FileStatus status = file.status();
            if (bytesToKeep <= 0 || status.size() > LONGEST_KEPT) {
                return actions(wanted, false);
            }
            byte[] bytes = reader.bytes(status, version);
            CompressedBytes compressed = CompressedBytes.of(bytes);
            if (compressed.length() <= bytesToKeep) {
                bytesToKeep -= compressed.length();
                kept = compressed;
            }
            return reader.actions(bytes, status.path(), file.name().endVersion(), wanted, false);
        }

        LogReader.Actions actions(Set<ActionKind> wanted, boolean withStats) {
            FileStatus status = file.status();
            return kept == null
                    ? reader.actions(status, file.name().endVersion(), wanted, withStats)
                    : reader.actions(kept.inflate(), status.path(), file.name().endVersion(), wanted, withStats);
        }
    }
}
