package io.github.deltamaint.log;

import java.util.List;

/**
 * What the version checksum file of a version says, compared with the version (PROTOCOL.md, "Version Checksum File").
 *
 * @param file the file, relative to the root of the table
 * @param differences what is not as in the version, a sentence each; empty if everything agrees
 */
public record ChecksumReport(String file, List<String> differences) {

    /** Copies the list. */
    public ChecksumReport {
        differences = List.copyOf(differences);
    }

    /** Whether the file says nothing but what is so. */
    public boolean agrees() {
        return differences.isEmpty();
    }
}
