package io.github.deltamaint.log;

import io.github.deltamaint.common.DataSize;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What cleaning up the log would delete.
 *
 * @param version the latest version, from which it was planned
 * @param cutoff versions that were current at this time or later stay readable: midnight UTC, {@code delta.logRetentionDuration} ago
 * @param firstKeptVersion the version of the checkpoint that everything later stands on; empty if nothing can go
 * @param files what would be deleted: names below {@code _delta_log}, in the order of deletion
 * @param size the length of these files together
 * @param nothingToDo why nothing can go; empty if something can
 */
public record LogCleanupPlan(
        long version,
        Instant cutoff,
        OptionalLong firstKeptVersion,
        List<String> files,
        DataSize size,
        Optional<String> nothingToDo) {

    /** Copies the list. */
    public LogCleanupPlan {
        files = List.copyOf(files);
    }

    /** Whether there is nothing to delete. */
    public boolean isEmpty() {
        return files.isEmpty();
    }
}
