package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoreTest {
    @TempDir
    Path directory;

    /** Version 7: three partitions, two files each. */
    private TestTable table() {
        return Tables.threeTasks(directory);
    }

    @Test
    void everyOlderVersionComesBackRowForRow() {
        TestTable table = table();
        TestFile first = table.files().get(0);
        table.deleteRows(first, 1, 2);
        table.deleteRows(table.files().get(0), 3);
        table.remove(table.files().get(2), table.files().get(3));
        table.properties(Map.of("owner", "ann"));
        long last = table.version();
        for (long version = last - 1; version >= 0; version--) {
            RestoreResult result = maintain(table).restore().toVersion(version).execute();
            assertThat(result.restoredVersion()).isEqualTo(version);
            assertThat(Tables.judge(directory)).isEqualTo(table.rows(version).texts());
            assertThat(result.numOfFilesAfterRestore())
                    .isEqualTo(NaiveLog.latest(directory).files().size());
        }
        RestoreResult undone = maintain(table).restore().toVersion(last).execute();
        assertThat(undone.isNoOp()).isFalse();
        assertThat(Tables.judge(directory)).isEqualTo(table.rows(last).texts());
        assertThat(NaiveLog.latest(directory).configuration()).containsEntry("owner", "ann");
    }

    @Test
    void theHistorySpeaksAsDeltaSparkDoes() {
        TestTable table = table();
        RestoreResult result =
                maintain(table).restore().toVersion(4).userMetadata("oops").execute();
        long version = table.version() + 1;
        assertThat(result.versions()).containsExactly(version);
        JsonNode info = Tables.actions(directory, version, "commitInfo").get(0);
        assertThat(info.get("operation").asText()).isEqualTo("RESTORE");
        assertThat(info.get("operationParameters").get("version").asLong()).isEqualTo(4);
        assertThat(info.get("operationMetrics").get("numRestoredFiles").asText())
                .isEqualTo("0");
        assertThat(info.get("operationMetrics").get("numRemovedFiles").asText())
                .isEqualTo(String.valueOf(table.version() - 4));
        assertThat(info.get("userMetadata").asText()).isEqualTo("oops");
        assertThat(Tables.actions(directory, version, "remove"))
                .allMatch(remove -> remove.get("dataChange").asBoolean());
    }

    @Test
    void aTimeMeansTheNewestVersionOfThen() {
        TestTable table = table();
        RestorePlan plan = maintain(table)
                .restore()
                .toTimestamp(Instant.parse("2024-01-01T00:02:30Z"))
                .plan();
        assertThat(plan.restoredVersion()).isEqualTo(2);
        assertThat(plan.filesToRemove()).isEqualTo(table.files().size() - 2);
    }

    @Test
    void whatIsAsItWasNeedsNoCommit() {
        TestTable table = table();
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThat(maintain(table)
                        .restore()
                        .toVersion(table.version())
                        .execute()
                        .isNoOp())
                .isTrue();
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void missingFilesAreReportedFirstAndNothingIsChanged() throws Exception {
        TestTable table = table();
        TestFile lost = table.files().get(0);
        table.remove(lost);
        Files.delete(lost.file());
        TreeSnapshot before = TreeSnapshot.of(directory);
        RestorePlan plan =
                maintain(table).restore().toVersion(table.version() - 1).plan();
        assertThat(plan.missingFiles()).singleElement().satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(FileProblem.Kind.MISSING_DATA_FILE);
            assertThat(directory.resolve(problem.path())).isEqualTo(lost.file());
        });
        assertThatThrownBy(plan::execute)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("VACUUM");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void whoeverCommitsMeanwhileWins() {
        TestTable table = table();
        RestorePlan plan = maintain(table).restore().toVersion(3).plan();
        table.append(Tables.rows("West", 1000, 2));
        assertThatThrownBy(plan::execute).isInstanceOf(CommitConflictException.class);
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void whatCannotBeTakenBackIsRefusedByName() {
        TestTable table = table();
        assertThatThrownBy(() -> maintain(table).restore().plan()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> maintain(table).restore().toVersion(99).plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("no version 99");
        assertThatThrownBy(() -> maintain(table).restore().toVersion(1).toTimestamp(Instant.EPOCH))
                .isInstanceOf(IllegalStateException.class);
    }
}
