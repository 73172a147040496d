package io.github.deltamaint;

import static io.github.deltamaint.Tables.actions;
import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.Tables.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.ParquetRows;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ids of rows, and the versions that last changed them, through OPTIMIZE (PROTOCOL.md, "Row Tracking"). */
class RowTrackingTest {
    private static final String ROW_ID = "_row-id-col-1";
    private static final String ROW_COMMIT_VERSION = "_row-commit-version-col-1";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ParquetJavaReader judge = new ParquetJavaReader();

    @TempDir
    Path directory;

    private TestTable.Builder supported() {
        return TestTable.in(directory)
                .feature("rowTracking", "domainMetadata", "deletionVectors")
                .columns(rows("", 0, 0).type());
    }

    private TestTable.Builder enabled() {
        return supported()
                .property("delta.enableRowTracking", "true")
                .property("delta.rowTracking.materializedRowIdColumnName", ROW_ID)
                .property("delta.rowTracking.materializedRowCommitVersionColumnName", ROW_COMMIT_VERSION);
    }

    private static long highWaterMark(Path table) {
        JsonNode domain = NaiveLog.latest(table).domains().get("delta.rowTracking");
        return parse(domain.get("configuration").asText())
                .get("rowIdHighWaterMark")
                .asLong();
    }

    private static long version(OptimizeResult result) {
        assertThat(result.versions()).hasSize(1);
        return result.versions().get(0);
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static boolean hasColumns(NaiveFile file) {
        return ParquetRows.columns(file.file()).indexOf(ROW_ID) >= 0
                && ParquetRows.columns(file.file()).indexOf(ROW_COMMIT_VERSION) >= 0;
    }

    @Test
    void rowsKeepTheirIdsThoughFilesMerge() {
        TestTable table = enabled().create();
        table.append(rows("West", 0, 10)).append(rows("West", 50, 10)).append(rows("West", 20, 10));
        List<String> before = judge.rowsWithIds(table.path()).texts();

        OptimizeResult result = maintain(table).optimize().execute();

        assertThat(result.filesAdded().totalFiles()).isEqualTo(1);
        assertThat(judge.rowsWithIds(table.path()).texts()).isEqualTo(before);
        assertThat(NaiveLog.latest(table.path()).files()).allMatch(RowTrackingTest::hasColumns);
    }

    @Test
    void deletedRowsLeaveTheirIdsBehind() {
        TestTable table = enabled().create();
        table.append(rows("West", 0, 10)).append(rows("West", 50, 10));
        table.deleteRows(table.files().get(0), 0, 1, 5).deleteRows(table.files().get(1), 9);
        List<String> before = judge.rowsWithIds(table.path()).texts();

        maintain(table).optimize().execute();

        assertThat(before).hasSize(16);
        assertThat(judge.rowsWithIds(table.path()).texts()).isEqualTo(before);
    }

    @Test
    void newFilesGetFreshIdsOfTheirOwn() {
        TestTable table = enabled().partitionedBy("region").create();
        table.append(rows("West", 0, 10)).append(rows("West", 10, 10));
        table.append(rows("East", 20, 5)).append(rows("East", 30, 5));

        OptimizeResult result = maintain(table).optimize().execute();

        long version = version(result);
        List<JsonNode> added = actions(table.path(), version, "add");
        assertThat(added).hasSize(2);
        long next = 30;
        for (JsonNode add : added) {
            assertThat(add.get("baseRowId").asLong()).isEqualTo(next);
            assertThat(add.get("defaultRowCommitVersion").asLong()).isEqualTo(version);
            next += parse(add.get("stats").asText()).get("numRecords").asLong();
        }
        assertThat(highWaterMark(table.path())).isEqualTo(next - 1).isEqualTo(59);
        assertThat(actions(table.path(), version, "commitInfo").get(0).path("tags"))
                .isEqualTo(parse("{\"delta.rowTracking.preserved\":\"true\"}"));
    }

    @Test
    void removedFilesAreNamedWithTheirIds() {
        TestTable table = enabled().create();
        table.append(rows("West", 0, 10)).append(rows("West", 10, 10));

        OptimizeResult result = maintain(table).optimize().execute();

        assertThat(actions(table.path(), version(result), "remove"))
                .extracting(
                        remove -> remove.get("baseRowId").asLong(),
                        remove -> remove.get("defaultRowCommitVersion").asLong())
                .containsExactlyInAnyOrder(tuple(0L, 1L), tuple(10L, 2L));
    }

    @Test
    void anAppendInBetweenMovesTheFreshIdsBehindIts() {
        TestTable table = enabled().create();
        table.append(rows("West", 0, 10)).append(rows("West", 10, 10));
        OptimizePlan plan = maintain(table).optimize().plan();
        table.append(rows("West", 100, 7));
        List<String> before = judge.rowsWithIds(table.path()).texts();

        OptimizeResult result = plan.execute();

        JsonNode add = actions(table.path(), version(result), "add").get(0);
        assertThat(add.get("baseRowId").asLong()).isEqualTo(27);
        assertThat(add.get("defaultRowCommitVersion").asLong()).isEqualTo(4);
        assertThat(highWaterMark(table.path())).isEqualTo(46);
        assertThat(judge.rowsWithIds(table.path()).texts()).isEqualTo(before);
    }

    @Test
    void filesGetIdsButNoColumnsWhereRowTrackingIsOnlySupported() {
        TestTable table = supported().create();
        table.append(rows("West", 0, 10)).append(rows("West", 10, 10));
        List<String> before = judge(table.path());

        long version = version(maintain(table).optimize().execute());

        JsonNode add = actions(table.path(), version, "add").get(0);
        assertThat(add.get("baseRowId").asLong()).isEqualTo(20);
        assertThat(add.get("defaultRowCommitVersion").asLong()).isEqualTo(version);
        assertThat(highWaterMark(table.path())).isEqualTo(39);
        assertThat(NaiveLog.latest(table.path()).files()).noneMatch(RowTrackingTest::hasColumns);
        assertThat(actions(table.path(), version, "commitInfo").get(0).has("tags"))
                .isFalse();
        assertThat(judge(table.path())).isEqualTo(before);
    }

    @Test
    void filesGetNoIdsWhileRowTrackingIsSuspended() {
        TestTable table =
                supported().property("delta.rowTrackingSuspended", "true").create();
        table.append(rows("West", 0, 10)).append(rows("West", 10, 10));
        List<String> before = judge(table.path());

        long version = version(maintain(table).optimize().execute());

        JsonNode add = actions(table.path(), version, "add").get(0);
        assertThat(add.has("baseRowId")).isFalse();
        assertThat(add.has("defaultRowCommitVersion")).isFalse();
        assertThat(actions(table.path(), version, "domainMetadata")).isEmpty();
        assertThat(judge(table.path())).isEqualTo(before);
    }

    @Test
    void aFileWithoutIdsIsNotRewrittenWhereRowsMustHaveSome() {
        TestTable table = enabled().create();
        table.append(rows("West", 0, 10)).append(rows("West", 10, 10));
        TestFile file = table.files().get(0);
        ObjectNode add = file.add().deepCopy();
        add.remove("baseRowId");
        table.commit(commit -> commit.action("add", add));
        long version = table.version();

        assertThatThrownBy(() -> maintain(table).optimize().execute())
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(file.path())
                .hasMessageContaining("baseRowId");
        assertThat(maintain(table).detail().version()).isEqualTo(version);
    }
}
