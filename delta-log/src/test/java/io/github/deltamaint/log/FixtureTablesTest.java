package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables written by Delta Spark: our snapshots say what Delta Spark says about them, and what a naive replay says. */
class FixtureTablesTest {

    static Stream<Fixture> readable() {
        return Fixtures.all().stream()
                .filter(fixture -> fixture.refuse().filter("read"::equals).isEmpty());
    }

    static Stream<Fixture> unreadable() {
        return Fixtures.all().stream()
                .filter(fixture -> fixture.refuse().filter("read"::equals).isPresent());
    }

    private static DeltaLog log(Fixture fixture) {
        return DeltaLog.forTable(new LocalStorage(), fixture.table().toString(), Clock.systemUTC());
    }

    @ParameterizedTest
    @MethodSource("readable")
    void hasTheFilesThatDeltaSparkSees(Fixture fixture) {
        Snapshot snapshot = log(fixture).snapshot();
        fixture.version().ifPresent(version -> assertThat(snapshot.version()).isEqualTo(version));
        List<Fixture.ActiveFile> files = new ArrayList<>();
        snapshot.forEachActiveFile(
                FileProjection.WITH_STATS,
                file -> files.add(new Fixture.ActiveFile(
                        file.path(),
                        file.partitionValues(),
                        file.size(),
                        file.stats().orElse(null))));
        if (!fixture.activeFiles().isEmpty()) {
            assertThat(files)
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("stats")
                    .containsExactlyInAnyOrderElementsOf(fixture.activeFiles());
        }
        assertThat(snapshot.counts())
                .isEqualTo(new FileCounts(
                        files.size(),
                        files.stream().mapToLong(Fixture.ActiveFile::size).sum(),
                        snapshot.counts().numDeletionVectors(),
                        snapshot.counts().numDeletedRecords()));
    }

    @ParameterizedTest
    @MethodSource("readable")
    void agreesWithANaiveReplayAtEveryVersion(Fixture fixture) {
        DeltaLog log = log(fixture);
        long latest = log.snapshot().version();
        for (VersionTime version : log.versions()) {
            if (fixture.versions().stream().noneMatch(known -> known.version() == version.version())
                    && version.version() != latest) {
                continue;
            }
            assertThat(SnapshotContents.of(log.snapshotAt(version.version())))
                    .as("version %s", version.version())
                    .isEqualTo(SnapshotContents.of(NaiveLog.at(fixture.table(), version.version())));
        }
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void refusesWhatItCannotRead(Fixture fixture) {
        assertThatThrownBy(() -> log(fixture).snapshot())
                .isInstanceOf(UnsupportedTableFeatureException.class)
                .hasMessageStartingWith(fixture.table() + ": ");
    }

    @ParameterizedTest
    @MethodSource("readable")
    void leavesStatisticsOutWhenTheyAreNotWanted(Fixture fixture) {
        Snapshot snapshot = log(fixture).snapshot();
        List<AddFile> without = new ArrayList<>();
        snapshot.forEachActiveFile(FileProjection.WITHOUT_STATS, without::add);
        assertThat(without).allSatisfy(file -> assertThat(file.stats()).isEmpty());
        assertThat(without).hasSize((int) snapshot.counts().numFiles());
    }

    @ParameterizedTest
    @MethodSource("readable")
    void tellsTheHistoryThatDeltaSparkTells(Fixture fixture) {
        List<JsonNode> expected =
                fixture.history().stream().map(FixtureTablesTest::parse).toList();
        Assumptions.assumeFalse(expected.isEmpty(), "no history known");
        List<HistoryEntry> history = log(fixture).history(Integer.MAX_VALUE);
        assertThat(history)
                .extracting(HistoryEntry::version)
                .isEqualTo(expected.stream()
                        .map(entry -> entry.get("version").asLong())
                        .toList());
        for (int i = 0; i < expected.size(); i++) {
            JsonNode entry = expected.get(i);
            CommitInfo info = history.get(i).commitInfo().orElseThrow();
            assertThat(info.operation()).contains(entry.get("operation").asText());
            assertThat(info.txnId()).isEqualTo(text(entry, "txnId"));
            assertThat(info.userMetadata()).isEqualTo(text(entry, "userMetadata"));
            entry.path("operationMetrics")
                    .properties()
                    .forEach(metric -> assertThat(info.operationMetrics())
                            .containsEntry(metric.getKey(), metric.getValue().asText()));
            if (entry.has("inCommitTimestamp")
                    && log(fixture).snapshot().properties().inCommitTimestampsEnabled()) {
                assertThat(history.get(i).timestamp().toEpochMilli())
                        .isEqualTo(entry.get("inCommitTimestamp").asLong());
            }
        }
    }

    private static Optional<String> text(JsonNode entry, String name) {
        return entry.hasNonNull(name) ? Optional.of(entry.get(name).asText()) : Optional.empty();
    }

    private static JsonNode parse(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    static Stream<Fixture> unwritable() {
        return Fixtures.all().stream()
                .filter(fixture -> fixture.refuse().filter("write"::equals).isPresent());
    }

    @ParameterizedTest
    @MethodSource("unwritable")
    void refusesToWriteWhatItCannotWrite(Fixture fixture) {
        DeltaLog log = log(fixture);
        Snapshot snapshot = log.snapshot();
        assertThatThrownBy(() -> log.startTransaction(snapshot, TableOperation.VACUUM))
                .isInstanceOf(UnsupportedTableFeatureException.class)
                .hasMessageStartingWith(fixture.table() + ": VACUUM is refused: ");
    }
}
