package io.github.deltamaint.internal.events;

import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.CommitListener;

/** Passes on what the log says of a commit. */
public class CommitRelay implements CommitListener {
    private final MaintenanceListener listener;

    /** To a listener. */
    public CommitRelay(MaintenanceListener listener) {
        this.listener = listener;
    }

    @Override
    public void commitStarted(long version, int attempt) {
        listener.commitStarted(version, attempt);
    }

    @Override
    public void commitConflict(long winningVersion) {
        listener.commitConflict(winningVersion);
    }

    @Override
    public void commitFinished(long version) {
        listener.commitFinished(version);
    }

    @Override
    public void checkpointFinished(CheckpointResult checkpoint) {
        listener.checkpointFinished(checkpoint.version());
    }

    @Override
    public void checkpointFailed(long version, Throwable cause) {
        listener.checkpointFailed(version, cause);
    }
}
