package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.CorpusTableSource;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.NaiveLog;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** delta-rs loads tables from our checkpoints alone, and knows the same files, statistics, tombstones and transactions. */
@Tag("delta-rs")
class DeltaRsJudgesCheckpointTest {
    /** Long ago, so that no tombstone has expired. */
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private static final String ONLY_COLUMNS = "its statistics were columns alone, in ours they are text too";

    /** Tables whose state rightly is another in our checkpoint. */
    static final Map<String, String> CHANGES = Map.of(
            "delta-spark/delta-0.1.0",
            "its checkpoint has forgotten tombstones that are in its commits",
            "dat/no_stats",
            "it wants no statistics in checkpoints",
            "kernel-rs/app-txn-with-last-updated",
            "its transactions have expired",
            "kernel-rs/parquet_row_group_skipping",
            "its checkpoint has another schema than its commits",
            "delta-rs/delta-1.2.1-only-struct-stats",
            ONLY_COLUMNS,
            "trino/databricks73__pruning__parquet_struct_statistics",
            ONLY_COLUMNS,
            "trino/deltalake__partition_values_parsed",
            ONLY_COLUMNS,
            "trino/deltalake__partition_values_parsed_all_types",
            ONLY_COLUMNS);

    @TempDir
    Path directory;

    private static JsonNode state(Path table) {
        Set<String> applications = NaiveLog.latest(table).transactions().keySet();
        return DeltaRs.shared().state(table, applications);
    }

    @ParameterizedTest
    @FixtureSource("optimize")
    void loadsTablesOfDeltaSparkFromOurCheckpointAlone(Fixture fixture) {
        Path copy = fixture.copyTo(directory);
        JsonNode before = state(copy);
        assertThat(before.path("error").asText()).isEmpty();

        CheckpointAlone.in(copy, CLOCK);

        assertThat(state(copy)).isEqualTo(before);
    }

    @ParameterizedTest
    @CorpusTableSource("read")
    void loadsTablesOfOtherWritersFromOurCheckpointAlone(CorpusTable table) {
        assumeTrue(table.refuse().isEmpty(), "refused by name");
        assumeFalse(table.lenient(), "its state is not agreed on");
        assumeFalse(CHANGES.containsKey(table.id()), () -> CHANGES.get(table.id()));
        Path copy = table.copyTo(directory);
        JsonNode before = state(copy);
        assumeFalse(
                before.has("error"),
                () -> "delta-rs cannot read it: " + before.path("error").asText());

        try {
            CheckpointAlone.in(copy, CLOCK);
        } catch (InvalidOperationException e) {
            abort("refused by name: " + e.getMessage());
        }

        assertThat(state(copy)).as(table.id()).isEqualTo(before);
    }
}
