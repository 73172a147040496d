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
public final class MortonCurve implements SpaceFillingCurve {

    /** The most columns that can be interleaved. */
    public static final int MAX_DIMENSIONS = 16;

    private final Interleaver interleaver;

    /**
     * A curve over a grid.
     *
     * @param dimensions the number of columns, 1 to 16
     * @param bitsPerDimension the number of bits of each rank, 1 to 32
     * @throws IllegalArgumentException if either is out of range
     */
    public MortonCurve(int dimensions, int bitsPerDimension) {
        interleaver = new Interleaver(dimensions, bitsPerDimension, MAX_DIMENSIONS, "The Z-order curve");
    }

    @Override
    public int dimensions() {
        return interleaver.dimensions();
    }

    @Override
    public int bitsPerDimension() {
        return interleaver.bits();
    }

    @Override
    public void longKeys(int[][] ranks, int from, int to, long[] keys) {
        WideKeys.checkLongKeys(this);
        interleaver.checkRanks(ranks, from, to);
        interleaver.interleave(ranks, from, to, keys);
    }

    @Override
    public void byteKeys(int[][] ranks, int from, int to, byte[] keys) {
        interleaver.checkRanks(ranks, from, to);
        int keyBytes = keyBytes();
        long[] words = new long[interleaver.words()];
        for (int row = from; row < to; row++) {
            interleaver.interleave(ranks, row, words);
            WideKeys.toBytes(words, keys, row * keyBytes, keyBytes);
        }
    }

    @Override
    public int[] cellAt(long key) {
        return interleaver.deinterleave(WideKeys.words(this, key));
    }

    @Override
    public int[] cellAt(byte[] key) {
        return interleaver.deinterleave(WideKeys.words(this, key));
    }

    @Override
    public String toString() {
        return "Z-order curve over " + dimensions() + " columns of " + bitsPerDimension() + " bits";
    }
}
