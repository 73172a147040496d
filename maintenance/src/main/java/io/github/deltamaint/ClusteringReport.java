package io.github.deltamaint;

import java.util.List;

/**
 * How well the files of a table are clustered by some columns, judged by their statistics alone. Made by the library; components may be added.
 *
 * <p>Queries are taken to be anywhere, measured in rows: a range of 1 % contains 1 % of the rows, wherever it lies. Partitions do not count: these are queries that say
 * nothing about partition columns.
 *
 * @param numFiles the number of files
 * @param columns the columns, in the order in which they were asked for
 * @param point queries for one value in each of the columns
 * @param onePercent queries for a range of 1 % of the rows in each of the columns
 * @param tenPercent queries for a range of 10 % of the rows in each of the columns
 */
public record ClusteringReport(
        int numFiles, List<Column> columns, FilesTouched point, FilesTouched onePercent, FilesTouched tenPercent) {

    /** Copies the list. */
    public ClusteringReport {
        columns = List.copyOf(columns);
    }

    /**
     * How many files a kind of query has to read.
     *
     * @param files how many, on average
     * @param lowerBound how many hold the rows that match in the best of layouts, at least 1
     * @param overfetch how many times more are read than the best layout needs
     * @param skipped the share of files that need not be read
     */
    public record FilesTouched(double files, double lowerBound, double overfetch, double skipped) {}

    /**
     * One column. The depth of a file is the number of files, itself included, that a query for one of its values has to read: 1 is ideal.
     *
     * @param name the column
     * @param filesWithoutStatistics files that every query has to read, because their bounds are not known
     * @param filesWithNullsOnly files that no query for values has to read
     * @param constantShare the share of files that hold only one value
     * @param averageDepth the depth of a file, on average over all rows that have a value
     * @param maxDepth the largest number of files that contain one value
     * @param depthHistogram at index i the number of files with a depth of 2^i or more, but less than 2^(i+1)
     * @param averageOverlaps with how many others a file's range has a value in common, on average
     * @param overlapRatio the same as a share of all others
     * @param averageCoverage the share of the rows that have values within a file's range, on average: 1 / files is ideal, 1 is useless
     * @param point queries for one value
     * @param onePercent queries for a range of 1 % of the rows
     * @param tenPercent queries for a range of 10 % of the rows
     */
    public record Column(
            String name,
            int filesWithoutStatistics,
            int filesWithNullsOnly,
            double constantShare,
            double averageDepth,
            int maxDepth,
            List<Integer> depthHistogram,
            double averageOverlaps,
            double overlapRatio,
            double averageCoverage,
            FilesTouched point,
            FilesTouched onePercent,
            FilesTouched tenPercent) {

        /** Copies the list. */
        public Column {
            depthHistogram = List.copyOf(depthHistogram);
        }
    }
}
