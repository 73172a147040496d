package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.util.List;

/**
 * What RESTORE did. Made by the library; components may be added.
 *
 * @param versions the version that was committed; empty if the table was as it should be
 * @param restoredVersion the version that the table is again
 * @param numRestoredFiles how many files came back
 * @param restoredFilesSize their size together
 * @param numRemovedFiles how many files went
 * @param removedFilesSize their size together
 * @param numOfFilesAfterRestore how many files the table has now
 * @param tableSizeAfterRestore their size together
 */
public record RestoreResult(
        List<Long> versions,
        long restoredVersion,
        long numRestoredFiles,
        DataSize restoredFilesSize,
        long numRemovedFiles,
        DataSize removedFilesSize,
        long numOfFilesAfterRestore,
        DataSize tableSizeAfterRestore) {

    /** Copies the list. */
    public RestoreResult {
        versions = List.copyOf(versions);
    }

    /** Whether there was nothing to do: no commit was written. */
    public boolean isNoOp() {
        return versions.isEmpty();
    }
}
