package io.github.deltamaint.zorder;

import java.util.Arrays;

/**
 * Decides where along a curve files end.
 *
 * <p>A file is narrow in every column if it is a whole block of the curve. Two neighbouring keys are parted by a block
 * border whose size is the highest bit in which they differ, so a cut is better the higher that bit is:
 *
 * <pre>
 *     key      0000  0001  0011 │ 0100  0110 ║ 1000  1001 │ 1101  1111
 *     differs       0     1     2     1      3     0      2     1           ║ between halves, │ between quarters
 * </pre>
 *
 * <p>The curve is split in two at the highest border at which both sides can become files of 3/4 to 5/4 of the average
 * weight, then each side again, until one file is left. Cutting at even distances instead leaves files that reach a few
 * rows over a border: few rows, but from a block that can be far away.
 *
 * <p>A group of equal keys heavier than 3/2 of the average is the only thing that is cut inside; it enters as small pieces
 * with no border between them. Where groups are so heavy that no split has both sides in bounds, the most even one is
 * taken, and a part gets as many files as its weight suggests.
 *
 * <p>O(n · depth) for n groups; the depth is about log2(files), and at most that plus the number of bits of a key.
 */
final class CurveSplitter {

    private static final double LEAST = 0.75;
    private static final double MOST = 1.25;
    private static final double HALF_MOST = 1.5;
    private static final int PIECES_PER_FILE = 16;
    private static final byte NO_BORDER = -1;

    private final double average;
    /** The weight before each unit, and at last the weight of all. A unit is a group, or a piece of a heavy one. */
    private final long[] start;
    /** The highest bit in which the keys of a unit and of the one before differ. */
    private final byte[] border;

    private final long[] cuts;
    private int cutCount;

    CurveSplitter(long[] keys, long[] before, int files) {
        average = (double) before[keys.length] / files;
        int units = 0;
        for (int group = 0; group < keys.length; group++) {
            units = Math.addExact(units, pieces(before[group + 1] - before[group]));
        }
        start = new long[units + 1];
        border = new byte[units];
        int unit = 0;
        for (int group = 0; group < keys.length; group++) {
            long weight = before[group + 1] - before[group];
            int pieces = pieces(weight);
            for (int piece = 0; piece < pieces; piece++) {
                start[unit] = before[group] + (long) ((double) weight / pieces * piece);
                border[unit] = piece == 0 && group > 0 ? highestDifference(keys[group - 1], keys[group]) : NO_BORDER;
                unit++;
            }
        }
        start[units] = before[keys.length];
        cuts = new long[units];
        if (units > 0) {
            split(0, units, Math.min(files, units));
        }
    }

    private int pieces(long weight) {
        if (weight <= HALF_MOST * average) {
            return 1;
        }
        return Math.toIntExact(Math.min(weight, (long) Math.ceil(weight / average * PIECES_PER_FILE)));
    }

    static byte highestDifference(long key, long other) {
        return (byte) (Long.SIZE - 1 - Long.numberOfLeadingZeros(key ^ other));
    }

    /** The weight before each file, ascending; the first is 0. */
    long[] cuts() {
        return Arrays.copyOf(cuts, cutCount);
    }

    /** Cuts units {@code from} (inclusive) to {@code to} (exclusive) into so many files. */
    private void split(int from, int to, int files) {
        if (files == 1 || to - from == 1) {
            cuts[cutCount++] = start[from];
            return;
        }
        int at = bestSplit(from, to, files);
        if (at > 0) {
            int left = filesOnLeft(start[at] - start[from], start[to] - start[at], files);
            split(from, at, left);
            split(at, to, files - left);
        } else {
            splitEvenly(from, to, files);
        }
    }

    /** The unit before which the highest border is that leaves both sides in bounds, or 0 if there is none. */
    private int bestSplit(int from, int to, int files) {
        int best = 0;
        int bestBorder = NO_BORDER - 1;
        double bestImbalance = 0;
        for (int at = from + 1; at < to; at++) {
            if (border[at] < bestBorder) {
                continue;
            }
            long leftWeight = start[at] - start[from];
            long rightWeight = start[to] - start[at];
            int left = filesOnLeft(leftWeight, rightWeight, files);
            if (left == 0) {
                continue;
            }
            double imbalance = Math.abs((double) leftWeight / left - (double) rightWeight / (files - left));
            if (border[at] > bestBorder || imbalance < bestImbalance) {
                best = at;
                bestBorder = border[at];
                bestImbalance = imbalance;
            }
        }
        return best;
    }

    /** How many files the left side gets such that the files of both sides are in bounds on average; 0 if none do. */
    private int filesOnLeft(long leftWeight, long rightWeight, int files) {
        double left = leftWeight / average;
        double right = rightWeight / average;
        double least = Math.max(1, Math.max(Math.ceil(left / MOST), files - Math.floor(right / LEAST)));
        double most = Math.min(files - 1, Math.min(Math.floor(left / LEAST), files - Math.ceil(right / MOST)));
        double even = Math.rint(files * left / (left + right));
        return least > most ? 0 : (int) Math.max(least, Math.min(most, even));
    }

    /** Splits where groups are too heavy to stay in bounds. */
    private void splitEvenly(int from, int to, int files) {
        double weight = (start[to] - start[from]) / average;
        if (weight <= HALF_MOST) {
            split(from, to, 1);
            return;
        }
        int at = nearest(from, to, (double) (files / 2) / files);
        double left = (start[at] - start[from]) / average;
        double right = weight - left;
        boolean keepsCount = isTolerable(left, files / 2) && isTolerable(right, files - files / 2);
        split(from, at, keepsCount ? files / 2 : (int) Math.max(1, Math.rint(left)));
        split(at, to, keepsCount ? files - files / 2 : (int) Math.max(1, Math.rint(right)));
    }

    private static boolean isTolerable(double weight, int files) {
        return weight >= files * (2 - HALF_MOST) && weight <= files * HALF_MOST;
    }

    /** The unit between the two whose start comes nearest to the given share of the weight. */
    private int nearest(int from, int to, double share) {
        double wanted = start[from] + (start[to] - start[from]) * share;
        int after = Arrays.binarySearch(start, from + 1, to, (long) wanted);
        int at = Math.max(from + 1, Math.min(to - 1, after < 0 ? -after - 1 : after));
        return at > from + 1 && wanted - start[at - 1] < start[at] - wanted ? at - 1 : at;
    }
}
