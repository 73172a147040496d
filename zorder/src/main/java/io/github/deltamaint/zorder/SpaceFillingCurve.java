package io.github.deltamaint.zorder;

import java.util.Objects;

/**
 * A line through all cells of a grid that keeps neighbours close: maps one rank per column to the position on the line.
 *
 * <p>The grid has {@link #dimensions()} axes of 2<sup>{@link #bitsPerDimension()}</sup> cells. A position is a number of
 * {@link #keyBits()} bits. Rows that are sorted by position and cut into files give files whose ranges are narrow in
 * every column at once, which is what data skipping by minimum and maximum needs.
 *
 * <p>Both curves are <em>nested</em>: the positions that share their leading {@code k·dimensions} bits are exactly the
 * cells of one axis-aligned block with side 2<sup>bits−k</sup>. {@link CurveCuts} relies on that.
 *
 * <p>Keys come in one of two forms. Up to 63 bits a key is a non-negative {@code long}. A wider one is
 * {@link #keyBytes()} bytes, big-endian, to be compared as unsigned bytes; the key of row {@code i} starts at
 * {@code i * keyBytes()}. The byte form works for every width. Both forms carry the same number.
 *
 * <p>Ranks are unsigned: with 32 bits per dimension an {@code int} uses its sign bit as the highest one.
 * {@link MassRanks} makes ranks that use the whole range evenly. Curves are immutable and may be shared by threads.
 */
public abstract sealed class SpaceFillingCurve permits MortonCurve, HilbertCurve {

    private final Interleaver interleaver;

    /** A curve with a name that begins a sentence, for at most so many dimensions. */
    SpaceFillingCurve(String name, int maxDimensions, int dimensions, int bitsPerDimension) {
        interleaver = new Interleaver(dimensions, bitsPerDimension, maxDimensions, name);
    }

    /**
     * The most bits per dimension that still give {@code long} keys, but no more than 16: beyond that files do not get
     * better (a table of F files over d columns needs about log2(F)/d + 4).
     *
     * @param dimensions the number of columns, 1 to 16
     * @throws IllegalArgumentException if the number of columns is out of range
     */
    public static int defaultBits(int dimensions) {
        Interleaver.checkDimensions(dimensions, MortonCurve.MAX_DIMENSIONS, "A space-filling curve");
        return Math.min(16, (Long.SIZE - 1) / dimensions);
    }

    /** The number of axes, at least 1. */
    public final int dimensions() {
        return interleaver.dimensions();
    }

    /** The number of bits of each rank, 1 to 32. */
    public final int bitsPerDimension() {
        return interleaver.bits();
    }

    /** The number of bits of a position: dimensions times bits per dimension. */
    public final int keyBits() {
        return dimensions() * bitsPerDimension();
    }

    /** The number of bytes of a position in its byte form. */
    public final int keyBytes() {
        return WideKeys.bytes(keyBits());
    }

    /** Whether a position fits a non-negative {@code long}: at most 63 bits. */
    public final boolean hasLongKeys() {
        return keyBits() <= Long.SIZE - 1;
    }

    /**
     * Computes the positions of rows {@code from} (inclusive) to {@code to} (exclusive). Allocates nothing per row.
     *
     * @param ranks one array per dimension; {@code ranks[j][i]} is the rank of row {@code i} in column {@code j}
     * @param keys receives the position of row {@code i} at index {@code i}
     * @throws IllegalStateException if positions are wider than 63 bits
     * @throws IllegalArgumentException if there is not one array per dimension, or a rank needs more bits than a
     *     dimension has
     * @throws IndexOutOfBoundsException if an array is shorter than {@code to}
     */
    public final void longKeys(int[][] ranks, int from, int to, long[] keys) {
        if (!hasLongKeys()) {
            throw new IllegalStateException("A " + this + " has positions of " + keyBits()
                    + " bits, which do not fit a long. Use byteKeys, or fewer bits per dimension.");
        }
        interleaver.checkRanks(ranks, from, to);
        Objects.checkFromToIndex(from, to, keys.length);
        interleaver.interleave(ranks, from, to, keys);
        toPositions(keys, from, to);
    }

    /**
     * Computes the positions of rows {@code from} (inclusive) to {@code to} (exclusive) as big-endian bytes. Allocates
     * nothing per row.
     *
     * @param ranks one array per dimension; {@code ranks[j][i]} is the rank of row {@code i} in column {@code j}
     * @param keys receives the position of row {@code i} at {@code i * keyBytes()}
     * @throws IllegalArgumentException if there is not one array per dimension, or a rank needs more bits than a
     *     dimension has
     * @throws IndexOutOfBoundsException if an array is too short
     */
    public final void byteKeys(int[][] ranks, int from, int to, byte[] keys) {
        interleaver.checkRanks(ranks, from, to);
        int keyBytes = keyBytes();
        Objects.checkFromToIndex(0, (long) to * keyBytes, keys.length);
        long[] words = new long[WideKeys.words(keyBits())];
        for (int row = from; row < to; row++) {
            interleaver.interleave(ranks, row, words);
            toPosition(words);
            WideKeys.toBytes(words, keys, row * keyBytes, keyBytes);
        }
    }

    /**
     * The cell at a position: the inverse of {@link #longKeys}.
     *
     * @return one rank per dimension
     * @throws IllegalArgumentException if the key is negative or has more than {@link #keyBits()} bits
     */
    public final int[] cellAt(long key) {
        if (key >>> Math.min(keyBits(), Long.SIZE - 1) != 0) {
            throw new IllegalArgumentException("A " + this + " has no position " + Long.toUnsignedString(key));
        }
        long[] words = new long[WideKeys.words(keyBits())];
        words[0] = key;
        toCell(words);
        return interleaver.deinterleave(words);
    }

    /**
     * The cell at a position: the inverse of {@link #byteKeys}.
     *
     * @param key one key of {@link #keyBytes()} bytes
     * @return one rank per dimension
     * @throws IllegalArgumentException if the key has another length or more than {@link #keyBits()} bits
     */
    public final int[] cellAt(byte[] key) {
        if (key.length != keyBytes()) {
            throw new IllegalArgumentException(
                    "A " + this + " has keys of " + keyBytes() + " bytes but got " + key.length);
        }
        int usedOfFirst = keyBits() - Byte.SIZE * (keyBytes() - 1);
        if ((key[0] & 0xFF) >>> usedOfFirst != 0) {
            throw new IllegalArgumentException("A " + this + " has no position of more than " + keyBits() + " bits");
        }
        long[] words = new long[WideKeys.words(keyBits())];
        WideKeys.toWords(key, 0, key.length, words);
        toCell(words);
        return interleaver.deinterleave(words);
    }

    /**
     * The leading 63 bits of positions in byte form (all bits, if there are no more), in the same order. This is how
     * wide keys get to {@link CurveCuts}: no table has so many files that the bits behind would matter.
     *
     * @param keys positions as {@link #byteKeys} writes them
     * @param leading receives the leading bits of row {@code i} at index {@code i}
     * @throws IndexOutOfBoundsException if an array is too short
     */
    public final void leadingKeys(byte[] keys, int from, int to, long[] leading) {
        Objects.checkFromToIndex(from, to, leading.length);
        int keyBytes = keyBytes();
        Objects.checkFromToIndex(0, (long) to * keyBytes, keys.length);
        int dropped = Math.max(0, keyBits() - (Long.SIZE - 1));
        long[] words = new long[WideKeys.words(keyBits())];
        for (int row = from; row < to; row++) {
            WideKeys.toWords(keys, row * keyBytes, keyBytes, words);
            leading[row] = WideKeys.bitsFrom(words, dropped);
        }
    }

    /** Turns interleaved ranks into positions. */
    abstract void toPositions(long[] keys, int from, int to);

    /** Turns the interleaved ranks of one row into its position. */
    abstract void toPosition(long[] words);

    /** Turns a position into the interleaved ranks of its cell. */
    abstract void toCell(long[] words);
}
