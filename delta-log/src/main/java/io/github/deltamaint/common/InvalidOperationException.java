package io.github.deltamaint.common;

/** The table forbids what was asked for, or has no such version, column or file. Nothing was changed. */
public final class InvalidOperationException extends DeltaMaintenanceException {

    /** Says what is not possible, why, and what to ask for instead. */
    public InvalidOperationException(String tablePath, String problem) {
        super(tablePath, problem, null);
    }
}
