package io.github.deltamaint.zorder;

/**
 * How many files a kind of query has to read, judged by statistics alone.
 *
 * @param files the number of files of the table
 * @param expected the number of files to read, on average over all places where such a query can be
 * @param lowerBound the number of files that hold the matching rows in the best of layouts, at least 1
 */
public record FilesTouched(int files, double expected, double lowerBound) {

    /**
     * How many times more files are read than the best of layouts needs. Below 1 only for boxes over several columns that
     * depend on each other, many of which contain no rows at all.
     */
    public double overfetch() {
        return expected / lowerBound;
    }

    /** The share of files that need not be read; 0 for a table without files. */
    public double skipped() {
        return files == 0 ? 0 : 1 - expected / files;
    }
}
