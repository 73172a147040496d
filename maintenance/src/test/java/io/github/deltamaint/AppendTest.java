package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Appends, judged by parquet-java and a naive replay of the log. */
class AppendTest {
    @TempDir
    Path directory;

    private TableMaintenance table;

    private TableMaintenance table(String... keysAndValues) {
        TestTable.Builder builder = TestTable.in(directory)
                .partitionedBy("region")
                .columns(Tables.rows("", 0, 0).type());
        for (int i = 0; i < keysAndValues.length; i += 2) {
            builder.property(keysAndValues[i], keysAndValues[i + 1]);
        }
        table = Tables.maintain(builder.create());
        return table;
    }

    /** Every fixture that rows can be added to, once more with all its rows: all types, partitions, mappings and features. */
    @ParameterizedTest
    @FixtureSource("read")
    void aTableWithItsOwnRowsAppendedHasEachTwice(Fixture fixture) {
        Path copy = fixture.copyTo(directory);
        TableMaintenance maintenance = DeltaMaintenance.table(copy.toString());
        TreeSnapshot untouched = TreeSnapshot.of(copy);
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        List<String> before;
        try (Append append = maintenance.append()) {
            append.values();
            throw new AssertionError("a table without columns");
        } catch (UnsupportedTableFeatureException e) {
            assertThat(e).hasMessageContaining("appending rows is refused: ");
            assertThat(untouched.differenceNow(copy)).isEmpty();
            return;
        } catch (InvalidOperationException e) {
            assertThat(e).hasMessageContaining("but there are 0 values");
            maintenance.scan().forEach(rows::add);
            before = Tables.judge(copy);
        }
        try (Append append = maintenance.append()) {
            rows.forEach(append::row);
            AppendResult result = append.commit();
            assertThat(result.rows()).isEqualTo(rows.size());
            assertThat(result.version().isPresent()).isEqualTo(!rows.isEmpty());
        }
        List<String> twice =
                Stream.concat(before.stream(), before.stream()).sorted().toList();
        assertThat(Tables.judge(copy)).isEqualTo(twice);
    }

    @Test
    void rowsOfOnePartitionAreOneFileAndOneCommitSaysSo() {
        table();
        AppendResult result;
        try (Append append = table.append()) {
            append.userMetadata("batch 7");
            for (int i = 0; i < 100; i++) {
                append.row(Map.of("id", i, "region", i % 2 == 0 ? "East" : "West"));
            }
            result = append.commit();
        }
        assertThat(result.version()).hasValue(1);
        assertThat(result.rows()).isEqualTo(100);
        assertThat(result.filesAdded().totalFiles()).isEqualTo(2);
        assertThat(Tables.judge(directory)).hasSize(100);
        HistoryEntry commit = table.history(1).get(0);
        assertThat(commit.operation()).contains("WRITE");
        assertThat(commit.isBlindAppend()).contains(true);
        assertThat(commit.userMetadata()).contains("batch 7");
        assertThat(commit.operationParameters())
                .containsEntry("mode", "Append")
                .containsEntry("partitionBy", "[\"region\"]");
        assertThat(commit.operationMetrics()).containsEntry("numFiles", "2").containsEntry("numOutputRows", "100");
        for (JsonNode added : Tables.actions(directory, 1, "add")) {
            assertThat(added.get("dataChange").asBoolean()).isTrue();
            assertThat(added.get("path").asText()).startsWith("region=");
            assertThat(added.get("stats").asText()).contains("\"numRecords\":50");
        }
    }

    @Test
    void valuesInTheOrderOfTheColumnsDoAsWell() {
        table();
        try (Append append = table.append()) {
            append.values(1L, "East", null).values((short) 2, null, "note").commit();
        }
        Columns expected = new Columns()
                .longs("id", 1L, 2L)
                .strings("region", "East", null)
                .strings("note", null, "note");
        assertThat(Tables.judge(directory))
                .isEqualTo(TestTable.in(directory.resolve("other"))
                        .append(expected)
                        .rows()
                        .texts());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name | x | there is no column name",
                "id | x | column id takes a whole number, but the value is of type String",
                "note | 5 | column note takes String, but the value is of type Integer"
            })
    void aRowThatDoesNotFitIsNamedAndTheOthersGoOn(String column, String value, String problem) {
        table();
        Object given = value.equals("5") ? (Object) 5 : value;
        try (Append append = table.append()) {
            append.row(Map.of("id", 1));
            assertThatThrownBy(() -> append.row(Map.of(column, given)))
                    .isInstanceOf(InvalidOperationException.class)
                    .hasMessage(directory + ": row 2 does not fit the table: " + problem);
            append.row(Map.of("id", 2));
            assertThat(append.commit().rows()).isEqualTo(2);
        }
        assertThat(Tables.judge(directory)).hasSize(2);
    }

    @Test
    void halfACharacterIsNoText() {
        table();
        try (Append append = table.append()) {
            assertThatThrownBy(() -> append.row(Map.of("note", "a\ud83d")))
                    .hasMessageContaining("column note is no valid text");
        }
    }

    @Test
    void namesOfColumnsAreEqualWhateverTheirCase() {
        table();
        try (Append append = table.append()) {
            append.row(Map.of("ID", 1));
            assertThatThrownBy(() -> append.row(Map.of("id", 1, "Id", 2))).hasMessageContaining("given twice");
            append.commit();
        }
        assertThat(table.scan().where("id = 1").digest().rows()).isEqualTo(1);
    }

    @Test
    void manyPartitionsInTurnLoseNothing() {
        table();
        try (Append append = table.append()) {
            for (int i = 0; i < 500; i++) {
                append.row(Map.of("id", i, "region", "region " + i % 40));
            }
            assertThat(append.commit().filesAdded().totalFiles()).isGreaterThanOrEqualTo(40);
        }
        assertThat(Tables.judge(directory)).hasSize(500);
        assertThat(table.digest().rows()).isEqualTo(500);
    }

    /** Row ids are what a row of a table that tracks rows is known by, so no new one may be one that was given before. */
    @ParameterizedTest
    @ValueSource(strings = {"row_tracking", "row_tracking_dv"})
    void newRowsGetFreshIds(String fixture) {
        Path copy = Fixtures.named(fixture).copyTo(directory);
        long lastId = -1;
        for (NaiveFile file : NaiveLog.latest(copy).files()) {
            lastId = Math.max(
                    lastId,
                    file.add().get("baseRowId").asLong()
                            + file.stats().get("numRecords").asLong()
                            - 1);
        }
        TableMaintenance maintenance = DeltaMaintenance.table(copy.toString());
        long version = maintenance.detail().version() + 1;
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        maintenance.scan().limit(3).forEach(rows::add);
        try (Append append = maintenance.append()) {
            rows.forEach(append::row);
            append.commit();
        }
        long next = lastId + 1;
        for (JsonNode added : Tables.actions(copy, version, "add")) {
            assertThat(added.get("baseRowId").asLong()).isGreaterThanOrEqualTo(next);
            assertThat(added.get("defaultRowCommitVersion").asLong()).isEqualTo(version);
        }
        assertThat(Tables.actions(copy, version, "domainMetadata"))
                .singleElement()
                .satisfies(domain -> assertThat(domain.get("domain").asText()).isEqualTo("delta.rowTracking"));
    }

    @Test
    void anEmptyTextIsNullInAPartitionAlone() {
        table();
        try (Append append = table.append()) {
            append.row(Map.of("id", 1, "region", "", "note", "")).commit();
        }
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        table.scan().forEach(rows::add);
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.get("region")).isNull();
            assertThat(row.get("note")).isEqualTo("");
        });
    }

    @Test
    void aBatchIsAppendedOnceHoweverOftenItIsRepeated() {
        table();
        for (int attempt = 0; attempt < 3; attempt++) {
            try (Append append = table.append().transaction("service", 7)) {
                append.row(Map.of("id", 1));
                AppendResult result = append.commit();
                assertThat(result.alreadyCommitted()).isEqualTo(attempt > 0);
                assertThat(result.version().isPresent()).isEqualTo(attempt == 0);
            }
        }
        try (Append append = table.append().transaction("service", 6)) {
            assertThat(append.row(Map.of("id", 2)).commit().alreadyCommitted()).isTrue();
        }
        try (Append append = table.append().transaction("other", 6)) {
            assertThat(append.row(Map.of("id", 3)).commit().alreadyCommitted()).isFalse();
        }
        assertThat(Tables.judge(directory)).hasSize(2);
        assertThat(dataFiles()).isEqualTo(2);
    }

    @Test
    void ofTwoAtOnceWithTheSameBatchOneLosesAndLeavesNothing() {
        table();
        try (Append first = table.append().transaction("service", 1);
                Append second = table.append().transaction("service", 1)) {
            first.row(Map.of("id", 1));
            second.row(Map.of("id", 1));
            first.commit();
            assertThatThrownBy(second::commit).isInstanceOf(CommitConflictException.class);
        }
        assertThat(Tables.judge(directory)).hasSize(1);
        assertThat(dataFiles()).isEqualTo(1);
    }

    @Test
    void appendsAtOnceAreNoConflict() {
        table();
        try (Append first = table.append();
                Append second = table.append()) {
            first.row(Map.of("id", 1));
            second.row(Map.of("id", 2));
            first.commit();
            assertThat(second.commit().version()).hasValue(2);
        }
        assertThat(Tables.judge(directory)).hasSize(2);
    }

    @Test
    void aChangedTableIsAConflictThatLeavesNothing() {
        table();
        try (Append append = table.append()) {
            append.row(Map.of("id", 1));
            table.properties().set("owner", "ann").commit();
            assertThatThrownBy(append::commit).isInstanceOf(CommitConflictException.class);
        }
        assertThat(dataFiles()).isZero();
    }

    @Test
    void whatIsGivenUpLeavesNothing() {
        table();
        TreeSnapshot before = TreeSnapshot.of(directory);
        try (Append append = table.append()) {
            append.row(Map.of("id", 1));
        }
        assertThat(before.differenceNow(directory)).doesNotContain(".parquet");
        assertThat(dataFiles()).isZero();
        assertThat(table.history(9)).hasSize(1);
    }

    @Test
    void nothingToAppendIsNoCommitUnlessABatchIsToBeRemembered() {
        table();
        try (Append append = table.append()) {
            assertThat(append.commit().version()).isEmpty();
        }
        try (Append append = table.append().transaction("service", 1)) {
            assertThat(append.commit().version()).hasValue(1);
        }
    }

    @Test
    void anAppendIsForOneUse() {
        table();
        Append append = table.append();
        append.row(Map.of("id", 1));
        assertThatThrownBy(() -> append.transaction("late", 1)).isInstanceOf(IllegalStateException.class);
        append.commit();
        assertThatThrownBy(append::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> append.row(Map.of())).isInstanceOf(IllegalStateException.class);
        append.close();
        assertThat(Tables.judge(directory)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "unsupported_writer_feature, unsupported_writer_feature",
        "generated_columns, is generated",
        "identity_columns, identity",
        "check_constraints, constraint"
    })
    void whatCannotBeDoneCorrectlyIsRefusedByName(String fixture, String reason) {
        assumeFixture(fixture);
        Path copy = Fixtures.named(fixture).copyTo(directory);
        TreeSnapshot before = TreeSnapshot.of(copy);
        try (Append append = DeltaMaintenance.table(copy.toString()).append()) {
            assertThatThrownBy(() -> append.row(Map.of()))
                    .isInstanceOf(UnsupportedTableFeatureException.class)
                    .hasMessageContaining("appending rows is refused")
                    .hasMessageContaining(reason);
        }
        assertThat(before.differenceNow(copy)).isEmpty();
    }

    private static void assumeFixture(String name) {
        org.junit.jupiter.api.Assumptions.assumeTrue(
                Fixtures.all().stream().anyMatch(fixture -> fixture.name().equals(name)), "no fixture " + name);
    }

    /** The service of the tutorial: many small batches, and a table that stays small. */
    @Test
    void aTableThatIsCompactedAfterEachAppendStaysSmall() {
        table("delta.autoOptimize.autoCompact", "true");
        for (int batch = 0; batch < 60; batch++) {
            try (Append append = table.append().transaction("service", batch)) {
                for (int i = 0; i < 10; i++) {
                    append.row(Map.of("id", batch * 10 + i, "region", "East"));
                }
                AppendResult result = append.commit();
                table.autoCompact()
                        .since(result.version().orElseThrow() - 1)
                        .minNumFiles(8)
                        .execute();
            }
            assertThat(Tables.activeFiles(directory)).hasSizeLessThan(20);
        }
        assertThat(Tables.judge(directory)).hasSize(600);
    }

    private long dataFiles() {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".parquet")).count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
