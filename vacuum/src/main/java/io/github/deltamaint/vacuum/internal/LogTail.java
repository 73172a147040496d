package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.AddCdcFile;
import io.github.deltamaint.log.actions.FileAction;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files that commits since a plan was made name. Whatever they do with them, somebody needs them: a file that was added is live, one that was removed was live a moment
 * ago. Used by one thread.
 */
final class LogTail {
    private static final Set<ActionKind> FILES = EnumSet.of(ActionKind.ADD, ActionKind.REMOVE, ActionKind.CDC);

    private final DeltaLog log;
    private final LogFiles files;
    private final Links links;
    private final Set<Long> needed = new HashSet<>();
    private long latest;

    LogTail(DeltaLog log, LogFiles files, Links links, long version) {
        this.log = log;
        this.files = files;
        this.links = links;
        this.latest = version;
    }

    /** Reads the commits that are new. Takes one request if there is none. */
    void catchUp() {
        while (log.hasCommit(latest + 1)) {
            try (CloseableIterator<Action> actions = log.actions(latest + 1, FILES, false)) {
                while (actions.hasNext()) {
                    need(actions.next());
                }
            }
            latest++;
        }
    }

    /** Adds the files of a version, which somebody has pinned since. */
    void keepVersion(long version) {
        log.snapshotAt(version).forEachActiveFile(FileProjection.WITHOUT_STATS, this::need);
    }

    private void need(Action action) {
        if (action instanceof FileAction file) {
            need(files.relative(file.path()));
            need(files.vector(file));
        } else if (action instanceof AddCdcFile cdc) {
            need(files.relative(cdc.path()));
        }
    }

    private void need(@Nullable String path) {
        if (path == null) {
            return;
        }
        needed.add(KeyHash.of(path));
        String real = links.resolveParents(path);
        if (real != null && !real.equals(path)) {
            needed.add(KeyHash.of(real));
        }
    }

    boolean isNeeded(String path) {
        return needed.contains(KeyHash.of(path));
    }
}
