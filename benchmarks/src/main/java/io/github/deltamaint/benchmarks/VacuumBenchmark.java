package io.github.deltamaint.benchmarks;

import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.vacuum.VacuumMode;
import io.github.deltamaint.vacuum.VacuumPlan;
import io.github.deltamaint.vacuum.VacuumPlanner;
import io.github.deltamaint.vacuum.VacuumResult;
import io.github.deltamaint.vacuum.VacuumSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Plans and runs vacuums of tables with very many files.
 *
 * <pre>
 * VacuumBenchmark simulated DIRECTORY [FILES PARTITIONS]
 * VacuumBenchmark local DIRECTORY [FILES PARTITIONS]
 * </pre>
 *
 * {@code simulated}: a million files in ten thousand partitions of a {@link SimulatedStore}: a full plan, what it costs against one request after the other and against a listing of the same pages that does nothing else, a plan from the log
 * alone, and the deletion. {@code local}: a hundred thousand files in a thousand partitions on disk, a full plan only; another engine can be asked about the same table. A tenth
 * of the files is not live: commits have removed one in a hundred, the others were never committed. The table is generated once.
 */
public final class VacuumBenchmark {
    private static final int CONCURRENCY = 32;
    private static final int FILES_OF_COMMIT = 10;

    private final Path path;
    private final int files;
    private final int partitions;
    private final int commits;
    private final LogTable table;

    private VacuumBenchmark(Path path, int files, int partitions) {
        this.path = path;
        this.files = files;
        this.partitions = partitions;
        this.commits = files / 100 / FILES_OF_COMMIT;
        this.table = new LogTable(path, partitions);
    }

    /** See the class comment. */
    public static void main(String[] arguments) throws IOException {
        boolean simulated = arguments.length > 1 && arguments[0].equals("simulated");
        if (!simulated && !(arguments.length > 1 && arguments[0].equals("local"))) {
            System.err.println("VacuumBenchmark simulated|local DIRECTORY [FILES PARTITIONS]");
            System.exit(2);
        }
        int files = arguments.length > 2 ? Integer.parseInt(arguments[2]) : simulated ? 1_000_000 : 100_000;
        int partitions = arguments.length > 3 ? Integer.parseInt(arguments[3]) : files / 100;
        Path path = Path.of(arguments[1]).toAbsolutePath().resolve(arguments[0] + "-" + files + "-" + partitions);
        VacuumBenchmark benchmark = new VacuumBenchmark(path, files, partitions);
        benchmark.generate(!simulated);
        if (simulated) {
            benchmark.runSimulated();
        } else {
            benchmark.runLocally();
        }
        System.out.printf(Locale.ROOT, "heap: most used %d MiB%n", peakBytes() >> 20);
    }

    private void generate(boolean dataFiles) throws IOException {
        if (Files.exists(path.resolve("_delta_log/_last_checkpoint"))) {
            return;
        }
        System.out.println("generating " + path);
        table.write(files - files / 10, commits);
        FileTime longAgo = FileTime.fromMillis(1_700_000_000_000L);
        if (dataFiles) {
            for (int file = 0; file < files; file++) {
                Path data = path.resolve(table.path(file));
                Files.createDirectories(data.getParent());
                Files.write(data, new byte[0]);
                Files.setLastModifiedTime(data, longAgo);
            }
        }
        // Time goes with the versions, as long ago as the files.
        for (long commit = 0; commit <= commits; commit++) {
            Files.setLastModifiedTime(commitFile(commit), FileTime.fromMillis(longAgo.toMillis() + commit));
        }
    }

    private Path commitFile(long version) {
        return path.resolve("_delta_log").resolve(String.format(Locale.ROOT, "%020d.json", version));
    }

    private void runSimulated() throws IOException {
        double bare = listBarely(new SimulatedStore(path, table, partitions, files));
        SimulatedStore store = new SimulatedStore(path, table, partitions, files);
        long start = System.nanoTime();
        VacuumPlan full = plan(store, VacuumMode.FULL);
        double seconds = seconds(start);
        double sequential = store.pages() * SimulatedStore.PAGE_MILLIS / 1e3;
        double bound = sequential / CONCURRENCY;
        System.out.printf(
                Locale.ROOT,
                "full plan: %.1f s, %d candidates; %d pages of listings, one after the other %.1f s (%.3f of it),"
                        + " %d at a time %.1f s (%.2f times that); by threads that only list %.1f s (%.2f times that)%n",
                seconds,
                full.candidateCount(),
                store.pages(),
                sequential,
                seconds / sequential,
                CONCURRENCY,
                bound,
                seconds / bound,
                bare,
                seconds / bare);

        long pages = store.pages();
        start = System.nanoTime();
        VacuumPlan lite = plan(store, VacuumMode.LITE);
        System.out.printf(
                Locale.ROOT,
                "plan from the log: %.1f s, %d candidates, %d pages of listings%n",
                seconds(start),
                lite.candidateCount(),
                store.pages() - pages);

        start = System.nanoTime();
        VacuumResult result = full.execute();
        System.out.printf(
                Locale.ROOT,
                "deletion: %.1f s, %d files in %d requests, one after the other %.1f s%n",
                seconds(start),
                result.filesDeleted(),
                store.deletes(),
                store.deletes() * SimulatedStore.DELETE_MILLIS / 1e3);
        forget(result);
    }

    /** How long the same pages take when nothing is done with them: what the machine makes of the bound at this time. */
    private double listBarely(SimulatedStore store) throws IOException {
        long start = System.nanoTime();
        List<String> directories = new ArrayList<>();
        drain(store.list(path.toString(), ""), directories);
        AtomicInteger next = new AtomicInteger();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(CONCURRENCY);
        for (int i = 0; i < CONCURRENCY; i++) {
            threads.add(CompletableFuture.runAsync(
                    () -> {
                        for (int at = next.getAndIncrement(); at < directories.size(); at = next.getAndIncrement()) {
                            try {
                                drain(store.list(directories.get(at), ""), new ArrayList<>());
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        }
                    },
                    executor));
        }
        threads.forEach(CompletableFuture::join);
        executor.shutdown();
        return seconds(start);
    }

    private static void drain(FileListing listing, List<String> directories) throws IOException {
        for (FileStatus entry = listing.next(); entry != null; entry = listing.next()) {
            if (entry.isDirectory() && !entry.name().startsWith("_")) {
                directories.add(entry.path());
            }
        }
        listing.close();
    }

    /** Takes the commits of the vacuum away again, so that the next run finds the same table. */
    private void forget(VacuumResult result) throws IOException {
        for (long version : result.versions()) {
            Files.deleteIfExists(commitFile(version));
        }
        Files.deleteIfExists(path.resolve("_delta_log/_last_vacuum_info"));
        try (Stream<Path> entries = Files.list(path.resolve("_delta_log"))) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                if (entry.getFileName().toString().endsWith(".crc")) {
                    Files.delete(entry);
                }
            }
        } catch (NoSuchFileException e) {
            // As good.
        }
    }

    private void runLocally() {
        LocalStorage store = new LocalStorage();
        for (int round = 1; round <= 3; round++) {
            long start = System.nanoTime();
            VacuumPlan plan = plan(store, VacuumMode.FULL);
            System.out.printf(
                    Locale.ROOT,
                    "round %d: full plan %.2f s, %d candidates, %d listings%n",
                    round,
                    seconds(start),
                    plan.candidateCount(),
                    plan.listings());
        }
    }

    private VacuumPlan plan(Storage store, VacuumMode mode) {
        UnaryOperator<VacuumSettings.Builder> concurrency =
                builder -> store.listsKeys() ? builder.maxConcurrency(CONCURRENCY) : builder;
        return VacuumPlanner.plan(
                DeltaLog.forTable(store, path.toString(), Clock.systemUTC()),
                Storages.create(),
                concurrency.apply(VacuumSettings.builder().mode(mode)).build(),
                Clock.systemUTC(),
                UUID::randomUUID);
    }

    private static double seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    private static long peakBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(bean -> bean.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
