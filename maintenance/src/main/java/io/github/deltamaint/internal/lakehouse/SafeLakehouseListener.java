package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.LakehouseListener;
import io.github.deltamaint.TableReport;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells several listeners; one that throws is logged and changes nothing. */
final class SafeLakehouseListener implements LakehouseListener {
    private static final Logger LOG = LoggerFactory.getLogger(SafeLakehouseListener.class);

    private final List<LakehouseListener> listeners;

    SafeLakehouseListener(List<LakehouseListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void tableStarted(String table) {
        tell(listener -> listener.tableStarted(table));
    }

    @Override
    public void tableFinished(TableReport report) {
        tell(listener -> listener.tableFinished(report));
    }

    private void tell(Consumer<LakehouseListener> event) {
        for (LakehouseListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (VirtualMachineError e) {
                throw e;
            } catch (Throwable e) { // also the errors of other people's code
                LOG.warn(
                        "the listener {} failed; the work goes on",
                        listener.getClass().getName(),
                        e);
            }
        }
    }
}
