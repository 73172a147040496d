package io.github.deltamaint.zorder;

/**
 * The distribution of a column: a uniform sample of its values, and how many nulls it has.
 *
 * <p>Up to the capacity the sample is the column itself and ranks are exact; then they depend on the values alone, not on
 * their order. Beyond it, with a sample of m values, the share of rows that a rank stands for is off by more than ε with a
 * probability of at most 2·exp(−2mε²) (Dvoretzky, Kiefer, Wolfowitz 1956; Massart 1990): at the default capacity by more
 * than 0.6 % in one of 670 columns. Rows in the same order give the same sample, however they are chunked.
 *
 * <p>Not for use by several threads at a time.
 */
public abstract sealed class ColumnSample permits LongSample, BytesSample {

    /** The number of values that a sample holds unless told otherwise. */
    public static final int DEFAULT_CAPACITY = 100_000;

    private final Reservoir reservoir;
    private long nulls;

    ColumnSample(int capacity, long seed) {
        this.reservoir = new Reservoir(capacity, seed);
    }

    final Reservoir reservoir() {
        return reservoir;
    }

    /**
     * Adds rows without a value.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public final void addNulls(long count) {
        nulls = Math.addExact(nulls, MassRanks.checkCount(count));
    }

    /** The number of values added, without nulls. */
    public final long values() {
        return reservoir.seen();
    }

    /** The number of nulls added. */
    public final long nulls() {
        return nulls;
    }

    /** Whether the sample holds every value that was added. */
    public final boolean isExact() {
        return reservoir.seen() == reservoir.size();
    }

    final RankSteps steps(int bits) {
        return new RankSteps(reservoir.size(), reservoir.seen(), nulls, bits);
    }
}
