package io.github.deltamaint;

import java.util.List;

/**
 * Whether two versions of a table have the same rows. Files that are part of both are not read: they have the same rows in both. Made by the library;
 * components may be added.
 *
 * @param sameRows whether they have the same rows, each as often
 * @param differences what differs, for people: columns by name, numbers of rows; empty if nothing does
 * @param filesInBoth how many files are part of both versions
 * @param from the version that was compared
 * @param to the version that it was compared with
 */
public record VersionComparison(boolean sameRows, List<String> differences, long filesInBoth, Side from, Side to) {

    /** Copies the list. */
    public VersionComparison {
        differences = List.copyOf(differences);
    }

    /**
     * What only one of the versions has.
     *
     * @param version the version
     * @param files how many files only it has
     * @param rows how many rows are in them
     * @param digest what these sum up to, as in {@link TableDigest}
     */
    public record Side(long version, long files, long rows, String digest) {}
}
