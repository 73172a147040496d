package io.github.deltamaint.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixturesTest {

    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    Path directory;

    @Test
    void listsAllFixturesWithTheirUse() {
        assertThat(Fixtures.all()).hasSize(65);
        assertThat(Fixtures.usedFor("must-refuse"))
                .extracting(Fixture::name)
                .containsExactly("unsupported_reader_feature", "unsupported_writer_feature");
    }

    @Test
    void theManifestCountsTheFilesThatAreThere() {
        for (Fixture fixture : Fixtures.all()) {
            List<String> files = TreeSnapshot.of(fixture.table()).files();
            assertThat(files)
                    .as(fixture.name())
                    .hasSize(fixture.manifest().get("diskFiles").asInt());
            assertThat(fixture.activeFiles())
                    .as(fixture.name())
                    .hasSize(fixture.manifest().path("activeFiles").asInt(0));
        }
    }

    @Test
    void aCopyHasTheSameBytesAndCanBeWritten() throws Exception {
        Fixture fixture = Fixtures.named("special_partition_strings");
        Path copy = fixture.copyTo(directory);
        assertThat(TreeSnapshot.of(fixture.table()).differenceNow(copy)).isEmpty();
        Files.delete(copy.resolve("_delta_log/00000000000000000002.json"));
        assertThat(fixture.copyTo(directory)).isNotEqualTo(copy);
    }

    @Test
    void theDirtyTableGetsItsEmptyDirectoriesAndTimesBack() {
        Fixture fixture = Fixtures.named("vacuum_dirty");
        Path copy = fixture.copyTo(directory);
        assertThat(copy.resolve("empty_dir/nested_empty")).isEmptyDirectory();
        List<String> old = new ArrayList<>();
        for (String path : fixture.vacuumZeroRetention().orElseThrow()) {
            if (Trees.timeOf(copy.resolve(path)).equals(LONG_AGO)) {
                old.add(path);
            }
        }
        List<String> listed = fixture.vacuumDefaultRetention().orElseThrow().stream()
                .filter(path -> !path.startsWith("_change_data/order_month"))
                .toList();
        assertThat(old).containsExactlyInAnyOrderElementsOf(listed);
        assertThat(Trees.timeOf(copy.resolve("_delta_log/00000000000000000004.json")))
                .isAfter(LONG_AGO);
    }

    @Test
    void everythingThatSparkWouldDeleteIsInTheCopy() {
        for (Fixture fixture : Fixtures.usedFor("vacuum")) {
            Path copy = fixture.copyTo(directory);
            fixture.vacuumZeroRetention()
                    .orElse(List.of())
                    .forEach(path -> assertThat(copy.resolve(path)).exists());
        }
    }
}
