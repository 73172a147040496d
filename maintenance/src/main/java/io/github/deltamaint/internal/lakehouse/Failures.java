package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.TableFailure;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;

/** Failures of tables, for reports. */
final class Failures {
    /** For tables that nobody came to. */
    static final TableFailure NOT_BEGUN = new TableFailure(
            "OperationCancelledException", "the work was stopped before it came to this table", false, true);

    private Failures() {}

    static TableFailure of(RuntimeException failure) {
        return new TableFailure(
                failure.getClass().getSimpleName(),
                String.valueOf(failure.getMessage()),
                failure instanceof UnsupportedTableFeatureException,
                failure instanceof DeltaMaintenanceException ours && ours.isRetryable());
    }
}
