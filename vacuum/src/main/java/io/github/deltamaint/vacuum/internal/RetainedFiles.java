package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.LogCoverage;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.AddCdcFile;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.RemoveFile;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out from the log which files are needed, and since when others are not.
 *
 * <p>Needed is what the latest version has, what a version within the retention has, and what a version to be kept has: data files and the files of
 * deletion vectors. A file that a commit within the retention removed is needed by the version before, whatever time the tombstone
 * says; so the commits themselves are read, and not only the tombstones that a checkpoint has left.
 */
final class RetainedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(RetainedFiles.class);
    private static final Set<ActionKind> REMOVALS = EnumSet.of(ActionKind.REMOVE, ActionKind.CDC);

    private final DeltaLog log;
    private final Snapshot snapshot;
    private final LogCoverage coverage;
    private final Retention retention;
    private final PathRules rules;
    private final LogFiles files;
    private final Links links;
    private final Facts facts;
    private final RequestLimit requests;
    private final AtomicLong outside = new AtomicLong();
    private final AtomicLong commitsRead = new AtomicLong();
    private final AtomicLong heldBack = new AtomicLong(Long.MAX_VALUE);

    RetainedFiles(
            DeltaLog log,
            Snapshot snapshot,
            LogCoverage coverage,
            Retention retention,
            PathRules rules,
            LogFiles files,
            Links links,
            Facts facts,
            RequestLimit requests) {
        this.log = log;
        this.snapshot = snapshot;
        this.coverage = coverage;
        this.retention = retention;
        this.rules = rules;
        this.files = files;
        this.links = links;
        this.facts = facts;
        this.requests = requests;
    }

    /** How many files the log names that are not below the root. */
    long outside() {
        return outside.get();
    }

    /** How many commits were read. */
    long commitsRead() {
        return commitsRead.get();
    }

    /**
     * Adds the files of the latest version.
     *
     * @param isListed whether the listing must show a file
     */
    void addLive(Predicate<AddFile> isListed) {
        snapshot.forEachActiveFile(
                FileProjection.WITHOUT_STATS, file -> addNeeded(FactKind.LIVE, file, !isListed.test(file)));
    }

    /**
     * Adds the tombstones that the latest version still has, by the time that they say.
     *
     * @param withRemoved whether it is of interest what is not needed any more
     */
    void addTombstones(boolean withRemoved) {
        try (CloseableIterator<RemoveFile> tombstones = snapshot.tombstones()) {
            while (tombstones.hasNext()) {
                RemoveFile remove = tombstones.next();
                if (isYoung(remove)) {
                    addNeeded(FactKind.RETAINED, remove, true);
                } else if (withRemoved) {
                    addRemoved(remove, FactKind.UNKNOWN_VERSION);
                }
            }
        }
    }

    private boolean isYoung(RemoveFile remove) {
        return retention.containsMillis(remove.deletionTimestamp().orElse(0));
    }

    /** The oldest version that removed files which must stay; the largest number if there is none. */
    long heldBack() {
        return heldBack.get();
    }

    /**
     * Adds what the commits from a version on removed.
     *
     * @param withRemoved whether it is of interest what is not needed any more; else only commits within the retention are read
     */
    void addRemovals(long first, boolean withRemoved, int threads, BooleanSupplier cancelled) {
        List<Long> versions = coverage.commits().stream()
                .filter(version -> version <= snapshot.version()
                        && (retention.contains(version) || (withRemoved && version >= first)))
                .toList();
        Parallel.forEach(versions, threads, cancelled, this::addRemovalsInTurn);
    }

    private void addRemovalsInTurn(long version) {
        requests.run(() -> {
            addRemovals(version);
            return version;
        });
    }

    private void addRemovals(long version) {
        boolean retained = retention.contains(version);
        try (CloseableIterator<Action> actions = log.actions(version, REMOVALS, false)) {
            while (actions.hasNext()) {
                Action action = actions.next();
                if (action instanceof AddCdcFile cdc) {
                    addChangeData(cdc, version, retained);
                } else if (action instanceof RemoveFile remove && (retained || isYoung(remove))) {
                    addNeeded(FactKind.RETAINED, remove, true);
                    heldBack.accumulateAndGet(version, Math::min);
                } else if (action instanceof RemoveFile remove) {
                    addRemoved(remove, version);
                }
            }
            commitsRead.incrementAndGet();
        } catch (CorruptTableException | InvalidOperationException e) {
            if (retained) {
                throw e;
            }
            // An old commit only explains what nobody needs any more; it may have been cleaned up meanwhile.
            LOG.warn("{}: cannot read what version {} removed; it counts as unreferenced", log.tablePath(), version, e);
        }
    }

    private void addChangeData(AddCdcFile cdc, long version, boolean retained) {
        String path = files.relative(cdc.path());
        if (path == null) {
            outside.incrementAndGet();
        } else if (retained) {
            need(FactKind.CHANGE_DATA, path, true);
        } else {
            facts.addRemoved(FactKind.EXPIRED_CHANGE_DATA, path, version);
        }
    }

    /**
     * Adds what versions within the retention have that are cut off from the latest one, because commits after them are gone: then nobody knows when their files were
     * removed.
     */
    void addIslands() {
        Set<Long> known = new TreeSet<>(coverage.commits());
        Set<Long> all = new TreeSet<>(known);
        all.addAll(coverage.checkpoints());
        for (long version : all) {
            if (version < snapshot.version()
                    && !known.contains(version + 1)
                    && (retention.atCutoff().isEmpty()
                            || version >= retention.atCutoff().getAsLong())
                    && coverage.canRebuild(version)) {
                addVersion(FactKind.RETAINED, version);
            }
        }
    }

    /** Adds the files of a version. */
    void addVersion(FactKind kind, long version) {
        log.snapshotAt(version).forEachActiveFile(FileProjection.WITHOUT_STATS, file -> addNeeded(kind, file, true));
    }

    private void addNeeded(FactKind kind, FileAction action, boolean found) {
        need(kind, files.relative(action.path()), found);
        if (action.deletionVector().isPresent()) {
            String vector = files.vector(action);
            if (vector != null) {
                need(kind, vector, found);
            }
        }
    }

    private void need(FactKind kind, @Nullable String path, boolean found) {
        if (path == null) {
            outside.incrementAndGet();
            return;
        }
        String real = links.resolveParents(path);
        boolean linked = !path.equals(real);
        facts.addNeeded(kind, path, found || linked || !rules.mayGo(path));
        if (linked && real != null) {
            facts.addNeeded(kind, real, true);
        }
    }

    private void addRemoved(RemoveFile remove, long version) {
        try {
            addRemoved(files.relative(remove.path()), version);
            addRemoved(files.vector(remove), version);
        } catch (CorruptTableException | InvalidOperationException e) {
            LOG.debug("{}: a tombstone of long ago names no file", log.tablePath(), e);
        }
    }

    private void addRemoved(@Nullable String path, long version) {
        if (path != null) {
            facts.addRemoved(FactKind.TOMBSTONED, path, version);
        }
    }
}
