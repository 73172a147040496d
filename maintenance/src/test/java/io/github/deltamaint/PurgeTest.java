package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.Tables.rows;
import static io.github.deltamaint.common.DataSize.mebibytes;
import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.ParquetRows;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.VectorStorage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Purge: which files it rewrites, and that rows stay what they are. */
class PurgeTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private static long vectors(Path table) {
        return NaiveLog.latest(table).files().stream()
                .filter(file -> file.add().has("deletionVector"))
                .count();
    }

    @Test
    void filesWithDeletionVectorsAreRewrittenAndNoOthers() {
        TestTable table = Tables.threeTasks(directory);
        List<TestFile> files = List.copyOf(table.files());
        table.deleteRows(files.get(0), 1);
        table.deleteRows(files.get(1), VectorStorage.INLINE, 1, 2);
        table.deleteRows(files.get(4), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        List<String> before = Tables.judge(directory);

        OptimizePlan plan = maintain(table).purge().plan();
        assertThat(plan.tasks())
                .allSatisfy(task -> assertThat(task.reasons()).containsExactly(RewriteTask.Reason.DELETION_VECTORS))
                .extracting(task -> task.inputPaths().size())
                .containsExactly(2, 1);
        assertThat(plan.skipped())
                .extracting(SkippedFiles::reason, SkippedFiles::files)
                .containsExactly(tuple(SkippedFiles.Reason.NOTHING_TO_PURGE, 3));

        OptimizeResult result = plan.execute();

        assertThat(result.numDeletionVectorsRemoved()).isEqualTo(3);
        assertThat(result.numDeletedRowsPurged()).isEqualTo(13);
        assertThat(vectors(directory)).isZero();
        assertThat(Tables.judge(directory))
                .isEqualTo(before)
                .isEqualTo(table.rows().texts());
        assertThat(new ParquetJavaReader().rows(directory, table.version()).texts())
                .isEqualTo(before);
    }

    @Test
    void theCommitSaysWhatDeltaSparkSays() {
        TestTable table = Tables.threeTasks(directory);
        table.deleteRows(table.files().get(0), 1);
        maintain(table)
                .purge()
                .where("region = 'East'")
                .userMetadata("right to be forgotten")
                .execute();

        JsonNode info = NaiveLog.commit(directory, table.version() + 1).get(0).get("commitInfo");
        assertThat(info.get("operation").asText()).isEqualTo("REORG");
        assertThat(info.get("operationParameters").properties())
                .extracting(parameter -> parameter.getKey())
                .containsExactlyInAnyOrder("predicate", "applyPurge");
        assertThat(info.get("operationParameters").get("applyPurge")).hasToString("true");
        assertThat(info.get("operationMetrics").get("numDeletionVectorsRemoved").asText())
                .isEqualTo("1");
        assertThat(info.get("userMetadata").asText()).isEqualTo("right to be forgotten");
        assertThat(Tables.actions(directory, table.version() + 1, "add"))
                .allMatch(add -> !add.get("dataChange").asBoolean());
        assertThat(Tables.actions(directory, table.version() + 1, "remove"))
                .allMatch(remove -> !remove.get("dataChange").asBoolean() && remove.has("deletionVector"));
    }

    @Test
    void withNothingToPurgeThereIsNoCommitAndNoFile() {
        TestTable table = Tables.threeTasks(directory);
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThat(maintain(table).purge().execute().isNoOp()).isTrue();
        assertThat(before.differenceNow(directory)).isEmpty();

        table.deleteRows(table.files().get(0), 1);
        maintain(table).purge().execute();
        TreeSnapshot after = TreeSnapshot.of(directory);
        assertThat(maintain(table).purge().execute().isNoOp()).isTrue();
        assertThat(after.differenceNow(directory)).isEmpty();
    }

    @Test
    void onlyPartitionsThatAreAskedForAreLookedAt() {
        TestTable table = Tables.threeTasks(directory);
        List.copyOf(table.files()).forEach(file -> table.deleteRows(file, 1));

        OptimizeResult result = maintain(table)
                .purge()
                .where("region <> 'West'")
                .where("region <> 'East'")
                .execute();

        assertThat(result.totalConsideredFiles()).isEqualTo(2);
        assertThat(vectors(directory)).isEqualTo(4);
        assertThatThrownBy(() -> maintain(table).purge().where("id = 3").plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("id");
    }

    private TestTable mapped(String mode) {
        TestTable table = TestTable.in(directory)
                .columnMapping(mode)
                .partitionedBy("region")
                .columns(wide(0, 0).type())
                .create();
        return table.append(wide(0, 10)).append(wide(10, 10));
    }

    private static Columns wide(long first, int count) {
        Columns rows = rows("West", first, count);
        String[] secrets = new String[count];
        for (int i = 0; i < count; i++) {
            secrets[i] = "secret " + (first + i);
        }
        return rows.strings("secret", secrets);
    }

    /** A commit that drops a column, as ALTER TABLE … DROP COLUMN makes it. */
    private void drop(TestTable table, String column) throws Exception {
        JsonNode commit = NaiveLog.latest(directory).metadata();
        ObjectNode metadata = commit.deepCopy();
        ObjectNode schema =
                (ObjectNode) JSON.readTree(metadata.get("schemaString").asText());
        ArrayNode fields = (ArrayNode) schema.get("fields");
        for (int i = fields.size() - 1; i >= 0; i--) {
            if (fields.get(i).get("name").asText().equals(column)) {
                fields.remove(i);
            }
        }
        metadata.put("schemaString", schema.toString());
        table.commitRaw(JSON.writeValueAsString(JSON.createObjectNode().set("metaData", metadata)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "id"})
    void filesWithDroppedColumnsAreRewrittenWithoutThem(String mode) throws Exception {
        TestTable table = mapped(mode);
        assertThat(maintain(table).purge().plan().isEmpty()).isTrue();
        drop(table, "secret");
        List<String> before = Tables.judge(directory);

        OptimizePlan plan = maintain(table).purge().plan();
        assertThat(plan.tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.reasons()).containsExactly(RewriteTask.Reason.DROPPED_COLUMNS));
        assertThat(plan.execute().numRecords()).isEqualTo(20);

        assertThat(Tables.judge(directory)).isEqualTo(before);
        for (NaiveFile file : NaiveLog.latest(directory).files()) {
            assertThat(ParquetRows.columns(file.file()).fields()).hasSize(2);
        }
        assertThat(maintain(table).purge().execute().isNoOp()).isTrue();
    }

    @Test
    void partitionColumnsInFilesAreNoDroppedColumns() {
        TestTable table = TestTable.in(directory)
                .partitionedBy("region")
                .partitionColumnsInFiles()
                .columns(rows("", 0, 0).type())
                .create();
        table.append(rows("West", 0, 10));
        assertThat(maintain(table).purge().plan().isEmpty()).isTrue();
    }

    @Test
    void columnsOfRowTrackingAreNoDroppedColumns() {
        TestTable table = TestTable.in(directory)
                .feature("rowTracking", "domainMetadata", "deletionVectors")
                .property("delta.enableRowTracking", "true")
                .property("delta.rowTracking.materializedRowIdColumnName", "_row-id-col-1")
                .property("delta.rowTracking.materializedRowCommitVersionColumnName", "_row-commit-version-col-1")
                .columns(rows("", 0, 0).type())
                .create();
        table.append(rows("West", 0, 10));
        table.deleteRows(table.files().get(0), 1);
        OptimizeResult result = maintain(table).purge().execute();
        assertThat(ParquetRows.columns(NaiveLog.latest(directory).files().get(0).file())
                        .indexOf("_row-id-col-1"))
                .isNotNegative();
        JsonNode info =
                NaiveLog.commit(directory, result.versions().get(0)).get(0).get("commitInfo");
        assertThat(info.get("tags").get("delta.rowTracking.preserved").asText()).isEqualTo("true");
        assertThat(maintain(table).purge().execute().isNoOp()).isTrue();
    }

    @Test
    void filesOnACurveAreRewrittenAloneAndStayOnIt() throws Exception {
        TestTable table = Tables.threeTasks(directory);
        List.copyOf(table.files()).forEach(file -> table.deleteRows(file, 1));
        List<String> lines = new ArrayList<>();
        for (NaiveFile file : NaiveLog.latest(directory).files()) {
            ObjectNode add = (ObjectNode) file.add().deepCopy();
            add.put("clusteringProvider", "liquid");
            add.putObject("tags")
                    .put("ZCUBE_ID", "cube")
                    .put("ZCUBE_ZORDER_BY", "[\"id\"]")
                    .put("other", "x");
            lines.add(JSON.writeValueAsString(JSON.createObjectNode().set("add", add)));
        }
        table.commitRaw(lines.toArray(String[]::new));

        OptimizeResult result = maintain(table).purge().execute();

        assertThat(result.filesAdded().totalFiles()).isEqualTo(6);
        assertThat(Tables.actions(directory, result.versions().get(0), "add")).allSatisfy(add -> {
            assertThat(add.get("clusteringProvider").asText()).isEqualTo("liquid");
            assertThat(add.get("tags").get("ZCUBE_ID").asText()).isEqualTo("cube");
            assertThat(add.get("tags").get("ZCUBE_ZORDER_BY").asText()).isEqualTo("[\"id\"]");
            assertThat(add.get("tags").has("other")).isFalse();
        });
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aMissingFileAndACancelledPurgeSayWhichAndChangeNothing() throws Exception {
        TestTable table = Tables.threeTasks(directory);
        table.deleteRows(table.files().get(0), 1);
        CancellationToken token = CancellationToken.create();
        token.cancel();
        assertThatThrownBy(() -> maintain(table).purge().cancellation(token).execute())
                .isInstanceOf(OperationCancelledException.class)
                .hasMessageContaining("the purge was cancelled; nothing was changed");
        Path lost = table.files().get(3).file();
        Files.delete(lost);
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThatThrownBy(() -> maintain(table).purge().execute())
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(lost.getFileName().toString());
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void filesAreMergedUpToTheTargetSize() {
        TestTable table = Tables.threeTasks(directory);
        List.copyOf(table.files()).forEach(file -> table.deleteRows(file, 1));
        assertThat(maintain(table).purge().targetFileSize(mebibytes(1)).plan().tasks())
                .hasSize(3);
        assertThat(maintain(table).purge().targetFileSize(ofBytes(1)).plan().tasks())
                .hasSize(6);
    }
}
