package io.github.deltamaint.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParquetJavaReaderTest {

    static List<Fixture> fixtures() {
        return Fixtures.usedFor("read").stream()
                .filter(fixture -> fixture.contentSha256().isPresent())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void readsTheRowsThatDeltaSparkReads(Fixture fixture) {
        TableRows rows = new ParquetJavaReader().rows(fixture.table());
        assertThat(rows.rows().stream()
                        .map(row -> RowDigest.json(rows.type(), row))
                        .sorted())
                .containsExactlyElementsOf(
                        fixture.expectedRows().stream().sorted().toList());
        assertThat(rows.contentSha256()).isEqualTo(fixture.contentSha256().get());
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void readsOldVersionsAsDeltaSparkDoes(Fixture fixture) {
        for (Fixture.Version version : fixture.versions()) {
            TableRows rows = new ParquetJavaReader().rows(fixture.table(), version.version());
            assertThat(rows.count()).isEqualTo((int) version.rows());
            assertThat(RowDigest.of(rows)).as("version %d", version.version()).isEqualTo(version.digest());
        }
    }
}
