package io.github.deltamaint.parquet.internal.write;

/**
 * Writes DELTA_BINARY_PACKED: blocks of 128 differences in four mini blocks, each as wide as its largest difference above
 * the smallest of the block.
 *
 * <p>INT32 differences wrap at 32 bits, so that no mini block is wider than the type.
 */
final class DeltaBinaryPackedEncoder {
    private static final int BLOCK = 128;
    private static final int MINI_BLOCKS = 4;
    private static final int MINI_BLOCK = BLOCK / MINI_BLOCKS;

    private final long[] deltas = new long[BLOCK];

    void encode(long[] values, int from, int count, PageBuffer target) {
        header(count, count == 0 ? 0 : values[from], target);
        for (int at = from + 1; at < from + count; at += BLOCK) {
            int inBlock = Math.min(BLOCK, from + count - at);
            for (int i = 0; i < inBlock; i++) {
                deltas[i] = values[at + i] - values[at + i - 1];
            }
            block(inBlock, -1L, target);
        }
    }

    void encode(int[] values, int from, int count, PageBuffer target) {
        header(count, count == 0 ? 0 : values[from], target);
        for (int at = from + 1; at < from + count; at += BLOCK) {
            int inBlock = Math.min(BLOCK, from + count - at);
            for (int i = 0; i < inBlock; i++) {
                int delta = values[at + i] - values[at + i - 1];
                deltas[i] = delta;
            }
            block(inBlock, 0xFFFF_FFFFL, target);
        }
    }

    private static void header(int count, long first, PageBuffer target) {
        target.writeUnsignedVarInt(BLOCK);
        target.writeUnsignedVarInt(MINI_BLOCKS);
        target.writeUnsignedVarInt(count);
        target.writeZigZagVarLong(first);
    }

    private void block(int count, long mask, PageBuffer target) {
        long smallest = deltas[0];
        for (int i = 1; i < count; i++) {
            smallest = Math.min(smallest, deltas[i]);
        }
        for (int i = 0; i < count; i++) {
            deltas[i] = (deltas[i] - smallest) & mask;
        }
        for (int i = count; i < BLOCK; i++) {
            deltas[i] = 0;
        }
        target.writeZigZagVarLong(smallest);
        int widthsAt = target.length();
        target.reserve(MINI_BLOCKS + 8L * BLOCK);
        target.length(widthsAt + MINI_BLOCKS);
        for (int block = 0; block < MINI_BLOCKS; block++) {
            int from = block * MINI_BLOCK;
            int width = from < count ? width(from) : 0;
            byte[] bytes = target.bytes();
            bytes[widthsAt + block] = (byte) width;
            target.length(BitPacking.pack(deltas, from, MINI_BLOCK / 8, width, bytes, target.length()));
        }
    }

    private int width(int from) {
        long bits = 0;
        for (int i = from; i < from + MINI_BLOCK; i++) {
            bits |= deltas[i];
        }
        return 64 - Long.numberOfLeadingZeros(bits);
    }
}
