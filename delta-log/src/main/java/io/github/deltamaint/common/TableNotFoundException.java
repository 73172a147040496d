package io.github.deltamaint.common;

/** There is no Delta table at this path: no {@code _delta_log} with a commit or a checkpoint in it. */
public final class TableNotFoundException extends DeltaMaintenanceException {

    /** Says what was looked for. */
    public TableNotFoundException(String tablePath, String problem) {
        super(tablePath, problem, null);
    }
}
