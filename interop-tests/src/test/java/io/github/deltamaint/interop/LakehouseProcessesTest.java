package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.Append;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.HistoryEntry;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes share a lakehouse that a third one writes to; one of them is killed in the middle of it. */
class LakehouseProcessesTest {
    private static final int TABLES = 3;

    @TempDir
    Path directory;

    @Test
    void noTableIsMaintainedTwiceAtOnceAndTheSurvivorTakesOver() throws Exception {
        Path lake = directory.resolve("lake");
        for (int i = 0; i < TABLES; i++) {
            TestTable.in(lake.resolve("table" + i))
                    .columns(new Columns().longs("id", 1L).strings("note", "x").type())
                    .create();
        }
        Process first = start(lake, "first");
        Process second = start(lake, "second");
        long appended = 0;
        try {
            appended += append(lake, appended, Duration.ofSeconds(5));
            first.destroyForcibly().waitFor();
            long optimizesBefore = optimizes(lake);
            appended += append(lake, appended, Duration.ofSeconds(8));
            assertThat(optimizes(lake)).as("commits of the survivor").isGreaterThan(optimizesBefore);
            assertThat(second.isAlive()).isTrue();
        } finally {
            first.destroyForcibly();
            second.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        }
        for (String name : List.of("first", "second")) {
            assertThat(Files.readString(directory.resolve(name + ".log")))
                    .as("what %s said", name)
                    .doesNotContain("lost to version")
                    .doesNotContain("Exception");
        }
        for (int i = 0; i < TABLES; i++) {
            assertThat(new KernelReader().rows(lake.resolve("table" + i)).texts())
                    .doesNotHaveDuplicates()
                    .hasSize((int) appended);
        }
    }

    private Process start(Path lake, String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LakehouseLoop.class.getName(),
                        lake.toString(),
                        name)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile())
                .start();
    }

    /** Appends the same rows to all tables, a commit each, for a while. Returns how many rows each table has got. */
    private static long append(Path lake, long from, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        long rows = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < TABLES; i++) {
                try (Append append = DeltaMaintenance.table(
                                lake.resolve("table" + i).toString())
                        .append()) {
                    append.row(Map.of("id", from + rows, "note", "row")).commit();
                }
            }
            rows++;
        }
        return rows;
    }

    private static long optimizes(Path lake) {
        long count = 0;
        for (int i = 0; i < TABLES; i++) {
            TableMaintenance table =
                    DeltaMaintenance.table(lake.resolve("table" + i).toString());
            for (HistoryEntry commit : table.history(Integer.MAX_VALUE)) {
                count += commit.operation().equals(Optional.of("OPTIMIZE")) ? 1 : 0;
            }
        }
        return count;
    }
}
