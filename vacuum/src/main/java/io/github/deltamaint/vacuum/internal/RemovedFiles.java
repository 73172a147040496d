package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.LogCoverage;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.AddCdcFile;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.vacuum.KeptFiles;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the commits before the retention removed: the candidates of a vacuum that lists no data directory. */
final class RemovedFiles {
    private static final Set<ActionKind> REMOVALS = EnumSet.of(ActionKind.REMOVE, ActionKind.CDC);

    private final DeltaLog log;
    private final PathRules rules;
    private final LogFiles files;
    private final Links links;
    private final KeptCounter kept;
    private final Consumer<Listed> sink;
    private final AtomicLong commitsRead = new AtomicLong();

    RemovedFiles(DeltaLog log, PathRules rules, LogFiles files, Links links, KeptCounter kept, Consumer<Listed> sink) {
        this.log = log;
        this.rules = rules;
        this.files = files;
        this.links = links;
        this.kept = kept;
        this.sink = sink;
    }

    /**
     * The commits to look at.
     *
     * @param last the last version whose removals are older than the retention; empty if there is none
     * @param vacuumed the last version whose removals were vacuumed before; empty if nobody knows
     * @throws InvalidOperationException if some of them are gone
     */
    static List<Long> versions(DeltaLog log, LogCoverage coverage, OptionalLong last, OptionalLong vacuumed) {
        if (last.isEmpty()) {
            return List.of();
        }
        long first = vacuumed.isPresent() ? vacuumed.getAsLong() + 1 : 0;
        List<Long> versions = coverage.commits().stream()
                .filter(version -> version >= first && version <= last.getAsLong())
                .toList();
        long expected = Math.max(0, last.getAsLong() - first + 1);
        if (versions.size() != expected) {
            throw new InvalidOperationException(
                    log.tablePath().root(),
                    "cannot vacuum from the log alone: files that versions " + first + " to " + last.getAsLong()
                            + " removed may still be there, but the log has only " + versions.size() + " of these "
                            + expected
                            + " commits. Vacuum with a listing of the table once (full), then the log will do again");
        }
        return versions;
    }

    void read(List<Long> versions, int threads, BooleanSupplier cancelled) {
        Parallel.forEach(versions, threads, cancelled, this::read);
    }

    long commitsRead() {
        return commitsRead.get();
    }

    private void read(long version) {
        try (CloseableIterator<Action> actions = log.actions(version, REMOVALS, false)) {
            while (actions.hasNext()) {
                Action action = actions.next();
                if (action instanceof RemoveFile remove) {
                    removed(remove, version);
                } else if (action instanceof AddCdcFile cdc) {
                    offer(
                            files.relative(cdc.path()),
                            cdc.path(),
                            cdc.size(),
                            0,
                            Listed.Kind.EXPIRED_CHANGE_DATA,
                            version);
                }
            }
        }
        commitsRead.incrementAndGet();
    }

    private void removed(RemoveFile remove, long version) {
        long time = remove.deletionTimestamp().orElse(0);
        try {
            offer(
                    files.relative(remove.path()),
                    remove.path(),
                    remove.size().orElse(0),
                    time,
                    Listed.Kind.TOMBSTONE,
                    version);
            if (remove.deletionVector().isPresent()) {
                String vector = files.vector(remove);
                if (vector != null) {
                    offer(vector, vector, 0, time, Listed.Kind.TOMBSTONE, version);
                }
            }
        } catch (CorruptTableException e) {
            kept.add(KeptFiles.Reason.OUTSIDE, 0);
        }
    }

    private void offer(@Nullable String path, String logPath, long size, long time, Listed.Kind kind, long version) {
        if (path == null || LogFiles.leadsUp(logPath)) {
            kept.add(KeptFiles.Reason.OUTSIDE, size);
        } else if (!rules.mayGo(path)) {
            kept.add(KeptFiles.Reason.HIDDEN, size);
        } else if (!links.hasPlainParents(path)) {
            kept.add(KeptFiles.Reason.LINKED, size);
        } else {
            sink.accept(new Listed(path, size, time, kind, version));
        }
    }
}
