package io.github.deltamaint.benchmarks;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.LakehouseHealth;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The health of very many small tables in one call, with the calls to the storage counted.
 *
 * <pre>
 * HealthBenchmark DIRECTORY [TABLES]
 * </pre>
 *
 * Ten thousand tables unless told, a hundred to a folder, each with the logs of 12 commits and 12 files in 4 partitions; every tenth has a property too many. Data files do not
 * exist: no look at health opens one. The tables are generated once.
 */
public final class HealthBenchmark {
    private static final int COMMITS = 12;
    private static final int PARTITIONS = 4;
    private static final int TABLES_OF_FOLDER = 100;
    private static final long START = 1_700_000_000_000L;
    private static final double NANOS = 1e9;

    private HealthBenchmark() {}

    /** See the class comment. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            System.err.println("HealthBenchmark DIRECTORY [TABLES]");
            System.exit(2);
        }
        Path root = Path.of(arguments[0]);
        int tables = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
        if (!Files.isDirectory(root)) {
            for (int i = 0; i < tables; i++) {
                write(root.resolve("schema" + i / TABLES_OF_FOLDER).resolve("table" + i), i);
            }
        }
        Map<String, AtomicLong> calls = new ConcurrentHashMap<>();
        for (int run = 1; run <= 2; run++) {
            calls.clear();
            measure(run, root, calls);
        }
    }

    private static void measure(int run, Path root, Map<String, AtomicLong> calls) {
        try (MaintenanceContext context = new DefaultMaintenanceContext.ContextBuilder()
                .storage("", counting(calls))
                .build()) {
            long started = System.nanoTime();
            long cpu = cpuNanos();
            LakehouseHealth health =
                    DeltaMaintenance.lakehouse(root.toString(), context).health();
            double seconds = (System.nanoTime() - started) / NANOS;
            double cpuSeconds = (cpuNanos() - cpu) / NANOS;
            int tables = health.tables().size();
            System.out.printf(
                    Locale.ROOT,
                    "run %d: %d tables (%d well, %d not, %d failed) in %.1f s, %.1f s of CPU, heap of at most %d MiB%n",
                    run,
                    tables,
                    health.healthy(),
                    health.sick(),
                    health.failed(),
                    seconds,
                    cpuSeconds,
                    Runtime.getRuntime().maxMemory() >> 20);
            new TreeMap<>(calls)
                    .forEach((method, count) -> System.out.printf(
                            Locale.ROOT, "  %s: %.2f calls per table%n", method, count.doubleValue() / tables));
        }
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static Storage counting(Map<String, AtomicLong> calls) {
        LocalStorage local = new LocalStorage();
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    calls.computeIfAbsent(method.getName(), name -> new AtomicLong())
                            .incrementAndGet();
                    try {
                        return method.invoke(local, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private static void write(Path table, int number) throws IOException {
        Path log = Files.createDirectories(table.resolve("_delta_log"));
        for (int version = 0; version < COMMITS; version++) {
            StringBuilder commit = new StringBuilder("{\"commitInfo\":{\"timestamp\":")
                    .append(START + version)
                    .append(",\"operation\":\"WRITE\"}}\n");
            if (version == 0) {
                commit.append("{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n")
                        .append("{\"metaData\":{\"id\":\"table-")
                        .append(number)
                        .append("\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\"")
                        .append("{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[")
                        .append(field("id", "long"))
                        .append(',')
                        .append(field("day", "string"))
                        .append("]}\",\"partitionColumns\":[\"day\"],\"configuration\":{")
                        .append(number % 10 == 0 ? "\"delta.dataSkippingNumIndexedCols\":\"0\"" : "")
                        .append("}}}\n");
            }
            commit.append("{\"add\":{\"path\":\"day=")
                    .append(version % PARTITIONS)
                    .append("/part-")
                    .append(version)
                    .append(".parquet\",\"partitionValues\":{\"day\":\"")
                    .append(version % PARTITIONS)
                    .append("\"},\"size\":")
                    .append(1_000 + version)
                    .append(",\"modificationTime\":")
                    .append(START)
                    .append(",\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":100}\"}}\n");
            Files.writeString(log.resolve(String.format(Locale.ROOT, "%020d.json", version)), commit);
        }
    }

    private static String field(String name, String type) {
        return "{\\\"name\\\":\\\"" + name + "\\\",\\\"type\\\":\\\"" + type
                + "\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}";
    }
}
