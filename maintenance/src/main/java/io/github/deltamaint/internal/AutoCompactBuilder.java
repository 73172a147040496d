package io.github.deltamaint.internal;

import io.github.deltamaint.AutoCompact;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.events.OperationListeners;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import java.util.OptionalLong;
import java.util.function.Function;

/** Collects what the user wants of auto compaction. */
final class AutoCompactBuilder implements AutoCompact {
    private static final int DEFAULT_MIN_NUM_FILES = 50;

    private final Function<AutoCompactBuilder, OptimizePlan> planner;
    private final OptimizeBuilder optimize;
    private OptionalLong since = OptionalLong.empty();
    private int minNumFiles = DEFAULT_MIN_NUM_FILES;
    private boolean always;

    AutoCompactBuilder(Function<AutoCompactBuilder, OptimizePlan> planner, OperationListeners listeners) {
        this.planner = planner;
        this.optimize = OptimizeBuilder.ofSettings(listeners);
    }

    OptionalLong since() {
        return since;
    }

    int minNumFiles() {
        return minNumFiles;
    }

    boolean isAlways() {
        return always;
    }

    OptimizeSettings settings() {
        return optimize.settings();
    }

    @Override
    public AutoCompact since(long version) {
        if (version < 0) {
            throw new IllegalArgumentException("since must not be negative but was " + version);
        }
        since = OptionalLong.of(version);
        return this;
    }

    @Override
    public AutoCompact minNumFiles(int files) {
        if (files < 2) {
            throw new IllegalArgumentException("minNumFiles must be at least 2 but was " + files);
        }
        minNumFiles = files;
        return this;
    }

    @Override
    public AutoCompact maxFileSize(DataSize size) {
        if (size.bytes() == 0) {
            throw new IllegalArgumentException("maxFileSize must be positive but was " + size);
        }
        optimize.targetFileSize(size);
        return this;
    }

    @Override
    public AutoCompact always() {
        always = true;
        return this;
    }

    @Override
    public AutoCompact listener(MaintenanceListener listener) {
        optimize.listener(listener);
        return this;
    }

    @Override
    public AutoCompact cancellation(CancellationToken token) {
        optimize.cancellation(token);
        return this;
    }

    @Override
    public AutoCompact userMetadata(String note) {
        optimize.userMetadata(note);
        return this;
    }

    @Override
    public OptimizePlan plan() {
        return planner.apply(this);
    }

    @Override
    public OptimizeResult execute() {
        return plan().execute();
    }
}
