package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.CorpusTableSource;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delta Kernel reads tables from our checkpoints alone. */
class CheckpointInteropTest {
    @TempDir
    Path directory;

    private final KernelReader kernel = new KernelReader();

    @ParameterizedTest
    @FixtureSource("optimize")
    void deltaKernelReadsTablesOfDeltaSparkFromOurCheckpointAlone(Fixture fixture) {
        Path copy = fixture.copyTo(directory);
        TableRows before = kernel.rows(copy);
        Map<String, String> properties = kernel.tableProperties(copy);
        State state = State.of(kernel, copy);

        CheckpointAlone.in(copy);

        TableRows after = kernel.rows(copy);
        assertThat(after.texts()).isEqualTo(before.texts());
        assertThat(after.type().toString()).isEqualTo(before.type().toString());
        assertThat(kernel.tableProperties(copy)).isEqualTo(properties);
        assertThat(State.of(kernel, copy)).isEqualTo(state);
    }

    @ParameterizedTest
    @CorpusTableSource("read")
    void deltaKernelLoadsTablesOfOtherWritersFromOurCheckpointAlone(CorpusTable table) {
        assumeTrue(table.refuse().isEmpty(), "refused by name");
        assumeFalse(table.lenient(), "its state is not agreed on");
        assumeFalse(new KernelReaderTest().misses().containsKey(table.id()), "Delta Kernel cannot read it");
        Path copy = table.copyTo(directory);
        State state = loadedByKernel(copy);
        try {
            CheckpointAlone.in(copy);
        } catch (InvalidOperationException e) {
            abort("refused by name: " + e.getMessage());
        }

        State after = State.of(kernel, copy);
        after.leaveOutStatisticsThatWereColumnsAlone(state);
        assertThat(after).isEqualTo(state);
    }

    private State loadedByKernel(Path table) {
        try {
            return State.of(kernel, table);
        } catch (RuntimeException e) {
            return abort("Delta Kernel cannot load it: " + e.getMessage());
        }
    }

    /** Files with statistics, domains and transactions as Delta Kernel has them; which of the latter to ask for says a naive replay. */
    private record State(
            Map<String, JsonNode> files,
            Map<String, Optional<String>> domains,
            Map<String, Optional<Long>> applications) {

        static State of(KernelReader kernel, Path table) {
            NaiveSnapshot naive = NaiveLog.latest(table);
            Map<String, Optional<String>> domains = new TreeMap<>();
            naive.domains().keySet().forEach(domain -> domains.put(domain, kernel.domain(table, domain)));
            Map<String, Optional<Long>> applications = new TreeMap<>();
            // Checkpoints leave out what has expired.
            if (!kernel.tableProperties(table).containsKey("delta.setTransactionRetentionDuration")) {
                naive.transactions()
                        .keySet()
                        .forEach(application -> applications.put(application, kernel.transaction(table, application)));
            }
            return new State(kernel.files(table), domains, applications);
        }

        /** Where a checkpoint of another writer had no text for them, Delta Kernel saw none; ours has the text. */
        void leaveOutStatisticsThatWereColumnsAlone(State before) {
            before.files.forEach((key, file) -> {
                if (!file.has("stats") && files.get(key) instanceof ObjectNode after) {
                    after.remove("stats");
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "v2"})
    void deltaKernelReadsBothKinds(String policy) {
        TestTable table = TestTable.in(directory)
                .feature("v2Checkpoint")
                .property("delta.checkpointPolicy", policy)
                .property("delta.checkpoint.writeStatsAsStruct", "true")
                .partitionedBy("region")
                .append(rows("West", 0))
                .append(rows(null, 10));
        table.remove(table.files().get(0)).append(rows("ä/é", 20));

        CheckpointAlone.in(directory);

        assertThat(kernel.rows(directory).texts()).isEqualTo(table.rows().texts());
    }

    @Test
    void operationsThatCommitWriteThemAtTheTablesInterval() {
        TestTable table = TestTable.in(directory)
                .property("delta.checkpointInterval", "2")
                .append(rows("West", 0))
                .append(rows("West", 10));
        TableMaintenance maintenance = DeltaMaintenance.table(directory.toString());
        assertThat(maintenance.optimize().execute().versions()).containsExactly(table.version() + 1);
        maintenance.properties().set("a", "b").commit();
        CheckpointResult checkpoint = maintenance.checkpoint();
        assertThat(checkpoint.version()).isEqualTo(4);
        assertThat(checkpoint.alreadyExisted()).isTrue();
        assertThat(kernel.rows(directory).texts()).isEqualTo(table.rows().texts());
    }

    private static Columns rows(@Nullable String region, long first) {
        Long[] ids = new Long[10];
        @Nullable String[] regions = new @Nullable String[10];
        for (int i = 0; i < 10; i++) {
            ids[i] = first + i;
            regions[i] = region;
        }
        return new Columns().longs("id", ids).strings("region", regions);
    }
}
