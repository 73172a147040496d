package io.github.deltamaint.benchmarks;

import io.github.deltamaint.testsupport.SalesGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * What OPTIMIZE costs as users run it: a process that is started, does it once, and ends.
 *
 * <pre>
 * ProcessBenchmark DIRECTORY SPARK_JUDGE DM_JAR [ROUNDS] [WAYS]
 * </pre>
 *
 * SPARK_JUDGE is the build directory of interop-tests/spark-judge, DM_JAR the command line, {@code cli/target/delta-maintenance.jar}. Ways: {@code spark}, and options of {@code dm optimize} with spaces between
 * them, joined by commas. The ways take turns, each on a fresh copy of ten million rows of sales in 50 files; DuckDB checks that the rows are the same afterwards. Processor time and peak resident memory are
 * what Linux says of the process just before it ends; both are looked at every few milliseconds.
 */
public final class ProcessBenchmark {
    private static final int ROWS = 10_000_000;
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final String SPARK = "spark";
    private static final String WAYS =
            "spark,--threads 2,--threads 1,--threads 2 --verify content,--threads 2 --vorder";

    private final Path directory;
    private final Path judge;
    private final Path jar;

    private ProcessBenchmark(Path directory, Path judge, Path jar) {
        this.directory = directory;
        this.judge = judge;
        this.jar = jar;
    }

    /** See the class comment. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 3) {
            System.err.println("ProcessBenchmark DIRECTORY SPARK_JUDGE DM_JAR [ROUNDS] [WAYS]");
            System.exit(2);
        }
        new ProcessBenchmark(
                        Files.createDirectories(Path.of(arguments[0])), Path.of(arguments[1]), Path.of(arguments[2]))
                .run(
                        Integer.parseInt(arguments.length > 3 ? arguments[3] : "3"),
                        List.of((arguments.length > 4 ? arguments[4] : WAYS).split(",")));
    }

    /**
     * What a process took.
     *
     * @param cpu of all its threads
     * @param peakKilobytes the most memory that was resident
     */
    private record Taken(Duration wall, Duration cpu, long peakKilobytes) {}

    private void run(int rounds, List<String> ways) throws IOException, InterruptedException, SQLException {
        Path source = BenchmarkTables.generated(directory.resolve("sales"), new SalesGenerator(), ROWS);
        Map<String, List<Taken>> taken = new LinkedHashMap<>();
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String way : ways) {
                Path table = directory.resolve("copy");
                BenchmarkTables.copy(source, table);
                Taken one = way.equals(SPARK) ? spark(table) : dm(table, way);
                System.err.println(way + ": " + one);
                taken.computeIfAbsent(way, name -> new ArrayList<>()).add(one);
                BenchmarkTables.requireSameRows(source, table);
                bytes.put(way, BenchmarkTables.bytes(table));
            }
        }
        print(taken, bytes, BenchmarkTables.bytes(source));
    }

    private Taken spark(Path table) throws IOException, InterruptedException {
        try (PeerProcess spark = PeerProcess.sparkForLargeTables(judge, directory)) {
            Watch watch = new Watch(spark.process());
            spark.sql("OPTIMIZE delta.`" + table + "`");
            return watch.stop();
        }
    }

    private Taken dm(Path table, String options) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(PeerProcess.java(), "-jar", jar.toString(), "optimize", table.toString()));
        command.addAll(Arrays.asList(options.split(" ")));
        Process process = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("dm.out").toFile())
                .redirectError(directory.resolve("dm.err").toFile())
                .start();
        Watch watch = new Watch(process);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " failed: " + Files.readString(directory.resolve("dm.err")));
        }
        return watch.stop();
    }

    /** Looks at a process until it is told to stop, or the process has ended. */
    private static final class Watch {
        private final long started = System.nanoTime();
        private final Process process;
        private final Thread thread = new Thread(this::look, "watch");
        private volatile boolean stopped;
        private Duration cpu = Duration.ZERO;
        private long peakKilobytes;

        Watch(Process process) {
            this.process = process;
            thread.start();
        }

        private void look() {
            Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
            try {
                while (!stopped && process.isAlive()) {
                    process.info().totalCpuDuration().ifPresent(now -> cpu = now);
                    for (String line : Files.readAllLines(status)) {
                        if (line.startsWith("VmHWM:")) {
                            peakKilobytes = Long.parseLong(line.replaceAll("\\D", ""));
                        }
                    }
                    Thread.sleep(LOOK.toMillis());
                }
            } catch (IOException ended) {
                // the process is gone: what was seen last counts
                stopped = true;
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }

        Taken stop() throws InterruptedException {
            stopped = true;
            thread.join();
            return new Taken(Duration.ofNanos(System.nanoTime() - started), cpu, peakKilobytes);
        }
    }

    private static void print(Map<String, List<Taken>> taken, Map<String, Long> bytes, long before) {
        System.out.println("| process | wall | CPU | | peak resident memory | | output |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|");
        List<Taken> first = taken.values().iterator().next();
        taken.forEach((way, all) -> System.out.printf(
                Locale.ROOT,
                "| %s | %.1f s | %.1f s | %.3f | %.0f MB | %.3f | %.3f |%n",
                way,
                median(all, each -> each.wall().toNanos()) / 1e9,
                median(all, each -> each.cpu().toNanos()) / 1e9,
                median(all, each -> each.cpu().toNanos())
                        / median(first, each -> each.cpu().toNanos()),
                median(all, Taken::peakKilobytes) / 1e3,
                median(all, Taken::peakKilobytes) / median(first, Taken::peakKilobytes),
                Objects.requireNonNull(bytes.get(way)) / (double) before));
    }

    private static double median(List<Taken> all, ToLongFunction<Taken> measure) {
        return Medians.of(all.stream().mapToLong(measure));
    }
}
