package io.github.deltamaint;

import java.util.List;

/**
 * What FSCK did. Made by the library; components may be added.
 *
 * @param versions the version that was committed; empty if no file was taken out of the table
 * @param report what was found before
 * @param numRemovedFiles how many files were taken out of the table
 * @param repaired the problems that are no more
 * @param unrepaired the problems that are still there
 */
public record FsckResult(
        List<Long> versions,
        FsckReport report,
        long numRemovedFiles,
        List<FileProblem> repaired,
        List<FileProblem> unrepaired) {

    /** Copies the lists. */
    public FsckResult {
        versions = List.copyOf(versions);
        repaired = List.copyOf(repaired);
        unrepaired = List.copyOf(unrepaired);
    }
}
