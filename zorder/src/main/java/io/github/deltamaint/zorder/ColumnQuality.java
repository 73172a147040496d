package io.github.deltamaint.zorder;

import java.util.List;

/**
 * How well a table is clustered in one column.
 *
 * <p>The <em>depth</em> of a file is the number of files, itself included, that a query for one of its values has to read:
 * 1 is ideal. A row's value is not known, only its file's bounds; see {@link ClusteringQuality} for what is assumed.
 * Averages over nothing are 0.
 *
 * @param files the number of files
 * @param filesWithoutStatistics files that every query has to read, because their range is not known
 * @param filesWithNullsOnly files that no query for values has to read
 * @param constantFiles files whose minimum is their maximum
 * @param averageDepth the depth of a file, on average over all rows that have a value
 * @param maxDepth the largest number of files that contain one value
 * @param depthHistogram at index {@code i} the number of files with a depth of 2<sup>i</sup> (inclusive) to
 *     2<sup>i+1</sup> (exclusive); only files whose range is known
 * @param averageOverlaps the number of other files with which a file's range has a value in common, on average over the
 *     files that have values
 * @param overlapRatio the same as a share of all other files that have values: 0 if no ranges meet, 1 if all do
 * @param averageCoverage the share of the column's rows that have values within a file's range, on average over the files
 *     that have values: 1 / files is ideal, 1 is useless
 * @param point queries for one value, that of a random row
 * @param onePercent queries for a range that contains 1 % of the rows
 * @param tenPercent queries for a range that contains 10 % of the rows
 */
public record ColumnQuality(
        int files,
        int filesWithoutStatistics,
        int filesWithNullsOnly,
        int constantFiles,
        double averageDepth,
        int maxDepth,
        List<Integer> depthHistogram,
        double averageOverlaps,
        double overlapRatio,
        double averageCoverage,
        FilesTouched point,
        FilesTouched onePercent,
        FilesTouched tenPercent) {

    /** Copies the histogram. */
    public ColumnQuality {
        depthHistogram = List.copyOf(depthHistogram);
    }

    /** The share of files that hold only one value of the column, of those whose range is known. */
    public double constantShare() {
        int known = files - filesWithoutStatistics - filesWithNullsOnly;
        return known == 0 ? 0 : (double) constantFiles / known;
    }
}
