package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.Arrays;

/**
 * Distinct numbers: an open-addressing table from 64-bit values to ids, at most half full.
 *
 * <p>The slot of a value is the upper bits of its product with an odd constant (Fibonacci hashing), after its upper half has
 * been mixed into the lower one. A slot holds the value and its id plus one; zero marks a free slot.
 */
final class DistinctNumbers extends DistinctValues {
    private static final int SMALLEST_BITS = 10;
    private static final int KEPT_BITS = 17;

    private final ValueVector values;
    private int bits = SMALLEST_BITS;
    private long[] keys = new long[1 << SMALLEST_BITS];
    private int[] idsPlusOne = new int[1 << SMALLEST_BITS];

    DistinctNumbers(ValueKind kind) {
        values = new ValueVector(kind);
    }

    @Override
    ValueVector values() {
        return values;
    }

    @Override
    void add(ValueVector vector, int from, int count, int[] ids, int at) {
        if (vector.kind() == ValueKind.INT) {
            addInts(vector.ints(), from, count, ids, at);
        } else {
            addLongs(vector.longs(), from, count, ids, at);
        }
    }

    private void addInts(int[] source, int from, int count, int[] ids, int at) {
        for (int i = 0; i < count; i++) {
            ids[at + i] = id(source[from + i]);
        }
    }

    private void addLongs(long[] source, int from, int count, int[] ids, int at) {
        for (int i = 0; i < count; i++) {
            ids[at + i] = id(source[from + i]);
        }
    }

    private int id(long value) {
        int mask = keys.length - 1;
        int slot = slot(value, bits);
        int found;
        while ((found = idsPlusOne[slot]) != 0) {
            if (keys[slot] == value) {
                return found - 1;
            }
            slot = (slot + 1) & mask;
        }
        return insert(value, slot);
    }

    private int insert(long value, int slot) {
        keys[slot] = value;
        idsPlusOne[slot] = size() + 1;
        if (values.kind() == ValueKind.INT) {
            values.add((int) value);
        } else {
            values.add(value);
        }
        if (2 * size() > keys.length) {
            grow();
        }
        return size() - 1;
    }

    private static int slot(long value, int bits) {
        return (int) ((value ^ value >>> 32) * 0x9E37_79B9_7F4A_7C15L >>> (64 - bits));
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

    @Override
    void clear() {
        values.clear();
        if (bits > KEPT_BITS) {
            bits = KEPT_BITS;
            keys = new long[1 << bits];
            idsPlusOne = new int[1 << bits];
        } else {
            Arrays.fill(idsPlusOne, 0);
        }
    }

    @Override
    int[] sorted(ValueOrder order) {
        long[] orderKeys = new long[size()];
        for (int i = 0; i < orderKeys.length; i++) {
            orderKeys[i] = values.kind() == ValueKind.INT ? order.key(values.ints()[i]) : order.key(values.longs()[i]);
        }
        return IndexSort.sort(orderKeys, orderKeys.length, (a, b) -> 0);
    }
}
