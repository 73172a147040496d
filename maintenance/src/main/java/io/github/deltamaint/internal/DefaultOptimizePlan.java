package io.github.deltamaint.internal;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.ResourceForecast;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.SkippedFiles;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.plan.ClusterPlan;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.internal.rewrite.OptimizeRun;
import io.github.deltamaint.internal.rewrite.ResourceForecaster;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A plan that knows how to carry itself out. */
final class DefaultOptimizePlan implements OptimizePlan {
    private final DeltaLog log;
    private final Snapshot snapshot;
    private final OptimizeTasks tasks;
    private final OptimizeSettings settings;
    private final DefaultMaintenanceContext context;
    private final AtomicBoolean executed = new AtomicBoolean();
    private @Nullable ResourceForecast forecast;

    DefaultOptimizePlan(
            DeltaLog log,
            Snapshot snapshot,
            OptimizeTasks tasks,
            OptimizeSettings settings,
            DefaultMaintenanceContext context) {
        this.log = log;
        this.snapshot = snapshot;
        this.tasks = tasks;
        this.settings = settings;
        this.context = context;
    }

    @Override
    public long readVersion() {
        return snapshot.version();
    }

    @Override
    public List<RewriteTask> tasks() {
        return tasks.tasks().stream().map(PlannedTask::task).toList();
    }

    @Override
    public List<SkippedFiles> skipped() {
        return tasks.skipped();
    }

    @Override
    public DataSize targetFileSize() {
        return tasks.targetFileSize();
    }

    @Override
    public boolean vOrder() {
        return tasks.layout().vOrder();
    }

    @Override
    public Optional<LayoutProfile> profile() {
        return tasks.layout().profile();
    }

    @Override
    public Optional<ClusteringReport> clustering() {
        return tasks.cluster().map(ClusterPlan::before);
    }

    @Override
    public List<String> warnings() {
        return tasks.warnings();
    }

    @Override
    public synchronized ResourceForecast forecast() {
        ResourceForecast known = forecast;
        if (known == null) {
            known = new ResourceForecaster(snapshot, tasks, settings, context).forecast();
            forecast = known;
        }
        return known;
    }

    @Override
    public DataSize bytesToRewrite() {
        return tasks.tasks().stream().map(planned -> planned.task().inputSize()).reduce(DataSize.ZERO, DataSize::plus);
    }

    @Override
    public int totalConsideredFiles() {
        return tasks.consideredFiles();
    }

    @Override
    public OptimizeResult execute() {
        if (!executed.compareAndSet(false, true)) {
            throw new IllegalStateException("this plan was executed before; make a new one");
        }
        settings.listener().optimizePlanned(this);
        return new OptimizeRun(log, snapshot, tasks, settings, context).run();
    }
}
