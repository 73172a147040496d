package io.github.deltamaint.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.SkippingReport;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.testsupport.SalesGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Z-orders identical copies of tables with other engines and with ours, and compares what it takes and what queries have to read afterwards.
 *
 * <pre>
 * ClusteringComparison DIRECTORY SPARK_JUDGE PYTHON MEBIBYTES[,MEBIBYTES…] [TABLES] [WAYS]
 * </pre>
 *
 * SPARK_JUDGE is the build directory of interop-tests/spark-judge, PYTHON one with the package {@code deltalake}, MEBIBYTES the size that files should have. Ways: {@code ours},
 * {@code hilbert} (ours with clusterBy), {@code spark}, {@code delta-rs}; tables: sales, zipf, micros, lineitem; joined by commas, all by default. The way {@code data} only makes the
 * tables in DIRECTORY, which stay there for later runs. Each engine runs in a process that is started and has Z-ordered a small table twice; counted is the time from the call to its end, and the processor time of all threads of that process meanwhile.
 *
 * <p>What the queries of {@link ClusteringCase} have to read is what {@link TableMaintenance#skipping} says about the table of any engine. DuckDB checks that every table holds
 * the rows of the first, and counts the rows of some queries.
 */
public final class ClusteringComparison {
    private static final int WARM_UP_ROWS = 200_000;
    private static final String DATA = "data";
    private static final List<String> WAYS = List.of("ours", "hilbert", "spark", "delta-rs");

    private final Path directory;
    private final Path judge;
    private final String python;
    private final Map<String, PeerProcess> peers = new LinkedHashMap<>();

    private ClusteringComparison(Path directory, Path judge, String python) {
        this.directory = directory;
        this.judge = judge;
        this.python = python;
    }

    /** See the class comment. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 4) {
            System.err.println("ClusteringComparison DIRECTORY SPARK_JUDGE PYTHON MEBIBYTES[,MEBIBYTES] [TABLES] ["
                    + String.join(",", WAYS) + "]");
            System.exit(2);
        }
        ClusteringComparison comparison = new ClusteringComparison(
                Files.createDirectories(Path.of(arguments[0])), Path.of(arguments[1]), arguments[2]);
        List<String> tables = List.of((arguments.length > 4 ? arguments[4] : "sales,zipf,micros,lineitem").split(","));
        List<String> ways = arguments.length > 5 ? List.of(arguments[5].split(",")) : WAYS;
        try {
            for (String mebibytes : arguments[3].split(",", -1)) {
                comparison.compare(DataSize.mebibytes(Integer.parseInt(mebibytes)), tables, ways);
            }
        } finally {
            for (PeerProcess peer : comparison.peers.values()) {
                peer.close();
            }
        }
    }

    /** What one engine made of one table. */
    private record Layout(Duration wall, Duration cpu, List<SkippingReport> reports) {

        double average(java.util.function.ToLongFunction<SkippingReport> figure) {
            return reports.stream().mapToLong(figure).average().orElseThrow();
        }

        double files() {
            return average(report -> report.files().read());
        }

        double rowGroups() {
            return average(report -> report.rowGroups().read());
        }

        double bytes() {
            return average(report -> report.bytes().read());
        }
    }

    private void compare(DataSize target, List<String> tables, List<String> ways) throws IOException, SQLException {
        System.out.printf(
                "%nFiles of %s%n%n"
                        + "| table, columns | engine | wall | CPU | files | of | row groups | MB | of | row groups × | MB × |%n"
                        + "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|%n",
                target);
        for (ClusteringCase each : ClusteringCase.all()) {
            if (tables.contains(each.table())) {
                Path source = BenchmarkTables.generated(
                        directory.resolve(each.table()), each.generator().get(), each.rows());
                Layout first = null;
                for (String way : ways) {
                    if (way.equals(DATA)) {
                        continue;
                    }
                    Layout layout = layOut(each, source, way, target);
                    first = first == null ? layout : first;
                    print(each, way, layout, first);
                }
            }
        }
    }

    private static void print(ClusteringCase each, String way, Layout layout, Layout first) {
        SkippingReport report = layout.reports().get(0);
        System.out.printf(
                Locale.ROOT,
                "| %s: %s | %s | %.1f s | %.1f s | %.2f | %d | %.2f | %.2f | %.0f | %.2f | %.2f |%n",
                each.table(),
                String.join(", ", each.columns()),
                way,
                layout.wall().toMillis() / 1e3,
                layout.cpu().toMillis() / 1e3,
                layout.files(),
                report.files().all(),
                layout.rowGroups(),
                layout.bytes() / 1e6,
                report.bytes().all() / 1e6,
                layout.rowGroups() / first.rowGroups(),
                layout.bytes() / first.bytes());
    }

    private Layout layOut(ClusteringCase each, Path source, String way, DataSize target)
            throws IOException, SQLException {
        Path table = directory.resolve(each.table() + "-" + way);
        warmUp(way);
        BenchmarkTables.copy(source, table);
        Duration cpuBefore = cpu(way);
        long started = System.nanoTime();
        zOrder(way, table, each.columns(), target);
        Duration wall = Duration.ofNanos(System.nanoTime() - started);
        Duration cpu = cpu(way).minus(cpuBefore);
        BenchmarkTables.requireSameRows(source, table);
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        Layout layout = new Layout(
                wall, cpu, each.queries().stream().map(maintenance::skipping).toList());
        BenchmarkTables.deleteTree(table);
        return layout;
    }

    private void warmUp(String way) throws IOException {
        if (peers.containsKey(way)) {
            return;
        }
        switch (way) {
            case "spark" -> peers.put(way, PeerProcess.sparkForLargeTables(judge, directory));
            case "delta-rs" -> peers.put(way, PeerProcess.deltaRs(python, directory));
            default -> {
                // Ours needs no process.
            }
        }
        Path source = directory.resolve("small");
        if (!Files.exists(source)) {
            new SalesGenerator().writeTable(source, WARM_UP_ROWS, 4);
        }
        for (int round = 0; round < 2; round++) {
            Path table = directory.resolve("small-" + way);
            BenchmarkTables.copy(source, table);
            zOrder(way, table, List.of("customer_id", "order_date"), DataSize.mebibytes(1));
            BenchmarkTables.deleteTree(table);
        }
    }

    private Duration cpu(String way) {
        PeerProcess peer = peers.get(way);
        return peer == null
                ? Duration.ofNanos(ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                        .getProcessCpuTime())
                : peer.cpu();
    }

    private void zOrder(String way, Path table, List<String> columns, DataSize target) throws IOException {
        String[] names = columns.toArray(new String[0]);
        switch (way) {
            case "ours" ->
                DeltaMaintenance.table(table.toString())
                        .optimize()
                        .zOrderBy(names)
                        .targetFileSize(target)
                        .execute();
            case "hilbert" ->
                DeltaMaintenance.table(table.toString())
                        .optimize()
                        .clusterBy(names)
                        .targetFileSize(target)
                        .execute();
            case "spark" -> {
                PeerProcess spark = Objects.requireNonNull(peers.get(way));
                for (String size : List.of("optimize.maxFileSize", "optimize.minFileSize")) {
                    spark.sql("SET spark.databricks.delta." + size + " = " + target.bytes());
                }
                spark.sql("OPTIMIZE delta.`" + table + "` ZORDER BY (" + String.join(", ", columns) + ")");
            }
            case "delta-rs" ->
                Objects.requireNonNull(peers.get(way))
                        .ask(PeerProcess.question()
                                .put("table", table.toString())
                                .put("target", target.bytes())
                                .putPOJO("columns", columns));
            default -> throw new IllegalArgumentException("no way " + way);
        }
    }
}
