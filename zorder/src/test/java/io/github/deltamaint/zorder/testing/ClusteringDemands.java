package io.github.deltamaint.zorder.testing;

import io.github.deltamaint.zorder.BytesSample;
import io.github.deltamaint.zorder.SpaceFillingCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What clustering has to achieve, and what it does: the average number of files that queries touch on seeded tables of
 * 2<sup>18</sup> rows. Everything here is deterministic.
 */
public final class ClusteringDemands {

    public static final int ROWS = 1 << 18;

    private static final int FILES = 256;
    private static final long SEED = 42;
    /** Where a demand comes from other data of the same kind. */
    private static final double TOLERANCE = 1.03;

    private final List<Demand> demands = new ArrayList<>();
    private final List<TableLayout> layouts = new ArrayList<>();

    private ClusteringDemands() {}

    /**
     * One line of the table.
     *
     * @param table the data, the curve and the number of files
     * @param measure what is counted
     * @param most the value that is demanded, or the least one if {@code atLeast}
     * @param measured the value that was measured
     */
    public record Demand(String table, String measure, boolean atLeast, double most, double measured) {

        public boolean isMet() {
            return atLeast ? measured >= most : measured <= most;
        }

        @Override
        public String toString() {
            String sign = atLeast ? ">=" : "<=";
            return String.format(Locale.ROOT, "%-36s %-24s %8.3f  %s %8.3f", table, measure, measured, sign, most);
        }
    }

    /** Lays out all tables and measures all demands. */
    public static List<Demand> measure() {
        ClusteringDemands all = new ClusteringDemands();
        all.uniform();
        all.uniformInCountsThatAreNoPowersOfTwo();
        all.uniformInFourDimensions();
        all.skewed();
        all.stringsWithACommonPrefix();
        all.nulls();
        all.samples();
        all.sizes();
        return all.demands;
    }

    private void most(String table, String measure, double most, double measured) {
        demands.add(new Demand(table, measure, false, most, measured));
    }

    private QueryCosts costs(long[][] columns, SpaceFillingCurve curve, int files) {
        TableLayout layout =
                TableLayout.cellAligned(curve, TableLayout.ranks(columns, curve.bitsPerDimension()), files);
        layouts.add(layout);
        return new QueryCosts(columns, layout);
    }

    private QueryCosts points(String table, long[][] columns, SpaceFillingCurve curve, int files, double... most) {
        QueryCosts costs = costs(columns, curve, files);
        for (int column = 0; column < columns.length; column++) {
            most(table, "equality, column " + column, most[Math.min(column, most.length - 1)], costs.point(column));
        }
        return costs;
    }

    private void uniform() {
        long[][] columns = TestColumns.uniform(2, ROWS, SEED);
        QueryCosts z = points("uniform x 2, Z, 256 files", columns, TableLayout.morton(2), FILES, 17);
        most("uniform x 2, Z, 256 files", "box of 1 %", 1.5, z.box(0.01));
        points("uniform x 2, Hilbert, 256 files", columns, TableLayout.hilbert(2), FILES, 16.6);
    }

    private void uniformInCountsThatAreNoPowersOfTwo() {
        long[][] columns = TestColumns.uniform(2, ROWS, SEED);
        for (int files : new int[] {100, 200, 300}) {
            String table = "uniform x 2, Hilbert, " + files + " files";
            points(table, columns, TableLayout.hilbert(2), files, 1.15 * Math.sqrt(files));
        }
    }

    private void uniformInFourDimensions() {
        long[][] columns = TestColumns.uniform(4, ROWS, SEED);
        points("uniform x 4, Z, 256 files", columns, TableLayout.morton(4), FILES, 67);
        points("uniform x 4, Hilbert, 256 files", columns, TableLayout.hilbert(4), FILES, 67);
    }

    private void skewed() {
        long[][] zipf = TestColumns.zipfAndDates(ROWS, SEED);
        points("Zipf(1.3) x 730 dates, Z", zipf, TableLayout.morton(2), FILES, 31, 19);
        points("Zipf(1.3) x 730 dates, Hilbert", zipf, TableLayout.hilbert(2), FILES, TOLERANCE * 30, 15);
        long[][] twelve = TestColumns.twelveValuesAndUniform(ROWS, SEED);
        points("12 values x uniform, Z", twelve, TableLayout.morton(2), FILES, 26.5, 18);
        points("12 values x uniform, Hilbert", twelve, TableLayout.hilbert(2), FILES, 26.5, 16.5);
        long[][] micros = TestColumns.smallNumbersAndMicros(ROWS, SEED);
        points("0..999 x microseconds, Z", micros, TableLayout.morton(2), FILES, 17);
        points("0..999 x microseconds, Hilbert", micros, TableLayout.hilbert(2), FILES, 17);
    }

    private void stringsWithACommonPrefix() {
        long[][] columns = TestColumns.smallNumbersAndMicros(ROWS, SEED);
        SpaceFillingCurve curve = TableLayout.hilbert(2);
        QueryCosts without = costs(columns, curve, FILES);
        int[][] ranks = TableLayout.ranks(columns, curve.bitsPerDimension());
        ranks[1] = ranksAsStrings(columns[1], "customer/00000000-0000-0000-0000-0000000", curve.bitsPerDimension());
        QueryCosts with = new QueryCosts(columns, TableLayout.cellAligned(curve, ranks, FILES));
        for (int column = 0; column < 2; column++) {
            most(
                    "strings behind 40 equal characters",
                    "equality, column " + column,
                    without.point(column),
                    with.point(column));
        }
    }

    private static int[] ranksAsStrings(long[] column, String prefix, int bits) {
        Strings strings = Strings.of(IntStream.range(0, column.length)
                .mapToObj(row -> prefix + (1_000_000_000_000_000_000L + column[row]))
                .toList());
        BytesSample sample = new BytesSample(column.length, BytesSample.DEFAULT_VALUE_BYTES, SEED);
        sample.add(strings.bytes(), strings.offsets(), 0, strings.size());
        int[] ranks = new int[column.length];
        sample.ranks(bits).lookUp(strings.bytes(), strings.offsets(), 0, strings.size(), ranks);
        return ranks;
    }

    private void nulls() {
        long[][] with = TestColumns.uniformWithNulls(2, ROWS, SEED);
        long[][] without = TestColumns.uniform(2, ROWS, SEED);
        for (SpaceFillingCurve curve : List.of(TableLayout.morton(2), TableLayout.hilbert(2))) {
            String table = "30 % nulls x uniform, " + name(curve);
            QueryCosts plain = costs(without, curve, FILES);
            QueryCosts costs = costs(with, curve, FILES);
            most(table, "is null", 0.32 * FILES, costs.isNull(0));
            most(table, "equality, column 0", TOLERANCE * plain.point(0), costs.point(0));
            most(table, "equality, column 1", TOLERANCE * plain.point(1), costs.point(1));
        }
    }

    private static String name(SpaceFillingCurve curve) {
        return curve.toString().startsWith("Z") ? "Z" : "Hilbert";
    }

    private void samples() {
        List<long[][]> tables = List.of(
                TestColumns.uniform(2, ROWS, SEED),
                TestColumns.zipfAndDates(ROWS, SEED),
                TestColumns.twelveValuesAndUniform(ROWS, SEED));
        List<String> names = List.of("uniform x 2", "Zipf(1.3) x 730 dates", "12 values x uniform");
        for (int table = 0; table < tables.size(); table++) {
            long[][] columns = tables.get(table);
            SpaceFillingCurve curve = TableLayout.hilbert(2);
            int[][] ranks = TableLayout.sampledRanks(columns, curve.bitsPerDimension(), 10_000, SEED);
            QueryCosts sampled = new QueryCosts(columns, TableLayout.cellAligned(curve, ranks, FILES));
            QueryCosts exact = costs(columns, curve, FILES);
            double ratio = (sampled.point(0) + sampled.point(1)) / (exact.point(0) + exact.point(1));
            most(names.get(table) + ", sample of 10,000", "cost against exact ranks", TOLERANCE, ratio);
        }
    }

    private void sizes() {
        double min = Double.MAX_VALUE;
        double max = 0;
        double leastShare = 1;
        for (TableLayout layout : layouts) {
            double average = (double) layout.rows() / layout.files();
            int near = 0;
            for (int file = 0; file < layout.files(); file++) {
                double size = layout.rows(file) / average;
                min = Math.min(min, size);
                max = Math.max(max, size);
                near += size >= 0.7 && size <= 1.3 ? 1 : 0;
            }
            leastShare = Math.min(leastShare, (double) near / layout.files());
        }
        demands.add(new Demand("all of the above", "smallest file / average", true, 0.5, min));
        most("all of the above", "largest file / average", 1.5, max);
        demands.add(new Demand("all of the above", "share of 0.7 to 1.3", true, 0.9, leastShare));
    }
}
