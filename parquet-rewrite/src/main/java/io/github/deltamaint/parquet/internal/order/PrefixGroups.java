package io.github.deltamaint.parquet.internal.order;

import java.util.Arrays;

/**
 * Sampled rows grouped by their codes in some columns, the <em>prefix</em> of an order. Sorted by the prefix, a column has at most as many runs
 * as there are different prefixes together with that column; counting those is what this class does. Used by one thread.
 */
final class PrefixGroups {
    /** Up to so many combinations of group and code have a bit each. */
    private static final long MOST_BITS = 1 << 24;

    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final RowSample sample;
    private final int[] groups;
    private final long[] slots;
    private final int[] slotGroups;
    private final int hashShift;
    private int count = 1;
    private int atHalf;

    /** All rows in one group. */
    PrefixGroups(RowSample sample) {
        this.sample = sample;
        groups = new int[sample.size()];
        int bits = Math.max(4, Bits.of(2 * Math.max(1, sample.size())));
        hashShift = Long.SIZE - bits;
        slots = new long[1 << bits];
        slotGroups = new int[1 << bits];
    }

    /** The number of groups. */
    int count() {
        return count;
    }

    /**
     * How many groups there would be if the rows were also grouped by a column.
     *
     * @param range the codes of the column are less than this
     */
    int countWith(int column, int range) {
        int[] codes = sample.codes()[column];
        return (long) count * range <= MOST_BITS ? countBits(codes, range) : countHashed(codes, range);
    }

    /** How many of the groups that {@link #countWith} counted last are in the first half of the sample. */
    int countAtHalf() {
        return atHalf;
    }

    private int half() {
        return (groups.length + 1) / 2;
    }

    private int countBits(int[] codes, int range) {
        long[] bits = new long[(int) (((long) count * range + 63) >>> 6)];
        int found = 0;
        for (int i = 0; i < groups.length; i++) {
            if (i == half()) {
                atHalf = found;
            }
            int bit = groups[i] * range + codes[i];
            long mask = 1L << bit;
            long word = bits[bit >>> 6];
            found += (word & mask) == 0 ? 1 : 0;
            bits[bit >>> 6] = word | mask;
        }
        return found;
    }

    private int countHashed(int[] codes, int range) {
        Arrays.fill(slots, 0);
        int found = 0;
        for (int i = 0; i < groups.length; i++) {
            if (i == half()) {
                atHalf = found;
            }
            found += take((long) groups[i] * range + codes[i]) < 0 ? 1 : 0;
        }
        return found;
    }

    /** The slot of a key; if it had none, one is taken, and the result is the complement of that. */
    private int take(long key) {
        int mask = slots.length - 1;
        int slot = (int) ((key * MULTIPLIER) >>> hashShift);
        while (slots[slot] != 0) {
            if (slots[slot] == key + 1) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = key + 1;
        return ~slot;
    }

    /**
     * Groups the rows by a column, too.
     *
     * @return whether there are more groups now
     */
    boolean refine(int column, int range) {
        int[] codes = sample.codes()[column];
        Arrays.fill(slots, 0);
        int found = 0;
        for (int i = 0; i < groups.length; i++) {
            int slot = take((long) groups[i] * range + codes[i]);
            if (slot < 0) {
                slotGroups[~slot] = found++;
                groups[i] = found - 1;
            } else {
                groups[i] = slotGroups[slot];
            }
        }
        boolean finer = found > count;
        count = found;
        return finer;
    }
}
