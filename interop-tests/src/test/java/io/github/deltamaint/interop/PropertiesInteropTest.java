package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Properties that we set and unset, as Delta Kernel sees them afterwards. */
class PropertiesInteropTest {
    @TempDir
    Path directory;

    private final KernelReader kernel = new KernelReader();

    @Test
    void deltaKernelSeesWhatWasSetAndNotWhatWasUnset() {
        TestTable table = TestTable.in(directory)
                .property("owner", "ann")
                .property("delta.checkpointInterval", "20")
                .append(Columns.sales(0, 10));
        TableMaintenance maintenance = DeltaMaintenance.table(directory.toString());

        maintenance
                .properties()
                .set("delta.targetFileSize", "64mb")
                .set("DELTA.LOGRETENTIONDURATION", "interval 60 days")
                .set("quote", "\"ä\" = \\")
                .unset("owner")
                .unset("delta.checkpointInterval")
                .commit();

        assertThat(kernel.tableProperties(directory))
                .containsOnly(
                        Map.entry("delta.targetFileSize", "64mb"),
                        Map.entry("delta.logRetentionDuration", "interval 60 days"),
                        Map.entry("quote", "\"ä\" = \\"));
        assertThat(kernel.latestVersion(directory)).isEqualTo(table.version() + 1);
        assertThat(kernel.rows(directory).texts()).isEqualTo(table.rows().texts());

        maintenance
                .properties()
                .set("delta.targetFileSize", "1gb")
                .unset("quote")
                .commit();
        assertThat(kernel.tableProperties(directory))
                .containsOnly(
                        Map.entry("delta.targetFileSize", "1gb"),
                        Map.entry("delta.logRetentionDuration", "interval 60 days"));
    }

    /** Whatever features a table has: properties of the user can be set, or the table is refused, and nothing else changes. */
    @ParameterizedTest
    @FixtureSource("optimize")
    void tablesOfDeltaSparkKeepEverythingElse(Fixture fixture) {
        Path copy = fixture.copyTo(directory);
        TableRows rows = kernel.rows(copy);
        Map<String, String> expected = new TreeMap<>(kernel.tableProperties(copy));
        expected.put("team", "x");

        DeltaMaintenance.table(copy.toString()).properties().set("team", "x").commit();

        assertThat(new TreeMap<>(kernel.tableProperties(copy))).isEqualTo(expected);
        assertThat(kernel.rows(copy).texts()).isEqualTo(rows.texts());
        assertThat(kernel.rows(copy).type().toString()).isEqualTo(rows.type().toString());
    }

    @Test
    void aRefusedKeyChangesNothing() {
        TestTable table = TestTable.in(directory).append(Columns.sales(0, 10));
        assertThatThrownBy(() -> DeltaMaintenance.table(directory.toString())
                        .properties()
                        .set("team", "x")
                        .set("delta.enableDeletionVectors", "true")
                        .commit())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("add the feature with Delta Spark first");
        assertThat(kernel.tableProperties(directory)).isEmpty();
        assertThat(kernel.latestVersion(directory)).isEqualTo(table.version());
    }
}
