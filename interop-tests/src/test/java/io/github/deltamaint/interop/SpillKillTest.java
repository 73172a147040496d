package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that sort more rows than they have memory for are killed (SIGKILL) at random moments: the table is as before or as after, nothing of what was spilled stays, and
 * doing it again finishes it. Delta Kernel reads the rows.
 */
class SpillKillTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "a", ValueType.Primitive.LONG, "b", ValueType.Primitive.LONG, "text", ValueType.Primitive.STRING);
    private static final int FILES = 8;
    private static final int ROWS_OF_FILE = 4_000;

    @TempDir
    Path directory;

    private final Random random = new Random();
    private final KernelReader kernel = new KernelReader();
    private TestTable table;
    private Path spill;
    private List<String> rows = List.of();
    private int inTheMiddle;

    @BeforeEach
    void makeTable() {
        Random values = new Random(5);
        table = TestTable.in(directory.resolve("table")).columns(COLUMNS).create();
        for (int file = 0; file < FILES; file++) {
            List<List<Object>> ofFile = new ArrayList<>();
            for (int i = 0; i < ROWS_OF_FILE; i++) {
                String text = Long.toHexString(values.nextLong()).repeat(25);
                ofFile.add(List.of((long) values.nextInt(100_000), (long) values.nextInt(50), text));
            }
            table.append(Columns.of(COLUMNS, ofFile));
        }
        spill = directory.resolve("spill");
        rows = kernel.rows(table.path()).texts();
    }

    @Test
    @Tag("spark")
    void nothingIsLeftWhenASortIsKilled() throws Exception {
        kill(3);
    }

    @Test
    @Soak
    void nothingIsLeftWhenASortIsKilledThirtyTimes() throws Exception {
        kill(30);
        assertThat(inTheMiddle).isPositive();
        System.out.println(
                "killed 30 times, " + inTheMiddle + " of them after files had been spilled and before the commit");
    }

    private void kill(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            long before = kernel.latestVersion(table.path());

            killed();

            assertThat(contents(spill)).as("what was spilled").isEmpty();
            long after = kernel.latestVersion(table.path());
            assertThat(after).isBetween(before, before + 1);
            assertWhole();
            inTheMiddle += after == before && Files.exists(spill) ? 1 : 0;
            Files.deleteIfExists(spill);
        }
        SortProcess.sort(table.path(), spill);
        assertThat(spill).as("spilled, and nothing left").isEmptyDirectory();
        assertWhole();
    }

    private void assertWhole() {
        for (NaiveFile file : NaiveLog.latest(table.path()).files()) {
            assertThat(file.file()).exists();
        }
        assertThat(kernel.rows(table.path()).texts()).isEqualTo(rows);
    }

    /** Files of a killed process: one that it was about to delete may be left, but is empty. */
    private static List<Path> contents(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> full = new ArrayList<>();
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.size(file) > 0) {
                    full.add(file);
                } else {
                    Files.delete(file);
                }
            }
            return full;
        }
    }

    /** Starts a sort and kills it, at any time after it began to spill or, one time in four, before. */
    private void killed() throws Exception {
        Path errors = directory.resolve("errors.txt");
        boolean early = random.nextInt(4) == 0;
        Process process = JavaProcesses.of(
                        SortProcess.class, "256m", table.path().toString(), spill.toString())
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.readLine()).as("%s", Files.readString(errors)).isEqualTo(SortProcess.BEGINS);
            while (!early && process.isAlive() && !Files.exists(spill)) {
                Thread.sleep(1);
            }
            Thread.sleep(random.nextInt(1000));
            if (!process.isAlive()) {
                assertThat(process.exitValue())
                        .as("%s", Files.readString(errors))
                        .isZero();
            }
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }
}
