package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CreateTest {
    @TempDir
    Path directory;

    private Path path() {
        return directory.resolve("sales");
    }

    private TableMaintenance table() {
        return DeltaMaintenance.table(path().toString());
    }

    private Create sales() {
        return table().create()
                .column("id", "bigint")
                .column("region", "string")
                .column("revenue", "decimal(10,2)");
    }

    private JsonNode created(String action) {
        List<JsonNode> actions = Tables.actions(path(), 0, action);
        assertThat(actions).hasSize(1);
        return actions.get(0);
    }

    @Test
    void aTableIsThereAndTakesRows() {
        assertThat(sales().partitionedBy("region").commit()).isZero();
        try (Append append = table().append()) {
            append.row(Map.of("id", 1L, "region", "West", "revenue", new java.math.BigDecimal("3.50")));
            append.commit();
        }
        assertThat(Tables.judge(path())).hasSize(1);
        assertThat(Tables.activeFiles(path())).allMatch(file -> file.startsWith("region=West/"));
        TableDetail detail = table().detail();
        assertThat(detail.partitionColumns()).containsExactly("region");
        assertThat(detail.version()).isEqualTo(1);
    }

    @Test
    void protocolAndMetadataAreThoseOfAPlainTable() {
        sales().description("all sales").commit();
        JsonNode protocol = created("protocol");
        assertThat(protocol.get("minReaderVersion").asInt()).isEqualTo(1);
        assertThat(protocol.get("minWriterVersion").asInt()).isEqualTo(2);
        assertThat(protocol.has("writerFeatures")).isFalse();
        JsonNode metadata = created("metaData");
        assertThat(metadata.get("description").asText()).isEqualTo("all sales");
        assertThat(metadata.get("format").get("provider").asText()).isEqualTo("parquet");
        assertThat(metadata.get("schemaString").asText())
                .isEqualTo("{\"type\":\"struct\",\"fields\":["
                        + "{\"name\":\"id\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}},"
                        + "{\"name\":\"region\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}},"
                        + "{\"name\":\"revenue\",\"type\":\"decimal(10,2)\",\"nullable\":true,\"metadata\":{}}]}");
        assertThat(created("commitInfo").get("operation").asText()).isEqualTo("CREATE TABLE");
    }

    @ParameterizedTest
    @CsvSource({
        "delta.enableDeletionVectors, true, 3, deletionVectors",
        "delta.enableChangeDataFeed, true, 1, changeDataFeed",
        "delta.checkpointPolicy, v2, 3, v2Checkpoint",
        "DELTA.enabletypewidening, true, 3, typeWidening",
        "delta.checkpointInterval, 20, 1, ",
        "delta.appendOnly, true, 1, ",
        "owner, ann, 1, ",
    })
    void propertiesSwitchOnWhatTheyNeed(String key, String value, int readerVersion, String feature) {
        sales().property(key, value).commit();
        JsonNode protocol = created("protocol");
        assertThat(protocol.get("minReaderVersion").asInt()).isEqualTo(readerVersion);
        if (feature == null) {
            assertThat(protocol.get("minWriterVersion").asInt()).isEqualTo(2);
        } else {
            assertThat(protocol.get("writerFeatures"))
                    .extracting(JsonNode::asText)
                    .contains(feature);
            assertThat(protocol.has("readerFeatures")).isEqualTo(readerVersion == 3);
        }
        assertThat(table().properties().current()).hasSize(1).containsValue(value);
    }

    @Test
    void timestampsWithoutAZoneNeedTheirFeatureAtAnyDepth() {
        table().create().column("times", "array<struct<at: timestamp_ntz>>").commit();
        assertThat(created("protocol").get("readerFeatures"))
                .extracting(JsonNode::asText)
                .containsExactly("timestampNtz");
    }

    @Test
    void requiredColumnsTakeNoNull() {
        table().create().requiredColumn("id", "bigint").column("note", "string").commit();
        try (Append append = table().append()) {
            assertThatThrownBy(() -> append.row(Map.of("note", "no id")))
                    .isInstanceOf(InvalidOperationException.class)
                    .hasMessageContaining("id");
        }
    }

    @Test
    void aTableThatIsThereIsNotTouched() {
        TestTable there = TestTable.in(path()).append(Tables.rows("West", 0, 3));
        assertThatThrownBy(() -> sales().commit())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("there is a table already");
        assertThat(sales().ifNotExists().commit()).isEqualTo(there.version());
        assertThat(NaiveLog.latest(path()).version()).isEqualTo(there.version());
    }

    @Test
    void theRestOfALogIsNoPlaceForATable() throws IOException {
        Files.createDirectories(path().resolve("_delta_log"));
        Files.writeString(path().resolve("_delta_log/00000000000000000007.json"), "{}");
        assertThatThrownBy(() -> sales().commit()).isInstanceOf(InvalidOperationException.class);
        assertThat(path().resolve("_delta_log/00000000000000000000.json")).doesNotExist();
    }

    @Test
    void oneOfTwoThatMakeATableAtOnceWins() {
        Runnable other = () -> TestTable.in(path()).append(Tables.rows("West", 0, 3));
        assertThatThrownBy(() -> Tables.overtakenBy(path(), other)
                        .create()
                        .column("id", "bigint")
                        .commit())
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("another writer");
        assertThat(Tables.judge(path())).hasSize(3);
    }

    @Test
    void theLoserTakesTheOthersTableWhereOneIsEnough() {
        Runnable other = () -> TestTable.in(path()).append(Tables.rows("West", 0, 3));
        assertThat(Tables.overtakenBy(path(), other)
                        .create()
                        .column("id", "bigint")
                        .ifNotExists()
                        .commit())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delta.columnMapping.mode",
                "delta.enableRowTracking",
                "delta.constraints.positive",
                "delta.feature.clustering",
                "delta.checkpointIntervall"
            })
    void propertiesThatTakeMoreThanAValueAreRefusedByName(String key) {
        assertThatThrownBy(() -> sales().property(key, "true").commit())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining(key);
        assertThat(path()).doesNotExist();
    }

    private void refused(UnaryOperator<Create> columns, String problem) {
        assertThatThrownBy(() -> columns.apply(table().create()).commit())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
        assertThat(path()).doesNotExist();
    }

    @Test
    void columnsThatMakeNoTableAreRefused() {
        refused(it -> it, "at least 1 column");
        refused(it -> it.column("a", "int").column("A", "int"), "two columns");
        refused(it -> it.column("a b", "int"), "cannot be called");
        refused(it -> it.column("a", "struct<b: int, b: int>"), "two columns a.b");
        refused(it -> it.column("a", "int").partitionedBy("b"), "not in the schema");
        refused(it -> it.column("a", "int").partitionedBy("a"), "all columns are partition columns");
        refused(it -> it.column("a", "int").column("b", "array<int>").partitionedBy("b"), "array<integer>");
        refused(it -> it.column("a", "varchar(10)"), "'varchar' is unknown");
    }
}
