package io.github.deltamaint;

import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.Tables.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.testing.FaultyStorage;
import io.github.deltamaint.log.testing.FaultyStorage.Timing;
import io.github.deltamaint.log.testing.StorageOperation;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A failure leaves the table as it was, and nothing behind; what might be part of the table is never deleted. */
class OptimizeFailureTest {
    private static final UUID FIXED = UUID.fromString("00000000-0000-4000-8000-000000000001");

    @TempDir
    Path directory;

    private static MaintenanceContext context(FaultyStorage storage) {
        return new DefaultMaintenanceContext.ContextBuilder()
                .storage("", storage)
                .build();
    }

    private static void truncate(TestFile file) {
        try {
            byte[] bytes = Files.readAllBytes(file.file());
            Files.write(file.file(), Arrays.copyOf(bytes, bytes.length / 2));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1", "2,1", "4,1", "0,3", "2,3", "4,3"})
    void aDamagedFileFailsTheOperationAndNoOutputStays(int damaged, int threads) {
        TestTable table = Tables.threeTasks(directory);
        TestFile file = table.files().get(damaged);
        truncate(file);
        TreeSnapshot before = TreeSnapshot.of(directory);

        try (MaintenanceContext context =
                MaintenanceContext.builder().maxConcurrentRewrites(threads).build()) {
            assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString(), context)
                            .optimize()
                            .execute())
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageStartingWith(directory + ": " + file.path());
        }
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void tasksThatWereCommittedBeforeAFailureStay() {
        TestTable table = Tables.threeTasks(directory);
        truncate(table.files().get(4));

        try (MaintenanceContext context =
                MaintenanceContext.builder().maxConcurrentRewrites(1).build()) {
            assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString(), context)
                            .optimize()
                            .commitEvery(1)
                            .execute())
                    .isInstanceOf(CorruptTableException.class);
        }
        assertThat(NaiveLog.latest(directory).version()).isEqualTo(table.version() + 2);
        assertThat(Tables.activeFiles(directory)).hasSize(4);
    }

    @Test
    void aMissingFileIsNamed() throws IOException {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5)).append(rows("West", 5, 5));
        Path missing = table.files().get(1).file();
        Files.delete(missing);
        TreeSnapshot before = TreeSnapshot.of(directory);

        assertThatThrownBy(() -> maintain(table).optimize().execute())
                .isInstanceOf(CorruptTableException.class)
                .hasMessage(directory + ": " + missing.getFileName()
                        + ": the log says that this file is part of the table, but it is not there. Restore it, or"
                        + " remove it from the table with fsck")
                .satisfies(e -> assertThat(((CorruptTableException) e).file())
                        .isEqualTo(missing.getFileName().toString()));
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aMissingDeletionVectorIsNamed() throws IOException {
        TestTable table = TestTable.in(directory).feature("deletionVectors").append(rows("West", 0, 5));
        table.append(rows("West", 5, 5));
        table.deleteRows(table.files().get(0), 1);
        Path vector;
        try (var entries = Files.list(directory)) {
            vector = entries.filter(path -> path.getFileName().toString().startsWith("deletion_vector"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.delete(vector);
        TreeSnapshot before = TreeSnapshot.of(directory);

        assertThatThrownBy(() -> maintain(table).optimize().execute())
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(vector.getFileName().toString());
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aStoreThatCannotReadAnInputIsNotSaidToFailOnTheOutput() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5)).append(rows("West", 5, 5));
        FaultyStorage storage = new FaultyStorage(new LocalStorage());
        OptimizePlan plan = DeltaMaintenance.table(directory.toString(), context(storage))
                .optimize()
                .plan();
        storage.failEvery(StorageOperation.READ_RANGE, Timing.BEFORE, path -> new IOException("no luck with " + path));
        TreeSnapshot before = TreeSnapshot.of(directory);

        assertThatThrownBy(plan::execute)
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("could not read " + table.files().get(0).path() + ": IOException: no luck with ");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aStoreThatIsFullFailsTheOperationAndNamesTheNewFile() {
        TestTable table = Tables.threeTasks(directory);
        FaultyStorage storage = new FaultyStorage(new LocalStorage());
        storage.failEvery(StorageOperation.WRITE, Timing.BEFORE, path -> new IOException("no space left"));
        TreeSnapshot before = TreeSnapshot.of(directory);

        assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString(), context(storage))
                        .optimize()
                        .execute())
                .isInstanceOf(StorageException.class)
                .hasMessageStartingWith(directory + ": could not write region=")
                .hasMessageEndingWith(".snappy.parquet: IOException: no space left");
        assertThat(before.differenceNow(directory)).isEmpty();
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aFileThatIsAlreadyThereIsNeitherOverwrittenNorDeleted() throws IOException {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5)).append(rows("West", 5, 5));
        Path taken = directory.resolve("part-00000-" + FIXED + ".c000.snappy.parquet");
        Files.copy(table.files().get(0).file(), taken);
        table.commit(commit -> commit.remove(table.files().get(0)));
        table.commitRaw("{\"add\":"
                + table.files()
                        .get(0)
                        .add()
                        .deepCopy()
                        .put("path", taken.getFileName().toString()) + "}");
        TreeSnapshot before = TreeSnapshot.of(directory);

        try (MaintenanceContext context =
                MaintenanceContext.builder().uuids(() -> FIXED).build()) {
            assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString(), context)
                            .optimize()
                            .execute())
                    .isInstanceOf(InvalidOperationException.class)
                    .hasMessageStartingWith(directory + ": " + taken.getFileName()
                            + " was to be written, but there is such a file already");
        }
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aFileThatTurnsOutToBeThereWhenTheNewOneIsCompleteIsNotDeleted() throws IOException {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5)).append(rows("West", 5, 5));
        FaultyStorage storage = new FaultyStorage(new LocalStorage());
        // As an object store does: it looks for another file when this one is complete. Here that other one is our own.
        storage.failEvery(
                StorageOperation.CLOSE_WRITTEN,
                Timing.AFTER,
                path -> new java.nio.file.FileAlreadyExistsException(path));

        assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString(), context(storage))
                        .optimize()
                        .execute())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("there is such a file already");
        assertThat(TreeSnapshot.of(directory).files().stream().filter(path -> path.endsWith(".parquet")))
                .hasSize(3);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void nothingIsDeletedWhenNobodyKnowsWhetherTheCommitLanded() {
        TestTable table = Tables.threeTasks(directory);
        FaultyStorage storage = new FaultyStorage(new LocalStorage());
        storage.failEvery(
                StorageOperation.PUT_IF_ABSENT,
                Timing.BEFORE,
                path -> new AmbiguousWriteException(path + ": no answer", new IOException("timeout")));

        assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString(), context(storage))
                        .optimize()
                        .execute())
                .isInstanceOf(CommitStateUnknownException.class);
        assertThat(storage.operations()).isPositive();
        assertThat(parquetFiles()).hasSize(6 + 3);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void anErrorAfterTheCommitLandedDoesNotDeleteItsFiles() {
        TestTable table = Tables.threeTasks(directory);
        FaultyStorage storage = new FaultyStorage(new LocalStorage());
        storage.failEvery(StorageOperation.PUT_IF_ABSENT, Timing.AFTER, path -> {
            throw new OutOfMemoryError("pretended");
        });

        assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString(), context(storage))
                        .optimize()
                        .execute())
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(NaiveLog.latest(directory).version()).isEqualTo(table.version() + 1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aListenerThatFailsWithAnErrorAfterTheCommitChangesNothing() {
        TestTable table = Tables.threeTasks(directory);
        OptimizeResult result = maintain(table)
                .optimize()
                .listener(new MaintenanceListener() {
                    @Override
                    public void commitFinished(long version) {
                        throw new NoClassDefFoundError("pretended");
                    }
                })
                .execute();
        assertThat(result.versions()).containsExactly(table.version() + 1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void outputsThatCannotBeDeletedAreLeftToVacuumAndTheFirstFailureIsTheOneReported() {
        TestTable table = Tables.threeTasks(directory);
        FaultyStorage storage = new FaultyStorage(new LocalStorage());
        storage.failEvery(StorageOperation.PUT_IF_ABSENT, Timing.BEFORE, path -> new IOException("no commits today"));
        storage.failEvery(StorageOperation.DELETE, Timing.BEFORE, path -> new IOException("no deletes today"));

        assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString(), context(storage))
                        .optimize()
                        .execute())
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("no commits today");
        assertThat(parquetFiles()).hasSize(6 + 3);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aFailureNamesItsTask() {
        TestTable table = Tables.threeTasks(directory);
        List<RewriteTask> failed = new ArrayList<>();
        List<Exception> causes = new ArrayList<>();
        truncate(table.files().get(3));
        assertThatThrownBy(() -> maintain(table)
                        .optimize()
                        .listener(new MaintenanceListener() {
                            @Override
                            public synchronized void rewriteFailed(RewriteTask task, Exception cause) {
                                failed.add(task);
                                causes.add(cause);
                            }
                        })
                        .execute())
                .isInstanceOf(DeltaMaintenanceException.class)
                .satisfies(e -> assertThat(causes).contains((Exception) e));
        assertThat(failed)
                .anyMatch(task -> "North".equals(task.partitionValues().get("region")));
    }

    private List<String> parquetFiles() {
        return TreeSnapshot.of(directory).files().stream()
                .filter(path -> path.endsWith(".parquet"))
                .toList();
    }
}
