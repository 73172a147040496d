package io.github.deltamaint.vacuum;

import io.github.deltamaint.common.DeltaMaintenanceException;
import java.time.Duration;

/** The retention is shorter than the table's own, and nobody said why that is safe. Nothing was changed. */
public final class UnsafeRetentionException extends DeltaMaintenanceException {
    private final Duration requested;
    private final Duration minimum;

    /** Names both retentions. */
    public UnsafeRetentionException(String tablePath, Duration requested, Duration minimum) {
        super(
                tablePath,
                "cannot vacuum with retention " + requested + ": the table retains deleted files for " + minimum
                        + " (delta.deletedFileRetentionDuration). Raise the retention, or call allowUnsafeRetention(reason) if no"
                        + " reader or writer can still use an older version",
                null);
        this.requested = requested;
        this.minimum = minimum;
    }

    /** The retention that was asked for. */
    public Duration requested() {
        return requested;
    }

    /** The retention that the table has. */
    public Duration minimum() {
        return minimum;
    }
}
