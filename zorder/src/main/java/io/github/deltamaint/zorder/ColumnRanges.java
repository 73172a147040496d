package io.github.deltamaint.zorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The range of one column in each file of a table, as statistics give it: the input of {@link ClusteringQuality}.
 *
 * <p>Bounds of any type go in, with the order that their column has. They are replaced by their place among all bounds, so
 * nothing afterwards depends on the type. Bounds are inclusive and may be wider than the values of the file, as those of
 * long strings are. Immutable.
 */
public final class ColumnRanges {

    /** The place of the lower bound of a file whose range is not known. */
    static final int UNKNOWN = -1;

    /** The place of the lower bound of a file that has only nulls. */
    static final int NULLS_ONLY = -2;

    private final int[] low;
    private final int[] high;
    private final long[] values;
    private final int bounds;

    private ColumnRanges(int[] low, int[] high, long[] values, int bounds) {
        this.low = low;
        this.high = high;
        this.values = values;
        this.bounds = bounds;
    }

    /**
     * Starts with no files.
     *
     * @param order the order of the column's values, for example {@code Comparator.naturalOrder()} for {@code Long}s or
     *     {@code Arrays::compareUnsigned} for the UTF-8 bytes of strings
     * @param <T> the type of the bounds
     */
    public static <T> Builder<T> builder(Comparator<? super T> order) {
        return new Builder<>(order);
    }

    /** The number of files. */
    public int files() {
        return low.length;
    }

    /** The place of a file's lower bound among the distinct bounds of all files, {@link #UNKNOWN} or {@link #NULLS_ONLY}. */
    int low(int file) {
        return low[file];
    }

    int high(int file) {
        return high[file];
    }

    /** The number of rows with a value, at least 1. */
    long values(int file) {
        return values[file];
    }

    /** The number of distinct bounds. */
    int bounds() {
        return bounds;
    }

    /**
     * Takes one file after the other, in the same order for each column. Not for use by several threads at a time.
     *
     * @param <T> the type of the bounds
     */
    public static final class Builder<T> {

        private final Comparator<? super T> order;
        private final List<T> mins = new ArrayList<>();
        private final List<T> maxs = new ArrayList<>();
        private final List<Entry> entries = new ArrayList<>();

        /** One file: where its bounds are in the lists, or why it has none. */
        private record Entry(int index, long values) {}

        private Builder(Comparator<? super T> order) {
            this.order = order;
        }

        /**
         * Adds a file with a known range. One whose minimum is above its maximum is taken as unknown, as a reader must.
         *
         * @param min no larger than any value of the file
         * @param max no smaller than any value of the file
         * @param values the number of rows that have a value; if it is not known, the number of rows. Taken as at least 1
         */
        public Builder<T> add(T min, T max, long values) {
            if (order.compare(min, max) > 0) {
                return addUnknown(values);
            }
            entries.add(new Entry(mins.size(), Math.max(1, values)));
            mins.add(min);
            maxs.add(max);
            return this;
        }

        /**
         * Adds a file without statistics, which every query has to read.
         *
         * @param values the number of rows that have a value; if it is not known, the number of rows. Taken as at least 1
         */
        public Builder<T> addUnknown(long values) {
            entries.add(new Entry(UNKNOWN, Math.max(1, values)));
            return this;
        }

        /** Adds a file whose rows are all null, which no query for values has to read. */
        public Builder<T> addNullsOnly() {
            entries.add(new Entry(NULLS_ONLY, 1));
            return this;
        }

        /** The ranges of the files added so far. O(F log F) for F files. */
        public ColumnRanges build() {
            int known = mins.size();
            int[] places = new int[2 * known];
            int bounds = findPlaces(places);
            int[] low = new int[entries.size()];
            int[] high = new int[entries.size()];
            long[] values = new long[entries.size()];
            for (int file = 0; file < low.length; file++) {
                Entry entry = entries.get(file);
                low[file] = entry.index() < 0 ? entry.index() : places[entry.index()];
                high[file] = entry.index() < 0 ? entry.index() : places[known + entry.index()];
                values[file] = entry.values();
            }
            return new ColumnRanges(low, high, values, bounds);
        }

        /** Finds the place of each minimum, then of each maximum, and returns the number of distinct bounds. */
        private int findPlaces(int[] places) {
            List<T> all = new ArrayList<>(mins);
            all.addAll(maxs);
            Integer[] ascending = new Integer[all.size()];
            Arrays.setAll(ascending, i -> i);
            Arrays.sort(ascending, (one, other) -> order.compare(all.get(one), all.get(other)));
            int bounds = 0;
            for (int i = 0; i < ascending.length; i++) {
                if (i == 0 || order.compare(all.get(ascending[i - 1]), all.get(ascending[i])) != 0) {
                    bounds++;
                }
                places[ascending[i]] = bounds - 1;
            }
            return bounds;
        }
    }
}
