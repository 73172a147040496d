package io.github.deltamaint.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.vacuum.VacuumResult;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaintenanceMetersTest {
    private static final Path REFERENCE =
            Path.of(System.getProperty("basedir", "."), "..", "docs", "reference", "metrics.md");

    @TempDir
    Path directory;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MaintenanceContext context = MaintenanceContext.builder()
            .listeners(new MaintenanceMeters(registry))
            .build();

    private TestTable table(int files) {
        TestTable table = TestTable.in(directory)
                .startingAt(Instant.now().minus(Duration.ofDays(30)))
                .append(new Columns().longs("id", 0L, 1L));
        for (int i = 1; i < files; i++) {
            table.append(new Columns().longs("id", 2L * i, 2L * i + 1));
        }
        return table;
    }

    private TableMaintenance maintain() {
        return DeltaMaintenance.table(directory.toString(), context);
    }

    private double count(String name) {
        return registry.get(name).counter().count();
    }

    private long times(String name, String outcome) {
        return registry.get(name).tag("outcome", outcome).timer().count();
    }

    @Test
    void whatIsRewrittenIsCounted() {
        table(3);
        OptimizeResult result = maintain().optimize().execute();
        assertThat(times("deltamaint.rewrite.tasks", "success")).isEqualTo(1);
        assertThat(times("deltamaint.rewrite.tasks", "failure")).isZero();
        assertThat(count("deltamaint.rewrite.input.files")).isEqualTo(3);
        assertThat(count("deltamaint.rewrite.input"))
                .isEqualTo(result.filesRemoved().totalSize().bytes());
        assertThat(count("deltamaint.rewrite.output.files")).isEqualTo(1);
        assertThat(count("deltamaint.rewrite.output"))
                .isEqualTo(result.filesAdded().totalSize().bytes());
        assertThat(times("deltamaint.commits", "success")).isEqualTo(1);
        assertThat(registry.get("deltamaint.rewrite.active").gauge().value()).isZero();
    }

    @Test
    void metersAddUpOverOperations() {
        table(2);
        maintain().optimize().execute();
        maintain().properties().set("owner", "sales").commit();
        assertThat(times("deltamaint.commits", "success")).isEqualTo(2);
    }

    @Test
    void tasksThatFailAreCountedApart() throws IOException {
        TestTable table = table(2);
        Files.delete(table.files().get(1).file());
        assertThatThrownBy(() -> maintain().optimize().execute()).isInstanceOf(CorruptTableException.class);
        assertThat(times("deltamaint.rewrite.tasks", "failure")).isEqualTo(1);
        assertThat(times("deltamaint.rewrite.tasks", "success")).isZero();
        assertThat(count("deltamaint.rewrite.input.files")).isZero();
        assertThat(registry.get("deltamaint.rewrite.active").gauge().value()).isZero();
    }

    @Test
    void conflictsAreCounted() {
        TestTable table = table(2);
        MaintenanceListener faster = new MaintenanceListener() {
            @Override
            public void commitStarted(long attemptedVersion, int attempt) {
                if (attempt == 1) {
                    table.append(new Columns().longs("id", 100L));
                }
            }
        };
        maintain().optimize().listener(faster).execute();
        assertThat(count("deltamaint.commit.conflicts")).isEqualTo(1);
        assertThat(times("deltamaint.commits", "success")).isEqualTo(1);
    }

    @Test
    void whatVacuumRemovesIsCountedOnceHoweverOftenItIsTold() {
        TestTable table = table(4);
        table.remove(table.files().get(0));
        table.remove(table.files().get(0));
        VacuumResult result = maintain().vacuum().execute();
        assertThat(result.filesDeleted()).isEqualTo(2);
        assertThat(count("deltamaint.vacuum.removed.files")).isEqualTo(2);
        assertThat(count("deltamaint.vacuum.removed"))
                .isEqualTo(result.bytesDeleted().bytes());
    }

    @Test
    void checkpointsAfterTheCommitsOfAVacuumAreCounted() {
        TestTable table = table(2);
        table.properties(Map.of("delta.checkpointInterval", "1"));
        table.remove(table.files().get(0));
        maintain().vacuum().execute();
        assertThat(registry.get("deltamaint.checkpoints")
                        .tag("outcome", "success")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void checkpointsAreCounted() {
        table(9);
        maintain().properties().set("delta.checkpointInterval", "1").commit();
        assertThat(registry.get("deltamaint.checkpoints")
                        .tag("outcome", "success")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void allMetersAreInTheReference() throws IOException {
        String reference = Files.readString(REFERENCE);
        TreeSet<String> names = new TreeSet<>();
        for (Meter meter : registry.getMeters()) {
            names.add("| `" + meter.getId().getName() + "` | "
                    + meter.getId().getType().name().toLowerCase(Locale.ROOT) + " |");
        }
        assertThat(names).hasSize(11).allSatisfy(name -> assertThat(reference).contains(name));
    }
}
