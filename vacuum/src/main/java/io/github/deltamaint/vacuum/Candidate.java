package io.github.deltamaint.vacuum;

import io.github.deltamaint.common.DataSize;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * A file or an empty directory that no retained version needs.
 *
 * @param path where it is, relative to the table's root and decoded
 * @param size its length; zero for a directory, and where neither listing nor log says
 * @param modificationTime when it was last changed; when it was removed from the table if only the log was asked
 * @param reason why it may go
 * @param removedVersion the version that removed it, where the log still has that commit
 */
public record Candidate(
        String path, DataSize size, Instant modificationTime, Reason reason, OptionalLong removedVersion) {

    /** Why something may go. */
    public enum Reason {
        /** A version removed it from the table, and every version that had it is older than the retention. */
        TOMBSTONED,
        /** Nothing that the log still knows names it: the rest of a write that failed, or of a commit that was cleaned up. */
        UNREFERENCED,
        /** Change data of a version that is older than the retention. */
        EXPIRED_CHANGE_DATA,
        /** A directory with nothing in it, on a store that has directories. */
        EMPTY_DIRECTORY
    }

    /** Whether this is a directory. */
    public boolean isDirectory() {
        return reason == Reason.EMPTY_DIRECTORY;
    }
}
