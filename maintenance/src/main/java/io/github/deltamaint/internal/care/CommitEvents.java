package io.github.deltamaint.internal.care;

import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.log.CommitListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners how a commit goes on; one that throws is logged and changes nothing. */
final class CommitEvents implements CommitListener {
    private static final Logger LOG = LoggerFactory.getLogger(CommitEvents.class);

    private final List<MaintenanceListener> listeners = new ArrayList<>();

    void add(MaintenanceListener listener) {
        listeners.add(listener);
    }

    private void tell(Consumer<MaintenanceListener> event) {
        for (MaintenanceListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn("the listener {} failed", listener.getClass().getName(), e);
            }
        }
    }

    @Override
    public void commitStarted(long version, int attempt) {
        tell(listener -> listener.commitStarted(version, attempt));
    }

    @Override
    public void commitConflict(long winningVersion) {
        tell(listener -> listener.commitConflict(winningVersion));
    }

    @Override
    public void commitFinished(long version) {
        tell(listener -> listener.commitFinished(version));
    }

    void commitFailed(Exception cause) {
        tell(listener -> listener.commitFailed(cause));
    }
}
