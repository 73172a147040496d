package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Detail and history, compared with what Delta Spark says about the tables that it wrote. */
class TableDetailTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The time of commits that were put into a fixture by hand: before their predecessors', so readers that want times to ascend move it. */
    private static final long BY_HAND = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();

    @TempDir
    Path directory;

    @ParameterizedTest
    @FixtureSource("read")
    void detailSaysWhatDeltaSparkSays(Fixture fixture) {
        TableDetail detail = DeltaMaintenance.table(fixture.table().toString()).detail();

        JsonNode expected = fixture.manifest();
        assertThat(detail.format()).isEqualTo("delta");
        assertThat(detail.location()).isEqualTo(fixture.table().toAbsolutePath().toString());
        fixture.version().ifPresent(version -> assertThat(detail.version()).isEqualTo(version));
        assertThat(detail.minReaderVersion())
                .isEqualTo(expected.path("protocol").path("minReaderVersion").asInt());
        assertThat(detail.minWriterVersion())
                .isEqualTo(expected.path("protocol").path("minWriterVersion").asInt());
        List<String> features = new ArrayList<>();
        expected.path("protocol").path("writerFeatures").forEach(feature -> features.add(feature.asText()));
        assertThat(detail.tableFeatures()).containsAll(features).isSorted();
        assertThat(detail.numFiles()).isEqualTo(fixture.activeFiles().size());
        assertThat(detail.sizeInBytes().bytes())
                .isEqualTo(fixture.activeFiles().stream()
                        .mapToLong(Fixture.ActiveFile::size)
                        .sum());
        assertThat(detail.properties())
                .containsExactlyEntriesOf(NaiveLog.latest(fixture.table()).configuration());
    }

    @ParameterizedTest
    @FixtureSource("read")
    void historySaysWhatDeltaSparkSays(Fixture fixture) throws Exception {
        Path copy = fixture.copyTo(directory);
        List<HistoryEntry> history = DeltaMaintenance.table(copy.toString()).history(Integer.MAX_VALUE);

        assertThat(history).hasSameSizeAs(fixture.history());
        for (int i = 0; i < history.size(); i++) {
            JsonNode expected = JSON.readTree(fixture.history().get(i));
            HistoryEntry entry = history.get(i);
            assertThat(entry.version()).isEqualTo(expected.get("version").asLong());
            if (expected.get("timestamp").asLong() != BY_HAND) {
                assertThat(entry.timestamp())
                        .isEqualTo(
                                Instant.ofEpochMilli(expected.get("timestamp").asLong()));
            }
            assertThat(entry.operation()).isEqualTo(text(expected, "operation"));
            assertThat(entry.operationParameters()).isEqualTo(texts(expected.path("operationParameters")));
            assertThat(entry.operationMetrics()).isEqualTo(texts(expected.path("operationMetrics")));
            assertThat(entry.readVersion())
                    .isEqualTo(
                            expected.hasNonNull("readVersion")
                                    ? OptionalLong.of(
                                            expected.get("readVersion").asLong())
                                    : OptionalLong.empty());
            assertThat(entry.isolationLevel()).isEqualTo(text(expected, "isolationLevel"));
            assertThat(entry.isBlindAppend().map(String::valueOf)).isEqualTo(text(expected, "isBlindAppend"));
            assertThat(entry.userMetadata()).isEqualTo(text(expected, "userMetadata"));
            assertThat(entry.engineInfo()).isEqualTo(text(expected, "engineInfo"));
            assertThat(entry.txnId()).isEqualTo(text(expected, "txnId"));
        }
    }

    private static Optional<String> text(JsonNode entry, String name) {
        return entry.hasNonNull(name) ? Optional.of(entry.get(name).asText()) : Optional.empty();
    }

    private static Map<String, @Nullable String> texts(JsonNode node) {
        Map<String, @Nullable String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> texts.put(
                        entry.getKey(),
                        entry.getValue().isNull()
                                ? null
                                : entry.getValue().isTextual()
                                        ? entry.getValue().textValue()
                                        : entry.getValue().toString()));
        return texts;
    }

    @ParameterizedTest
    @CsvSource({"clustering,customer_id", "clustering_changed,order_date"})
    void detailNamesClusteringColumnsByTheirLogicalNames(String fixture, String column) {
        TableDetail detail = DeltaMaintenance.table(
                        Fixtures.named(fixture).table().toString())
                .detail();
        assertThat(detail.clusteringColumns()).contains(column);
        assertThat(detail.partitionColumns()).isEmpty();
    }

    @Test
    void clusteringColumnsAreFoundInEveryFormThatWritersUse() {
        TestTable table =
                TestTable.in(directory).feature("domainMetadata", "clustering").append(Tables.rows("West", 0, 3));
        table.commit(commit ->
                commit.domain("delta.clustering", "{\"clusteringColumns\":[[\"id\"],\"region\",[\"gone\",\"x\"]]}"));
        assertThat(Tables.maintain(table).detail().clusteringColumns()).containsExactly("id", "region", "gone.x");
        table.commit(commit -> commit.domain("delta.clustering", "no JSON"));
        assertThat(Tables.maintain(table).detail().clusteringColumns()).isEmpty();
    }

    @Test
    void historyGivesTheNewestFirstAndNoMoreThanAskedFor() {
        TestTable table = Tables.threeTasks(directory);
        assertThat(Tables.maintain(table).history(2))
                .extracting(HistoryEntry::version)
                .containsExactly(table.version(), table.version() - 1);
        assertThatThrownBy(() -> Tables.maintain(table).history(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit must be positive but was 0");
    }

    @Test
    void historyOfCommitsThatSayNothingIsEmptyNotWrong() {
        TestTable table = Tables.threeTasks(directory);
        table.commitRaw("{\"txn\":{\"appId\":\"a\",\"version\":1}}");
        table.commitRaw(
                "{\"commitInfo\":{\"operation\":\"X\",\"userName\":\"ann\",\"operationParameters\":{\"p\":{\"q\":1}}}}");
        List<HistoryEntry> history = Tables.maintain(table).history(2);
        assertThat(history.get(0).operation()).contains("X");
        assertThat(history.get(0).userName()).contains("ann");
        assertThat(history.get(0).operationParameters()).containsEntry("p", "{\"q\":1}");
        HistoryEntry silent = history.get(1);
        assertThat(silent.operation()).isEmpty();
        assertThat(silent.operationParameters()).isEmpty();
        assertThat(silent.readVersion()).isEmpty();
        assertThat(silent.isBlindAppend()).isEmpty();
        assertThat(silent.userName()).isEmpty();
    }

    @Test
    void whereThereIsNoTableTheMessageSaysSo() {
        TableMaintenance nothing = DeltaMaintenance.table(directory.toString());
        assertThatThrownBy(nothing::detail)
                .isInstanceOf(TableNotFoundException.class)
                .hasMessageStartingWith(directory + ": ");
        assertThatThrownBy(() -> nothing.history(1)).isInstanceOf(TableNotFoundException.class);
        assertThat(directory).isEmptyDirectory();
    }
}
