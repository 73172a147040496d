package io.github.deltamaint.log;

import io.github.deltamaint.common.DataSize;
import java.util.List;
import java.util.OptionalLong;

/**
 * What cleaning up the log has done.
 *
 * @param firstKeptVersion the first version that can still be read; empty if nothing was deleted
 * @param deletedFiles how many files were deleted, or were gone already
 * @param plannedSize the length of all files that were to go
 * @param failedFiles the names below {@code _delta_log} of files that could not be deleted; a later run tries again
 */
public record LogCleanupResult(
        OptionalLong firstKeptVersion, int deletedFiles, DataSize plannedSize, List<String> failedFiles) {

    /** Copies the list. */
    public LogCleanupResult {
        failedFiles = List.copyOf(failedFiles);
    }
}
