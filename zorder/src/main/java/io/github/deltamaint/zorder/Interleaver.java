package io.github.deltamaint.zorder;

import java.util.Arrays;
import java.util.Objects;

/**
 * Interleaves the bits of ranks: the kernel of both curves.
 *
 * <p>With three columns {@code a}, {@code b}, {@code c} of four bits each, the highest bit first:
 *
 * <pre>
 *     a3 a2 a1 a0     b3 b2 b1 b0     c3 c2 c1 c0
 *
 *     a3 b3 c3   a2 b2 c2   a1 b1 c1   a0 b0 c0
 *     └ level 3  └ level 2  └ level 1  └ level 0
 * </pre>
 *
 * <p>A table spreads {@code chunkBits} bits of one rank at once: its entry {@code x} has bit {@code i} of {@code x} at
 * position {@code i·d}. A chunk is a byte for up to eight columns, and as many bits as fit 64 spread bits for more.
 *
 * <pre>
 *     d = 3, chunk 1011     spread    1..0..1..1      (dots are zeros, left for the other columns)
 *     column j                        shifted left by d − 1 − j
 *     chunk k                         shifted left by k·chunkBits·d
 * </pre>
 */
final class Interleaver {

    private final int dimensions;
    private final int bits;
    private final int chunkBits;
    private final int chunkMask;
    private final long[] spread;

    Interleaver(int dimensions, int bits, int maxDimensions, String curve) {
        checkDimensions(dimensions, maxDimensions, curve);
        if (bits < 1 || bits > Integer.SIZE) {
            throw new IllegalArgumentException(curve + " takes 1 to 32 bits per dimension but got " + bits);
        }
        this.dimensions = dimensions;
        this.bits = bits;
        this.chunkBits = Math.min(Byte.SIZE, Long.SIZE / dimensions);
        this.chunkMask = (1 << chunkBits) - 1;
        this.spread = spreadTable(dimensions, chunkBits);
    }

    static void checkDimensions(int dimensions, int max, String curve) {
        if (dimensions < 1 || dimensions > max) {
            throw new IllegalArgumentException(
                    curve + " takes 1 to " + max + " dimensions but got " + dimensions + ". Choose fewer columns.");
        }
    }

    private static long[] spreadTable(int dimensions, int chunkBits) {
        long[] spread = new long[1 << chunkBits];
        for (int chunk = 1; chunk < spread.length; chunk++) {
            int lowest = Integer.numberOfTrailingZeros(chunk);
            spread[chunk] = spread[chunk & (chunk - 1)] | 1L << (lowest * dimensions);
        }
        return spread;
    }

    int dimensions() {
        return dimensions;
    }

    int bits() {
        return bits;
    }

    void checkRanks(int[][] ranks, int from, int to) {
        if (ranks.length != dimensions) {
            throw new IllegalArgumentException(
                    "Expected the ranks of " + dimensions + " columns but got those of " + ranks.length);
        }
        for (int column = 0; column < dimensions; column++) {
            Objects.checkFromToIndex(from, to, ranks[column].length);
            checkWidth(column, ranks[column], from, to);
        }
    }

    private void checkWidth(int column, int[] ranks, int from, int to) {
        int seen = 0;
        for (int row = from; row < to; row++) {
            seen |= ranks[row];
        }
        if (Integer.SIZE - Integer.numberOfLeadingZeros(seen) > bits) {
            throw new IllegalArgumentException(
                    "A rank of column " + column + " has more than the " + bits + " bits that a dimension has");
        }
    }

    /** Writes the interleaved ranks of each row, column by column; the key must fit a {@code long}. */
    void interleave(int[][] ranks, int from, int to, long[] keys) {
        Arrays.fill(keys, from, to, 0);
        for (int column = 0; column < dimensions; column++) {
            addColumn(ranks[column], dimensions - 1 - column, from, to, keys);
        }
    }

    private void addColumn(int[] ranks, int offset, int from, int to, long[] keys) {
        long[] table = spread;
        int step = chunkBits;
        int mask = chunkMask;
        int spreadStep = step * dimensions;
        for (int row = from; row < to; row++) {
            int rank = ranks[row];
            long key = 0;
            for (int shift = 0, at = offset; shift < bits; shift += step, at += spreadStep) {
                key |= table[(rank >>> shift) & mask] << at;
            }
            keys[row] |= key;
        }
    }

    /** Interleaves the ranks of one row into words, the lowest first. */
    void interleave(int[][] ranks, int row, long[] words) {
        Arrays.fill(words, 0);
        int spreadBits = chunkBits * dimensions;
        for (int shift = 0, at = 0; shift < bits; shift += chunkBits, at += spreadBits) {
            long chunk = 0;
            for (int column = 0; column < dimensions; column++) {
                chunk |= spread[(ranks[column][row] >>> shift) & chunkMask] << (dimensions - 1 - column);
            }
            WideKeys.xor(words, at, chunk);
        }
    }

    /** Takes words apart into one rank per column. */
    int[] deinterleave(long[] words) {
        int[] ranks = new int[dimensions];
        for (int at = dimensions * bits - 1; at >= 0; at--) {
            int column = dimensions - 1 - at % dimensions;
            ranks[column] = (ranks[column] << 1) | ((int) (words[at >>> 6] >>> at) & 1);
        }
        return ranks;
    }
}
