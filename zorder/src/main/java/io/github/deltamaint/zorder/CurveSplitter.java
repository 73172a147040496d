package io.github.deltamaint.zorder;

import java.util.Arrays;

/**
 * Decides where along a curve files end.
 *
 * <p>A file is narrow in every column if it is a whole block of the curve. Two neighbouring keys are parted by a block
 * border whose size is the highest bit in which they differ, so a cut is better the higher that bit is:
 *
 * <pre>
 *     key       0000   0001   0011 │ 0100   0110 ║ 1000   1001 │ 1101   1111
 *     border         0      1      2      1      3      0      2      1          ║ halves, │ quarters of the curve
 * </pre>
 *
 * <p>The curve is split in two at the highest border at which the files of both sides can have 3/4 to 5/4 of the average
 * weight on average, then each side again, until one file is left. Cutting at even distances instead leaves files that reach
 * a few rows over a border: few rows, but from a block that can be far away.
 *
 * <p>Only groups heavier than 3/2 of the average are cut inside. Where groups are so heavy that no split has both sides in
 * bounds, the most even one is taken, and each side gets as many files as its weight suggests.
 *
 * <p>O(n · depth) for n groups; the depth is about log2(files), and at most that plus the number of bits of a key.
 */
final class CurveSplitter {

    private static final double LEAST_AVERAGE = 0.75;
    private static final double MOST_AVERAGE = 1.25;
    private static final double SLACK = 0.05;
    private static final double HEAVIEST = 1.5;

    private final double average;
    private final CutUnits units;
    private long[] cuts = new long[16];
    private int cutCount;

    private CurveSplitter(long[] keys, long[] before, int files) {
        average = (double) before[keys.length] / files;
        units = new CutUnits(keys, before, average, HEAVIEST * average);
    }

    /**
     * Where files start.
     *
     * @param keys the keys of groups, ascending
     * @param before the weight before each group, and at last the weight of all
     * @param files how many files are wanted
     * @return the weight before each file, ascending from 0; empty if there are no groups
     */
    static long[] cuts(long[] keys, long[] before, int files) {
        CurveSplitter splitter = new CurveSplitter(keys, before, files);
        int units = splitter.units.count();
        if (units > 0) {
            splitter.split(0, units, Math.min(files, units));
        }
        return Arrays.copyOf(splitter.cuts, splitter.cutCount);
    }

    /** Cuts units {@code from} (inclusive) to {@code to} (exclusive) into so many files. */
    private void split(int from, int to, int files) {
        if (files == 1 || to - from == 1) {
            add(units.start(from));
            return;
        }
        int at = bestSplit(from, to, files);
        if (at > from) {
            int left = filesOnLeft(units.weight(from, at), units.weight(at, to), files);
            split(from, at, left);
            split(at, to, files - left);
        } else {
            splitEvenly(from, to, files);
        }
    }

    private void add(long cut) {
        if (cutCount == cuts.length) {
            cuts = Arrays.copyOf(cuts, 2 * cutCount);
        }
        cuts[cutCount++] = cut;
    }

    /** The unit at the highest border that leaves both sides in bounds, the most even one of several; else {@code from}. */
    private int bestSplit(int from, int to, int files) {
        int best = from;
        int bestBorder = Integer.MIN_VALUE;
        double bestImbalance = 0;
        for (int at = from + 1; at < to; at++) {
            int border = units.border(at);
            if (border < bestBorder) {
                continue;
            }
            long leftWeight = units.weight(from, at);
            long rightWeight = units.weight(at, to);
            int left = filesOnLeft(leftWeight, rightWeight, files);
            if (left == 0) {
                continue;
            }
            double imbalance = Math.abs((double) leftWeight / left - (double) rightWeight / (files - left));
            if (border > bestBorder || imbalance < bestImbalance) {
                best = at;
                bestBorder = border;
                bestImbalance = imbalance;
            }
        }
        return best;
    }

    /** How many files the left side gets such that the files of both sides are in bounds on average; 0 if none do. */
    private int filesOnLeft(long leftWeight, long rightWeight, int files) {
        double left = leftWeight / average;
        double right = rightWeight / average;
        double least = Math.max(1, Math.max(Math.ceil(left / MOST_AVERAGE), files - Math.floor(right / LEAST_AVERAGE)));
        double most = Math.min(
                files - 1, Math.min(Math.floor(left / LEAST_AVERAGE), files - Math.ceil(right / MOST_AVERAGE)));
        double even = Math.rint(files * left / (left + right));
        return least > most ? 0 : (int) Math.max(least, Math.min(most, even));
    }

    /** Splits where no border leaves both sides in bounds, mostly because groups are too heavy. */
    private void splitEvenly(int from, int to, int files) {
        int left = files / 2;
        int right = files - left;
        int at = units.nearest(from, to, (double) left / files);
        double leftWeight = units.weight(from, at) / average;
        double rightWeight = units.weight(at, to) / average;
        if (isNearlyInBounds(leftWeight, left) && isNearlyInBounds(rightWeight, right)) {
            split(from, at, left);
            split(at, to, right);
        } else if (leftWeight + rightWeight <= HEAVIEST) {
            add(units.start(from));
        } else {
            split(from, at, (int) Math.max(1, Math.rint(leftWeight)));
            split(at, to, (int) Math.max(1, Math.rint(rightWeight)));
        }
    }

    private static boolean isNearlyInBounds(double weight, int files) {
        return weight >= files * (LEAST_AVERAGE - SLACK) && weight <= files * (MOST_AVERAGE + SLACK);
    }
}
