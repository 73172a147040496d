package io.github.deltamaint.parquet.internal.write;

import java.util.Arrays;

/**
 * An open-addressing table from numbers to ids, at most half full.
 *
 * <p>The slot of a number is the upper bits of its product with an odd constant (Fibonacci hashing), after its upper half has
 * been mixed into the lower one. A slot holds the number and its id plus one; zero marks a free slot.
 */
final class NumberTable {
    private static final int SMALLEST_BITS = 10;
    private static final int KEPT_BITS = 16;

    private int bits = SMALLEST_BITS;
    private long[] keys = new long[1 << SMALLEST_BITS];
    private int[] idsPlusOne = new int[1 << SMALLEST_BITS];
    private int size;

    /** The id of a number; one that is not there gets {@code newId}. */
    int find(long number, int newId) {
        int mask = keys.length - 1;
        int slot = slot(number, bits);
        int found;
        while ((found = idsPlusOne[slot]) != 0) {
            if (keys[slot] == number) {
                return found - 1;
            }
            slot = (slot + 1) & mask;
        }
        keys[slot] = number;
        idsPlusOne[slot] = newId + 1;
        if (2 * ++size > keys.length) {
            grow();
        }
        return newId;
    }

    private static int slot(long number, int bits) {
        return (int) ((number ^ number >>> 32) * 0x9E37_79B9_7F4A_7C15L >>> (64 - bits));
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldIds = idsPlusOne;
        bits++;
        keys = new long[1 << bits];
        idsPlusOne = new int[1 << bits];
        int mask = keys.length - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldIds[i] != 0) {
                int slot = slot(oldKeys[i], bits);
                while (idsPlusOne[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                keys[slot] = oldKeys[i];
                idsPlusOne[slot] = oldIds[i];
            }
        }
    }

    /** Forgets all numbers. Gives memory back if there was a lot of it. */
    void clear() {
        if (size == 0) {
            return;
        }
        size = 0;
        if (bits > KEPT_BITS) {
            bits = KEPT_BITS;
            keys = new long[1 << bits];
            idsPlusOne = new int[1 << bits];
        } else {
            Arrays.fill(idsPlusOne, 0);
        }
    }
}
