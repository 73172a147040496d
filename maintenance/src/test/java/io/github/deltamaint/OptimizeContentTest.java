package io.github.deltamaint;

import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.Tables.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.testing.FaultyStorage;
import io.github.deltamaint.log.testing.StorageOperation;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proof of content: of a rewrite before it is committed, and of two versions. */
class OptimizeContentTest {
    @TempDir
    Path directory;

    @TempDir
    Path elsewhere;

    @Test
    void contentIsProvedAndTheDigestIsInTheHistory() {
        TestTable table = Tables.threeTasks(directory);
        table.deleteRows(table.files().get(0), 1, 3);

        OptimizeResult result =
                maintain(table).optimize().verify(Verification.CONTENT).execute();

        assertThat(result.contentDigest())
                .hasValueSatisfying(digest -> assertThat(digest).matches("[0-9a-f]{32}"));
        assertThat(maintain(table).history(1).get(0).operationMetrics())
                .containsEntry(
                        "deltamaint.contentDigest", result.contentDigest().orElseThrow());
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void countsAloneHaveNoDigest() {
        TestTable table = Tables.threeTasks(directory);
        OptimizeResult result = maintain(table).optimize().execute();
        assertThat(result.contentDigest()).isEmpty();
        assertThat(maintain(table).history(1).get(0).operationMetrics()).doesNotContainKey("deltamaint.contentDigest");
    }

    @Test
    void otherValuesThanThoseOfTheInputsAreNoticedByNameAndNothingStays() throws IOException {
        byte[] changed = compacted(elsewhere, 7);
        TestTable table = table(directory, 5);
        TreeSnapshot before = TreeSnapshot.of(directory);
        FaultyStorage storage = new FaultyStorage(new LocalStorage());
        storage.afterEvery(StorageOperation.CLOSE_WRITTEN, path -> overwrite(path, changed));

        assertThatThrownBy(() -> maintainOn(storage)
                        .optimize()
                        .verify(Verification.CONTENT)
                        .execute())
                .isInstanceOf(RewriteFailedException.class)
                .hasMessage(
                        directory + ": task 0 of OPTIMIZE failed: the new files have other values than the inputs in"
                                + " b. Nothing of it was committed; please report this");
        assertThat(before.differenceNow(directory)).isEmpty();
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    private TableMaintenance maintainOn(FaultyStorage storage) {
        return DeltaMaintenance.table(
                directory.toString(),
                new DefaultMaintenanceContext.ContextBuilder()
                        .storage("", storage)
                        .build());
    }

    private static TestTable table(Path path, long value) {
        return TestTable.in(path)
                .append(new Columns().longs("a", 1L, 2L).longs("b", 3L, 4L))
                .append(new Columns().longs("a", 3L, 4L).longs("b", 4L, value));
    }

    /** The one file of a compacted table that differs in a value. */
    private static byte[] compacted(Path path, long value) throws IOException {
        maintain(table(path, value)).optimize().execute();
        return Files.readAllBytes(
                path.resolve(Tables.activeFiles(path).iterator().next()));
    }

    private static void overwrite(String path, byte[] content) {
        try {
            assertThat(Files.size(Path.of(path))).isEqualTo(content.length);
            Files.write(Path.of(path), content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void versionsWithTheSameRowsAreTheSameWhateverTheirFiles() {
        TestTable table = Tables.threeTasks(directory);
        table.append(rows("South", 0, 5));
        table.deleteRows(table.files().get(0), 1, 3);
        long before = table.version();
        maintain(table).optimize().execute();

        VersionComparison comparison = maintain(table).verify(before, before + 1);

        assertThat(comparison.sameRows()).isTrue();
        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.filesInBoth()).isEqualTo(1);
        assertThat(comparison.from())
                .isEqualTo(new VersionComparison.Side(
                        before, 6, 58, comparison.to().digest()));
        assertThat(comparison.to().files()).isEqualTo(3);
        assertThat(maintain(table).verify(before, before).filesInBoth()).isEqualTo(7);
    }

    @Test
    void deletedRowsShow() {
        TestTable table = Tables.threeTasks(directory);
        long before = table.version();
        table.deleteRows(table.files().get(0), 1, 3);

        VersionComparison comparison = maintain(table).verify(before, before + 1);

        assertThat(comparison.sameRows()).isFalse();
        assertThat(comparison.differences())
                .containsExactly(
                        "where they differ in files, version " + before + " has 10 rows and version " + (before + 1)
                                + " has 8",
                        "values of column id",
                        "values of column note",
                        "values of column region");
    }

    @Test
    void anotherSchemaShows() {
        TestTable table = Tables.threeTasks(directory);
        long before = table.version();
        table.addColumns(new Columns().longs("more", 1L).type());

        assertThat(maintain(table).verify(before, before + 1).differences())
                .isEqualTo(List.of("column more of type long is only in version " + (before + 1)));
    }
}
