package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.testing.FaultyStorage;
import io.github.deltamaint.log.testing.FaultyStorage.Timing;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * OPTIMIZE on a storage that fails at every single operation in turn, before or after its effect, once or for ever: whoever looks sees the
 * table as it was before or as it is after, and trying again succeeds.
 */
class OptimizeCrashTest {
    @TempDir
    Path directory;

    private final KernelReader kernel = new KernelReader();
    private Path template;
    private List<String> rows;
    private long version;

    @BeforeEach
    void makeTable() {
        template = directory.resolve("template");
        TestTable table = TestTable.in(template)
                .feature("deletionVectors")
                .partitionedBy("region")
                .append(new Columns().longs("id", 1L, 2L, 3L, 4L).strings("region", "West", "East", "West", null));
        table.append(new Columns().longs("id", 5L, 6L, 7L).strings("region", "West", "East", "West"));
        table.deleteRows(table.files().get(0), 0);
        rows = table.rows().texts();
        version = table.version();
    }

    private static MaintenanceContext context(FaultyStorage storage) {
        return new DefaultMaintenanceContext.ContextBuilder()
                .storage("", storage)
                .maxConcurrentRewrites(1)
                .build();
    }

    private static OptimizeResult optimize(Path table, FaultyStorage storage) {
        try (MaintenanceContext context = context(storage)) {
            return DeltaMaintenance.table(table.toString(), context).optimize().execute();
        }
    }

    /** How many operations a run takes; nothing fails. */
    private int operations() throws IOException {
        Path table = copy("counted");
        FaultyStorage storage = new FaultyStorage(new LocalStorage());
        assertThat(optimize(table, storage).numTasks()).isEqualTo(2);
        delete(table);
        return storage.operations();
    }

    @ParameterizedTest
    @CsvSource({"BEFORE,false", "AFTER,false", "BEFORE,true", "AFTER,true"})
    void everyFaultLeavesTheTableBeforeOrAfter(Timing timing, boolean forEver) throws IOException {
        int operations = operations();
        assertThat(operations).isGreaterThan(30);
        int landed = 0;
        for (int operation = 0; operation < operations; operation++) {
            Path table = copy("table-" + operation);
            FaultyStorage storage = new FaultyStorage(new LocalStorage());
            if (forEver) {
                storage.dieAt(operation, timing);
            } else {
                storage.failAt(operation, timing);
            }

            DeltaMaintenanceException failure = failure(table, storage);

            assertThat(storage.operations())
                    .as("operation %d was reached", operation)
                    .isGreaterThan(operation);
            boolean after = isAfter(table, operation);
            landed += after ? 1 : 0;
            if (failure == null) {
                assertThat(after)
                        .as("a run that says it is done is done, operation %d", operation)
                        .isTrue();
            } else if (after) {
                assertThat(failure).isInstanceOf(CommitStateUnknownException.class);
            } else {
                assertThat(failure).hasMessageStartingWith(table + ": ");
            }
            boolean couldCleanUp = timing == Timing.BEFORE && !forEver;
            assertThat(strangers(table))
                    .as("operation %d left behind", operation)
                    .hasSizeLessThanOrEqualTo(couldCleanUp ? 0 : 2);

            optimize(table, new FaultyStorage(new LocalStorage()));
            assertThat(kernel.rows(table).texts()).isEqualTo(rows);
            assertThat(kernel.latestVersion(table)).isEqualTo(version + 1);
            delete(table);
        }
        if (timing == Timing.AFTER) {
            assertThat(landed).as("a commit whose answer was lost").isPositive();
        }
    }

    private static @Nullable DeltaMaintenanceException failure(Path table, FaultyStorage storage) {
        try {
            optimize(table, storage);
            return null;
        } catch (DeltaMaintenanceException e) {
            return e;
        }
    }

    /** Judged by Delta Kernel and by a naive reader: all rows are there, in the files of before or in those of after. */
    private boolean isAfter(Path table, int operation) {
        assertThat(kernel.rows(table).texts()).as("operation %d", operation).isEqualTo(rows);
        assertThat(new ParquetJavaReader().rows(table).texts()).isEqualTo(rows);
        long latest = kernel.latestVersion(table);
        assertThat(latest).isBetween(version, version + 1);
        int files = NaiveLog.latest(table).files().size();
        assertThat(files).isEqualTo(latest == version ? 5 : 3);
        return latest > version;
    }

    /** Files that no version of the table names. */
    private Set<String> strangers(Path table) {
        Set<String> known = new TreeSet<>(TreeSnapshot.of(template).files());
        for (NaiveFile file : NaiveLog.latest(table).files()) {
            known.add(table.relativize(file.file()).toString());
        }
        Set<String> strangers = new TreeSet<>(TreeSnapshot.of(table).files());
        strangers.removeAll(known);
        strangers.removeIf(path -> path.matches("_delta_log/\\d{20}\\.json"));
        return strangers;
    }

    private Path copy(String name) throws IOException {
        Path target = directory.resolve(name);
        try (Stream<Path> paths = Files.walk(template)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Files.copy(
                        path, target.resolve(template.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return target;
    }

    private static void delete(Path table) throws IOException {
        try (Stream<Path> paths = Files.walk(table)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
