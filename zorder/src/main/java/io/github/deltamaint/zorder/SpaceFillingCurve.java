package io.github.deltamaint.zorder;

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
public sealed interface SpaceFillingCurve permits MortonCurve, HilbertCurve {

    /** The number of axes, at least 1. */
    int dimensions();

    /** The number of bits of each rank, 1 to 32. */
    int bitsPerDimension();

    /** The number of bits of a position: dimensions times bits per dimension. */
    default int keyBits() {
        return dimensions() * bitsPerDimension();
    }

    /** The number of bytes of a position in its byte form. */
    default int keyBytes() {
        return (keyBits() + 7) / 8;
    }

    /** Whether a position fits a non-negative {@code long}: at most 63 bits. */
    default boolean hasLongKeys() {
        return keyBits() <= Long.SIZE - 1;
    }

    /**
     * The most bits per dimension that still give {@code long} keys, but no more than 16: beyond that files do not get
     * better (a table of F files over d columns needs about log2(F)/d + 4).
     *
     * @param dimensions the number of columns, 1 to 16
     * @throws IllegalArgumentException if the number of columns is out of range
     */
    static int defaultBits(int dimensions) {
        Interleaver.checkDimensions(dimensions, MortonCurve.MAX_DIMENSIONS, "A space-filling curve");
        return Math.min(16, (Long.SIZE - 1) / dimensions);
    }

    /**
     * Computes the positions of rows {@code from} (inclusive) to {@code to} (exclusive). Allocates nothing per row.
     *
     * @param ranks one array per dimension; {@code ranks[j][i]} is the rank of row {@code i} in column {@code j}
     * @param keys receives the position of row {@code i} at index {@code i}
     * @throws IllegalStateException if positions are wider than 63 bits
     * @throws IllegalArgumentException if there is not one array per dimension, or a rank needs more bits than a
     *     dimension has (the contents of {@code keys} are then undefined)
     * @throws IndexOutOfBoundsException if an array is shorter than {@code to}
     */
    void longKeys(int[][] ranks, int from, int to, long[] keys);

    /**
     * Computes the positions of rows {@code from} (inclusive) to {@code to} (exclusive) as big-endian bytes. Allocates
     * nothing per row.
     *
     * @param ranks one array per dimension; {@code ranks[j][i]} is the rank of row {@code i} in column {@code j}
     * @param keys receives the position of row {@code i} at {@code i * keyBytes()}
     * @throws IllegalArgumentException if there is not one array per dimension, or a rank needs more bits than a
     *     dimension has (the contents of {@code keys} are then undefined)
     * @throws IndexOutOfBoundsException if an array is too short
     */
    void byteKeys(int[][] ranks, int from, int to, byte[] keys);

    /**
     * The cell at a position: the inverse of {@link #longKeys}.
     *
     * @return one rank per dimension
     * @throws IllegalArgumentException if the key is negative or has more than {@link #keyBits()} bits
     */
    int[] cellAt(long key);

    /**
     * The cell at a position: the inverse of {@link #byteKeys}.
     *
     * @param key one key of {@link #keyBytes()} bytes
     * @return one rank per dimension
     * @throws IllegalArgumentException if the key has another length or more than {@link #keyBits()} bits
     */
    int[] cellAt(byte[] key);

    /**
     * The leading 63 bits of positions in byte form (all bits, if there are no more), in the same order. This is how
     * wide keys get to {@link CurveCuts}: no table has so many files that the bits behind would matter.
     *
     * @param keys positions as {@link #byteKeys} writes them
     * @param leading receives the leading bits of row {@code i} at index {@code i}
     * @throws IndexOutOfBoundsException if an array is too short
     */
    default void leadingKeys(byte[] keys, int from, int to, long[] leading) {
        WideKeys.leading(keys, from, to, keyBits(), leading);
    }
}
