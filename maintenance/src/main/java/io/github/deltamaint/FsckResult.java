package io.github.deltamaint;

import java.util.List;

/**
 * What FSCK did. Made by the library; components may be added.
 *
 * @param versions the version that was committed; empty if there was nothing that could be repaired
 * @param report what was found before
 * @param numRemovedFiles how many files were taken out of the table
 */
public record FsckResult(List<Long> versions, FsckReport report, long numRemovedFiles) {

    /** Copies the list. */
    public FsckResult {
        versions = List.copyOf(versions);
    }
}
