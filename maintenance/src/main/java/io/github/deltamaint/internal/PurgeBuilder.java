package io.github.deltamaint.internal;

import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.Purge;
import io.github.deltamaint.Verification;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.events.OperationListeners;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import java.util.function.Function;

/** Collects what the user wants of a purge. */
final class PurgeBuilder implements Purge {
    private final Function<OptimizeSettings, OptimizePlan> planner;
    private final OptimizeBuilder optimize;

    PurgeBuilder(Function<OptimizeSettings, OptimizePlan> planner, OperationListeners listeners) {
        this.planner = planner;
        this.optimize = OptimizeBuilder.ofSettings(listeners);
    }

    @Override
    public Purge where(String partitionPredicate) {
        optimize.where(partitionPredicate);
        return this;
    }

    @Override
    public Purge targetFileSize(DataSize size) {
        optimize.targetFileSize(size);
        return this;
    }

    @Override
    public Purge verify(Verification level) {
        optimize.verify(level);
        return this;
    }

    @Override
    public Purge listener(MaintenanceListener listener) {
        optimize.listener(listener);
        return this;
    }

    @Override
    public Purge cancellation(CancellationToken token) {
        optimize.cancellation(token);
        return this;
    }

    @Override
    public Purge userMetadata(String note) {
        optimize.userMetadata(note);
        return this;
    }

    @Override
    public OptimizePlan plan() {
        return planner.apply(optimize.settings().asPurge());
    }

    @Override
    public OptimizeResult execute() {
        return plan().execute();
    }
}
