package io.github.deltamaint.parquet.internal.write;

/**
 * Writes repetition and definition levels as Parquet's RLE / bit-packing hybrid, eight levels at a time.
 *
 * <p>Levels come one to a byte. Eight of them are one 64-bit word: they are equal when the word equals its lowest byte times
 * 0x0101…01, and three steps of shifting neighbouring lanes together pack them.
 */
final class LevelEncoder {
    private static final long ONES = 0x0101_0101_0101_0101L;

    private LevelEncoder() {}

    /** Encodes {@code count} times the same level. */
    static void encodeRun(int level, int count, int width, PageBuffer target) {
        if (count == 0) {
            return;
        }
        target.writeUnsignedVarLong((long) count << 1);
        if (width > 0) {
            target.write(level);
        }
    }

    /** Encodes {@code levels[from, from + count)}, all below 2<sup>width</sup> and the width 1 to 8. */
    static void encode(byte[] levels, int from, int count, int width, PageBuffer target) {
        int shortest = HybridEncoder.shortestRun(width);
        target.reserve((count + 7L) / 8 * width + 16 * ((long) count / shortest + 2));
        int end = from + count;
        int packedFrom = from;
        int at = from;
        while (end - at >= 8) {
            long word = (long) PageBuffer.LONG.get(levels, at);
            if (word != (word & 0xFF) * ONES) {
                at += 8;
                continue;
            }
            int runEnd = runEnd(levels, at + 8, end, word);
            if (runEnd - at < shortest) {
                at += (runEnd - at) & ~7;
                continue;
            }
            packed(levels, packedFrom, at, width, target);
            encodeRun((int) word & 0xFF, runEnd - at, width, target);
            at = runEnd;
            packedFrom = at;
        }
        if (at < end && packedFrom == at && runEnd(levels, at, end, (levels[at] & 0xFF) * ONES) == end) {
            encodeRun(levels[at], end - at, width, target);
        } else {
            packed(levels, packedFrom, end, width, target);
        }
    }

    /** Where the levels stop to be those of {@code word}, whose eight bytes are equal. */
    static int runEnd(byte[] levels, int from, int end, long word) {
        int at = from;
        while (end - at >= 8 && (long) PageBuffer.LONG.get(levels, at) == word) {
            at += 8;
        }
        while (at < end && levels[at] == (byte) word) {
            at++;
        }
        return at;
    }

    private static void packed(byte[] levels, int from, int to, int width, PageBuffer target) {
        int count = to - from;
        if (count == 0) {
            return;
        }
        int groups = (count + 7) >> 3;
        target.writeUnsignedVarLong((long) groups << 1 | 1);
        byte[] bytes = target.reserve((long) groups * width);
        int position = target.length();
        int at = from;
        for (; to - at >= 8; at += 8) {
            PageBuffer.LONG.set(bytes, position, pack((long) PageBuffer.LONG.get(levels, at), width));
            position += width;
        }
        if (at < to) {
            long word = 0;
            for (int i = at; i < to; i++) {
                word |= (levels[i] & 0xFFL) << (8 * (i - at));
            }
            PageBuffer.LONG.set(bytes, position, pack(word, width));
            position += width;
        }
        target.length(position);
    }

    /** Moves eight numbers of {@code width} bits in lanes of eight bits together. */
    private static long pack(long word, int width) {
        long pairs = (word & 0x00FF_00FF_00FF_00FFL) | (word & 0xFF00_FF00_FF00_FF00L) >>> (8 - width);
        long fours = (pairs & 0x0000_FFFF_0000_FFFFL) | (pairs & 0xFFFF_0000_FFFF_0000L) >>> (16 - 2 * width);
        return (fours & 0xFFFF_FFFFL) | (fours & 0xFFFF_FFFF_0000_0000L) >>> (32 - 4 * width);
    }
}
