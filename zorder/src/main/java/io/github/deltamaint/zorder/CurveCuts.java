package io.github.deltamaint.zorder;

import java.util.Arrays;
import java.util.Objects;

/**
 * Which part of a curve goes to which file. Made by {@link KeyWeights#cut} and {@link KeyWeights#cutNear}.
 *
 * <p>Files follow the curve: the rows of a file have keys no lower than those of the file before. Files start where blocks
 * of the curve start wherever their sizes allow it, and have 3/4 to 5/4 of the average weight as long as single keys do
 * not weigh more. Rows with equal keys go to one file, except for keys of more than 3/2 of the average weight, which are
 * spread over several; their rows are dealt out in the order in which they come, which {@link Assigner} does.
 *
 * <p>Immutable, may be shared by threads.
 */
public final class CurveCuts {

    private final long[] firstKeys;
    private final long[] offsets;
    private final long[] weights;
    private final int groupShift;

    /**
     * @param firstKeys the lowest key of each file, ascending
     * @param offsets how much of the weight of its first key belongs to files before it; 0 unless the key is split
     */
    private CurveCuts(long[] firstKeys, long[] offsets, long[] weights, int groupShift) {
        this.firstKeys = firstKeys;
        this.offsets = offsets;
        this.weights = weights;
        this.groupShift = groupShift;
    }

    static CurveCuts of(long[] keys, long[] cuts, long[] before, int groupShift) {
        int files = cuts.length;
        long[] firstKeys = new long[files];
        long[] offsets = new long[files];
        long[] weights = new long[files];
        for (int file = 0; file < files; file++) {
            int found = Arrays.binarySearch(before, cuts[file]);
            int group = found < 0 ? -found - 2 : found;
            offsets[file] = cuts[file] - before[group];
            firstKeys[file] = offsets[file] > 0 ? keys[group] : blockStart(keys, group);
            weights[file] = (file + 1 < files ? cuts[file + 1] : before[keys.length]) - cuts[file];
        }
        return new CurveCuts(firstKeys, offsets, weights, groupShift);
    }

    /** Where the block starts that holds a group but not the one before it. */
    private static long blockStart(long[] keys, int group) {
        if (group == 0) {
            return 0;
        }
        int border = CutUnits.border(keys[group - 1], keys[group]);
        return keys[group] >>> border << border;
    }

    /** The number of files; 0 if there is no weight. */
    public int files() {
        return firstKeys.length;
    }

    /**
     * The weight that a file is expected to get.
     *
     * @param file 0 to {@link #files()} − 1, along the curve
     */
    public long weight(int file) {
        return weights[file];
    }

    /**
     * The lowest key of a file. Where a key is spread over files, several files have it.
     *
     * @param file 0 to {@link #files()} − 1, along the curve
     */
    public long firstKey(int file) {
        return firstKeys[file];
    }

    /** Whether some key is so heavy that its rows are spread over several files. */
    public boolean splitsKeys() {
        return Arrays.stream(offsets).anyMatch(offset -> offset > 0);
    }

    /** Deals rows out to files. */
    public Assigner assigner() {
        return new Assigner(this);
    }

    /** The last file whose first key is not above the key. The first file begins at the lowest key. */
    private int lastFileOf(long key) {
        return key == Long.MAX_VALUE ? firstKeys.length - 1 : SortedLongs.countBelow(firstKeys, key + 1) - 1;
    }

    /**
     * Gives each row its file. Keeps count of the rows of keys that are spread over files, so all rows have to pass through
     * one assigner, in an order that is always the same. Not for use by several threads at a time.
     */
    public static final class Assigner {

        private final CurveCuts cuts;
        /** For the last file of a spread key: the weight of that key so far, and the file that takes its rows now. */
        private final long[] passed;

        private final int[] current;

        private Assigner(CurveCuts cuts) {
            this.cuts = cuts;
            this.passed = new long[cuts.files()];
            this.current = new int[cuts.files()];
            for (int file = 0; file < current.length; file++) {
                current[file] = firstFileOf(file);
            }
        }

        /** The file in which a spread key begins, given the last file that begins with it. */
        private int firstFileOf(int last) {
            int file = last;
            while (file > 0 && cuts.offsets[file] > 0 && cuts.firstKeys[file] == cuts.firstKeys[last]) {
                file--;
            }
            return file;
        }

        /**
         * The file of the next row.
         *
         * @param key the row's key, not negative
         * @param weight the row's weight, in the unit of the {@link KeyWeights} that were cut
         * @return 0 to {@link CurveCuts#files()} − 1
         * @throws IndexOutOfBoundsException if the key is negative
         * @throws IllegalStateException if there are no files, because there was no weight to cut
         */
        public int next(long key, long weight) {
            if (cuts.files() == 0) {
                throw new IllegalStateException("No file takes a row: the weights that were cut were all zero");
            }
            int last = cuts.lastFileOf(key);
            boolean spread = cuts.offsets[last] > 0 && cuts.isInGroup(key, cuts.firstKeys[last]);
            return spread ? nextOfSpreadKey(last, weight) : last;
        }

        private int nextOfSpreadKey(int last, long weight) {
            while (current[last] < last && cuts.offsets[current[last] + 1] <= passed[last]) {
                current[last]++;
            }
            passed[last] += weight;
            return current[last];
        }

        /**
         * The files of rows {@code from} (inclusive) to {@code to} (exclusive), which weigh the same.
         *
         * @param weightOfRow the weight of each row
         * @param files receives the file of row {@code i} at index {@code i}
         * @throws IndexOutOfBoundsException if an array is too short or a key is negative
         * @throws IllegalStateException if there are no files, because there was no weight to cut
         */
        public void assign(long[] keys, int from, int to, long weightOfRow, int[] files) {
            Objects.checkFromToIndex(from, to, keys.length);
            Objects.checkFromToIndex(from, to, files.length);
            for (int row = from; row < to; row++) {
                files[row] = next(keys[row], weightOfRow);
            }
        }
    }

    private boolean isInGroup(long key, long groupKey) {
        return key >>> groupShift == groupKey >>> groupShift;
    }
}
