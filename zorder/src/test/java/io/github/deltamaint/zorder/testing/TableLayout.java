package io.github.deltamaint.zorder.testing;

import io.github.deltamaint.zorder.CurveCuts;
import io.github.deltamaint.zorder.HilbertCurve;
import io.github.deltamaint.zorder.KeyOrder;
import io.github.deltamaint.zorder.KeyWeights;
import io.github.deltamaint.zorder.LongSample;
import io.github.deltamaint.zorder.MassRanks;
import io.github.deltamaint.zorder.MortonCurve;
import io.github.deltamaint.zorder.SpaceFillingCurve;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Which rows are in which file: rows in an order, cut into files.
 *
 * @param order {@code order[p]} is the row at position {@code p}
 * @param starts the position at which each file starts
 */
public record TableLayout(int[] order, int[] starts) {

    public int files() {
        return starts.length;
    }

    public int rows() {
        return order.length;
    }

    /** The position behind the last row of a file. */
    public int end(int file) {
        return file + 1 < starts.length ? starts[file + 1] : order.length;
    }

    public int rows(int file) {
        return end(file) - starts[file];
    }

    public static SpaceFillingCurve morton(int dimensions) {
        return new MortonCurve(dimensions, SpaceFillingCurve.defaultBits(dimensions));
    }

    public static SpaceFillingCurve hilbert(int dimensions) {
        return new HilbertCurve(dimensions, SpaceFillingCurve.defaultBits(dimensions));
    }

    /** Exact ranks of each column. */
    public static int[][] ranks(long[][] columns, int bits) {
        return sampledRanks(columns, bits, columns[0].length, 0);
    }

    /** Ranks from a sample of each column. */
    public static int[][] sampledRanks(long[][] columns, int bits, int sampled, long seed) {
        int rows = columns[0].length;
        int[][] ranks = new int[columns.length][rows];
        for (int column = 0; column < columns.length; column++) {
            LongSample sample = new LongSample(sampled, seed + column);
            long[] values = Arrays.stream(columns[column])
                    .filter(value -> value != QueryCosts.NULL)
                    .toArray();
            sample.add(values, 0, values.length);
            sample.addNulls(rows - values.length);
            sample.ranks(bits).lookUp(columns[column], 0, rows, ranks[column]);
            for (int row = 0; row < rows; row++) {
                ranks[column][row] = columns[column][row] == QueryCosts.NULL ? MassRanks.NULL_RANK : ranks[column][row];
            }
        }
        return ranks;
    }

    /** As this library does it: in the order of the curve, cut at its cells. */
    public static TableLayout cellAligned(SpaceFillingCurve curve, int[][] ranks, int files) {
        long[] keys = keys(curve, ranks);
        int[] order = KeyOrder.of(keys);
        long[] sorted = gather(keys, order);
        return cellAligned(order, sorted, KeyWeights.ofSorted(sorted).cut(files));
    }

    /** Rows in an order, dealt out to files by their keys. */
    public static TableLayout cellAligned(int[] order, long[] sortedKeys, CurveCuts cuts) {
        int[] fileOf = new int[sortedKeys.length];
        cuts.assigner().assign(sortedKeys, 0, sortedKeys.length, 1, fileOf);
        int[] starts = new int[cuts.files()];
        for (int position = sortedKeys.length - 1; position >= 0; position--) {
            starts[fileOf[position]] = position;
        }
        return new TableLayout(order, starts);
    }

    /** In the order of the curve, cut into files of equal row counts. */
    public static TableLayout equalCounts(SpaceFillingCurve curve, int[][] ranks, int files) {
        return equalCounts(KeyOrder.of(keys(curve, ranks)), files);
    }

    public static TableLayout equalCounts(int[] order, int files) {
        int[] starts = new int[files];
        Arrays.setAll(starts, file -> (int) ((long) order.length * file / files));
        return new TableLayout(order, starts);
    }

    /** Sorted by one column. */
    public static TableLayout sorted(long[] column, int files) {
        return equalCounts(KeyOrder.of(gatherAsKeys(ranks(new long[][] {column}, 32)[0])), files);
    }

    /** In the order in which rows came. */
    public static TableLayout asCame(int rows, int files) {
        int[] order = new int[rows];
        Arrays.setAll(order, row -> row);
        return equalCounts(order, files);
    }

    /**
     * As Delta Spark's Z-order does it: ids of up to 1000 ranges of about equal weight, found from a sample of 100 rows per
     * range; the ids interleaved; rows ranged by key and a random byte into files of about equal counts.
     */
    public static TableLayout sparkStyle(long[][] columns, int files, long seed) {
        int rows = columns[0].length;
        int[][] ids = new int[columns.length][rows];
        for (int column = 0; column < columns.length; column++) {
            long[] bounds = rangeBounds(columns[column], 1000, seed + column);
            for (int row = 0; row < rows; row++) {
                int found = Arrays.binarySearch(bounds, columns[column][row]);
                ids[column][row] = found < 0 ? -found - 1 : found;
            }
        }
        SplittableRandom random = new SplittableRandom(seed);
        long[] keys = keys(new MortonCurve(columns.length, 10), ids);
        for (int row = 0; row < rows; row++) {
            keys[row] = keys[row] << 8 | random.nextInt(256);
        }
        return equalCounts(KeyOrder.of(keys), files);
    }

    /** Ascending bounds that cut a sample into ranges of about equal weight; a value up to bound i has an id up to i. */
    private static long[] rangeBounds(long[] column, int ranges, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] sample = random.ints(100L * ranges, 0, column.length)
                .mapToLong(row -> column[row])
                .sorted()
                .toArray();
        long[] bounds = new long[ranges - 1];
        int count = 0;
        double target = 100;
        for (int i = 0; i < sample.length && count < bounds.length; i++) {
            if (i + 1 >= target && (count == 0 || sample[i] > bounds[count - 1])) {
                bounds[count++] = sample[i];
                target += 100;
            }
        }
        return Arrays.copyOf(bounds, count);
    }

    /** As engines do it that interleave the values themselves: 64 bits of each column, sign bits flipped. */
    public static TableLayout rawBits(long[][] columns, int files) {
        SpaceFillingCurve curve = new MortonCurve(columns.length, Integer.SIZE);
        int rows = columns[0].length;
        int keyBytes = curve.keyBytes();
        byte[] high = new byte[rows * keyBytes];
        byte[] low = new byte[rows * keyBytes];
        curve.byteKeys(halves(columns, Integer.SIZE), 0, rows, high);
        curve.byteKeys(halves(columns, 0), 0, rows, low);
        byte[] keys = new byte[2 * rows * keyBytes];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(high, row * keyBytes, keys, 2 * row * keyBytes, keyBytes);
            System.arraycopy(low, row * keyBytes, keys, (2 * row + 1) * keyBytes, keyBytes);
        }
        return equalCounts(KeyOrder.of(keys, 2 * keyBytes), files);
    }

    private static int[][] halves(long[][] columns, int shift) {
        return Arrays.stream(columns)
                .map(column -> Arrays.stream(column)
                        .mapToInt(value -> (int) ((value ^ Long.MIN_VALUE) >>> shift))
                        .toArray())
                .toArray(int[][]::new);
    }

    public static long[] keys(SpaceFillingCurve curve, int[][] ranks) {
        long[] keys = new long[ranks[0].length];
        curve.longKeys(ranks, 0, keys.length, keys);
        return keys;
    }

    public static long[] gather(long[] values, int[] order) {
        long[] gathered = new long[order.length];
        Arrays.setAll(gathered, position -> values[order[position]]);
        return gathered;
    }

    private static long[] gatherAsKeys(int[] ranks) {
        return Arrays.stream(ranks).mapToLong(Integer::toUnsignedLong).toArray();
    }
}
