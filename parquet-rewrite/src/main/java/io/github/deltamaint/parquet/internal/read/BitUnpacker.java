package io.github.deltamaint.parquet.internal.read;

import java.util.Arrays;

/**
 * Unpacks unsigned numbers of a fixed bit width, packed without gaps from the lowest bit of each byte on.
 *
 * <p>Number {@code i} occupies the bits {@code [i * width, (i + 1) * width)}, counted from the lowest bit of the first byte. A
 * little-endian 64-bit load sees at least 57 of these bits from any position on, so up to 8 numbers come out of one load.
 */
final class BitUnpacker {

    private BitUnpacker() {}

    /**
     * Unpacks to ints.
     *
     * @param bit the position of the first number in {@code bytes}, in bits
     * @param width 0 to 32
     */
    static void unpack(byte[] bytes, long bit, int width, int[] into, int at, int count) {
        if (width == 0) {
            Arrays.fill(into, at, at + count, 0);
            return;
        }
        int done = 0;
        if ((bit & 7) == 0 && width != 31) {
            // The last loads must not reach beyond the array.
            int from = (int) (bit >>> 3);
            int groups = Math.min(count >>> 3, Math.max(0, (bytes.length - from - Long.BYTES) / width));
            unpackGroups(bytes, from, width, into, at, groups);
            done = groups << 3;
        }
        for (int i = done; i < count; i++) {
            into[at + i] = (int) window(bytes, bit + (long) i * width, width);
        }
    }

    /** Unpacks to bytes; {@code width} is 1 to 8. */
    static void unpack(byte[] bytes, long bit, int width, byte[] into, int at, int count) {
        int done = 0;
        if ((bit & 7) == 0) {
            int from = (int) (bit >>> 3);
            int groups = Math.min(count >>> 3, Math.max(0, (bytes.length - from - Long.BYTES) / width));
            if (width == 1) {
                spreadBits(bytes, from, into, at, groups);
            } else {
                spreadGroups(bytes, from, width, into, at, groups);
            }
            done = groups << 3;
        }
        for (int i = done; i < count; i++) {
            into[at + i] = (byte) window(bytes, bit + (long) i * width, width);
        }
    }

    /** Unpacks to longs; {@code width} is 0 to 64. */
    static void unpack(byte[] bytes, long bit, int width, long[] into, int at, int count) {
        if (width == 0) {
            Arrays.fill(into, at, at + count, 0);
            return;
        }
        long mask = width == Long.SIZE ? -1L : (1L << width) - 1;
        int fast = 0;
        if (width <= 57) {
            long lastStart = (long) (bytes.length - Long.BYTES) << 3;
            fast = (int) Math.max(0, Math.min(count, (lastStart - bit) / width));
            for (int i = 0; i < fast; i++) {
                long position = bit + (long) i * width;
                into[at + i] = (LittleEndian.getLong(bytes, (int) (position >>> 3)) >>> (position & 7)) & mask;
            }
        }
        for (int i = fast; i < count; i++) {
            into[at + i] = window(bytes, bit + (long) i * width, width);
        }
    }

    /** One number of up to 64 bits, at the price of a loop. */
    private static long window(byte[] bytes, long bit, int width) {
        int at = (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        int last = (int) ((bit + width - 1) >>> 3);
        long value = (bytes[at] & 0xffL) >>> shift;
        int filled = 8 - shift;
        for (int i = at + 1; i <= last; i++) {
            value |= (bytes[i] & 0xffL) << filled;
            filled += 8;
        }
        return width == Long.SIZE ? value : value & ((1L << width) - 1);
    }

    /** Groups of 8 numbers, each {@code width} bytes; 8 bytes after the last group's start of a load are in the array. */
    private static void unpackGroups(byte[] bytes, int from, int width, int[] into, int at, int groups) {
        if (width <= 8) {
            unpackByOneLoad(bytes, from, width, into, at, groups);
        } else if (width <= 16) {
            unpackByTwoLoads(bytes, from, width, into, at, groups);
        } else {
            unpackByFourLoads(bytes, from, width, into, at, groups);
        }
    }

    private static void unpackByOneLoad(byte[] bytes, int from, int width, int[] into, int at, int groups) {
        long mask = (1L << width) - 1;
        int position = from;
        int out = at;
        for (int group = 0; group < groups; group++) {
            long bits = LittleEndian.getLong(bytes, position);
            into[out] = (int) (bits & mask);
            into[out + 1] = (int) ((bits >>> width) & mask);
            into[out + 2] = (int) ((bits >>> (2 * width)) & mask);
            into[out + 3] = (int) ((bits >>> (3 * width)) & mask);
            into[out + 4] = (int) ((bits >>> (4 * width)) & mask);
            into[out + 5] = (int) ((bits >>> (5 * width)) & mask);
            into[out + 6] = (int) ((bits >>> (6 * width)) & mask);
            into[out + 7] = (int) ((bits >>> (7 * width)) & mask);
            position += width;
            out += 8;
        }
    }

    /** Four numbers of up to 16 bits fit a load: the second one starts 4 * width bits later, in the middle of a byte if odd. */
    private static void unpackByTwoLoads(byte[] bytes, int from, int width, int[] into, int at, int groups) {
        long mask = (1L << width) - 1;
        int second = (4 * width) >>> 3;
        int shift = (4 * width) & 7;
        int position = from;
        int out = at;
        for (int group = 0; group < groups; group++) {
            long low = LittleEndian.getLong(bytes, position);
            long high = LittleEndian.getLong(bytes, position + second) >>> shift;
            into[out] = (int) (low & mask);
            into[out + 1] = (int) ((low >>> width) & mask);
            into[out + 2] = (int) ((low >>> (2 * width)) & mask);
            into[out + 3] = (int) ((low >>> (3 * width)) & mask);
            into[out + 4] = (int) (high & mask);
            into[out + 5] = (int) ((high >>> width) & mask);
            into[out + 6] = (int) ((high >>> (2 * width)) & mask);
            into[out + 7] = (int) ((high >>> (3 * width)) & mask);
            position += width;
            out += 8;
        }
    }

    /** Two numbers of up to 32 bits fit a load, except that two of 31 bits can end in the 69th bit. */
    private static void unpackByFourLoads(byte[] bytes, int from, int width, int[] into, int at, int groups) {
        long mask = (1L << width) - 1;
        int second = (2 * width) >>> 3;
        int secondShift = (2 * width) & 7;
        int third = (4 * width) >>> 3;
        int thirdShift = (4 * width) & 7;
        int fourth = (6 * width) >>> 3;
        int fourthShift = (6 * width) & 7;
        int position = from;
        int out = at;
        for (int group = 0; group < groups; group++) {
            long a = LittleEndian.getLong(bytes, position);
            long b = LittleEndian.getLong(bytes, position + second) >>> secondShift;
            long c = LittleEndian.getLong(bytes, position + third) >>> thirdShift;
            long d = LittleEndian.getLong(bytes, position + fourth) >>> fourthShift;
            into[out] = (int) (a & mask);
            into[out + 1] = (int) ((a >>> width) & mask);
            into[out + 2] = (int) (b & mask);
            into[out + 3] = (int) ((b >>> width) & mask);
            into[out + 4] = (int) (c & mask);
            into[out + 5] = (int) ((c >>> width) & mask);
            into[out + 6] = (int) (d & mask);
            into[out + 7] = (int) ((d >>> width) & mask);
            position += width;
            out += 8;
        }
    }

    /** Each bit of a byte becomes a byte 0 or 1: copy the byte 8 times, keep another bit in each copy, turn non-zero into 1. */
    private static void spreadBits(byte[] bytes, int from, byte[] into, int at, int groups) {
        for (int group = 0; group < groups; group++) {
            long copies = ((bytes[from + group] & 0xffL) * 0x0101010101010101L) & 0x8040201008040201L;
            long ones = ((copies + 0x7f7f7f7f7f7f7f7fL) >>> 7) & 0x0101010101010101L;
            LittleEndian.putLong(into, at + (group << 3), ones);
        }
    }

    private static void spreadGroups(byte[] bytes, int from, int width, byte[] into, int at, int groups) {
        int mask = (1 << width) - 1;
        int position = from;
        int out = at;
        for (int group = 0; group < groups; group++) {
            long bits = LittleEndian.getLong(bytes, position);
            for (int i = 0; i < 8; i++) {
                into[out + i] = (byte) (bits & mask);
                bits >>>= width;
            }
            position += width;
            out += 8;
        }
    }
}
