package io.github.deltamaint.zorder;

import java.util.ArrayList;
import java.util.List;

/**
 * How well a table is clustered, judged by the bounds of its files alone: no data is read.
 *
 * <p>Figures are expectations over queries that are placed anywhere, measured in rows and not in values, so skew does not
 * distort them: a range of 1 % contains 1 % of the rows. Between a file's bounds, rows are taken to be where the ranges of
 * files crowd. On random, sorted and cell-aligned layouts that gives the true number of files; on fuzzy ones up to a third
 * more. Queries over several columns are placed in each of them independently.
 *
 * <p>O(F log F) for F files, the sorting of bounds included. Immutable, may be shared by threads.
 */
public final class ClusteringQuality {

    private static final double ONE_PERCENT = 0.01;
    private static final double TEN_PERCENT = 0.1;
    /** So that a depth of 2 that comes out as 1.9999… is counted as 2. */
    private static final double ROUNDING = 1e-9;

    private final int files;
    private final List<RangeSweep> sweeps;
    private final List<ColumnQuality> columns;

    private ClusteringQuality(int files, List<RangeSweep> sweeps) {
        this.files = files;
        this.sweeps = sweeps;
        this.columns = sweeps.stream().map(this::columnQuality).toList();
    }

    /**
     * Judges a table by the ranges of its columns.
     *
     * @param columns the ranges of each column of interest, with the same files in the same order
     * @throws IllegalArgumentException if there is no column, or they have different numbers of files
     */
    public static ClusteringQuality of(List<ColumnRanges> columns) {
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("Clustering is judged by at least 1 column");
        }
        int files = columns.get(0).files();
        List<RangeSweep> sweeps = new ArrayList<>();
        for (ColumnRanges column : columns) {
            if (column.files() != files) {
                throw new IllegalArgumentException("Expected the ranges of " + files
                        + " files in each column but column " + sweeps.size() + " has " + column.files());
            }
            sweeps.add(new RangeSweep(column));
        }
        return new ClusteringQuality(files, sweeps);
    }

    /** The number of files. */
    public int files() {
        return files;
    }

    /** The quality of each column, in the order in which they were given. */
    public List<ColumnQuality> columns() {
        return columns;
    }

    /**
     * The number of files that a query for one of a file's values has to read, on average over the file's rows; 0 if it has
     * only nulls.
     *
     * @throws IndexOutOfBoundsException if there is no such column or file
     */
    public double depth(int column, int file) {
        return sweeps.get(column).depthOf(file);
    }

    /**
     * The number of other files whose range has a value in common with that of a file. Files without statistics overlap
     * all that have values.
     *
     * @throws IndexOutOfBoundsException if there is no such column or file
     */
    public int overlaps(int column, int file) {
        return sweeps.get(column).overlapsOf(file);
    }

    /**
     * Queries for a range of one column.
     *
     * @param share the share of the rows that the range contains, 0 to 1; 0 is a single value
     * @throws IllegalArgumentException if the share is out of range
     * @throws IndexOutOfBoundsException if there is no such column
     */
    public FilesTouched range(int column, double share) {
        checkShare(share);
        return range(sweeps.get(column), share);
    }

    private FilesTouched range(RangeSweep sweep, double share) {
        double least = share == 0 ? sweep.leastForPoint() : Math.ceil(share * sweep.knownFiles());
        return new FilesTouched(files, sweep.touchedBy(share), Math.max(1, least));
    }

    /**
     * Queries for a box: a range in each of the columns.
     *
     * @param share the share of the rows that each range contains, 0 to 1; 0 is a single value
     * @throws IllegalArgumentException if the share is out of range
     */
    public FilesTouched box(double share) {
        checkShare(share);
        double touched = 0;
        for (int file = 0; file < files; file++) {
            double probability = 1;
            for (RangeSweep sweep : sweeps) {
                probability *= sweep.touchedBy(share, file);
            }
            touched += probability;
        }
        return new FilesTouched(files, touched, Math.max(1, Math.ceil(Math.pow(share, sweeps.size()) * files)));
    }

    private static void checkShare(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("The share of rows must be 0 to 1 but was " + share);
        }
    }

    private ColumnQuality columnQuality(RangeSweep sweep) {
        int withValues = sweep.knownFiles() + sweep.unknownFiles();
        double overlaps = 0;
        double coverage = 0;
        for (int file = 0; file < files; file++) {
            overlaps += sweep.overlapsOf(file);
            coverage += sweep.coverageOf(file);
        }
        FilesTouched point = range(sweep, 0);
        return new ColumnQuality(
                files,
                sweep.unknownFiles(),
                sweep.nullsOnlyFiles(),
                sweep.constantFiles(),
                point.expected(),
                sweep.maxDepth(),
                depthHistogram(sweep),
                overlaps / Math.max(1, withValues),
                overlaps / Math.max(1, (double) withValues * (withValues - 1)),
                coverage / Math.max(1, withValues),
                point,
                range(sweep, ONE_PERCENT),
                range(sweep, TEN_PERCENT));
    }

    private List<Integer> depthHistogram(RangeSweep sweep) {
        int[] histogram = new int[Integer.SIZE];
        int used = 0;
        for (int file = 0; file < files; file++) {
            if (sweep.isKnown(file)) {
                int bucket = Math.max(0, Math.getExponent(sweep.depthOf(file) + ROUNDING));
                histogram[bucket]++;
                used = Math.max(used, bucket + 1);
            }
        }
        List<Integer> buckets = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            buckets.add(histogram[i]);
        }
        return buckets;
    }
}
