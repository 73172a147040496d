package io.github.deltamaint.internal.events;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.ListenerFactory;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.log.CommitListener;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The listeners of one operation. For one use by one thread; the listener that {@link #all} gives is for any. */
public final class OperationListeners {
    private final List<MaintenanceListener> listeners = new ArrayList<>();

    private OperationListeners() {}

    /** Nobody, until somebody is added. */
    public static OperationListeners none() {
        return new OperationListeners();
    }

    /** Those that hear of every operation. */
    public static OperationListeners of(String table, List<ListenerFactory> factories) {
        OperationListeners listeners = new OperationListeners();
        listeners.add(new FlightRecorderListener(table));
        for (ListenerFactory factory : factories) {
            listeners.add(factory.forOperation(table));
        }
        return listeners;
    }

    /** Tells one more. */
    public void add(MaintenanceListener listener) {
        listeners.add(requireNonNull(listener, "listener"));
    }

    /** Tells all that were added so far; what one of them throws is logged and changes nothing. */
    public MaintenanceListener all() {
        return new SafeListener(listeners);
    }

    /**
     * Commits, and tells how it goes on.
     *
     * @return the version
     */
    public long commit(Transaction transaction, CommitRequest request) {
        return committing(
                listener -> transaction.listener(listener).commit(request).version());
    }

    /**
     * Tells how a commit goes on.
     *
     * @param commit commits, and tells the listener that it gets
     * @return the version
     */
    public long committing(ToLongFunction<CommitListener> commit) {
        MaintenanceListener all = all();
        try {
            return commit.applyAsLong(new CommitRelay(all));
        } catch (RuntimeException e) {
            all.commitFailed(e);
            throw e;
        }
    }
}
