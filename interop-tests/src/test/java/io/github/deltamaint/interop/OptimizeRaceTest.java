package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes optimize a table while a third appends to it. Delta Kernel judges what is there in the end, a naive replay what happened on the way. */
class OptimizeRaceTest {
    private static final long DURATION_MILLIS = 30_000;

    @TempDir
    Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void stop() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void noRowIsLostOrDoubled() throws Exception {
        TestTable table = TestTable.in(directory)
                .columns(AppendLoop.rows(0).type())
                .partitionedBy("region")
                .create();
        long end = System.currentTimeMillis() + DURATION_MILLIS;
        Process appender = start(AppendLoop.class, end);
        Process first = start(OptimizeLoop.class, end);
        Process second = start(OptimizeLoop.class, end);

        long rows = JavaProcesses.figures(appender).get("rows");
        Map<String, Long> one = JavaProcesses.figures(first);
        Map<String, Long> other = JavaProcesses.figures(second);

        assertThat(rows).isPositive();
        assertThat(one.get("committed")).isPositive();
        assertThat(other.get("committed")).isPositive();
        assertThat(one.get("overtaken") + other.get("overtaken")).as("they met").isPositive();
        assertThat(one.get("lost") + one.get("dropped") + other.get("lost") + other.get("dropped"))
                .as("they got into each other's way")
                .isPositive();

        List<List<@Nullable Object>> expected = new ArrayList<>();
        LongStream.iterate(0, id -> id < rows, id -> id + 20)
                .forEach(id -> expected.addAll(AppendLoop.rows(id).rows()));
        assertThat(new KernelReader().rows(directory).texts())
                .isEqualTo(new TableRows(table.columns(), expected).texts());
        long latest = versionsAreContiguous();
        everyCommitIsSound(latest, rows);
        assertThat(strangers(latest)).as("files of lost attempts").isEmpty();
    }

    private Process start(Class<?> main, long end) throws IOException {
        Process process = JavaProcesses.of(main, "256m", directory.toString(), Long.toString(end))
                .redirectErrorStream(true)
                .start();
        processes.add(process);
        return process;
    }

    private long versionsAreContiguous() throws IOException {
        try (Stream<Path> entries = Files.list(directory.resolve("_delta_log"))) {
            List<String> names = entries.map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("\\d{20}\\.json"))
                    .sorted()
                    .toList();
            assertThat(names)
                    .isEqualTo(LongStream.range(0, names.size())
                            .mapToObj(version -> String.format("%020d.json", version))
                            .toList());
            return names.size() - 1L;
        }
    }

    /** Removes name active files alone, adds only new ones, and an OPTIMIZE takes out as many rows as it puts in. */
    private void everyCommitIsSound(long latest, long rows) throws IOException {
        Map<String, Long> active = new HashMap<>();
        for (long version = 1; version <= latest; version++) {
            long change = 0;
            boolean optimize = false;
            for (JsonNode action : NaiveLog.commit(directory, version)) {
                optimize |= action.path("commitInfo").path("operation").asText().equals("OPTIMIZE");
                if (action.has("remove")) {
                    Long removed =
                            active.remove(action.get("remove").get("path").asText());
                    assertThat(removed)
                            .as("version %d removes an active file", version)
                            .isNotNull();
                    change -= removed;
                }
            }
            for (JsonNode action : NaiveLog.commit(directory, version)) {
                if (action.has("add")) {
                    long added = new ObjectMapper()
                            .readTree(action.get("add").get("stats").asText())
                            .get("numRecords")
                            .asLong();
                    change += added;
                    assertThat(active.put(action.get("add").get("path").asText(), added))
                            .as("version %d adds a new file", version)
                            .isNull();
                }
            }
            assertThat(change).as("rows of version %d", version).isEqualTo(optimize ? 0 : 20);
        }
        assertThat(active.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(rows);
    }

    private List<String> strangers(long latest) throws IOException {
        List<String> named = new ArrayList<>();
        for (long version = 1; version <= latest; version++) {
            for (JsonNode action : NaiveLog.commit(directory, version)) {
                if (action.has("add")) {
                    named.add(action.get("add").get("path").asText());
                }
            }
        }
        try (Stream<Path> files = Files.walk(directory)) {
            List<String> strangers = new ArrayList<>(files.filter(Files::isRegularFile)
                    .map(path -> directory.relativize(path).toString())
                    .filter(path ->
                            path.endsWith(".parquet") && !path.matches("_delta_log/\\d{20}\\.checkpoint\\.parquet"))
                    .toList());
            strangers.removeAll(named);
            return strangers;
        }
    }
}
