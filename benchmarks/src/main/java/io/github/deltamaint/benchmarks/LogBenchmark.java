package io.github.deltamaint.benchmarks;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.utils.CloseableIterator;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.storage.LocalStorage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the log of a table with very many files, in several ways, and compares time and memory.
 *
 * <pre>
 * LogBenchmark DIRECTORY FILES COMMITS [ROUNDS] [WAYS] [JVM OPTIONS…]
 * LogBenchmark DIRECTORY FILES COMMITS least [WAYS] [JVM OPTIONS…]
 * </pre>
 *
 * Ways: {@code ours} (snapshot, then the size of every active file), {@code kernel} (the same with Delta Kernel), {@code stats} (ours with statistics), {@code checkpoint}
 * (ours writes a checkpoint and deletes it again); joined by commas, {@code ours,kernel} by default. Every run is a JVM of its own, so everything counts from its start. The
 * ways run in turn. The log is generated into the directory once.
 *
 * <p>Heap is what is left after each collection, the most of all of them ({@code live}), and the most that was used at all ({@code peak}), which depends on when the
 * collector runs. How much is really needed says {@code least}: the smallest {@code -Xmx}, to 4 MiB, with which a way comes to its end in not much more than the time that
 * it takes with plenty.
 */
public final class LogBenchmark {
    /** Who collects garbage most of the time does not work. */
    private static final int MOST_SLOWDOWN = 4;

    private LogBenchmark() {}

    /** See the class comment. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            child(arguments[0], arguments[1]);
            return;
        }
        if (arguments.length < 3) {
            System.err.println(
                    "LogBenchmark DIRECTORY FILES COMMITS [ROUNDS | least] [ours,kernel,stats,checkpoint] [JVM OPTIONS]");
            System.exit(2);
        }
        int files = Integer.parseInt(arguments[1]);
        int commits = Integer.parseInt(arguments[2]);
        Path table = Path.of(arguments[0]).resolve("log-" + files + "-" + commits);
        if (!Files.exists(table)) {
            System.out.println("generating " + table);
            Path unfinished = table.resolveSibling(table.getFileName() + ".unfinished");
            new LogTable(unfinished).write(files, commits);
            Files.move(unfinished, table);
        }
        String rounds = arguments.length > 3 ? arguments[3] : "3";
        List<String> ways = List.of((arguments.length > 4 ? arguments[4] : "ours,kernel").split(","));
        List<String> options = List.of(arguments).subList(Math.min(5, arguments.length), arguments.length);
        if (rounds.equals("least")) {
            for (String way : ways) {
                System.out.println(way + ": " + leastHeap(table, way, options) + " MiB");
            }
        } else {
            compare(table, Integer.parseInt(rounds), ways, options);
        }
    }

    /** The smallest heap with which a way works, by bisection. */
    private static int leastHeap(Path table, String way, List<String> options)
            throws IOException, InterruptedException {
        int enough = 1024;
        long started = System.nanoTime();
        if (!worksWith(enough, table, way, options, Long.MAX_VALUE)) {
            throw new IllegalStateException(way + " does not work with " + enough + " MiB");
        }
        long patience = MOST_SLOWDOWN * (System.nanoTime() - started);
        int tooLittle = 0;
        while (enough - tooLittle > 4) {
            int heap = (enough + tooLittle) / 2 & -4;
            if (worksWith(heap, table, way, options, patience)) {
                enough = heap;
            } else {
                tooLittle = heap;
            }
        }
        return enough;
    }

    private static boolean worksWith(int mebibytes, Path table, String way, List<String> options, long patienceNanos)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(options);
        all.add("-Xmx" + mebibytes + "m");
        Process process = new ProcessBuilder(command(table, way, all))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean ended = process.waitFor(patienceNanos, TimeUnit.NANOSECONDS);
        process.destroyForcibly().waitFor();
        boolean works = ended && process.exitValue() == 0;
        System.out.println(
                "  " + way + " with " + mebibytes + " MiB: " + (works ? "works" : ended ? "fails" : "crawls"));
        return works;
    }

    private static void compare(Path table, int rounds, List<String> ways, List<String> options)
            throws IOException, InterruptedException {
        Map<String, List<double[]>> figures = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String way : ways) {
                String line = run(table, way, options);
                System.out.println("round " + round + " " + way + ": " + line);
                figures.computeIfAbsent(way, name -> new ArrayList<>()).add(numbers(line));
            }
        }
        String[] names = {"wall s", "cpu s", "live MiB", "peak MiB"};
        System.out.println();
        double[] first = medians(Objects.requireNonNull(figures.get(ways.get(ways.size() - 1))));
        for (String way : ways) {
            double[] medians = medians(Objects.requireNonNull(figures.get(way)));
            StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-10s", way));
            for (int i = 0; i < names.length; i++) {
                text.append(
                        String.format(Locale.ROOT, "  %s %.2f (%.2f x)", names[i], medians[i], medians[i] / first[i]));
            }
            System.out.println(text);
        }
    }

    private static List<String> command(Path table, String way, List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(PeerProcess.java());
        command.addAll(options);
        command.addAll(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                LogBenchmark.class.getName(),
                way,
                table.toString()));
        return command;
    }

    private static String run(Path table, String way, List<String> options) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(table, way, options))
                .redirectErrorStream(true)
                .start();
        String last = "";
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("wall ")) {
                    last = line;
                } else {
                    System.out.println("  " + line);
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException(way + " failed");
        }
        return last;
    }

    private static double[] numbers(String line) {
        String[] words = line.split(" ", -1);
        return new double[] {
            Double.parseDouble(words[1]),
            Double.parseDouble(words[3]),
            Double.parseDouble(words[5]),
            Double.parseDouble(words[7])
        };
    }

    private static double[] medians(List<double[]> runs) {
        double[] medians = new double[runs.get(0).length];
        for (int i = 0; i < medians.length; i++) {
            int figure = i;
            double[] sorted =
                    runs.stream().mapToDouble(run -> run[figure]).sorted().toArray();
            medians[i] = sorted[sorted.length / 2];
        }
        return medians;
    }

    private static void child(String way, String table) throws Exception {
        AtomicLong live = watchCollections();
        long start = System.nanoTime();
        String result = switch (way) {
            case "ours" -> ours(table, FileProjection.WITHOUT_STATS);
            case "stats" -> ours(table, FileProjection.WITH_STATS);
            case "kernel" -> kernel(table);
            case "checkpoint" -> checkpoint(table);
            default -> throw new IllegalArgumentException("no way " + way);
        };
        double wall = (System.nanoTime() - start) / 1e9;
        double cpu = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e9;
        System.out.printf(
                Locale.ROOT,
                "wall %.2f cpu %.2f live %.1f peak %.1f %s%n",
                wall,
                cpu,
                live.get() / 1048576.0,
                peak() / 1048576.0,
                result);
    }

    private static String ours(String table, FileProjection projection) {
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), table, Clock.systemUTC());
        io.github.deltamaint.log.Snapshot snapshot = log.snapshot();
        long[] sums = new long[3];
        snapshot.forEachActiveFile(projection, file -> {
            sums[0]++;
            sums[1] += file.size();
            sums[2] += file.stats().map(String::length).orElse(0);
        });
        return "version " + snapshot.version() + " files " + sums[0] + " bytes " + sums[1] + " stats " + sums[2];
    }

    private static String kernel(String table) throws IOException {
        Engine engine = DefaultEngine.create(new Configuration(false));
        Snapshot snapshot = Table.forPath(engine, table).getLatestSnapshot(engine);
        Scan scan = snapshot.getScanBuilder().build();
        long files = 0;
        long bytes = 0;
        try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> rows = batches.next().getRows()) {
                    while (rows.hasNext()) {
                        files++;
                        bytes += InternalScanFileUtils.getAddFileStatus(rows.next())
                                .getSize();
                    }
                }
            }
        }
        return "version " + snapshot.getVersion() + " files " + files + " bytes " + bytes + " stats 0";
    }

    private static String checkpoint(String table) throws IOException {
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), table, Clock.systemUTC());
        io.github.deltamaint.log.Snapshot snapshot = log.snapshot();
        byte[] hint = Files.readAllBytes(Path.of(table, "_delta_log", "_last_checkpoint"));
        System.gc();
        long before = used();
        long start = System.nanoTime();
        CheckpointResult result = log.checkpoint(snapshot);
        double seconds = (System.nanoTime() - start) / 1e9;
        for (String file : result.files()) {
            Files.delete(Path.of(table, "_delta_log", file));
        }
        Files.write(Path.of(table, "_delta_log", "_last_checkpoint"), hint);
        return String.format(
                Locale.ROOT,
                "loaded %.1f MiB, checkpoint of %d files, %d bytes in %.2f s",
                before / 1048576.0,
                result.numOfAddFiles(),
                result.size().bytes(),
                seconds);
    }

    private static long used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** The most that was left after a collection so far. */
    private static AtomicLong watchCollections() {
        AtomicLong most = new AtomicLong();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, handback) -> {
                                var info = com.sun.management.GarbageCollectionNotificationInfo.from(
                                        (CompositeData) notification.getUserData());
                                long left = info.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                                        .filter(entry -> isHeap(entry.getKey()))
                                        .mapToLong(entry -> entry.getValue().getUsed())
                                        .sum();
                                most.accumulateAndGet(left, Math::max);
                            },
                            null,
                            null);
        }
        return most;
    }

    private static boolean isHeap(String pool) {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .anyMatch(bean -> bean.getName().equals(pool) && bean.getType() == MemoryType.HEAP);
    }

    private static long peak() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(50); // Notifications of collections come late.
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(bean -> bean.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
