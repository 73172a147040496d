package io.github.deltamaint.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.testsupport.LineitemGenerator;
import io.github.deltamaint.testsupport.RowGenerator;
import io.github.deltamaint.testsupport.SalesGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * How long DuckDB takes to read tables that OPTIMIZE has written in several ways.
 *
 * <pre>
 * ScanBenchmark DIRECTORY SPARK_JUDGE [TABLES] [ROUNDS] [columns]
 * </pre>
 *
 * SPARK_JUDGE is the build directory of interop-tests/spark-judge; tables: sales, lineitem, both by default. A table and its optimized copies stay in DIRECTORY for later runs, which then only read. Each is
 * {@linkplain BenchmarkTables#requireSameRows checked} to hold the rows of the table when it is made, and each query has to have the same result in all of them.
 *
 * <p>One thread of DuckDB; the ways take turns within each query, after two rounds that do not count. With {@code columns}, each column is aggregated by itself as well.
 */
public final class ScanBenchmark {
    private static final int WARM_UPS = 2;
    private static final String ROUNDS = "9";

    /** How a copy was optimized. */
    private enum Way {
        SPARK("Delta Spark"),
        PLAIN("plain"),
        SCAN("V-Order, SCAN"),
        SCAN_SNAPPY("V-Order, SCAN, Snappy"),
        DIRECT_LAKE("V-Order, DIRECT_LAKE");

        final String text;

        Way(String text) {
            this.text = text;
        }
    }

    /**
     * A table to read.
     *
     * @param filters conditions, by what they are
     * @param measures what is computed of the rows that are left
     */
    private record Table(
            String name, int rows, Supplier<RowGenerator> generator, Map<String, String> filters, String measures) {}

    private static final List<Table> TABLES = List.of(
            new Table(
                    "sales",
                    10_000_000,
                    SalesGenerator::new,
                    filters(
                            "customer_region = 'West'",
                            "order_date BETWEEN DATE '2024-06-01' AND DATE '2024-06-30'",
                            "order_id = 5000000"),
                    "count(*), sum(revenue), sum(quantity)"),
            new Table(
                    "lineitem",
                    4_000_000,
                    LineitemGenerator::new,
                    filters(
                            "l_returnflag = 'A'",
                            "l_shipdate BETWEEN DATE '1995-06-01' AND DATE '1995-06-30'",
                            "l_partkey = 12345"),
                    "count(*), sum(l_extendedprice), sum(l_quantity)"));

    private final Path directory;
    private final Path judge;
    private final int rounds;
    private final boolean columnByColumn;

    private ScanBenchmark(Path directory, Path judge, int rounds, boolean columnByColumn) {
        this.directory = directory;
        this.judge = judge;
        this.rounds = rounds;
        this.columnByColumn = columnByColumn;
    }

    /** See the class comment. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2) {
            System.err.println("ScanBenchmark DIRECTORY SPARK_JUDGE [sales,lineitem] [ROUNDS] [columns]");
            System.exit(2);
        }
        List<String> tables = List.of((arguments.length > 2 ? arguments[2] : "sales,lineitem").split(",", -1));
        ScanBenchmark benchmark = new ScanBenchmark(
                Files.createDirectories(Path.of(arguments[0])),
                Path.of(arguments[1]),
                Integer.parseInt(arguments.length > 3 ? arguments[3] : ROUNDS),
                arguments.length > 4 && arguments[4].equals("columns"));
        List<Table> wanted =
                TABLES.stream().filter(each -> tables.contains(each.name())).toList();
        for (Table table : wanted) {
            benchmark.layOut(table);
        }
        for (Table table : wanted) {
            benchmark.read(table);
        }
    }

    private static Map<String, String> filters(String equality, String range, String key) {
        Map<String, String> filters = new LinkedHashMap<>();
        filters.put("few values", equality);
        filters.put("a month", range);
        filters.put("key", key);
        return filters;
    }

    private Path path(Table table, Way way) {
        return directory.resolve(table.name() + "-" + way.name().toLowerCase(Locale.ROOT));
    }

    private void layOut(Table table) throws IOException, SQLException {
        Path source = BenchmarkTables.generated(
                directory.resolve(table.name()), table.generator().get(), table.rows());
        for (Way way : Way.values()) {
            Path path = path(table, way);
            if (!Files.exists(path)) {
                System.err.println("optimizing " + path);
                Path unfinished = path.resolveSibling(path.getFileName() + ".unfinished");
                BenchmarkTables.copy(source, unfinished);
                optimize(unfinished, way);
                BenchmarkTables.requireSameRows(source, unfinished);
                Files.move(unfinished, path);
            }
        }
    }

    private void optimize(Path path, Way way) throws IOException {
        Optimize optimize = DeltaMaintenance.table(path.toString()).optimize();
        switch (way) {
            case SPARK -> {
                try (PeerProcess spark = PeerProcess.sparkForLargeTables(judge, directory)) {
                    spark.sql("OPTIMIZE delta.`" + path + "`");
                }
            }
            case PLAIN -> optimize.execute();
            case SCAN -> optimize.vOrder(true).execute();
            case SCAN_SNAPPY -> {
                DeltaMaintenance.table(path.toString())
                        .properties()
                        .set("delta.parquet.compression.codec", "snappy")
                        .commit();
                optimize.vOrder(true).execute();
            }
            case DIRECT_LAKE ->
                optimize.vOrder(true).profile(LayoutProfile.DIRECT_LAKE).execute();
        }
    }

    private void read(Table table) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            for (Way way : Way.values()) {
                statement.execute("CREATE VIEW " + way + " AS SELECT * FROM read_parquet("
                        + BenchmarkTables.files(path(table, way)) + ")");
            }
            describe(statement, table);
            System.out.printf(
                    "%n| %s | wall: %s | CPU: %2$s |%n|---|%s%n",
                    table.name(),
                    Arrays.stream(Way.values()).map(way -> way.text).collect(Collectors.joining(" | ")),
                    "--:|".repeat(2 * Way.values().length));
            for (Map.Entry<String, String> query :
                    queries(table, columns(statement)).entrySet()) {
                measure(statement, query.getKey(), query.getValue());
            }
        }
    }

    private void describe(Statement statement, Table table) throws SQLException {
        System.out.printf(
                "%n| %s | files | row groups | MB | codecs | encodings |%n|---|--:|--:|--:|---|---|%n", table.name());
        for (Way way : Way.values()) {
            System.out.printf(
                    "| %s | %s |%n",
                    way.text,
                    answer(
                            statement,
                            "SELECT count(DISTINCT file_name), count(DISTINCT (file_name, row_group_id)), "
                                    + "round(sum(total_compressed_size) / 1e6, 1), string_agg(DISTINCT compression), string_agg(DISTINCT encodings) "
                                    + "FROM parquet_metadata(" + BenchmarkTables.files(path(table, way)) + ")"));
        }
    }

    /** The columns with what makes DuckDB look at every value of each; numbers of rows and bounds alone it knows from the footer. */
    private static Map<String, String> columns(Statement statement) throws SQLException {
        Map<String, String> aggregates = new LinkedHashMap<>();
        try (ResultSet result = statement.executeQuery("DESCRIBE " + Way.SPARK)) {
            while (result.next()) {
                String name = result.getString("column_name");
                String number = switch (result.getString("column_type")) {
                    case "VARCHAR" -> "strlen(" + name + ")";
                    case "DATE" -> name + " - DATE '2000-01-01'";
                    default -> name;
                };
                aggregates.put(name, String.format("min(%1$s), max(%1$s), count(%1$s), sum(%2$s)", name, number));
            }
        }
        return aggregates;
    }

    /** By what they are. {@code %s} stands for the view to read. */
    private Map<String, String> queries(Table table, Map<String, String> columns) {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("all columns", "SELECT " + String.join(", ", columns.values()) + " FROM %s");
        table.filters()
                .forEach((name, filter) -> queries.put(
                        name + ": `" + filter + "`", "SELECT " + table.measures() + " FROM %s WHERE " + filter));
        if (columnByColumn) {
            columns.forEach((name, aggregates) -> queries.put(name, "SELECT " + aggregates + " FROM %s"));
        }
        return queries;
    }

    private void measure(Statement statement, String name, String query) throws SQLException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        Way[] ways = Way.values();
        Map<Way, List<Long>> walls = new EnumMap<>(Way.class);
        Map<Way, List<Long>> cpus = new EnumMap<>(Way.class);
        for (Way way : ways) {
            walls.put(way, new ArrayList<>());
            cpus.put(way, new ArrayList<>());
        }
        String expected = answer(statement, String.format(query, Way.SPARK));
        for (int round = -WARM_UPS; round < rounds; round++) {
            for (Way way : ways) {
                long cpuBefore = system.getProcessCpuTime();
                long started = System.nanoTime();
                String found = answer(statement, String.format(query, way));
                long wall = System.nanoTime() - started;
                long cpu = system.getProcessCpuTime() - cpuBefore;
                if (!found.equals(expected)) {
                    throw new IllegalStateException(
                            query + " is " + found + " by " + way.text + " instead of " + expected);
                }
                if (round >= 0) {
                    times(walls, way).add(wall);
                    times(cpus, way).add(cpu);
                }
            }
        }
        System.out.printf("| %s | %s | %s |%n", name, cells(walls), cells(cpus));
    }

    private static List<Long> times(Map<Way, List<Long>> times, Way way) {
        return Objects.requireNonNull(times.get(way));
    }

    /** Medians, the first in milliseconds, the others in relation to it. */
    private static String cells(Map<Way, List<Long>> times) {
        List<List<Long>> all = List.copyOf(times.values());
        double first = median(all.get(0));
        StringBuilder cells = new StringBuilder(String.format(Locale.ROOT, "%.1f ms", first / 1e6));
        for (List<Long> each : all.subList(1, all.size())) {
            cells.append(String.format(Locale.ROOT, " | %.2f", median(each) / first));
        }
        return cells.toString();
    }

    private static long median(List<Long> times) {
        return Medians.of(times.stream().mapToLong(Long::longValue));
    }

    /** The first row. */
    private static String answer(Statement statement, String query) throws SQLException {
        try (ResultSet result = statement.executeQuery(query)) {
            result.next();
            ResultSetMetaData columns = result.getMetaData();
            List<String> values = new ArrayList<>();
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                values.add(String.valueOf(result.getObject(column)));
            }
            return String.join(" | ", values);
        }
    }
}
