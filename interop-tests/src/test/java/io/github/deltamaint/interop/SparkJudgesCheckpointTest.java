package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Delta Spark reads tables from our checkpoints alone, and knows the same files and statistics. */
@Tag("spark")
class SparkJudgesCheckpointTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @FixtureSource("optimize")
    void readsTablesFromOurCheckpointAlone(Fixture fixture) {
        Path copy = fixture.copyTo(directory);

        CheckpointAlone.in(copy);

        SparkTable spark = SparkTable.of(copy);
        Optional<String> known = fixture.contentSha256();
        assertThat(known.isPresent() ? spark.read().contentSha256() : "")
                .as("rows with a variant have no text")
                .isEqualTo(known.orElse(""));
        assertThat(spark.wrongStatistics()).isEmpty();
    }
}
