package io.github.deltamaint.log.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A 64-bit hash of a few dozen bytes: eight at a time are folded in by a multiplication and a rotation, and the end is mixed so that every bit of
 * the input reaches every bit of the hash.
 */
final class Hashing {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long M1 = 0x9E3779B97F4A7C15L;
    private static final long M2 = 0xBF58476D1CE4E5B9L;
    private static final long M3 = 0x94D049BB133111EBL;

    private Hashing() {}

    static long hash(byte[] bytes, int offset, int length) {
        long hash = length * M1;
        int at = offset;
        int end = offset + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = fold(hash, (long) LONGS.get(bytes, at));
        }
        long tail = 0;
        for (int shift = 0; at < end; at++, shift += Byte.SIZE) {
            tail |= (bytes[at] & 0xFFL) << shift;
        }
        return mix(fold(hash, tail));
    }

    private static long fold(long hash, long word) {
        return Long.rotateLeft(hash ^ mix(word + M1), 27) * M2;
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ z >>> 30) * M2;
        z = (z ^ z >>> 27) * M3;
        return z ^ z >>> 31;
    }
}
