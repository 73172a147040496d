package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.CorpusTableSource;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Delta Spark loads tables from our checkpoints alone, and knows the same files, statistics, tombstones, domains and transactions. */
class SparkJudgesCheckpointTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @FixtureSource("optimize")
    @Tag("spark")
    void readsTablesFromOurCheckpointAlone(Fixture fixture) {
        List<String> before = SparkTable.of(fixture.copyTo(directory)).state();
        Path copy = fixture.copyTo(directory);

        CheckpointAlone.in(copy);

        SparkTable spark = SparkTable.of(copy);
        Optional<String> known = fixture.contentSha256();
        assertThat(known.isPresent() ? spark.read().contentSha256() : "")
                .as("rows with a variant have no text")
                .isEqualTo(known.orElse(""));
        assertThat(spark.state()).isEqualTo(before);
        assertThat(spark.wrongStatistics()).isEmpty();
    }

    @ParameterizedTest
    @CorpusTableSource("read")
    @Soak
    void loadsTablesOfOtherWritersFromOurCheckpointAlone(CorpusTable table) {
        assumeTrue(table.refuse().isEmpty(), "refused by name");
        assumeFalse(table.lenient(), "its state is not agreed on");
        assumeFalse(SparkTableTest.MISSES.containsKey(table.id()), "Delta Spark cannot read it");
        assumeFalse(DeltaRsJudgesCheckpointTest.CHANGES.containsKey(table.id()), "its state rightly changes");
        assumeFalse(
                table.id().equals("kernel-rs/parsed-stats"),
                "the text of its schema is another in its checkpoint than in its commits");
        List<String> before = loadedBySpark(table.copyTo(directory));
        assumeTrue(
                before.stream().allMatch(action -> !action.contains("metaData") || action.contains("schemaString")),
                "it has no schema, and gets an empty one");
        Path copy = table.copyTo(directory);
        try {
            CheckpointAlone.in(copy);
        } catch (InvalidOperationException e) {
            abort("refused by name: " + e.getMessage());
        }

        assertThat(SparkTable.of(copy).state()).as(table.id()).isEqualTo(before);
    }

    private static List<String> loadedBySpark(Path table) {
        try {
            return SparkTable.of(table).state();
        } catch (IllegalStateException e) {
            return abort("Delta Spark cannot load it: " + e.getMessage());
        }
    }
}
