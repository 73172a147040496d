package io.github.deltamaint.zorder.testing;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What queries cost on a layout: the number of files whose minimum and maximum do not rule them out. Counted on the real
 * rows.
 */
public final class QueryCosts {

    /** Stands for null in a column. */
    public static final long NULL = Long.MIN_VALUE;

    private static final int BOXES = 4000;

    private final long[][] columns;
    private final TableLayout layout;
    private final long[][] min;
    private final long[][] max;
    private final boolean[][] hasNull;
    private final long[][] sorted;

    public QueryCosts(long[][] columns, TableLayout layout) {
        this.columns = columns;
        this.layout = layout;
        this.min = new long[columns.length][layout.files()];
        this.max = new long[columns.length][layout.files()];
        this.hasNull = new boolean[columns.length][layout.files()];
        this.sorted = new long[columns.length][];
        for (int column = 0; column < columns.length; column++) {
            sorted[column] = Arrays.stream(columns[column])
                    .filter(value -> value != NULL)
                    .sorted()
                    .toArray();
            findRanges(column);
        }
    }

    private void findRanges(int column) {
        for (int file = 0; file < layout.files(); file++) {
            long low = Long.MAX_VALUE;
            long high = NULL;
            for (int position = layout.starts()[file]; position < layout.end(file); position++) {
                long value = columns[column][layout.order()[position]];
                hasNull[column][file] |= value == NULL;
                low = value == NULL ? low : Math.min(low, value);
                high = Math.max(high, value);
            }
            min[column][file] = low;
            // A file of nulls gets a range that no query meets.
            max[column][file] = high == NULL ? Long.MAX_VALUE : high;
        }
    }

    public long min(int column, int file) {
        return min[column][file];
    }

    public long max(int column, int file) {
        return max[column][file];
    }

    /** Files read to find the rows that have no value. */
    public int isNull(int column) {
        int touched = 0;
        for (boolean has : hasNull[column]) {
            touched += has ? 1 : 0;
        }
        return touched;
    }

    /** Files read to find the rows that have a value, on average over the values of all rows; exact. */
    public double point(int column) {
        long[] mins = min[column].clone();
        long[] maxs = max[column].clone();
        Arrays.sort(mins);
        Arrays.sort(maxs);
        long touched = 0;
        int opened = 0;
        int closed = 0;
        for (long value : sorted[column]) {
            while (opened < mins.length && mins[opened] <= value) {
                opened++;
            }
            while (closed < maxs.length && maxs[closed] < value) {
                closed++;
            }
            touched += opened - closed;
        }
        return (double) touched / sorted[column].length;
    }

    /** Files read for a range of a share of the rows in one column, on average over 4000 places. */
    public double range(int column, double share) {
        return box(new int[] {column}, share);
    }

    /** Files read for a range of a share of the rows in every column, on average over 4000 places. */
    public double box(double share) {
        int[] all = new int[columns.length];
        Arrays.setAll(all, column -> column);
        return box(all, share);
    }

    private double box(int[] restricted, double share) {
        SplittableRandom random = new SplittableRandom(7);
        long touched = 0;
        for (int box = 0; box < BOXES; box++) {
            boolean[] meets = new boolean[layout.files()];
            Arrays.fill(meets, true);
            for (int column : restricted) {
                int length = Math.max(1, (int) (share * sorted[column].length));
                int start = random.nextInt(sorted[column].length - length + 1);
                keepMeeting(meets, column, sorted[column][start], sorted[column][start + length - 1]);
            }
            for (boolean meet : meets) {
                touched += meet ? 1 : 0;
            }
        }
        return (double) touched / BOXES;
    }

    private void keepMeeting(boolean[] meets, int column, long low, long high) {
        for (int file = 0; file < meets.length; file++) {
            meets[file] &= min[column][file] <= high && max[column][file] >= low;
        }
    }
}
