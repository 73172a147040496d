package io.github.deltamaint.internal.events;

import io.github.deltamaint.FileMetrics;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.internal.events.FlightEvents.CheckpointEvent;
import io.github.deltamaint.internal.events.FlightEvents.CommitConflictEvent;
import io.github.deltamaint.internal.events.FlightEvents.CommitEvent;
import io.github.deltamaint.internal.events.FlightEvents.OptimizePlanEvent;
import io.github.deltamaint.internal.events.FlightEvents.RewriteTaskEvent;
import io.github.deltamaint.internal.events.FlightEvents.VacuumPlanEvent;
import io.github.deltamaint.internal.events.FlightEvents.VacuumRemovalEvent;
import io.github.deltamaint.vacuum.VacuumPlan;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Writes the events of one operation into a recording of the Java Flight Recorder, if there is one. */
final class FlightRecorderListener implements MaintenanceListener {
    private final String table;
    private final Map<Integer, RewriteTaskEvent> rewrites = new ConcurrentHashMap<>();
    private @Nullable CommitEvent commit;

    FlightRecorderListener(String table) {
        this.table = table;
    }

    @Override
    public void optimizePlanned(OptimizePlan plan) {
        OptimizePlanEvent event = new OptimizePlanEvent();
        if (event.isEnabled()) {
            event.table = table;
            event.readVersion = plan.readVersion();
            event.tasks = plan.tasks().size();
            event.bytesToRewrite = plan.bytesToRewrite().bytes();
            event.consideredFiles = plan.totalConsideredFiles();
            event.commit();
        }
    }

    @Override
    public void rewriteStarted(RewriteTask task) {
        RewriteTaskEvent event = new RewriteTaskEvent();
        if (event.isEnabled()) {
            event.begin();
            rewrites.put(task.index(), event);
        }
    }

    @Override
    public void rewriteFinished(RewriteTask task, FileMetrics added) {
        RewriteTaskEvent event = rewrites.remove(task.index());
        if (event != null) {
            event.outputFiles = added.totalFiles();
            event.outputBytes = added.totalSize().bytes();
            end(event, task);
        }
    }

    @Override
    public void rewriteFailed(RewriteTask task, Exception cause) {
        RewriteTaskEvent event = rewrites.remove(task.index());
        if (event != null) {
            event.failure = cause.toString();
            end(event, task);
        }
    }

    private void end(RewriteTaskEvent event, RewriteTask task) {
        event.table = table;
        event.task = task.index();
        event.partition = task.partitionValues().toString();
        event.inputFiles = task.inputPaths().size();
        event.inputBytes = task.inputSize().bytes();
        event.commit();
    }

    @Override
    public synchronized void commitStarted(long attemptedVersion, int attempt) {
        CommitEvent event = commit;
        if (event == null) {
            event = new CommitEvent();
            event.begin();
            commit = event;
        }
        event.version = attemptedVersion;
        event.attempts = attempt;
    }

    @Override
    public void commitConflict(long winningVersion) {
        CommitConflictEvent event = new CommitConflictEvent();
        event.table = table;
        event.winningVersion = winningVersion;
        event.commit();
    }

    @Override
    public synchronized void commitFinished(long version) {
        CommitEvent event = commit;
        if (event != null) {
            event.version = version;
            end(event);
        }
    }

    @Override
    public synchronized void commitFailed(Exception cause) {
        CommitEvent event = commit == null ? new CommitEvent() : commit;
        event.failure = cause.toString();
        end(event);
    }

    private void end(CommitEvent event) {
        commit = null;
        event.table = table;
        event.commit();
    }

    @Override
    public void checkpointFinished(long version) {
        checkpoint(version, null);
    }

    @Override
    public void checkpointFailed(long version, Throwable cause) {
        checkpoint(version, cause.toString());
    }

    private void checkpoint(long version, @Nullable String failure) {
        CheckpointEvent event = new CheckpointEvent();
        event.table = table;
        event.version = version;
        event.failure = failure;
        event.commit();
    }

    @Override
    public void vacuumPlanned(VacuumPlan plan) {
        VacuumPlanEvent event = new VacuumPlanEvent();
        if (event.isEnabled()) {
            event.table = table;
            event.readVersion = plan.readVersion();
            event.mode = plan.mode().name();
            event.candidates = plan.candidateCount();
            event.commit();
        }
    }

    @Override
    public void vacuumRemoved(long files, long bytes) {
        VacuumRemovalEvent event = new VacuumRemovalEvent();
        event.table = table;
        event.removed = files;
        event.removedBytes = bytes;
        event.commit();
    }
}
