package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.Map;
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

        CheckpointAlone.in(copy);

        TableRows after = kernel.rows(copy);
        assertThat(after.texts()).isEqualTo(before.texts());
        assertThat(after.type().toString()).isEqualTo(before.type().toString());
        assertThat(kernel.tableProperties(copy)).isEqualTo(properties);
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
