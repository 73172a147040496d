package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import java.nio.file.Path;
import java.util.List;
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
        SparkTable spark = SparkTable.of(copy);
        SparkTable.Content before = spark.read();
        List<String> wrongStatistics = spark.wrongStatistics();

        CheckpointAlone.in(copy);

        assertThat(spark.read()).isEqualTo(before);
        assertThat(spark.wrongStatistics()).isEqualTo(wrongStatistics);
    }
}
