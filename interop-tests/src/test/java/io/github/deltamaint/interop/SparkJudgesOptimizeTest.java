package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.CorpusTableSource;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Delta Spark reads what we compacted as it read it before, and its own OPTIMIZE finds nothing that we left. */
@Tag("spark")
class SparkJudgesOptimizeTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @FixtureSource("optimize")
    void readsCompactedTablesAsBefore(Fixture fixture) {
        assumeFalse(ForeignTablesTest.REFUSED.contains(fixture.name()), "refused by name");
        Path copy = fixture.copyTo(directory);
        compactAndCompare(copy);
        assertThat(SparkTable.of(copy).wrongStatistics()).isEmpty();
    }

    @ParameterizedTest
    @CorpusTableSource("optimize")
    void readsCompactedTablesOfOtherWritersAsBefore(CorpusTable table) {
        assumeTrue(table.core(), "not in the small set");
        assumeFalse(ForeignTablesTest.REFUSED.contains(table.id()), "refused by name");
        assumeFalse(SparkTableTest.MISSES.containsKey(table.id()), "Delta Spark cannot read it");
        compactAndCompare(table.copyTo(directory));
    }

    @Test
    void readsTablesInVOrderStyleAsBefore() {
        for (String name : List.of("nested", "dv_deletes")) {
            assertThat(layOutAndCompare(Fixtures.named(name)).isNoOp()).as(name).isFalse();
        }
    }

    @Soak
    @ParameterizedTest
    @FixtureSource("optimize")
    void readsEveryTableInVOrderStyleAsBefore(Fixture fixture) {
        assumeFalse(ForeignTablesTest.REFUSED.contains(fixture.name()), "refused by name");
        layOutAndCompare(fixture);
    }

    private OptimizeResult layOutAndCompare(Fixture fixture) {
        Path table = fixture.copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        SparkTable.Content before = spark.read();

        OptimizeResult result =
                DeltaMaintenance.table(table.toString()).optimize().vOrder().execute();

        assertThat(spark.read().texts()).as(fixture.name()).isEqualTo(before.texts());
        assertThat(spark.wrongStatistics()).as(fixture.name()).isEmpty();
        return result;
    }

    private static void compactAndCompare(Path table) {
        SparkTable spark = SparkTable.of(table);
        SparkTable.Content before = spark.read();
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        NaiveSnapshot log = NaiveLog.latest(table);
        long version = log.version();

        OptimizeResult result = maintenance.optimize().execute();

        assertThat(spark.read().texts()).isEqualTo(before.texts());
        // Constraints, generation expressions, identities, physical names and field ids are in there.
        NaiveSnapshot after = NaiveLog.latest(table);
        assertThat(after.metadata()).hasToString(log.metadata().toString());
        assertThat(after.protocol()).hasToString(log.protocol().toString());
        if (!result.isNoOp()) {
            assertThat(spark.read(version).texts()).isEqualTo(before.texts());
        }
        assertThat(maintenance.optimize().execute().isNoOp()).isTrue();
    }
}
