package io.github.deltamaint.zorder;

import java.util.Arrays;

/**
 * How the weight of a table is spread along a curve: what {@link CurveCuts} are made from.
 *
 * <p>Weight is what files should be even in, bytes or rows. It is kept for groups of rows that are not told apart: rows
 * with equal keys or, in a {@link KeyHistogram}, rows whose keys agree in their leading bits.
 *
 * <p>Three ways lead here. {@link #ofSorted} is exact and needs all keys at once. {@link #ofSample} needs a sample of the
 * keys, adapts itself to where the rows are, and is the best for tables that do not fit memory. {@link KeyHistogram} is
 * exact in weights but coarse in keys; parts of it that were counted apart can be added up. Immutable.
 */
public final class KeyWeights {

    private static final int MAX_FILES = 1 << 29;

    private final long[] keys;
    private final long[] before;
    private final int groupShift;

    /**
     * @param keys the lowest key of each group, ascending
     * @param before the weight before each group, strictly ascending, and at last the weight of all
     * @param groupShift how many low bits of a key do not count
     */
    private KeyWeights(long[] keys, long[] before, int groupShift) {
        this.keys = keys;
        this.before = before;
        this.groupShift = groupShift;
    }

    /**
     * The weight of rows that are all at hand, each of weight 1. O(n).
     *
     * @param keys the key of each row, ascending, equal ones next to each other
     * @throws IllegalArgumentException if the keys do not ascend or are negative
     */
    public static KeyWeights ofSorted(long[] keys) {
        Groups groups = new Groups(keys.length);
        for (long key : keys) {
            groups.add(key, 1);
        }
        return groups.weights(0);
    }

    /**
     * The weight of rows that are all at hand. O(n).
     *
     * @param keys the key of each row, ascending, equal ones next to each other
     * @param weights the weight of each row, for example its bytes; not negative
     * @throws IllegalArgumentException if the keys do not ascend, or a key or weight is negative, or the arrays differ in
     *     length
     * @throws ArithmeticException if the weights do not sum up to a long
     */
    public static KeyWeights ofSorted(long[] keys, long[] weights) {
        if (keys.length != weights.length) {
            throw new IllegalArgumentException(
                    "Expected one weight for each of " + keys.length + " keys but got " + weights.length);
        }
        Groups groups = new Groups(keys.length);
        for (int i = 0; i < keys.length; i++) {
            groups.add(keys[i], weights[i]);
        }
        return groups.weights(0);
    }

    /**
     * The weight of rows of which a sample of keys is at hand. With m sampled keys for each file, the sizes of files come
     * out with a standard deviation of about 1/√m: a sample of 100 keys per file leads to ±10 %.
     *
     * @param keys a sample of the keys; its nulls are ignored
     * @param totalWeight the weight of all rows
     * @throws IllegalArgumentException if a key or the weight is negative
     */
    public static KeyWeights ofSample(LongSample keys, long totalWeight) {
        checkWeight(totalWeight);
        long[] sorted = keys.sorted();
        Groups groups = new Groups(sorted.length);
        long before = 0;
        for (int i = 0; i < sorted.length; i++) {
            long after = (long) ((double) totalWeight / sorted.length * (i + 1));
            groups.add(sorted[i], (i + 1 == sorted.length ? totalWeight : after) - before);
            before = after;
        }
        return groups.weights(0);
    }

    static KeyWeights ofPrefixes(long[] weights, int suffixBits) {
        Groups groups = new Groups(weights.length);
        for (int prefix = 0; prefix < weights.length; prefix++) {
            groups.add((long) prefix << suffixBits, weights[prefix]);
        }
        return groups.weights(suffixBits);
    }

    /** The weight of all rows. */
    public long total() {
        return before[keys.length];
    }

    /**
     * The weight between two points of the curve, such as that of one file of some {@link CurveCuts}, to be cut once more.
     *
     * @param from the weight before the part
     * @param to the weight before what follows it
     * @throws IllegalArgumentException if the part begins before the curve, ends behind it, or ends before it begins
     */
    public KeyWeights between(long from, long to) {
        if (from < 0 || to < from || to > total()) {
            throw new IllegalArgumentException(
                    "A part from " + from + " to " + to + " does not lie in a weight of " + total());
        }
        long[] partKeys = new long[keys.length];
        long[] partBefore = new long[keys.length + 1];
        int count = 0;
        for (int group = 0; group < keys.length; group++) {
            long weight = Math.min(to, before[group + 1]) - Math.max(from, before[group]);
            if (weight > 0) {
                partKeys[count] = keys[group];
                partBefore[count + 1] = partBefore[count] + weight;
                count++;
            }
        }
        return new KeyWeights(Arrays.copyOf(partKeys, count), Arrays.copyOf(partBefore, count + 1), groupShift);
    }

    /**
     * Cuts the curve into files.
     *
     * @param files how many files are wanted, at least 1. It will be this number, unless single groups are so heavy that
     *     other numbers give better sizes
     * @throws IllegalArgumentException if the number is not positive
     */
    public CurveCuts cut(int files) {
        if (files < 1) {
            throw new IllegalArgumentException("A table is cut into at least 1 file but " + files + " were wanted");
        }
        return CurveCuts.of(keys, CurveSplitter.cuts(keys, before, files), before, groupShift);
    }

    /**
     * Cuts the curve into files near a target size. A power of two is preferred where it gives files within 1/8 of the
     * target, because then evenly spread rows fill whole blocks of the curve.
     *
     * @param targetWeight the weight of a file, at least 1
     * @throws IllegalArgumentException if the target is not positive, or so small that there would be more than
     *     2<sup>29</sup> files
     */
    public CurveCuts cutNear(long targetWeight) {
        if (targetWeight < 1) {
            throw new IllegalArgumentException("A file has a weight of at least 1 but the target was " + targetWeight);
        }
        double wanted = (double) total() / targetWeight;
        if (wanted > MAX_FILES) {
            throw new IllegalArgumentException("A target of " + targetWeight + " cuts a weight of " + total()
                    + " into more than " + MAX_FILES + " files. Choose a larger target.");
        }
        int files = Math.max(1, (int) Math.round(wanted));
        int lower = Integer.highestOneBit(files);
        int power = wanted < 1.5 * lower ? lower : 2 * lower;
        return cut(Math.abs(wanted / power - 1) <= 0.125 ? power : files);
    }

    static long checkWeight(long weight) {
        if (weight < 0) {
            throw new IllegalArgumentException("A weight cannot be negative but was " + weight);
        }
        return weight;
    }

    /** Collects groups of equal keys, leaving out those without weight. */
    private static final class Groups {

        private final long[] keys;
        private final long[] before;
        private int count;
        private long last;

        Groups(int max) {
            keys = new long[max];
            before = new long[max + 1];
        }

        void add(long key, long weight) {
            if (key < last) {
                throw new IllegalArgumentException(
                        "Keys must ascend and not be negative but " + key + " came after " + last);
            }
            last = key;
            if (checkWeight(weight) == 0) {
                return;
            }
            if (count == 0 || keys[count - 1] != key) {
                keys[count] = key;
                before[count + 1] = before[count];
                count++;
            }
            before[count] = Math.addExact(before[count], weight);
        }

        KeyWeights weights(int groupShift) {
            return new KeyWeights(Arrays.copyOf(keys, count), Arrays.copyOf(before, count + 1), groupShift);
        }
    }
}
