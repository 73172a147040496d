package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.testsupport.DataFileOptions;
import io.github.deltamaint.testsupport.DataFileWriter;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that commits, writes checkpoints and cleans up the log in a loop is killed at random, again and again on the same table: whatever it was doing,
 * every version that it was told to have committed is there, and Delta Kernel and we read what it must hold.
 */
class LogKillTest {
    private static final int KILLS_OF_EVERY_BUILD = 5;
    private static final int KILLS = Integer.getInteger("deltamaint.kills", 100);
    private static final int MOST_LINES = 60;
    private static final int MOST_MICROS = 20_000;

    @TempDir
    Path directory;

    private final KernelReader kernel = new KernelReader();
    private final TreeMap<String, Integer> killedWhile = new TreeMap<>();
    private @Nullable Process process;
    private long acknowledged;
    private long firstPromised;
    private int landedUnheard;

    @AfterEach
    void stop() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void noCommittedVersionIsLost() throws Exception {
        killAgainAndAgain(KILLS_OF_EVERY_BUILD);
    }

    @Test
    @Soak
    void noCommittedVersionIsLostInAHundredKills() throws Exception {
        killAgainAndAgain(KILLS);
        System.out.println(KILLS + " kills, while " + killedWhile + "; " + acknowledged + " versions, of which "
                + landedUnheard + " landed unheard; the log begins at " + firstPromised + " and has "
                + names(directory.resolve("t/_delta_log")).size() + " files");
    }

    private void killAgainAndAgain(int kills) throws Exception {
        Path table = create();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int kill = 0; kill < kills; kill++) {
            Path said = directory.resolve("said-" + kill);
            runAndKill(table, said, 2 + random.nextInt(MOST_LINES), random.nextInt(MOST_MICROS));
            listen(Files.readAllLines(said));
            check(table, "kill " + kill + ", seed " + seed);
        }
        assertThat(firstPromised).as("the log was cleaned up").isPositive();
    }

    private Path create() {
        ValueType.Struct columns = ValueType.struct("id", ValueType.Primitive.LONG, "v", ValueType.Primitive.LONG);
        Path table = TestTable.in(directory.resolve("t"))
                .columns(columns)
                .partitionedBy("v")
                .property("delta.checkpointInterval", "3")
                .property("delta.logRetentionDuration", "interval 1 hour")
                .create()
                .path();
        ValueType.Struct inFiles = new ValueType.Struct(columns.fields().subList(0, 1));
        DataFileWriter.write(
                table.resolve(LogLoop.SEED), inFiles, DataFileOptions.DEFAULT, List.of(List.of(1L), List.of(2L)));
        return table;
    }

    /** Kills a process a moment after it has said a number of lines. */
    private void runAndKill(Path table, Path said, int lines, int micros) throws Exception {
        Process started = JavaProcesses.of(LogLoop.class, "128m", table.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        process = started;
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (Files.readAllLines(said).size() < lines) {
            assertThat(started.isAlive())
                    .as("alive; it said: %s", Files.readString(said))
                    .isTrue();
            assertThat(System.nanoTime())
                    .as("in time; it said: %s", Files.readString(said))
                    .isLessThan(deadline);
            Thread.sleep(1);
        }
        TimeUnit.MICROSECONDS.sleep(micros);
        assertThat(started.isAlive()).as(Files.readString(said)).isTrue();
        started.destroyForcibly().waitFor();
    }

    private void listen(List<String> lines) {
        String last = "";
        for (String line : lines) {
            String[] words = line.split(" ");
            assertThat(words).as(line).hasSize(2);
            last = words[0];
            if (last.equals("committed")) {
                acknowledged = Long.parseLong(words[1]);
            } else if (last.equals("cleaning")) {
                firstPromised = Math.max(firstPromised, Long.parseLong(words[1]));
            }
        }
        killedWhile.merge(last, 1, Integer::sum);
    }

    private void check(Path table, String when) {
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), table.toString(), Clock.systemUTC());
        long latest = log.snapshot().version();
        assertThat(latest).as(when).isBetween(acknowledged, acknowledged + 1);
        landedUnheard += (int) (latest - acknowledged);
        for (long version = firstPromised; version <= latest; version++) {
            String as = when + ", version " + version;
            Snapshot snapshot = log.snapshotAt(version);
            assertThat(paths(snapshot)).as(as).isEqualTo(files(version));
            if (version > 0) {
                assertThat(snapshot.setTransactions().get("loop").version())
                        .as(as)
                        .isEqualTo(version);
            }
        }
        assertThat(kernel.latestVersion(table)).as(when).isEqualTo(latest);
        assertThat(kernel.rows(table).texts()).as(when).isEqualTo(rows(latest));
        assertThat(kernel.rows(table, firstPromised).texts()).as(when).isEqualTo(rows(firstPromised));
    }

    private static List<String> paths(Snapshot snapshot) {
        List<String> paths = new ArrayList<>();
        snapshot.forEachActiveFile(FileProjection.WITH_STATS, file -> paths.add(file.path()));
        return paths.stream().sorted().toList();
    }

    private static LongStream partitions(long version) {
        return LongStream.rangeClosed(Math.max(1, version - LogLoop.FILES + 1), version);
    }

    private static List<String> files(long version) {
        return partitions(version).mapToObj(LogLoop::file).sorted().toList();
    }

    private static List<String> rows(long version) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        partitions(version).forEach(v -> rows.addAll(List.of(List.of(1L, v), List.of(2L, v))));
        return new TableRows(ValueType.struct("id", ValueType.Primitive.LONG, "v", ValueType.Primitive.LONG), rows)
                .texts();
    }

    private static List<String> names(Path log) throws IOException {
        try (var files = Files.list(log)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
