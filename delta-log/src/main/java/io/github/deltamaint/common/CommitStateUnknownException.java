package io.github.deltamaint.common;

import org.jspecify.annotations.Nullable;

/**
 * A commit may or may not have landed, because the storage failed while it was written and again when it was read back.
 *
 * <p>Files that the commit adds must be kept: they are live if it landed. Look for {@link #txnId()} in the history before doing anything.
 */
public final class CommitStateUnknownException extends DeltaMaintenanceException {
    private final long attemptedVersion;
    private final String txnId;

    /**
     * Names the commit whose fate is unknown.
     *
     * @param tablePath the root of the table
     * @param attemptedVersion the version that was being written
     * @param txnId the {@code commitInfo.txnId} of the commit
     * @param problem what failed, and what to do
     * @param cause the failure
     */
    public CommitStateUnknownException(
            String tablePath, long attemptedVersion, String txnId, String problem, @Nullable Throwable cause) {
        super(tablePath, problem, cause);
        this.attemptedVersion = attemptedVersion;
        this.txnId = txnId;
    }

    /** The version that was being written. */
    public long attemptedVersion() {
        return attemptedVersion;
    }

    /** The {@code commitInfo.txnId} of the commit: whichever version carries it is this commit. */
    public String txnId() {
        return txnId;
    }
}
