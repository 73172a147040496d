package io.github.deltamaint.zorder;

/**
 * The Z-order curve: a position is the interleaved bits of the ranks, the first column first.
 *
 * <pre>
 *     y
 *     3   5 ─ 7   13─ 15        rank x = 2 = 10, rank y = 1 = 01
 *         │ / │ /  │ / │        position  x1 y1 x0 y0
 *     2   4   6 /  12  14                  1  0  0  1 = 9
 *               /
 *     1   1 ─ 3   9 ─ 11
 *         │ / │ / │ / │
 *     0   0   2   8   10
 *         0   1   2   3   x
 * </pre>
 *
 * <p>Positions grow with every rank: raising one rank raises the position. Between blocks the curve jumps, so a file that
 * spans a block border can reach far in one column; {@link CurveCuts} avoids such files.
 *
 * <p>Source: G. M. Morton, "A Computer Oriented Geodetic Data Base and a New Technique in File Sequencing", IBM 1966.
 */
public final class MortonCurve extends SpaceFillingCurve {

    /** The most columns that can be interleaved. */
    public static final int MAX_DIMENSIONS = 16;

    /**
     * A curve over a grid.
     *
     * @param dimensions the number of columns, 1 to 16
     * @param bitsPerDimension the number of bits of each rank, 1 to 32
     * @throws IllegalArgumentException if either is out of range
     */
    public MortonCurve(int dimensions, int bitsPerDimension) {
        super("The Z-order curve", MAX_DIMENSIONS, dimensions, bitsPerDimension);
    }

    @Override
    void toPositions(long[] keys, int from, int to) {
        // Interleaved ranks are the position.
    }

    @Override
    void toPosition(long[] words) {
        // Interleaved ranks are the position.
    }

    @Override
    void toCell(long[] words) {
        // The position is the interleaved ranks.
    }

    @Override
    public String toString() {
        return "Z-order curve over " + dimensions() + " columns of " + bitsPerDimension() + " bits";
    }
}
