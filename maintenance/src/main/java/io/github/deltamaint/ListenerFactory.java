package io.github.deltamaint;

/** Makes a listener for each operation, so that it can tell the events of operations at the same time apart. Called by several threads. */
@FunctionalInterface
public interface ListenerFactory {

    /**
     * A listener for one operation. An operation that only looks at a table may ask for one too, and never calls it.
     *
     * @param table the path of the table, as {@link TableMaintenance#path()} has it
     */
    MaintenanceListener forOperation(String table);
}
