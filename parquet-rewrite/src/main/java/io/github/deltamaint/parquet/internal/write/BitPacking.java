package io.github.deltamaint.parquet.internal.write;

/**
 * Packs groups of eight numbers into {@code width} bytes each, lowest bits first (the bit-packed runs of Parquet's hybrid
 * and the mini blocks of DELTA_BINARY_PACKED).
 *
 * <p>Whole 64-bit words are stored, so up to seven bytes behind the packed range are overwritten.
 */
final class BitPacking {
    private BitPacking() {}

    /**
     * Packs {@code values[from, from + 8 * groups)}, which must be below 2<sup>width</sup> as unsigned numbers.
     *
     * @return the position behind the packed bytes
     */
    static int pack(int[] values, int from, int groups, int width, byte[] target, int at) {
        if (width == 0) {
            return at;
        }
        if (width <= 8) {
            return packOneWord(values, from, groups, width, target, at);
        }
        if (width <= 16) {
            return packTwoWords(values, from, groups, width, target, at);
        }
        return packPairs(values, from, groups, width, target, at);
    }

    /** Up to 8 bits: eight values fill at most one word. */
    private static int packOneWord(int[] values, int from, int groups, int width, byte[] target, int at) {
        int w2 = 2 * width;
        int w4 = 4 * width;
        int position = at;
        int end = from + 8 * groups;
        for (int i = from; i < end; i += 8) {
            int p0 = values[i] | values[i + 1] << width;
            int p1 = values[i + 2] | values[i + 3] << width;
            int p2 = values[i + 4] | values[i + 5] << width;
            int p3 = values[i + 6] | values[i + 7] << width;
            long low = p0 | (long) p1 << w2;
            long high = p2 | (long) p3 << w2;
            PageBuffer.LONG.set(target, position, low | high << w4);
            position += width;
        }
        return position;
    }

    /** 9 to 16 bits: four values fill at most one word. */
    private static int packTwoWords(int[] values, int from, int groups, int width, byte[] target, int at) {
        int w2 = 2 * width;
        int w4 = 4 * width;
        int position = at;
        int end = from + 8 * groups;
        for (int i = from; i < end; i += 8) {
            long p0 = values[i] | (long) values[i + 1] << width;
            long p1 = values[i + 2] | (long) values[i + 3] << width;
            long p2 = values[i + 4] | (long) values[i + 5] << width;
            long p3 = values[i + 6] | (long) values[i + 7] << width;
            long low = p0 | p1 << w2;
            long high = p2 | p3 << w2;
            // Four values have 36 to 64 bits. The upper half starts in the middle of the first word, unless that is
            // full.
            PageBuffer.LONG.set(target, position, width == 16 ? low : low | high << w4);
            PageBuffer.LONG.set(target, position + 8, width == 16 ? high : high >>> (64 - w4));
            position += width;
        }
        return position;
    }

    /** 17 to 32 bits: two values fill at most one word; words are joined in an accumulator. */
    private static int packPairs(int[] values, int from, int groups, int width, byte[] target, int at) {
        int pairBits = 2 * width;
        long pending = 0;
        int pendingBits = 0;
        int position = at;
        int end = from + 8 * groups;
        for (int i = from; i < end; i += 2) {
            long pair = (values[i] & 0xFFFF_FFFFL) | (values[i + 1] & 0xFFFF_FFFFL) << width;
            pending |= pair << pendingBits;
            pendingBits += pairBits;
            if (pendingBits >= 64) {
                PageBuffer.LONG.set(target, position, pending);
                position += 8;
                pendingBits -= 64;
                pending = pendingBits == 0 ? 0 : pair >>> (pairBits - pendingBits);
            }
        }
        PageBuffer.LONG.set(target, position, pending);
        return position + (pendingBits >>> 3);
    }

    /** As {@link #pack(int[], int, int, int, byte[], int)} for numbers of up to 64 bits. */
    static int pack(long[] values, int from, int groups, int width, byte[] target, int at) {
        if (width == 0) {
            return at;
        }
        long pending = 0;
        int pendingBits = 0;
        int position = at;
        int end = from + 8 * groups;
        for (int i = from; i < end; i++) {
            long value = values[i];
            pending |= value << pendingBits;
            pendingBits += width;
            if (pendingBits >= 64) {
                PageBuffer.LONG.set(target, position, pending);
                position += 8;
                pendingBits -= 64;
                pending = pendingBits == 0 ? 0 : value >>> (width - pendingBits);
            }
        }
        PageBuffer.LONG.set(target, position, pending);
        return position + (pendingBits >>> 3);
    }
}
