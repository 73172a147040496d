package io.github.deltamaint.zorder;

import java.util.Arrays;

/**
 * How the files of a table overlap in one column, and where between their bounds their rows are likely to be.
 *
 * <p>The distinct bounds of all files cut the column into cells, which are all that statistics can tell apart:
 *
 * <pre>
 *     bound       b0          b1          b2          b3
 *     cell        0     1     2     3     4     5     6        even: the bound itself, odd: what lies between two
 *
 *     file A      ├───────────────────────┤
 *     file B                  ├───────────────────────┤
 *     file C                              ●                    a constant file
 *     depth       1     1     2     2     3     1     1        files that contain the cell
 *     crowded                       ×                          after the last opening, before the first closing bound
 * </pre>
 *
 * <p>Where the rows of A are between b0 and b2 is not known. Files whose rows are spread alike have their minima close
 * together and their maxima close together, and nearly all rows between the last minimum and the first maximum. So rows are
 * taken to be where ranges crowd: first every file's rows are spread over the crowded cells of its range and constant
 * files' rows over their bounds, then all are spread once more in proportion to what that gave. This puts rows where their
 * likelihood is highest (B. W. Turnbull, "The Empirical Distribution Function with Arbitrarily Grouped, Censored and
 * Truncated Data", JRSS B 1976), and it errs towards too many files touched rather than too few.
 */
final class RangeSweep {

    private final ColumnRanges ranges;
    private final int unknownFiles;
    private final int knownFiles;
    private final int[] depth;
    /** Rows before each cell, and at last all, as far as the first of the two steps knows. */
    private final double[] crowdBefore;
    /** The share of rows before each cell, and at last 1. */
    private final double[] shareBefore;
    /** Rows of the first step times depth, before each cell. */
    private final double[] depthBefore;

    private final int[] closedBefore;
    private final int[] openedBefore;
    private final double averageDepth;

    RangeSweep(ColumnRanges ranges) {
        this.ranges = ranges;
        int unknown = 0;
        int known = 0;
        for (int file = 0; file < ranges.files(); file++) {
            unknown += ranges.low(file) == ColumnRanges.UNKNOWN ? 1 : 0;
            known += ranges.low(file) >= 0 ? 1 : 0;
        }
        this.unknownFiles = unknown;
        this.knownFiles = known;
        int cells = Math.max(0, 2 * ranges.bounds() - 1);
        this.depth = depth(cells);
        double[] crowd = spread(crowdedCells(cells));
        this.crowdBefore = sums(crowd);
        this.shareBefore = sums(spread(crowd));
        double rows = shareBefore[cells];
        for (int cell = 0; cell <= cells; cell++) {
            shareBefore[cell] /= Math.max(1, rows);
        }
        for (int cell = 0; cell < cells; cell++) {
            crowd[cell] *= depth[cell];
        }
        this.depthBefore = sums(crowd);
        this.openedBefore = new int[ranges.bounds() + 1];
        this.closedBefore = new int[ranges.bounds() + 1];
        countBounds();
        this.averageDepth = touchedBy(0);
    }

    private static double[] sums(double[] values) {
        double[] sums = new double[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            sums[i + 1] = sums[i] + values[i];
        }
        return sums;
    }

    private int[] depth(int cells) {
        int[] change = new int[cells + 1];
        for (int file = 0; file < ranges.files(); file++) {
            if (ranges.low(file) >= 0) {
                change[2 * ranges.low(file)]++;
                change[2 * ranges.high(file) + 1]--;
            }
        }
        for (int cell = 1; cell < cells; cell++) {
            change[cell] += change[cell - 1];
        }
        return Arrays.copyOf(change, cells);
    }

    /** 1 for cells between a bound that opens ranges and the next one that closes some; constant files do not count. */
    private double[] crowdedCells(int cells) {
        boolean[] opens = new boolean[ranges.bounds()];
        boolean[] closes = new boolean[ranges.bounds()];
        for (int file = 0; file < ranges.files(); file++) {
            if (ranges.low(file) < ranges.high(file)) {
                opens[ranges.low(file)] = true;
                closes[ranges.high(file)] = true;
            }
        }
        double[] crowded = new double[cells];
        int opened = -1;
        for (int bound = 0; bound < ranges.bounds(); bound++) {
            if (closes[bound] && opened >= 0) {
                Arrays.fill(crowded, 2 * opened + 1, 2 * bound, 1);
                opened = -1;
            }
            opened = opens[bound] ? bound : opened;
        }
        return crowded;
    }

    /** Spreads the rows of each file over the cells of its range in proportion to the weights of the cells. */
    private double[] spread(double[] weights) {
        double[] before = sums(weights);
        double[] density = new double[weights.length + 1];
        double[] rows = new double[weights.length];
        for (int file = 0; file < ranges.files(); file++) {
            int from = 2 * ranges.low(file);
            int to = 2 * ranges.high(file) + 1;
            if (from < 0) {
                continue;
            }
            if (to - from == 1) {
                rows[from] += ranges.values(file);
            } else {
                double perWeight = ranges.values(file) / (before[to] - before[from]);
                density[from] += perWeight;
                density[to] -= perWeight;
            }
        }
        double perWeight = 0;
        for (int cell = 0; cell < rows.length; cell++) {
            perWeight += density[cell];
            rows[cell] += Math.max(0, perWeight) * weights[cell];
        }
        return rows;
    }

    private void countBounds() {
        for (int file = 0; file < ranges.files(); file++) {
            if (ranges.low(file) >= 0) {
                openedBefore[ranges.low(file) + 1]++;
                closedBefore[ranges.high(file) + 1]++;
            }
        }
        for (int bound = 0; bound < ranges.bounds(); bound++) {
            openedBefore[bound + 1] += openedBefore[bound];
            closedBefore[bound + 1] += closedBefore[bound];
        }
    }

    boolean isKnown(int file) {
        return ranges.low(file) >= 0;
    }

    int unknownFiles() {
        return unknownFiles;
    }

    int knownFiles() {
        return knownFiles;
    }

    int nullsOnlyFiles() {
        return ranges.files() - knownFiles - unknownFiles;
    }

    int constantFiles() {
        int constant = 0;
        for (int file = 0; file < ranges.files(); file++) {
            constant += ranges.low(file) >= 0 && ranges.low(file) == ranges.high(file) ? 1 : 0;
        }
        return constant;
    }

    /** The most files that contain one value. */
    int maxDepth() {
        return unknownFiles + Arrays.stream(depth).max().orElse(0);
    }

    /** The number of files that contain a value of this file, on average over its rows; 0 for a file of nulls. */
    double depthOf(int file) {
        int from = 2 * ranges.low(file);
        int to = 2 * ranges.high(file) + 1;
        if (from < 0) {
            return ranges.low(file) == ColumnRanges.UNKNOWN ? averageDepth : 0;
        }
        if (to - from == 1) {
            return unknownFiles + depth[from];
        }
        return unknownFiles + (depthBefore[to] - depthBefore[from]) / (crowdBefore[to] - crowdBefore[from]);
    }

    /** The number of other files whose range has a value in common with this one. */
    int overlapsOf(int file) {
        if (ranges.low(file) == ColumnRanges.UNKNOWN) {
            return knownFiles + unknownFiles - 1;
        }
        if (ranges.low(file) == ColumnRanges.NULLS_ONLY) {
            return 0;
        }
        int below = closedBefore[ranges.low(file)];
        int above = knownFiles - openedBefore[ranges.high(file) + 1];
        return knownFiles - below - above - 1 + unknownFiles;
    }

    /** The share of rows whose value lies in the range of this file; 1 if it is not known, 0 for a file of nulls. */
    double coverageOf(int file) {
        if (ranges.low(file) < 0) {
            return ranges.low(file) == ColumnRanges.UNKNOWN ? 1 : 0;
        }
        return shareBefore[2 * ranges.high(file) + 1] - shareBefore[2 * ranges.low(file)];
    }

    /** The probability that a query for a range with this share of the rows, placed anywhere, has to read the file. */
    double touchedBy(double share, int file) {
        if (ranges.low(file) < 0) {
            return ranges.low(file) == ColumnRanges.UNKNOWN ? 1 : 0;
        }
        double low = shareBefore[2 * ranges.low(file)];
        double high = shareBefore[2 * ranges.high(file) + 1];
        double starts = 1 - share;
        return starts <= 0 ? 1 : Math.max(0, Math.min(high, starts) - Math.max(low - share, 0)) / starts;
    }

    /** The expected number of files that such a query has to read. */
    double touchedBy(double share) {
        double touched = 0;
        for (int file = 0; file < ranges.files(); file++) {
            touched += touchedBy(share, file);
        }
        return touched;
    }

    /** The expected number of files that a query for a value has to read at least, however the rows are laid out. */
    double leastForPoint() {
        double least = 0;
        for (int bound = 0; bound < ranges.bounds(); bound++) {
            double share = shareBefore[2 * bound + 1] - shareBefore[2 * bound];
            least += share * Math.max(0, share * knownFiles - 1);
        }
        return 1 + least;
    }
}
