package io.github.deltamaint.log.internal;

/** A set of 64-bit numbers by open addressing; it takes 8 to 16 bytes per number. */
final class LongSet {
    private long[] slots = new long[1 << 10];
    private int size;
    private boolean hasZero;

    /** Adds a number; false if it was there already. */
    boolean add(long value) {
        if (value == 0) {
            boolean added = !hasZero;
            hasZero = true;
            return added;
        }
        if (!insert(slots, value)) {
            return false;
        }
        size++;
        if (size > slots.length / 4 * 3) {
            grow();
        }
        return true;
    }

    private static boolean insert(long[] slots, long value) {
        int mask = slots.length - 1;
        int slot = (int) (value ^ value >>> 32) & mask;
        while (slots[slot] != 0) {
            if (slots[slot] == value) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = value;
        return true;
    }

    private void grow() {
        long[] larger = new long[Math.multiplyExact(slots.length, 2)];
        for (long value : slots) {
            if (value != 0) {
                insert(larger, value);
            }
        }
        slots = larger;
    }
}
