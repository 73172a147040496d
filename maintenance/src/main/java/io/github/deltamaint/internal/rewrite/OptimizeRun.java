package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.ClusteringChange;
import io.github.deltamaint.FileMetrics;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.internal.cluster.ClusteringReports;
import io.github.deltamaint.internal.cluster.FileBounds;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.plan.ClusterPlan;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.FileKey;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RowDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One OPTIMIZE from its plan to its result. */
public final class OptimizeRun implements FinishedTasks {
    private final Snapshot snapshot;
    private final OptimizeTasks plan;
    private final OptimizeSettings settings;
    private final DefaultMaintenanceContext context;
    private final DataFiles files;
    private final RewriteCommitter committer;
    private final MemoryBudget memory;
    private final Instant started;

    private final List<RewrittenTask> uncommitted = new ArrayList<>();
    private final List<RewrittenTask> committed = new ArrayList<>();
    private final List<RewriteTask> dropped = new ArrayList<>();
    private final List<Long> versions = new ArrayList<>();
    private @Nullable CommitConflictException lost;

    /** Prepares a run; nothing happens yet. */
    public OptimizeRun(
            DeltaLog log,
            Snapshot snapshot,
            OptimizeTasks plan,
            OptimizeSettings settings,
            DefaultMaintenanceContext context) {
        this.snapshot = snapshot;
        this.plan = plan;
        this.settings = settings;
        this.context = context;
        this.files = new DataFiles(snapshot.tablePath(), context.storages());
        this.committer = new RewriteCommitter(
                log, snapshot, files, settings, plan.cluster().map(ClusterPlan::order), context);
        this.memory = context.memory().counted();
        this.started = context.clock().instant();
    }

    /** Rewrites, verifies and commits. */
    public OptimizeResult run() {
        if (!plan.tasks().isEmpty()) {
            rewriteAll();
        }
        if (versions.isEmpty() && lost != null) {
            throw lost;
        }
        return result();
    }

    private void rewriteAll() {
        TaskRewriter rewriter = TaskRewriter.of(snapshot, plan, settings, context);
        try {
            new LocalRewriteExecutor(rewriter, settings, context, memory).execute(plan.tasks(), this);
            commit();
        } catch (CancellationException e) {
            throw new OperationCancelledException(
                    files.table().root(),
                    versions,
                    0,
                    settings.operation() + " was cancelled"
                            + (versions.isEmpty()
                                    ? "; nothing was changed"
                                    : " after it had committed versions " + versions + "; these stay"));
        } finally {
            committer.delete(uncommitted);
        }
    }

    @Override
    public void abandoned(RewrittenTask task) {
        uncommitted.add(task);
    }

    @Override
    public void rewritten(RewrittenTask task) {
        uncommitted.add(task);
        if (settings.commitEvery().isPresent()
                && uncommitted.size() >= settings.commitEvery().getAsInt()) {
            commit();
        }
    }

    private void commit() {
        if (uncommitted.isEmpty()) {
            return;
        }
        if (settings.cancellation().isCancelled()) {
            throw new CancellationException();
        }
        List<RewrittenTask> tasks = List.copyOf(uncommitted);
        // From here on the committer looks after the new files.
        uncommitted.clear();
        try {
            RewriteCommitter.Outcome outcome = committer.commit(tasks);
            versions.add(outcome.version());
            committed.addAll(outcome.committed());
            dropped.addAll(outcome.dropped());
        } catch (CommitConflictException e) {
            if (settings.commitEvery().isEmpty() || !isAboutFiles(e)) {
                throw afterCommits(e);
            }
            lost = e;
            tasks.forEach(task -> dropped.add(task.planned().task()));
        }
    }

    /** Whether other tasks may have more luck. */
    private static boolean isAboutFiles(CommitConflictException conflict) {
        return conflict.reason() == CommitConflictException.Reason.FILES_REMOVED
                || conflict.reason() == CommitConflictException.Reason.FILES_ADDED;
    }

    /** The message of a conflict says that nothing was changed; that is not the whole truth when earlier tasks were committed. */
    private CommitConflictException afterCommits(CommitConflictException conflict) {
        return versions.isEmpty()
                ? conflict
                : new CommitConflictException(
                        files.table().root(),
                        conflict.reason(),
                        conflict.winningVersion(),
                        conflict.paths(),
                        "OPTIMIZE committed versions " + versions + ", which stay, and then lost to version "
                                + conflict.winningVersion() + " ("
                                + conflict.reason().errorClass()
                                + "). Run it again for the other tasks");
    }

    private OptimizeResult result() {
        List<AddFile> added = OptimizeCommit.added(committed).toList();
        List<AddFile> removed = OptimizeCommit.inputs(committed).toList();
        return new OptimizeResult(
                versions,
                metrics(added),
                metrics(removed),
                (int) committed.stream()
                        .map(task -> task.planned().partition().key())
                        .distinct()
                        .count(),
                plan.consideredFiles(),
                plan.consideredFiles() - removed.size(),
                committed.size(),
                dropped,
                committed.stream().mapToLong(RewrittenTask::rows).sum(),
                OptimizeCommit.deletionVectors(committed),
                committed.stream().mapToLong(RewrittenTask::deletedRows).sum(),
                committed.stream().map(RewrittenTask::result).toList(),
                committed.stream().flatMap(task -> task.layouts().stream()).toList(),
                plan.cluster().map(this::clustering),
                plan.warnings(),
                OptimizeCommit.content(committed).map(RowDigest::toHex),
                DataSize.ofBytes(memory.peakBytes()),
                DataSize.ofBytes(committed.stream()
                        .mapToLong(RewrittenTask::spilledBytes)
                        .sum()),
                Duration.between(started, context.clock().instant()));
    }

    private ClusteringChange clustering(ClusterPlan cluster) {
        Set<FileKey> removed =
                OptimizeCommit.inputs(committed).map(AddFile::key).collect(Collectors.toSet());
        List<FileBounds> now = new ArrayList<>(cluster.kept());
        for (PlannedTask task : plan.tasks()) {
            for (AddFile input : task.inputs()) {
                if (!removed.contains(input.key())) {
                    now.add(cluster.bounds().read(input));
                }
            }
        }
        OptimizeCommit.added(committed).forEach(file -> now.add(cluster.bounds().read(file)));
        return new ClusteringChange(
                cluster.before(), ClusteringReports.of(cluster.order().names(), cluster.bounds(), now));
    }

    private static FileMetrics metrics(List<AddFile> files) {
        return FileMetrics.of(files.stream().map(AddFile::size).toList());
    }
}
