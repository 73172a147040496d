package io.github.deltamaint.internal;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.Vacuum;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.events.CommitRelay;
import io.github.deltamaint.internal.events.OperationListeners;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.RefusalRule;
import io.github.deltamaint.vacuum.VacuumListener;
import io.github.deltamaint.vacuum.VacuumMode;
import io.github.deltamaint.vacuum.VacuumPlan;
import io.github.deltamaint.vacuum.VacuumPlanner;
import io.github.deltamaint.vacuum.VacuumResult;
import io.github.deltamaint.vacuum.VacuumSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Collects what the user wants of VACUUM. */
final class VacuumBuilder implements Vacuum {
    private final DeltaLog log;
    private final DefaultMaintenanceContext context;
    private final VacuumSettings.Builder settings;
    private final OperationListeners listeners;
    private CancellationToken cancellation = CancellationToken.none();

    VacuumBuilder(DeltaLog log, DefaultMaintenanceContext context) {
        this.log = log;
        this.context = context;
        this.listeners = context.listeners(log.tablePath().root());
        this.settings = VacuumSettings.builder()
                .memoryLimit(context.memoryLimit())
                .spillDirectory(context.spillDirectory())
                .engineInfo(context.engineInfo());
    }

    @Override
    public Vacuum retain(Duration retention) {
        settings.retain(retention);
        return this;
    }

    @Override
    public Vacuum allowUnsafeRetention(String reason) {
        settings.allowUnsafeRetention(reason);
        return this;
    }

    @Override
    public Vacuum lite() {
        settings.mode(VacuumMode.LITE);
        return this;
    }

    @Override
    public Vacuum inventory(String file) {
        settings.inventory(file);
        return this;
    }

    @Override
    public Vacuum keepVersions(long... versions) {
        settings.keepVersions(versions);
        return this;
    }

    @Override
    public Vacuum quarantine() {
        settings.quarantine(true);
        return this;
    }

    @Override
    public Vacuum maxShare(double share) {
        settings.maxShare(share);
        return this;
    }

    @Override
    public Vacuum maxConcurrency(int requests) {
        settings.maxConcurrency(requests);
        return this;
    }

    @Override
    public Vacuum acceptStaleManifests() {
        settings.accept(RefusalRule.OptIn.STALE_SYMLINK_MANIFEST);
        return this;
    }

    @Override
    public Vacuum listener(MaintenanceListener listener) {
        listeners.add(listener);
        return this;
    }

    @Override
    public Vacuum cancellation(CancellationToken token) {
        cancellation = requireNonNull(token, "token");
        return this;
    }

    @Override
    public Vacuum userMetadata(String userMetadata) {
        settings.userMetadata(Optional.of(userMetadata));
        return this;
    }

    @Override
    public VacuumPlan plan() {
        if (cancellation.isCancelled()) {
            throw new OperationCancelledException(
                    log.tablePath().root(), List.of(), 0, "VACUUM was cancelled; nothing was changed");
        }
        return VacuumPlanner.plan(
                log,
                context.storages(),
                settings.listener(new Events(listeners.all()))
                        .cancellation(cancellation)
                        .build(),
                context.clock(),
                context.uuids());
    }

    @Override
    public VacuumResult execute() {
        return plan().execute();
    }

    /** Passes on what VACUUM says. */
    private static final class Events extends CommitRelay implements VacuumListener {
        private final MaintenanceListener listener;

        Events(MaintenanceListener listener) {
            super(listener);
            this.listener = listener;
        }

        @Override
        public void listed(long files, long directories) {
            listener.vacuumListed(files, directories);
        }

        @Override
        public void planned(VacuumPlan plan) {
            listener.vacuumPlanned(plan);
        }

        @Override
        public void removed(long files, long bytes) {
            listener.vacuumRemoved(files, bytes);
        }

        @Override
        public void commitFailed(Exception cause) {
            listener.commitFailed(cause);
        }
    }
}
