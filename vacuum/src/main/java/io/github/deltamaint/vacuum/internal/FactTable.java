package io.github.deltamaint.vacuum.internal;

/** A map from numbers of paths to what is known about them: open addressing in two arrays, 16 bytes a slot, two thirds full at most. */
final class FactTable {
    private static final int LEAST_SLOTS = 1 << 10;
    private static final int SLOT_BYTES = 2 * Long.BYTES;

    private long[] keys = new long[LEAST_SLOTS];
    private long[] values = new long[LEAST_SLOTS];
    private int size;

    interface Visitor {
        void visit(long key, long value);
    }

    int size() {
        return size;
    }

    /** What the table takes while it makes room for one more entry. */
    long bytesForOneMore() {
        long now = (long) keys.length * SLOT_BYTES;
        return isFull() ? 3 * now : now;
    }

    private boolean isFull() {
        return (size + 1L) * 3 > keys.length * 2L;
    }

    /** Adds what is known; see {@link FactKind#merge}. */
    void add(long hash, long value) {
        if (isFull()) {
            grow();
        }
        long key = key(hash);
        int slot = slot(key);
        if (values[slot] == 0) {
            keys[slot] = key;
            values[slot] = value;
            size++;
        } else {
            values[slot] = FactKind.merge(values[slot], value);
        }
    }

    /** What is known; 0 if nothing is. */
    long get(long hash) {
        return values[slot(key(hash))];
    }

    /** Notes that a path that is known was seen. */
    void markFound(long hash) {
        int slot = slot(key(hash));
        if (values[slot] != 0) {
            values[slot] |= FactKind.FOUND;
        }
    }

    void forEach(Visitor visitor) {
        for (int slot = 0; slot < keys.length; slot++) {
            if (values[slot] != 0) {
                visitor.visit(keys[slot], values[slot]);
            }
        }
    }

    /** Zero is no key, so that a free slot is one without a value and nothing else. */
    private static long key(long hash) {
        return hash == 0 ? 1 : hash;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) key & mask;
        while (values[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[Math.multiplyExact(oldKeys.length, 2)];
        values = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
