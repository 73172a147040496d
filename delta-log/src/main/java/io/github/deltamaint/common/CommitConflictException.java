package io.github.deltamaint.common;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Another writer won: nothing was committed, and the operation may be repeated on the newer version. */
public final class CommitConflictException extends DeltaMaintenanceException {
    private final Reason reason;
    private final long winningVersion;
    private final Set<String> paths;

    /** What the winner did, with the name that Delta Spark gives the error. */
    public enum Reason {
        /** Changed the protocol. */
        PROTOCOL_CHANGED("DELTA_PROTOCOL_CHANGED"),
        /** Changed schema, partitioning or properties. */
        METADATA_CHANGED("DELTA_METADATA_CHANGED"),
        /** Wrote a metadata domain that this commit writes too. */
        DOMAIN_CHANGED("DELTA_CONCURRENT_WRITE"),
        /** Wrote a transaction identifier of an application that this commit writes too. */
        TRANSACTION_CHANGED("DELTA_CONCURRENT_TRANSACTION"),
        /** Removed files that this commit was computed from. */
        FILES_REMOVED("DELTA_CONCURRENT_DELETE_READ"),
        /** Added a file that this commit adds too, or gave row ids to files of the table. */
        FILES_ADDED("DELTA_CONCURRENT_APPEND"),
        /** Was first, and this commit tolerates no other. */
        VERSION_TAKEN("DELTA_CONCURRENT_WRITE"),
        /** Others were faster each time, until the attempts were used up. */
        ATTEMPTS_EXHAUSTED("DELTA_MAX_COMMIT_RETRIES_EXCEEDED");

        private final String errorClass;

        Reason(String errorClass) {
            this.errorClass = errorClass;
        }

        /** The error class that Delta Spark uses for this. */
        public String errorClass() {
            return errorClass;
        }
    }

    /**
     * Names the winner.
     *
     * @param tablePath the root of the table
     * @param reason what the winner did
     * @param winningVersion the version of the winner
     * @param paths the files of this commit that the winner touched, as written in the log; may be empty
     * @param problem what happened, and what to do
     */
    public CommitConflictException(
            String tablePath, Reason reason, long winningVersion, Set<String> paths, String problem) {
        super(tablePath, problem, null);
        this.reason = reason;
        this.winningVersion = winningVersion;
        this.paths = Collections.unmodifiableSet(new TreeSet<>(paths));
    }

    /** What the winner did. */
    public Reason reason() {
        return reason;
    }

    /** The version of the winner. */
    public long winningVersion() {
        return winningVersion;
    }

    /** The files of this commit that the winner touched, as written in the log; may be empty. */
    public Set<String> paths() {
        return paths;
    }

    @Override
    public boolean isRetryable() {
        return true;
    }
}
