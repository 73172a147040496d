package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.testing.FaultyStorage;
import io.github.deltamaint.log.testing.FaultyStorage.Timing;
import io.github.deltamaint.log.testing.StorageOperation;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Appends to a storage that fails: all rows or none, and no file that is needed is gone. */
class AppendFailureTest {
    @TempDir
    Path directory;

    private static boolean append(Path table, FaultyStorage storage) {
        MaintenanceContext context = new DefaultMaintenanceContext.ContextBuilder()
                .storage("", storage)
                .build();
        try (Append append =
                DeltaMaintenance.table(table.toString(), context).append().transaction("service", 1)) {
            for (int i = 0; i < 20; i++) {
                append.row(Map.of("id", 100 + i, "region", i < 10 ? "East" : "West"));
            }
            return !append.commit().alreadyCommitted();
        }
    }

    private TestTable table(Path path) {
        return TestTable.in(path).partitionedBy("region").append(Tables.rows("East", 0, 10));
    }

    @ParameterizedTest
    @EnumSource(Timing.class)
    void whereverTheStorageFailsThereAreAllRowsOrNoneAndARepetitionCompletesThem(Timing timing) {
        FaultyStorage healthy = new FaultyStorage(new LocalStorage());
        table(directory.resolve("healthy"));
        append(directory.resolve("healthy"), healthy);
        for (int operation = 0; operation < healthy.operations(); operation++) {
            Path path = directory.resolve("table " + operation);
            table(path);
            FaultyStorage storage = new FaultyStorage(new LocalStorage()).failAt(operation, timing);
            try {
                append(path, storage);
            } catch (DeltaMaintenanceException e) {
                if (!(e instanceof CommitStateUnknownException)) {
                    assertThat(Tables.judge(path)).as("operation %d", operation).hasSize(10);
                }
            }
            assertThat(Tables.judge(path).size()).as("operation %d", operation).isIn(10, 30);
            append(path, new FaultyStorage(new LocalStorage()));
            assertThat(Tables.judge(path)).as("operation %d", operation).hasSize(30);
            assertThat(filesOf(path)).containsAll(Tables.activeFiles(path));
        }
    }

    @Test
    void aFullStoreFailsAndLeavesNothing() {
        table(directory);
        Set<String> before = filesOf(directory);
        FaultyStorage storage = new FaultyStorage(new LocalStorage())
                .failEvery(StorageOperation.WRITE, Timing.BEFORE, path -> new IOException("no space left"));
        assertThatThrownBy(() -> append(directory, storage))
                .isInstanceOf(DeltaMaintenanceException.class)
                .hasMessageContaining("no space left");
        assertThat(filesOf(directory)).isEqualTo(before);
    }

    @Test
    void aFileOfSomebodyElseIsNotDeleted() {
        table(directory);
        FaultyStorage storage = new FaultyStorage(new LocalStorage())
                .failEvery(StorageOperation.CLOSE_WRITTEN, Timing.AFTER, FileAlreadyExistsException::new);
        assertThatThrownBy(() -> append(directory, storage)).isInstanceOf(DeltaMaintenanceException.class);
        assertThat(filesOf(directory)).hasSize(2);
    }

    private static Set<String> filesOf(Path table) {
        try (Stream<Path> files = Files.walk(table)) {
            Set<String> paths = new TreeSet<>();
            files.filter(file -> file.toString().endsWith(".parquet"))
                    .forEach(file -> paths.add(table.relativize(file).toString()));
            return paths;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
