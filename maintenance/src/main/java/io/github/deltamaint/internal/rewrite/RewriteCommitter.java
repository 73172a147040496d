package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.internal.cluster.ClusterOrder;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.events.CommitRelay;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.Transaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Commits rewritten tasks. Tasks are independent: when another writer has touched files of some of them, those are dropped and the rest is
 * committed. New files that are not committed are deleted, except when nobody knows whether they are.
 */
final class RewriteCommitter {
    private final DeltaLog log;
    private final Snapshot snapshot;
    private final DataFiles files;
    private final OptimizeSettings settings;
    private final Optional<ClusterOrder> order;
    private final DefaultMaintenanceContext context;
    private final Set<Long> ownVersions = new HashSet<>();

    RewriteCommitter(
            DeltaLog log,
            Snapshot snapshot,
            DataFiles files,
            OptimizeSettings settings,
            Optional<ClusterOrder> order,
            DefaultMaintenanceContext context) {
        this.order = order;
        this.log = log;
        this.snapshot = snapshot;
        this.files = files;
        this.settings = settings;
        this.context = context;
    }

    /**
     * What became of the tasks.
     *
     * @param version the version that was made
     * @param committed the tasks in it
     * @param dropped the tasks that were given up
     */
    record Outcome(long version, List<RewrittenTask> committed, List<RewriteTask> dropped) {}

    Outcome commit(List<RewrittenTask> tasks) {
        List<RewrittenTask> remaining = new ArrayList<>(tasks);
        List<RewrittenTask> dropped = new ArrayList<>();
        long version = land(tasks, remaining, dropped);
        ownVersions.add(version);
        delete(dropped);
        return new Outcome(
                version,
                List.copyOf(remaining),
                dropped.stream().map(task -> task.planned().task()).toList());
    }

    private long land(List<RewrittenTask> tasks, List<RewrittenTask> remaining, List<RewrittenTask> dropped) {
        try {
            new CommitReplay(files, snapshot).check(tasks);
            Transaction transaction = log.startTransaction(snapshot, TableOperation.REWRITE)
                    .listener(new Progress())
                    .onTouchedFiles((request, touched, winner) -> without(touched, remaining, dropped));
            return transaction.commit(request(tasks)).version();
        } catch (CommitStateUnknownException e) {
            settings.listener().commitFailed(e);
            throw e;
        } catch (DeltaMaintenanceException e) {
            settings.listener().commitFailed(e);
            delete(tasks);
            throw e;
        } catch (RuntimeException e) {
            // Nobody foresaw this, so nobody knows whether the commit landed before it: a file too many is for VACUUM,
            // a file too few is lost.
            settings.listener().commitFailed(e);
            throw e;
        }
    }

    private Optional<CommitRequest> without(
            Set<String> touched, List<RewrittenTask> remaining, List<RewrittenTask> dropped) {
        for (RewrittenTask task : List.copyOf(remaining)) {
            if (task.planned().inputs().stream().anyMatch(input -> touched.contains(input.path()))) {
                remaining.remove(task);
                dropped.add(task);
            }
        }
        return remaining.isEmpty() ? Optional.empty() : Optional.of(request(remaining));
    }

    private CommitRequest request(List<RewrittenTask> tasks) {
        return OptimizeCommit.request(tasks, settings, context, order, FileColumns.hasStableRowIds(snapshot));
    }

    /** Deletes the new files of tasks that will not be committed. */
    void delete(List<RewrittenTask> tasks) {
        OutputCleaner.delete(
                files, OptimizeCommit.added(tasks).map(files::displayPath).toList());
    }

    /** Passes on what the log says. Versions that this run committed before are no conflict. */
    private final class Progress extends CommitRelay {
        Progress() {
            super(settings.listener());
        }

        @Override
        public void commitConflict(long winningVersion) {
            if (!ownVersions.contains(winningVersion)) {
                super.commitConflict(winningVersion);
            }
        }
    }
}
