package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.LogCleanupResult;
import io.github.deltamaint.vacuum.VacuumListener;
import io.github.deltamaint.vacuum.VacuumPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a listener, one thing at a time; if it throws, that is logged and changes nothing. */
final class SafeListener implements VacuumListener {
    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    private final VacuumListener listener;

    SafeListener(VacuumListener listener) {
        this.listener = listener;
    }

    private void tell(Runnable event) {
        try {
            synchronized (listener) {
                event.run();
            }
        } catch (RuntimeException e) {
            LOG.warn(
                    "the listener {} failed; the vacuum goes on",
                    listener.getClass().getName(),
                    e);
        }
    }

    @Override
    public void listed(long files, long directories) {
        tell(() -> listener.listed(files, directories));
    }

    @Override
    public void planned(VacuumPlan plan) {
        tell(() -> listener.planned(plan));
    }

    @Override
    public void removed(long files, long bytes) {
        tell(() -> listener.removed(files, bytes));
    }

    @Override
    public void commitStarted(long version, int attempt) {
        tell(() -> listener.commitStarted(version, attempt));
    }

    @Override
    public void commitConflict(long winningVersion) {
        tell(() -> listener.commitConflict(winningVersion));
    }

    @Override
    public void commitFinished(long version) {
        tell(() -> listener.commitFinished(version));
    }

    @Override
    public void checkpointFinished(CheckpointResult checkpoint) {
        tell(() -> listener.checkpointFinished(checkpoint));
    }

    @Override
    public void checkpointFailed(long version, Throwable cause) {
        tell(() -> listener.checkpointFailed(version, cause));
    }

    @Override
    public void logCleanedUp(LogCleanupResult result) {
        tell(() -> listener.logCleanedUp(result));
    }

    @Override
    public void logCleanupFailed(long version, Throwable cause) {
        tell(() -> listener.logCleanupFailed(version, cause));
    }

    @Override
    public void commitFailed(Exception cause) {
        tell(() -> listener.commitFailed(cause));
    }
}
