package io.github.deltamaint.testsupport;

/** Where a deletion vector of a {@link TestTable} is kept. */
public enum VectorStorage {
    /** In the action itself ({@code i}). */
    INLINE,
    /** In a file beside the data files ({@code u}). */
    FILE,
    /** In a file in a directory with a random name ({@code u} with a prefix). */
    FILE_WITH_PREFIX,
    /** In a file beside the data files, named by its absolute URI ({@code p}). */
    ABSOLUTE_FILE,
    /** In a file, as runs of positions ({@code u}). */
    FILE_OF_RUNS
}
