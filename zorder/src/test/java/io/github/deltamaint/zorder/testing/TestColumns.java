package io.github.deltamaint.zorder.testing;

import io.github.deltamaint.zorder.ColumnRanges;
import java.util.Comparator;
import java.util.Random;
import java.util.SplittableRandom;

/** Seeded columns of numbers: {@code columns[j][i]} is the value of row {@code i} in column {@code j}. */
public final class TestColumns {

    private TestColumns() {}

    /** Independent and uniform over all longs. */
    public static long[][] uniform(int dimensions, int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[][] columns = new long[dimensions][rows];
        for (long[] column : columns) {
            for (int row = 0; row < rows; row++) {
                column[row] = random.nextLong();
            }
        }
        return columns;
    }

    /** A column with a Zipf distribution of exponent 1.3 (a quarter of the rows has value 1), and one of 730 dates. */
    public static long[][] zipfAndDates(int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[][] columns = new long[2][rows];
        for (int row = 0; row < rows; row++) {
            columns[0][row] = zipf(random, 1.3);
            columns[1][row] = 20_000 + random.nextInt(730);
        }
        return columns;
    }

    /** A column of 12 values, and one that is uniform over all longs. */
    public static long[][] twelveValuesAndUniform(int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[][] columns = new long[2][rows];
        for (int row = 0; row < rows; row++) {
            columns[0][row] = random.nextInt(12);
            columns[1][row] = random.nextLong();
        }
        return columns;
    }

    /** A column of the numbers 0 to 999, and one of microseconds within a year. */
    public static long[][] smallNumbersAndMicros(int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[][] columns = new long[2][rows];
        for (int row = 0; row < rows; row++) {
            columns[0][row] = random.nextInt(1000);
            columns[1][row] = 1_700_000_000_000_000L + random.nextLong(365L * 86_400 * 1_000_000);
        }
        return columns;
    }

    /** Independent and uniform, but three in ten rows have no value in the first column. */
    public static long[][] uniformWithNulls(int dimensions, int rows, long seed) {
        long[][] columns = uniform(dimensions, rows, seed);
        SplittableRandom random = new SplittableRandom(seed + 1);
        for (int row = 0; row < rows; row++) {
            columns[0][row] = random.nextInt(10) < 3 ? QueryCosts.NULL : columns[0][row];
        }
        return columns;
    }

    /** A uniform column, and one that follows it with a spread of 2 %. */
    public static long[][] correlated(int rows, long seed) {
        Random random = new Random(seed);
        long[][] columns = new long[2][rows];
        for (int row = 0; row < rows; row++) {
            columns[0][row] = random.nextInt(1 << 20);
            columns[1][row] = columns[0][row] + (long) (random.nextGaussian() * (1 << 20) * 0.02);
        }
        return columns;
    }

    /** Arrival order: times that ascend but for delays of some hours, with an independent column. */
    public static long[][] arrivals(int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[][] columns = new long[2][rows];
        for (int row = 0; row < rows; row++) {
            columns[0][row] = row - (long) (StrictMath.log(1 - random.nextDouble()) * -rows / 100);
            columns[1][row] = random.nextInt(5000);
        }
        return columns;
    }

    /** The ranges of so many files of varying width, of which about 200 contain any value. */
    public static ColumnRanges ranges(int files, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ColumnRanges.Builder<Long> ranges = ColumnRanges.builder(Comparator.naturalOrder());
        for (int file = 0; file < files; file++) {
            long min = random.nextLong(files);
            ranges.add(min, min + random.nextLong(400), 1000 + random.nextInt(1000));
        }
        return ranges.build();
    }

    /** L. Devroye, "Non-Uniform Random Variate Generation", 1986, chapter X.6.1. */
    private static long zipf(SplittableRandom random, double exponent) {
        double b = StrictMath.pow(2, exponent - 1);
        while (true) {
            double x = StrictMath.floor(StrictMath.pow(1 - random.nextDouble(), -1 / (exponent - 1)));
            double t = StrictMath.pow(1 + 1 / x, exponent - 1);
            if (random.nextDouble() * x * (t - 1) / (b - 1) <= t / b && x < 0x1p62) {
                return (long) x;
            }
        }
    }
}
