package io.github.deltamaint.parquet.internal.write;

/**
 * Foretells how many distinct values a column will have.
 *
 * <p>Values drawn evenly from {@code d} distinct ones show {@code d (1 - e^(-n/d))} of them after {@code n} draws. Of each
 * stretch of {@code n} values, {@code e^(-n/d)} times as many are new as of the stretch before; that gives {@code d}. Where
 * new values keep coming at the same rate, as in a column of keys, they are taken to go on like that.
 */
public final class DictionaryGrowth {
    /** From this ratio of new values to those of the stretch before on, growth counts as steady. */
    private static final double STEADY = 0.97;

    private static final double NONE = 1e-9;

    private DictionaryGrowth() {}

    /**
     * The number of distinct values to be expected.
     *
     * @param valuesBefore the values at an earlier moment, more than 0
     * @param distinctBefore how many of them were distinct
     * @param values the values now, more than at the earlier moment
     * @param distinct how many of them are distinct
     * @param expectedValues the values of the whole column, at least as many as now
     */
    public static double expected(
            long valuesBefore, long distinctBefore, long values, long distinct, double expectedValues) {
        double stretch = values - (double) valuesBefore;
        double rateBefore = (double) distinctBefore / valuesBefore;
        double rate = (double) (distinct - distinctBefore) / stretch;
        double ratio = rate / Math.max(NONE, rateBefore);
        double atThisRate = (double) distinct + rate * (expectedValues - (double) values);
        if (ratio >= STEADY) {
            return atThisRate;
        }
        if (ratio <= NONE) {
            return (double) distinct;
        }
        // Between the middles of the two stretches lie half of all values.
        double all = values / 2.0 / -Math.log(ratio);
        double drawn = all * -Math.expm1(-expectedValues / all);
        return Math.max((double) distinct, Math.min(atThisRate, drawn));
    }
}
