package io.github.deltamaint.zorder;

/**
 * The pieces of a curve that cuts keep whole: groups of rows with equal keys, of which the heavy ones are chopped up.
 *
 * <pre>
 *     key       0011      0100 0100 0100 0100 …      1000
 *     weight    5         900                        4
 *     unit      ├─┤ 2     ├─┤ none ├─┤ none …        ├─┤ 3
 *                   └ border: the highest bit in which the key differs from the one before
 * </pre>
 */
final class CutUnits {

    /** The border between two pieces of one group. */
    static final byte NO_BORDER = -1;

    private static final int PIECES_PER_FILE = 16;

    private final long[] start;
    private final byte[] border;

    /**
     * @param keys the keys of groups, ascending
     * @param before the weight before each group, and at last the weight of all
     * @param average the weight of an average file
     * @param heaviest the weight up to which a group stays whole
     */
    CutUnits(long[] keys, long[] before, double average, double heaviest) {
        int units = 0;
        for (int group = 0; group < keys.length; group++) {
            units = Math.addExact(units, pieces(before[group + 1] - before[group], average, heaviest));
        }
        start = new long[units + 1];
        border = new byte[units];
        int unit = 0;
        for (int group = 0; group < keys.length; group++) {
            long weight = before[group + 1] - before[group];
            int pieces = pieces(weight, average, heaviest);
            for (int piece = 0; piece < pieces; piece++) {
                start[unit] = before[group] + (long) ((double) weight / pieces * piece);
                border[unit] = piece == 0 && group > 0 ? border(keys[group - 1], keys[group]) : NO_BORDER;
                unit++;
            }
        }
        start[units] = before[keys.length];
    }

    private static int pieces(long weight, double average, double heaviest) {
        return weight <= heaviest
                ? 1
                : Math.toIntExact(Math.min(weight, (long) Math.ceil(weight / average * PIECES_PER_FILE)));
    }

    /** The highest bit in which two different keys differ: the size of the block border between them. */
    static byte border(long key, long other) {
        return (byte) (Long.SIZE - 1 - Long.numberOfLeadingZeros(key ^ other));
    }

    int count() {
        return border.length;
    }

    /** The weight before a unit; for {@link #count()} the weight of all. */
    long start(int unit) {
        return start[unit];
    }

    long weight(int from, int to) {
        return start[to] - start[from];
    }

    /** The border between a unit and the one before it. */
    byte border(int unit) {
        return border[unit];
    }

    /** The unit after {@code from} and before {@code to} that starts nearest to the given share of the weight between. */
    int nearest(int from, int to, double share) {
        double wanted = start[from] + weight(from, to) * share;
        int low = from + 1;
        int high = to - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            boolean before = start[middle] < wanted;
            low = before ? middle + 1 : low;
            high = before ? high : middle;
        }
        return low > from + 1 && wanted - start[low - 1] < start[low] - wanted ? low - 1 : low;
    }
}
