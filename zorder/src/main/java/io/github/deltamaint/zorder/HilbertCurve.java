package io.github.deltamaint.zorder;

/**
 * The Hilbert curve: consecutive positions are neighbouring cells, always.
 *
 * <pre>
 *     y
 *     3   5 ─ 6   9 ─ 10
 *         │   │   │   │
 *     2   4   7 ─ 8   11
 *         │           │
 *     1   3 ─ 2   13─ 12
 *             │   │
 *     0   0 ─ 1   14─ 15
 *         0   1   2   3   x
 * </pre>
 *
 * <p>It has no jumps, so files are compact wherever they are cut, also when their number is no power of two. That makes
 * it the better layout; what it does not have is the Z-order curve's monotony: raising a rank may lower the position.
 *
 * <p>A position is computed from the Z-order position, one level (one bit of every rank) at a time from the highest:
 * each level is a digit that {@link HilbertStates} translates, depending on how the curve enters that block.
 *
 * <p>Sources: D. Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891; A. R. Butz, "Alternative
 * Algorithm for Hilbert's Space-Filling Curve", IEEE 1971; C. Hamilton, "Compact Hilbert Indices", Dalhousie 2006.
 */
public final class HilbertCurve extends SpaceFillingCurve {

    /** The most columns: the table of states grows eightfold with two more of them, and gains shrink. */
    public static final int MAX_DIMENSIONS = 9;

    private final HilbertStates states;

    /**
     * A curve over a grid.
     *
     * @param dimensions the number of columns, 1 to 9
     * @param bitsPerDimension the number of bits of each rank, 1 to 32
     * @throws IllegalArgumentException if either is out of range
     */
    public HilbertCurve(int dimensions, int bitsPerDimension) {
        super("The Hilbert curve", MAX_DIMENSIONS, dimensions, bitsPerDimension);
        states = new HilbertStates(dimensions);
    }

    @Override
    void toPositions(long[] keys, int from, int to) {
        states.toPositions(keys, from, to, keyBits());
    }

    @Override
    void toPosition(long[] words) {
        states.toPosition(words, keyBits());
    }

    @Override
    void toCell(long[] words) {
        states.toCell(words, keyBits());
    }

    @Override
    public String toString() {
        return "Hilbert curve over " + dimensions() + " columns of " + bitsPerDimension() + " bits";
    }
}
