package io.github.deltamaint.common;

import java.util.List;

/** The operation was told to stop and did. What it had already done stays. */
public final class OperationCancelledException extends DeltaMaintenanceException {
    private final List<Long> committedVersions;
    private final long filesDeleted;

    /**
     * Says how far the operation got.
     *
     * @param tablePath the root of the table
     * @param committedVersions the versions that it committed before
     * @param filesDeleted the number of files that it deleted before
     * @param problem what was stopped
     */
    public OperationCancelledException(
            String tablePath, List<Long> committedVersions, long filesDeleted, String problem) {
        super(tablePath, problem, null);
        this.committedVersions = List.copyOf(committedVersions);
        this.filesDeleted = filesDeleted;
    }

    /** The versions that the operation committed before it stopped. */
    public List<Long> committedVersions() {
        return committedVersions;
    }

    /** The number of files that the operation deleted before it stopped. */
    public long filesDeleted() {
        return filesDeleted;
    }
}
