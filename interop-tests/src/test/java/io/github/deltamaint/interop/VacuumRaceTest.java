package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One process appends to a table, one optimizes it, and one vacuums it all the time with a short retention, while Delta Kernel reads versions within the retention: it never fails, and
 * reads the same rows in a version every time. Delta Spark joins in: it appends, deletes by deletion vectors, optimizes, and reads.
 */
class VacuumRaceTest {
    private static final Instant LONG_AGO = Instant.parse("2024-01-01T00:00:00Z");
    private static final int OLD_FILES = 60;
    private static final Duration RETENTION = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final List<Process> processes = new ArrayList<>();
    private final KernelReader kernel = new KernelReader();
    private final Map<Long, String> contents = new ConcurrentHashMap<>();
    private final AtomicInteger readAgain = new AtomicInteger();

    @AfterEach
    void stop() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void noReaderWithinTheRetentionFails() throws Exception {
        race(Duration.ofSeconds(8), Optional.empty());
    }

    @Test
    @Soak
    void noReaderWithinTheRetentionFailsForAMinute() throws Exception {
        int versions = race(Duration.ofSeconds(60), Optional.empty());
        assertThat(versions).isGreaterThan(60);
        assertThat(readAgain).hasPositiveValue();
    }

    @Test
    @Tag("spark")
    void noReaderFailsWithDeltaSparkAmongTheWriters() throws Exception {
        assertThat(raceWithSpark(Duration.ofSeconds(8)).committed()).isPositive();
    }

    @Test
    @Soak
    void noReaderFailsForAMinuteWithDeltaSparkAmongTheWriters() throws Exception {
        assertThat(raceWithSpark(Duration.ofSeconds(60)).committed()).isGreaterThan(3);
        assertThat(readAgain).hasPositiveValue();
        assertThat(vectors()).as("commits with deletion vectors").isPositive();
    }

    private SparkWriter raceWithSpark(Duration duration) throws Exception {
        SparkWriter writer = new SparkWriter(directory);
        race(duration, Optional.of(writer));
        return writer;
    }

    private long vectors() throws IOException {
        long commits = 0;
        for (long version : commits().keySet()) {
            Path commit = directory.resolve(String.format(Locale.ROOT, "_delta_log/%020d.json", version));
            commits += Files.readString(commit).contains("\"deletionVector\":{") ? 1 : 0;
        }
        return commits;
    }

    /** The table begins with files that were removed long ago, so that there is something to remove however short the race is. */
    private void makeTable() {
        TestTable table = TestTable.in(directory)
                .columns(AppendLoop.rows(0).type())
                .partitionedBy("region")
                .feature("deletionVectors")
                .property("delta.enableDeletionVectors", "true")
                .startingAt(LONG_AGO)
                .create();
        for (int i = 0; i < OLD_FILES; i++) {
            table.append(AppendLoop.rows(20L * i));
        }
        table.commit(commit -> {
            commit.operation("DELETE");
            List.copyOf(table.files()).forEach(commit::remove);
        });
    }

    /** Gives back how many versions the table has in the end. */
    private int race(Duration duration, Optional<SparkWriter> spark) throws Exception {
        makeTable();
        spark.ifPresent(SparkWriter::warmUp);
        long end = System.currentTimeMillis() + duration.toMillis();
        // Delta Spark is slow: among writers that never rest it would have no processor, and lose against each of them.
        boolean gently = spark.isPresent();
        Process appender = start(AppendLoop.class, end, gently ? "500" : "40");
        Process optimizer = start(OptimizeLoop.class, end, gently ? "6000" : "0");
        Process vacuumer = start(VacuumLoop.class, end, RETENTION.toString(), gently ? "1000" : "0");
        CompletableFuture<Void> sparks = CompletableFuture.runAsync(() -> spark.ifPresent(writer -> writer.run(
                end,
                () -> readOne(version -> SparkTable.of(directory).read(version).contentSha256()))));
        int reads = 0;
        while (System.currentTimeMillis() < end || vacuumer.isAlive()) {
            readOne(version -> kernel.rows(directory, version).contentSha256());
            reads++;
            Thread.sleep(gently ? 100 : 0);
        }

        sparks.join();
        long rows = JavaProcesses.figures(appender).get("rows");
        Map<String, Long> optimized = JavaProcesses.figures(optimizer);
        Map<String, Long> vacuumed = JavaProcesses.figures(vacuumer);
        System.out.println(duration + ": " + rows + " rows appended, optimized " + optimized + ", vacuumed " + vacuumed
                + ", " + reads + " reads, " + readAgain + " of a version that was read before"
                + spark.map(writer -> ", Delta Spark: " + writer).orElse(""));
        // Nothing protects what is not committed before the retention is over.
        spark.ifPresent(writer -> assertThat(writer.longest()).isLessThan(RETENTION));
        assertThat(vacuumed.get("failed")).isZero();
        assertThat(vacuumed.get("removed")).isGreaterThanOrEqualTo(OLD_FILES);
        assertThat(kernel.rows(directory).count())
                .isEqualTo((int) (rows + spark.map(SparkWriter::rows).orElse(0L)));
        return commits().size();
    }

    /** Gives the digest of the rows of a version. */
    private interface Reader {
        String read(long version);
    }

    private void readOne(Reader reader) {
        TreeMap<Long, Instant> commits = commits();
        List<Long> within = new ArrayList<>();
        for (long version : commits.keySet()) {
            if (isWithin(version, commits)) {
                within.add(version);
            }
        }
        long version = within.get(ThreadLocalRandom.current().nextInt(within.size()));
        String content;
        try {
            content = reader.read(version);
        } catch (RuntimeException e) {
            // Who takes so long that the version has left the retention meanwhile has no claim to it.
            if (isWithin(version, commits)) {
                throw e;
            }
            return;
        }
        String before = contents.putIfAbsent(version, content);
        if (before != null) {
            readAgain.incrementAndGet();
            assertThat(content).as("version %d", version).isEqualTo(before);
        }
    }

    /** Whether a version was the latest one at the beginning of the retention, which is now, or later. */
    private static boolean isWithin(long version, TreeMap<Long, Instant> commits) {
        Instant next = commits.get(version + 1);
        return next == null || !next.isBefore(Instant.now().minus(RETENTION));
    }

    private TreeMap<Long, Instant> commits() {
        TreeMap<Long, Instant> commits = new TreeMap<>();
        try (Stream<Path> entries = Files.list(directory.resolve("_delta_log"))) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = entry.getFileName().toString();
                if (name.matches("\\d{20}\\.json")) {
                    commits.put(
                            Long.parseLong(name.substring(0, 20)),
                            Files.getLastModifiedTime(entry).toInstant());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return commits;
    }

    private Process start(Class<?> main, long end, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(directory.toString(), Long.toString(end)));
        arguments.addAll(List.of(more));
        Process process = JavaProcesses.of(main, "256m", arguments.toArray(String[]::new))
                .redirectErrorStream(true)
                .start();
        processes.add(process);
        return process;
    }
}
