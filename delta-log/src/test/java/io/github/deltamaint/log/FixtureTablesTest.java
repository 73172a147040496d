package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
}
