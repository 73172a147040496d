package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.Arrays;

/**
 * Distinct byte strings: an open-addressing table from 64-bit hashes to ids, at most half full.
 *
 * <p>A slot holds the hash and the id plus one; zero marks a free slot. Equal hashes are always followed by a comparison of
 * the bytes.
 */
final class DistinctBytes extends DistinctValues {
    private static final int SMALLEST_BITS = 10;
    private static final int KEPT_BITS = 17;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private ValueVector values = new ValueVector(ValueKind.BYTES);
    private int bits = SMALLEST_BITS;
    private long[] hashes = new long[1 << SMALLEST_BITS];
    private int[] idsPlusOne = new int[1 << SMALLEST_BITS];

    @Override
    ValueVector values() {
        return values;
    }

    @Override
    void add(ValueVector vector, int from, int count, int[] ids, int at) {
        byte[] bytes = vector.bytes();
        int[] offsets = vector.offsets();
        for (int i = 0; i < count; i++) {
            ids[at + i] = id(bytes, offsets[from + i], offsets[from + i + 1]);
        }
    }

    private int id(byte[] bytes, int from, int to) {
        long hash = hash(bytes, from, to);
        int mask = hashes.length - 1;
        int slot = (int) (hash >>> (64 - bits));
        int found;
        while ((found = idsPlusOne[slot]) != 0) {
            if (hashes[slot] == hash && isValue(found - 1, bytes, from, to)) {
                return found - 1;
            }
            slot = (slot + 1) & mask;
        }
        hashes[slot] = hash;
        idsPlusOne[slot] = size() + 1;
        values.add(bytes, from, to - from);
        if (2 * size() > hashes.length) {
            grow();
        }
        return size() - 1;
    }

    private boolean isValue(int id, byte[] bytes, int from, int to) {
        int[] offsets = values.offsets();
        return Arrays.equals(values.bytes(), offsets[id], offsets[id + 1], bytes, from, to);
    }

    private static long hash(byte[] bytes, int from, int to) {
        int length = to - from;
        long hash = length * MULTIPLIER;
        int at = from;
        for (; to - at >= 8; at += 8) {
            hash = mix(hash ^ (long) PageBuffer.LONG.get(bytes, at));
        }
        if (at < to) {
            long last = 0;
            if (bytes.length - at >= 8) {
                last = (long) PageBuffer.LONG.get(bytes, at) & -1L >>> (64 - 8 * (to - at));
            } else {
                for (int i = to - 1; i >= at; i--) {
                    last = last << 8 | (bytes[i] & 0xFF);
                }
            }
            hash = mix(hash ^ last);
        }
        return mix(hash);
    }

    private static long mix(long value) {
        long product = value * MULTIPLIER;
        return product ^ product >>> 32;
    }

    private void grow() {
        long[] oldHashes = hashes;
        int[] oldIds = idsPlusOne;
        bits++;
        hashes = new long[1 << bits];
        idsPlusOne = new int[1 << bits];
        int mask = hashes.length - 1;
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldIds[i] != 0) {
                int slot = (int) (oldHashes[i] >>> (64 - bits));
                while (idsPlusOne[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                hashes[slot] = oldHashes[i];
                idsPlusOne[slot] = oldIds[i];
            }
        }
    }

    @Override
    void clear() {
        if (bits > KEPT_BITS) {
            bits = KEPT_BITS;
            hashes = new long[1 << bits];
            idsPlusOne = new int[1 << bits];
        } else {
            Arrays.fill(idsPlusOne, 0);
        }
        if (values.bytes().length > 4 << 20) {
            values = new ValueVector(ValueKind.BYTES);
        } else {
            values.clear();
        }
    }

    @Override
    int[] sorted(ValueOrder order) {
        byte[] bytes = values.bytes();
        int[] offsets = values.offsets();
        int longest = 0;
        for (int i = 0; i < size(); i++) {
            longest = Math.max(longest, offsets[i + 1] - offsets[i]);
        }
        long[] prefixes = new long[size()];
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] = order.prefix(bytes, offsets[i], offsets[i + 1], longest);
        }
        return IndexSort.sort(
                prefixes,
                prefixes.length,
                (a, b) -> order.compare(bytes, offsets[a], offsets[a + 1], bytes, offsets[b], offsets[b + 1]));
    }
}
