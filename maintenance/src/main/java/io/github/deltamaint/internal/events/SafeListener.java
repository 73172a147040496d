package io.github.deltamaint.internal.events;

import io.github.deltamaint.FileMetrics;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.vacuum.VacuumPlan;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells several listeners; one that throws is logged and changes nothing. */
final class SafeListener implements MaintenanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    private final List<MaintenanceListener> listeners;
    private final Set<MaintenanceListener> reported = ConcurrentHashMap.newKeySet();

    SafeListener(List<MaintenanceListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    private void tell(Consumer<MaintenanceListener> event) {
        for (MaintenanceListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (VirtualMachineError e) {
                throw e;
            } catch (Throwable e) { // also the errors of other people's code, such as a failed assertion or a missing
                // class
                report(listener, e);
            }
        }
    }

    /** Once per listener: one that fails is likely to fail at each of many events. */
    private void report(MaintenanceListener listener, Throwable failure) {
        if (reported.add(listener)) {
            LOG.warn(
                    "the listener {} failed; the operation goes on, and further failures of it are not logged",
                    listener.getClass().getName(),
                    failure);
        }
    }

    @Override
    public void optimizePlanned(OptimizePlan plan) {
        tell(listener -> listener.optimizePlanned(plan));
    }

    @Override
    public void rewriteStarted(RewriteTask task) {
        tell(listener -> listener.rewriteStarted(task));
    }

    @Override
    public void rewriteProgress(RewriteTask task, long inputBytesDone) {
        tell(listener -> listener.rewriteProgress(task, inputBytesDone));
    }

    @Override
    public void rewriteFinished(RewriteTask task, FileMetrics added) {
        tell(listener -> listener.rewriteFinished(task, added));
    }

    @Override
    public void rewriteFailed(RewriteTask task, Exception cause) {
        tell(listener -> listener.rewriteFailed(task, cause));
    }

    @Override
    public void vacuumListed(long files, long directories) {
        tell(listener -> listener.vacuumListed(files, directories));
    }

    @Override
    public void vacuumPlanned(VacuumPlan plan) {
        tell(listener -> listener.vacuumPlanned(plan));
    }

    @Override
    public void vacuumRemoved(long files, long bytes) {
        tell(listener -> listener.vacuumRemoved(files, bytes));
    }

    @Override
    public void commitStarted(long attemptedVersion, int attempt) {
        tell(listener -> listener.commitStarted(attemptedVersion, attempt));
    }

    @Override
    public void commitConflict(long winningVersion) {
        tell(listener -> listener.commitConflict(winningVersion));
    }

    @Override
    public void commitFinished(long version) {
        tell(listener -> listener.commitFinished(version));
    }

    @Override
    public void checkpointFinished(long version) {
        tell(listener -> listener.checkpointFinished(version));
    }

    @Override
    public void checkpointFailed(long version, Throwable cause) {
        tell(listener -> listener.checkpointFailed(version, cause));
    }

    @Override
    public void commitFailed(Exception cause) {
        tell(listener -> listener.commitFailed(cause));
    }
}
