package io.github.deltamaint.parquet.internal.write;

import java.util.Arrays;

/**
 * An open-addressing table from numbers to ids, at most half full.
 *
 * <p>The slot of a number is the upper bits of its product with an odd constant (Fibonacci hashing), after its upper half has
 * been mixed into the lower one. A slot holds the id plus one, zero marks a free slot. The numbers themselves are not kept
 * twice: they are compared where they lie by id, so that a large table misses as few cache lines and pages as possible.
 */
final class NumberTable {
    private static final int SMALLEST_BITS = 10;
    private static final int KEPT_BITS = 17;

    private int bits = SMALLEST_BITS;
    private int[] slots = new int[1 << SMALLEST_BITS];
    private int size;

    /**
     * What lies where numbers are looked for first: the id of each, or of another number, or -1. The slots do not depend on each other, so they are fetched at the same time.
     */
    void firstSlots(long[] numbers, int from, int count, int[] ids, int at) {
        int[] table = slots;
        int tableBits = bits;
        for (int i = 0; i < count; i++) {
            ids[at + i] = table[slot(numbers[from + i], tableBits)] - 1;
        }
    }

    /**
     * The id of a number; one that is not there is added, with the next id.
     *
     * @param numbers the numbers by id, without the new one
     */
    int findOrAdd(long number, long[] numbers) {
        int[] table = slots;
        int mask = table.length - 1;
        int slot = slot(number, bits);
        int found;
        while ((found = table[slot]) != 0) {
            if (numbers[found - 1] == number) {
                return found - 1;
            }
            slot = (slot + 1) & mask;
        }
        if (isFull()) {
            for (int id = 0; id < size; id++) {
                put(numbers[id], id);
            }
            put(number, size);
        } else {
            table[slot] = size + 1;
        }
        return size++;
    }

    private static int slot(long number, int bits) {
        return (int) (((number ^ (number >>> 32)) * 0x9E37_79B9_7F4A_7C15L) >>> (64 - bits));
    }

    /** Adds a number that is not there; ids are given in their order. */
    void add(long number, long[] numbers) {
        if (isFull()) {
            for (int id = 0; id < size; id++) {
                put(numbers[id], id);
            }
        }
        put(number, size++);
    }

    /** Whether the table had to grow, so that all numbers have to be put in anew. */
    private boolean isFull() {
        if (2 * (size + 1) <= slots.length) {
            return false;
        }
        bits++;
        slots = new int[1 << bits];
        return true;
    }

    private void put(long number, int id) {
        int mask = slots.length - 1;
        int slot = slot(number, bits);
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = id + 1;
    }

    /** Forgets all numbers. Gives memory back if there was a lot of it. */
    void clear() {
        if (size == 0) {
            return;
        }
        size = 0;
        if (bits > KEPT_BITS) {
            bits = KEPT_BITS;
            slots = new int[1 << bits];
        } else {
            Arrays.fill(slots, 0);
        }
    }
}
