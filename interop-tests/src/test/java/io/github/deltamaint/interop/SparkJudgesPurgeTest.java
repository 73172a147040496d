package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our purge beside Delta Spark's REORG TABLE … APPLY (PURGE), on two copies of the same table. */
@Tag("spark")
class SparkJudgesPurgeTest {

    @TempDir
    Path ours;

    @TempDir
    Path theirs;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "dv_dml; ",
                "dv_inline; ",
                "row_tracking_dv; ",
                "cm_name; DROP",
                "cm_id; DROP",
                "nested; NAME",
                "iceberg_compat_v2; DROP",
                "plain_partitioned; ",
            })
    void leavesWhatDeltaSparksPurgeLeaves(String fixture, String change) {
        Path table = Fixtures.named(fixture).copyTo(ours);
        Path copy = Fixtures.named(fixture).copyTo(theirs);
        SparkTable spark = SparkTable.of(table);
        SparkTable judge = SparkTable.of(copy);
        if (change != null) {
            drop(spark, change);
            drop(judge, change);
        }
        List<String> before = spark.read().texts();
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        long version = maintenance.detail().version();

        OptimizeResult result = maintenance.purge().execute();
        judge.sql("REORG TABLE %s APPLY (PURGE)");

        assertThat(spark.read().texts()).isEqualTo(before);
        assertThat(judge.read().texts()).isEqualTo(before);
        assertThat(vectors(table)).isZero();
        long after = DeltaMaintenance.table(copy.toString()).detail().version();
        assertThat(result.isNoOp()).isEqualTo(after == version);
        if (!result.isNoOp()) {
            assertThat(spark.read(version).texts()).isEqualTo(before);
            JsonNode ourCommit = info(table, version + 1);
            JsonNode theirCommit = info(copy, version + 1);
            assertThat(ourCommit.get("operation")).isEqualTo(theirCommit.get("operation"));
            assertThat(ourCommit.get("operationParameters")).isEqualTo(theirCommit.get("operationParameters"));
            for (String metric : List.of("numRemovedFiles", "numDeletionVectorsRemoved")) {
                assertThat(ourCommit.get("operationMetrics").get(metric))
                        .isEqualTo(theirCommit.get("operationMetrics").get(metric));
            }
            assertThat(names(ourCommit)).containsAll(names(theirCommit));
        }
        assertThat(spark.wrongStatistics()).isEmpty();
        // Each finds nothing to do in what the other has left.
        long now = maintenance.detail().version();
        spark.sql("REORG TABLE %s APPLY (PURGE)");
        assertThat(maintenance.detail().version()).isEqualTo(now);
        assertThat(DeltaMaintenance.table(copy.toString()).purge().execute().isNoOp())
                .isTrue();
    }

    /** Drops the last column that can go: of the table, or of tables without column mapping after it was turned on. */
    private static void drop(SparkTable spark, String change) {
        if (change.equals("NAME")) {
            spark.sql("ALTER TABLE %s SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name',"
                    + " 'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5')");
        }
        List<JsonNode> columns = spark.sql("DESCRIBE TABLE %s");
        String last = "";
        for (JsonNode column : columns) {
            String name = column.get("col_name").asText();
            if (name.isEmpty() || name.startsWith("#")) {
                break;
            }
            last = name;
        }
        spark.sql("ALTER TABLE %s DROP COLUMN `" + last + "`");
    }

    private static long vectors(Path table) {
        return NaiveLog.latest(table).files().stream()
                .map(NaiveFile::add)
                .filter(add -> add.hasNonNull("deletionVector"))
                .count();
    }

    private static JsonNode info(Path table, long version) {
        return NaiveLog.commit(table, version).stream()
                .filter(action -> action.has("commitInfo"))
                .findFirst()
                .orElseThrow()
                .get("commitInfo");
    }

    private static List<String> names(JsonNode info) {
        List<String> names = new ArrayList<>();
        info.get("operationMetrics").fieldNames().forEachRemaining(names::add);
        return names;
    }
}
