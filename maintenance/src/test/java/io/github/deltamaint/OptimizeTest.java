package io.github.deltamaint;

import static io.github.deltamaint.Tables.actions;
import static io.github.deltamaint.Tables.activeFiles;
import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.Tables.rows;
import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.ValueType;
import io.github.deltamaint.testsupport.VectorStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What OPTIMIZE promises, judged by parquet-java and a naive replay of the log. */
class OptimizeTest {
    @TempDir
    Path directory;

    private TestTable.Builder tableWithVectors() {
        return TestTable.in(directory).feature("deletionVectors");
    }

    private List<JsonNode> latest(String kind) {
        return actions(directory, NaiveLog.latest(directory).version(), kind);
    }

    @Test
    void everyPartitionBecomesOneFileWithTheSameRows() {
        TestTable table = TestTable.in(directory).partitionedBy("region").append(rows("West", 0, 10));
        table.append(rows("East/ä %25", 10, 10)).append(rows(null, 20, 10));
        table.append(rows("West", 30, 5)).append(rows("East/ä %25", 35, 5)).append(rows("", 40, 5));
        long before = table.files().stream()
                .mapToLong(file -> file.add().get("size").asLong())
                .sum();

        OptimizeResult result = maintain(table).optimize().execute();

        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(activeFiles(directory)).hasSize(3);
        assertThat(result.versions()).containsExactly(table.version() + 1);
        assertThat(result.filesRemoved().totalFiles()).isEqualTo(6);
        assertThat(result.filesRemoved().totalSize()).isEqualTo(ofBytes(before));
        assertThat(result.filesAdded().totalFiles()).isEqualTo(3);
        assertThat(result.filesAdded().totalSize().bytes())
                .isEqualTo(latest("add").stream()
                        .mapToLong(add -> add.get("size").asLong())
                        .sum());
        assertThat(result.partitionsOptimized()).isEqualTo(3);
        assertThat(result.numTasks()).isEqualTo(3);
        assertThat(result.numRecords()).isEqualTo(45);
        assertThat(result.totalConsideredFiles()).isEqualTo(6);
        assertThat(result.totalFilesSkipped()).isZero();
        assertThat(result.droppedTasks()).isEmpty();
        assertThat(result.isNoOp()).isFalse();
    }

    @Test
    void everyActionSaysThatNoRowChanged() {
        TestTable table = Tables.threeTasks(directory);
        maintain(table).optimize().execute();

        assertThat(latest("add"))
                .hasSize(3)
                .allMatch(add -> !add.get("dataChange").asBoolean());
        assertThat(latest("remove"))
                .hasSize(6)
                .allMatch(remove -> !remove.get("dataChange").asBoolean());
        assertThat(NaiveLog.commit(directory, table.version() + 1))
                .allMatch(action -> action.has("commitInfo") || action.has("add") || action.has("remove"));
        assertThat(NaiveLog.commit(directory, table.version() + 1).get(0).has("commitInfo"))
                .isTrue();
    }

    @Test
    void olderVersionsStayReadable() {
        TestTable table = Tables.threeTasks(directory);
        maintain(table).optimize().execute();
        for (long version = 1; version <= table.version(); version++) {
            assertThat(maintain(table).scan().version(version).contentSha256())
                    .isEqualTo(table.rows(version).contentSha256());
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyTombstoneRepeatsTheDeletionVectorOfItsFile(VectorStorage storage) throws IOException {
        TestTable table = tableWithVectors().append(rows("West", 1, 3)).append(rows("West", 4, 2));
        table.deleteRows(table.files().get(0), storage, 0);
        JsonNode vector = table.files().get(1).add().get("deletionVector");
        assertThat(vector).isNotNull();

        OptimizeResult result = maintain(table).optimize().execute();

        assertThat(latest("remove"))
                .filteredOn(remove -> remove.has("deletionVector"))
                .singleElement()
                .satisfies(remove -> {
                    assertThat(remove.get("deletionVector")).isEqualTo(vector);
                    assertThat(remove.get("extendedFileMetadata").asBoolean()).isTrue();
                });
        assertThat(latest("add")).singleElement().matches(add -> !add.has("deletionVector"));
        assertThat(result.numDeletionVectorsRemoved()).isEqualTo(1);
        assertThat(result.numDeletedRowsPurged()).isEqualTo(1);
        assertThat(result.numRecords()).isEqualTo(4);
        assertThat(activeFiles(directory)).hasSize(1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());

        table.checkpoint(table.version() + 1, CheckpointOptions.classic());
        Files.delete(table.commitFile(0));
        assertThat(activeFiles(directory)).hasSize(1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(maintain(table).scan().contentSha256())
                .isEqualTo(table.rows().contentSha256());
    }

    @Test
    void purgesALoneFileOfWhichOneRowInFiveIsDeleted() {
        TestTable table = tableWithVectors().append(rows("West", 0, 10));
        table.deleteRows(table.files().get(0), 3, 4);

        OptimizeResult result = maintain(table).optimize().execute();

        assertThat(result.numRecords()).isEqualTo(8);
        assertThat(result.numDeletedRowsPurged()).isEqualTo(2);
        assertThat(latest("add")).singleElement().matches(add -> !add.has("deletionVector"));
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void leavesALoneFileOfWhichOneRowInAHundredIsDeletedUnlessAskedTo() {
        TestTable table = tableWithVectors().append(rows("West", 0, 1000));
        table.deleteRows(table.files().get(0), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);

        assertThat(maintain(table).optimize().execute().isNoOp()).isTrue();
        OptimizeResult result =
                maintain(table).optimize().maxDeletedRowsRatio(0).execute();

        assertThat(result.numDeletedRowsPurged()).isEqualTo(10);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aFileWithoutAnyRowLeftIsRemovedAndNoneIsAdded() {
        TestTable table = tableWithVectors().append(rows("West", 0, 3));
        table.deleteRows(table.files().get(0), 0, 1, 2);

        OptimizeResult result = maintain(table).optimize().execute();

        assertThat(latest("remove")).hasSize(1);
        assertThat(latest("add")).isEmpty();
        assertThat(result.filesAdded()).isEqualTo(FileMetrics.NONE);
        assertThat(result.numRecords()).isZero();
        assertThat(judge(directory)).isEmpty();
        assertThat(maintain(table).detail().numFiles()).isZero();
        assertThat(maintain(table).optimize().execute().isNoOp()).isTrue();
    }

    @Test
    void filesWithoutRowsBecomeNoFile() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 0)).append(rows("West", 0, 0));
        maintain(table).optimize().execute();
        assertThat(latest("remove")).hasSize(2);
        assertThat(latest("add")).isEmpty();
    }

    @Test
    void spellingsOfOneTimestampBecomeOneFile() {
        Instant instant = Instant.parse("2024-01-01T10:00:00Z");
        TestTable table = TestTable.in(directory)
                .partitionedBy("at")
                .append(new Columns().longs("id", 1L).timestamps("at", instant));
        table.append(new Columns().longs("id", 2L).timestamps("at", instant));
        table.append(new Columns().longs("id", 3L).timestamps("at", instant));
        List<String> spellings =
                List.of("2024-01-01T10:00:00.000000Z", "2024-01-01T11:00:00+01:00", "2024-01-01T10:00:00Z");
        for (int i = 0; i < 3; i++) {
            ObjectNode add = table.files().get(i).add().deepCopy();
            ((ObjectNode) add.get("partitionValues")).put("at", spellings.get(i));
            table.commitRaw("{\"add\":" + add + "}");
        }

        assertThat(maintain(table).optimize().execute().numTasks()).isEqualTo(1);

        assertThat(latest("add"))
                .singleElement()
                .satisfies(
                        add -> assertThat(add.get("partitionValues").get("at").asText())
                                .isIn(spellings));
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(maintain(table).scan().contentSha256())
                .isEqualTo(table.rows().contentSha256());
    }

    @Test
    void columnsThatWereAddedLaterAreNullInOldRows() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5));
        table.addColumns(ValueType.columns(
                "more", ValueType.struct("a", ValueType.Primitive.LONG, "b", ValueType.Primitive.STRING)));
        table.append(Columns.of(
                table.columns(),
                List.of(
                        Arrays.asList(9L, "West", "x", Arrays.asList(1L, "one")),
                        Arrays.asList(10L, "West", "x", null))));

        assertThat(maintain(table).optimize().execute().numRecords()).isEqualTo(7);

        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(strings = {"name", "id"})
    void tablesWithColumnMappingStayReadable(String mode) {
        TestTable table = TestTable.in(directory)
                .columnMapping(mode)
                .partitionedBy("region")
                .append(rows("West", 0, 5))
                .append(rows("West", 5, 5));
        Map<String, ?> physical = table.files().get(0).partitionValues();

        maintain(table).optimize().execute();

        assertThat(latest("add")).singleElement().satisfies(add -> {
            assertThat(add.get("partitionValues").fieldNames().next())
                    .isEqualTo(physical.keySet().iterator().next());
            assertThat(add.get("path").asText()).matches("[0-9a-zA-Z]{2}/part-00000-.*");
        });
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void writesPartitionColumnsIntoFilesWhereTheTableAsksForIt() {
        TestTable table = TestTable.in(directory)
                .partitionedBy("region")
                .property("delta.writePartitionColumnsToParquet", "true")
                .partitionColumnsInFiles()
                .append(rows("West", 0, 5))
                .append(rows("West", 5, 5));
        maintain(table).optimize().execute();
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(maintain(table).scan().contentSha256())
                .isEqualTo(table.rows().contentSha256());
    }

    @Test
    void aSecondRunChangesNothingAtAll() {
        TestTable table = Tables.threeTasks(directory);
        maintain(table).optimize().execute();
        TreeSnapshot after = TreeSnapshot.of(directory);

        OptimizeResult second = maintain(table).optimize().execute();

        assertThat(second.isNoOp()).isTrue();
        assertThat(second.versions()).isEmpty();
        assertThat(second.filesAdded()).isEqualTo(FileMetrics.NONE);
        assertThat(second.filesRemoved()).isEqualTo(FileMetrics.NONE);
        assertThat(second.totalConsideredFiles()).isEqualTo(3);
        assertThat(second.totalFilesSkipped()).isEqualTo(3);
        assertThat(after.differenceNow(directory)).isEmpty();
    }

    @Test
    void planningChangesNothing() {
        TestTable table = Tables.threeTasks(directory);
        TreeSnapshot before = TreeSnapshot.of(directory);

        OptimizePlan plan = maintain(table).optimize().plan();

        assertThat(plan.readVersion()).isEqualTo(table.version());
        assertThat(plan.isEmpty()).isFalse();
        assertThat(plan.totalConsideredFiles()).isEqualTo(6);
        assertThat(plan.targetFileSize().bytes()).isEqualTo(128L << 20);
        assertThat(plan.skipped()).isEmpty();
        assertThat(plan.bytesToRewrite().bytes())
                .isEqualTo(table.files().stream()
                        .mapToLong(file -> file.add().get("size").asLong())
                        .sum());
        assertThat(plan.tasks())
                .extracting(task -> task.partitionValues().get("region"))
                .containsExactly("East", "North", "West");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aPlanDoesExactlyWhatItShowed() {
        TestTable table = Tables.threeTasks(directory);
        OptimizePlan plan = maintain(table).optimize().plan();
        table.append(rows("West", 5000, 10));
        table.append(rows("South", 6000, 10)).append(rows("South", 6010, 10));

        OptimizeResult result = plan.execute();

        assertThat(result.numTasks()).isEqualTo(plan.tasks().size());
        assertThat(latest("remove"))
                .extracting(remove -> remove.get("path").asText())
                .containsExactlyInAnyOrderElementsOf(plan.tasks().stream()
                        .flatMap(task -> task.inputPaths().stream())
                        .toList());
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aPlanCannotBeCarriedOutTwice() {
        OptimizePlan plan = maintain(Tables.threeTasks(directory)).optimize().plan();
        plan.execute();
        TreeSnapshot after = TreeSnapshot.of(directory);

        assertThatThrownBy(plan::execute)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this plan was executed before; make a new one");
        assertThat(after.differenceNow(directory)).isEmpty();
    }

    @Test
    void anEmptyTableGetsNoCommit() {
        TestTable table = TestTable.in(directory).columns(rows("", 0, 0).type()).create();
        OptimizeResult result = maintain(table).optimize().execute();
        assertThat(result.isNoOp()).isTrue();
        assertThat(result.totalConsideredFiles()).isZero();
        assertThat(NaiveLog.latest(directory).version()).isZero();
    }

    @Test
    void whereThereIsNoTableNothingIsCreated() {
        assertThatThrownBy(() -> DeltaMaintenance.table(directory + "/nothing")
                        .optimize()
                        .execute())
                .isInstanceOf(TableNotFoundException.class)
                .hasMessageContaining(directory + "/nothing");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void rewritesOnlyThePartitionsAskedFor() {
        TestTable table = Tables.threeTasks(directory);
        OptimizeResult result = maintain(table)
                .optimize()
                .where("region >= 'N'")
                .where("region <> 'West'")
                .execute();
        assertThat(result.totalConsideredFiles()).isEqualTo(2);
        assertThat(activeFiles(directory)).hasSize(5);
        assertThat(latest("add"))
                .singleElement()
                .matches(add -> add.get("path").asText().startsWith("region=North/"));
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void refusesAPredicateThatIsNoneAtTheCall() {
        Optimize optimize = maintain(Tables.threeTasks(directory)).optimize();
        assertThatThrownBy(() -> optimize.where("region = "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("region = ");
    }

    @Test
    void refusesAPredicateOverAnotherColumnWhenItPlans() {
        Optimize optimize = maintain(Tables.threeTasks(directory)).optimize().where("id > 5");
        assertThatThrownBy(optimize::plan)
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageStartingWith(directory + ": ")
                .hasMessageContaining("id");
    }

    @Test
    void refusesNonsenseAtTheCall() {
        Optimize optimize = DeltaMaintenance.table("/nowhere").optimize();
        assertThatThrownBy(() -> optimize.targetFileSize(ofBytes(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("targetFileSize must be positive but was 0 bytes");
        assertThatThrownBy(() -> optimize.minFileSize(ofBytes(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("minFileSize must be positive but was 0 bytes");
        for (double ratio : new double[] {-0.01, 1.01, Double.NaN}) {
            assertThatThrownBy(() -> optimize.maxDeletedRowsRatio(ratio))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("maxDeletedRowsRatio must be between 0 and 1 but was " + ratio);
        }
        assertThatThrownBy(() -> optimize.commitEvery(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("commitEvery must be positive but was 0");
    }

    @Test
    void splitsAPartitionIntoFilesNearTheTarget() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 100));
        for (int i = 1; i < 8; i++) {
            table.append(rows("West", i * 100L, 100));
        }
        long one = table.files().get(0).add().get("size").asLong();

        OptimizeResult result = maintain(table)
                .optimize()
                .targetFileSize(ofBytes(one * 4 + 100))
                .execute();

        assertThat(result.numTasks()).isEqualTo(2);
        assertThat(activeFiles(directory)).hasSize(2);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void theHistorySaysWhoDidItAndWhy() {
        TestTable table = Tables.threeTasks(directory);
        try (MaintenanceContext context =
                MaintenanceContext.builder().engineInfo("night job").build()) {
            TableMaintenance maintenance = DeltaMaintenance.table(directory.toString(), context);
            maintenance.optimize().userMetadata("ticket \"42\"").execute();

            HistoryEntry entry = maintenance.history(1).get(0);
            assertThat(entry.version()).isEqualTo(table.version() + 1);
            assertThat(entry.operation()).contains("OPTIMIZE");
            assertThat(entry.userMetadata()).contains("ticket \"42\"");
            assertThat(entry.engineInfo())
                    .hasValueSatisfying(engine -> assertThat(engine).matches("Delta-Maintenance/\\S+ night job"));
            assertThat(entry.readVersion()).hasValue(table.version());
            assertThat(entry.isolationLevel()).contains("SnapshotIsolation");
            assertThat(entry.isBlindAppend()).contains(false);
            assertThat(entry.operationParameters())
                    .containsEntry("predicate", "[]")
                    .containsEntry("auto", "false");
            assertThat(entry.operationMetrics())
                    .containsEntry("numAddedFiles", "3")
                    .containsEntry("numRemovedFiles", "6");
        }
    }

    @Test
    void commitsEachTimeSoManyTasksAreDone() {
        TestTable table = Tables.threeTasks(directory);
        OptimizeResult result = maintain(table).optimize().commitEvery(2).execute();
        assertThat(result.versions()).containsExactly(table.version() + 1, table.version() + 2);
        assertThat(result.numTasks()).isEqualTo(3);
        assertThat(actions(directory, table.version() + 1, "add")).hasSize(2);
        assertThat(actions(directory, table.version() + 2, "add")).hasSize(1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(maintain(table).optimize().execute().isNoOp()).isTrue();
    }

    @Test
    void aTableInADirectoryWithAStrangeNameIsATable() {
        for (String name : List.of("with space", "50% off", "a%20b", "größe-日本", "plus+and&")) {
            TestTable table = TestTable.in(directory.resolve(name)).append(rows("West", 0, 5));
            table.append(rows("West", 5, 5));
            maintain(table).optimize().execute();
            assertThat(judge(table.path())).isEqualTo(table.rows().texts());
            String uri = table.path().toUri().toString();
            assertThat(DeltaMaintenance.table(uri).detail().numFiles()).isEqualTo(1);
        }
    }

    @Test
    void oneOfSeveralFilesOfAPartitionMayBeLeftAlone() {
        TestTable table = tableWithVectors().append(rows("West", 0, 2000)).append(rows("West", 2000, 5));
        table.append(rows("West", 2005, 5));
        TestFile large = table.files().get(0);
        long target = large.add().get("size").asLong();

        maintain(table).optimize().targetFileSize(ofBytes(target)).execute();

        assertThat(activeFiles(directory)).hasSize(2).contains(large.path());
        assertThat(Collections.max(latest("remove").stream()
                        .map(remove -> remove.get("size").asLong())
                        .toList()))
                .isLessThan(target);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }
}
