package io.github.deltamaint.vacuum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What would go is what Delta Spark says would go, path for path. */
class ForeignTablesTest {
    private static final Clock LATER = Clock.fixed(Instant.now().plus(Duration.ofHours(1)), ZoneOffset.UTC);

    @TempDir
    private Path directory;

    static Stream<Fixture> fixtures() {
        return Fixtures.usedFor("vacuum").stream()
                .filter(fixture -> fixture.vacuumZeroRetention().isPresent());
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void removesFromAFixtureWhatDeltaSparkWould(Fixture fixture) {
        Path table = fixture.copyTo(directory);
        TreeSnapshot before = TreeSnapshot.of(table);
        VacuumPlan plan = Vacuums.of(table, LATER).planWith(Duration.ZERO);
        assertThat(Vacuums.paths(plan))
                .containsExactlyInAnyOrderElementsOf(
                        fixture.vacuumZeroRetention().orElseThrow());
        assertThat(before.differenceNow(table)).isEmpty();
    }

    static Stream<CorpusTable> corpusTables() {
        return Corpus.tablesUsedFor("vacuum").stream().filter(table -> !table.isFor("must-refuse"));
    }

    @ParameterizedTest
    @MethodSource("corpusTables")
    void removesFromATableOfTheCorpusWhatItsManifestSays(CorpusTable corpusTable) {
        Path table = corpusTable.copyTo(directory);
        VacuumPlan plan = Vacuums.of(table, LATER)
                .plan(settings -> settings.retain(Duration.ZERO)
                        .allowUnsafeRetention("test")
                        .maxShare(1));
        List<String> expected = new ArrayList<>();
        if (!corpusTable.manifest().path("vacuum_zero_retention").has("list")) {
            assertThat(plan.filesToDelete()).isGreaterThanOrEqualTo(0);
            return;
        }
        corpusTable.manifest().get("vacuum_zero_retention").get("list").forEach(path -> expected.add(path.asText()));
        List<String> files = StreamSupport.stream(plan.candidates().spliterator(), false)
                .filter(candidate -> !candidate.isDirectory())
                .map(Candidate::path)
                .toList();
        assertThat(files).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void keepsWhatTheRetentionCoversAndFoldersThatAreNotEmpty() throws Exception {
        Fixture fixture = Fixtures.named("vacuum_dirty");
        Path table = fixture.copyTo(directory);
        Instant lastCommit = Files.getLastModifiedTime(table.resolve("_delta_log/00000000000000000004.json"))
                .toInstant();
        VacuumPlan plan = Vacuums.of(table, Clock.fixed(lastCommit.plus(Duration.ofHours(1)), ZoneOffset.UTC))
                .plan(settings -> settings);
        List<String> ofSpark = new ArrayList<>(fixture.vacuumDefaultRetention().orElseThrow());
        // Delta Spark lists folders whose files are too young to go; deleting these folders would fail.
        ofSpark.removeIf(path -> path.startsWith("_change_data/order_month="));
        assertThat(Vacuums.paths(plan)).containsExactlyInAnyOrderElementsOf(ofSpark);
        assertThat(plan.kept())
                .extracting(KeptFiles::reason)
                .contains(KeptFiles.Reason.LIVE, KeptFiles.Reason.RETAINED_VERSION, KeptFiles.Reason.CHANGE_DATA);
    }

    static Stream<CorpusTable> refusedTables() {
        return Corpus.tablesUsedFor("must-refuse").stream()
                .filter(table -> !table.isFor("vacuum")
                        && !table.refuse().equals(java.util.Optional.of("write-unless-supported")));
    }

    @ParameterizedTest
    @MethodSource("refusedTables")
    void refusesTablesThatItMustNotTouch(CorpusTable corpusTable) {
        Path table = corpusTable.copyTo(directory);
        TreeSnapshot before = TreeSnapshot.of(table);
        assertThatThrownBy(
                        () -> Vacuums.of(table, LATER).planWith(Duration.ZERO).execute())
                .isInstanceOf(UnsupportedTableFeatureException.class);
        assertThat(before.differenceNow(table)).isEmpty();
    }
}
