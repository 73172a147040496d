package io.github.deltamaint.log.internal;

/**
 * A set of 64-bit hashes in 5 to 6 bytes each: 32 bits are kept, in a place that the others decide. What it has not seen was never added; what it has seen may be another hash
 * that looks the same, about once in a billion additions, and has to be looked at more closely.
 *
 * <p>Open hash tables with linear probing; when one is three quarters full, another is begun.
 */
final class FingerprintSet {
    private int[][] tables = new int[1][];
    private int count = 1;
    private int free;

    /**
     * An empty set.
     *
     * @param expected about how many hashes there will be
     */
    FingerprintSet(long expected) {
        begin(expected);
    }

    private void begin(long expected) {
        long slots = Math.max(64, expected + expected / 3);
        tables[count - 1] = new int[(int) Math.min(slots, Integer.MAX_VALUE - 8)];
        free = (int) (tables[count - 1].length * 3L / 4);
    }

    /** Adds a hash; false if it, or another that looks like it, was there. */
    boolean add(long hash) {
        int fingerprint = (int) hash == 0 ? 1 : (int) hash;
        for (int i = 0; i < count - 1; i++) {
            int[] older = tables[i];
            if (older[slot(older, hash, fingerprint)] != 0) {
                return false;
            }
        }
        int[] table = tables[count - 1];
        int slot = slot(table, hash, fingerprint);
        if (table[slot] != 0) {
            return false;
        }
        table[slot] = fingerprint;
        if (--free == 0) {
            count++;
            tables = java.util.Arrays.copyOf(tables, count);
            begin(Math.min(table.length, Integer.MAX_VALUE / 4) * 2L);
        }
        return true;
    }

    /** Where the fingerprint is, or the free slot where it would be. */
    private static int slot(int[] table, long hash, int fingerprint) {
        int slot = (int) Math.multiplyHigh(hash >>> 1, (long) table.length << 1);
        while (table[slot] != 0 && table[slot] != fingerprint) {
            slot = slot + 1 == table.length ? 0 : slot + 1;
        }
        return slot;
    }
}
