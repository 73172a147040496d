package io.github.deltamaint.zorder.testing;

import io.github.deltamaint.zorder.SpaceFillingCurve;
import io.github.deltamaint.zorder.testing.ClusteringDemands.Demand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** The tables of {@code docs/performance.md} about files touched. Everything in them is deterministic. */
public final class ClusteringFigures {

    private static final int FILES = 256;
    private static final long SEED = 42;

    private ClusteringFigures() {}

    /** What was measured beside what is demanded. */
    public static String demands(List<Demand> measured) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("| table, curve, files | measure | measured | demanded |").add("|---|---|--:|--:|");
        for (Demand demand : measured) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %s %.2f |",
                    demand.table(),
                    demand.measure(),
                    demand.measured(),
                    demand.atLeast() ? "≥" : "≤",
                    demand.most()));
        }
        return lines.toString();
    }

    /**
     * Layouts of the same rows in 256 files. "Spark-style" is a re-implementation of Delta Spark's range ids (1000 ranges from a sample, cuts of equal counts), and "raw bits" one of
     * interleaving values as they are; neither engine is run.
     */
    public static String layouts() {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("| table | layout | equality, first column | equality, last column | box of 10 % | box of 1 % |")
                .add("|---|---|--:|--:|--:|--:|");
        tables().forEach((table, columns) -> layouts(columns).forEach((layout, files) -> {
            QueryCosts costs = new QueryCosts(columns, files);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.1f | %.1f | %.1f | %.1f |",
                    table,
                    layout,
                    costs.point(0),
                    costs.point(columns.length - 1),
                    costs.box(0.1),
                    costs.box(0.01)));
        }));
        return lines.toString();
    }

    private static Map<String, long[][]> tables() {
        int rows = ClusteringDemands.ROWS;
        Map<String, long[][]> tables = new LinkedHashMap<>();
        tables.put("uniform x 2", TestColumns.uniform(2, rows, SEED));
        tables.put("uniform x 4", TestColumns.uniform(4, rows, SEED));
        tables.put("Zipf(1.3) x 730 dates", TestColumns.zipfAndDates(rows, SEED));
        tables.put("12 values x uniform", TestColumns.twelveValuesAndUniform(rows, SEED));
        tables.put("0..999 x microseconds", TestColumns.smallNumbersAndMicros(rows, SEED));
        tables.put("correlated x 2", TestColumns.correlated(rows, SEED));
        return tables;
    }

    private static Map<String, TableLayout> layouts(long[][] columns) {
        SpaceFillingCurve z = TableLayout.morton(columns.length);
        SpaceFillingCurve hilbert = TableLayout.hilbert(columns.length);
        int[][] ranks = TableLayout.ranks(columns, z.bitsPerDimension());
        Map<String, TableLayout> layouts = new LinkedHashMap<>();
        layouts.put("sorted by the first column", TableLayout.sorted(columns[0], FILES));
        layouts.put("raw bits, equal counts", TableLayout.rawBits(columns, FILES));
        layouts.put("Spark-style Z", TableLayout.sparkStyle(columns, FILES, SEED));
        layouts.put("Z, equal counts", TableLayout.equalCounts(z, ranks, FILES));
        layouts.put("**Z**", TableLayout.cellAligned(z, ranks, FILES));
        layouts.put("Hilbert, equal counts", TableLayout.equalCounts(hilbert, ranks, FILES));
        layouts.put("**Hilbert**", TableLayout.cellAligned(hilbert, ranks, FILES));
        return layouts;
    }
}
