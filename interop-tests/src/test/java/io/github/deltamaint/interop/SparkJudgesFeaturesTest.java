package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.Finding;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What table features promise beyond the rows, asked of Delta Spark after our OPTIMIZE; and Delta Spark goes on writing to the table. */
@Tag("features")
class SparkJudgesFeaturesTest {
    private static final String ROWS_WITH_IDS =
            "SELECT *, _metadata.row_id AS row_id, _metadata.row_commit_version AS row_commit_version FROM %s";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"row_tracking", "row_tracking_dv", "iceberg_compat_v3"})
    void rowsKeepTheirIdsAndCommitVersions(String name) {
        Fixture fixture = Fixtures.named(name);
        Path table = fixture.copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        List<String> before = sorted(spark.sql(ROWS_WITH_IDS));

        long version = optimize(table);

        assertThat(sorted(spark.sql(ROWS_WITH_IDS))).isEqualTo(before);
        fixture.rowIds()
                .ifPresent(expected -> assertThat(sorted(spark.sql("SELECT order_id, _metadata.row_id AS row_id,"
                                + " _metadata.row_commit_version AS row_commit_version FROM %s")))
                        .isEqualTo(expected.stream().sorted().toList()));
        assertThat(sorted(spark.sql(ROWS_WITH_IDS.replace("FROM %s", "FROM %s VERSION AS OF " + (version - 1)))))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"row_tracking", "row_tracking_dv", "iceberg_compat_v3"})
    void rowsThatDeltaSparkDoesNotTouchKeepTheirIdsWhenBothWriteInTurns(String name) {
        Path table = Fixtures.named(name).copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        optimize(table);
        List<String> untouched = sorted(spark.sql(ROWS_WITH_IDS + " WHERE order_id % 3 = 0"));

        spark.sql("DELETE FROM %s WHERE order_id % 3 = 1");
        spark.sql("UPDATE %s SET quantity = quantity + 1 WHERE order_id % 3 = 2");
        spark.sql("INSERT INTO %s SELECT order_id + 100000, * EXCEPT (order_id) FROM %s WHERE order_id % 3 = 0"
                .replace("FROM %s", "FROM " + nameOf(table)));
        List<String> written = sorted(spark.sql(ROWS_WITH_IDS));
        assertThat(written).containsAll(untouched);
        optimize(table);

        assertThat(sorted(spark.sql(ROWS_WITH_IDS))).isEqualTo(written);
        TreeSet<Long> ids = new TreeSet<>();
        List<JsonNode> all = spark.sql("SELECT _metadata.row_id AS row_id FROM %s");
        all.forEach(row -> ids.add(row.get("row_id").asLong()));
        assertThat(ids).as("ids are given once").hasSameSizeAs(all);
    }

    private static String nameOf(Path table) {
        return "delta.`" + table + "`";
    }

    @ParameterizedTest
    @ValueSource(strings = {"cdf", "row_tracking", "cm_name", "dv_dml", "variant"})
    void theChangeFeedOfTheRewriteIsEmpty(String name) {
        Path table = Fixtures.named(name).copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        spark.sql("ALTER TABLE %s SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')");
        spark.sql("INSERT INTO %s SELECT * FROM " + nameOf(table));

        long version = optimize(table);

        assertThat(spark.changes(version, version)).isEmpty();
        for (NaiveFile file : NaiveLog.latest(table).files()) {
            assertThat(ParquetRows.footer(file.file())
                            .getFileMetaData()
                            .getSchema()
                            .containsField("_change_type"))
                    .isFalse();
        }
    }

    @Test
    void variantsAreTheSameValues() {
        Path table = Fixtures.named("variant").copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        String values = "SELECT id, to_json(v) AS json, schema_of_variant(v) AS type FROM %s";
        List<String> before = sorted(spark.sql(values));

        long version = optimize(table);

        assertThat(before).hasSize(12);
        assertThat(sorted(spark.sql(values))).isEqualTo(before);
        assertThat(sorted(spark.sql(values + " VERSION AS OF " + (version - 1))))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ict", "ict_enabled_later"})
    void inCommitTimestampsGrow(String name) {
        Path table = Fixtures.named(name).copyTo(directory);
        optimize(table);
        SparkTable.of(table).sql("DELETE FROM %s WHERE order_id = 0");

        List<JsonNode> history = SparkTable.of(table).sql("DESCRIBE HISTORY %s");
        List<Long> times = new ArrayList<>();
        for (long version = history.get(0).get("version").asLong(); version >= 0; version--) {
            JsonNode first = NaiveLog.commit(table, version).get(0).path("commitInfo");
            if (!first.has("inCommitTimestamp")) {
                break;
            }
            times.add(0, first.get("inCommitTimestamp").asLong());
        }
        assertThat(times).hasSizeGreaterThan(2).doesNotHaveDuplicates().isSorted();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "check_constraints; id; *",
                "clustering; order_id; *",
                "cm_id; id; *",
                "cm_name; id; *",
                "dv_dml; order_id; *",
                "generated_columns; id; id, order_date, order_month",
                "iceberg_compat_v2; order_id; *",
                "type_widening; k; *",
                "variant; id; *",
            })
    void deltaSparkGoesOnWriting(String name, String key, String columns) {
        Path table = Fixtures.named(name).copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        long rows = count(spark);
        optimize(table);

        spark.sql("INSERT INTO %s SELECT " + columns + " FROM " + nameOf(table));
        spark.sql("MERGE INTO %s t USING (SELECT max(" + key + ") AS k FROM " + nameOf(table) + ") s ON t." + key
                + " = s.k WHEN MATCHED THEN DELETE");
        long left = count(spark);
        assertThat(left).isBetween(rows, 2 * rows - 2);
        spark.sql("OPTIMIZE %s");
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        assertThat(maintenance.digest().rows()).isEqualTo(left);
        assertThat(table.resolve("_delta_log")
                        .resolve("%020d.crc".formatted(maintenance.detail().version())))
                .as("the version checksum that Delta Spark writes after versions of ours that have none")
                .exists();
        assertThat(maintenance.health().findings())
                .noneMatch(finding -> finding.problem() == Finding.Problem.WRONG_CHECKSUM);
        maintenance.optimize().execute();
        assertThat(count(spark)).isEqualTo(left);
    }

    @Test
    void identitiesGoOnFromTheirHighWaterMark() {
        Path table = Fixtures.named("identity_columns").copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        long highest = spark.sql("SELECT max(k) AS k FROM %s").get(0).get("k").asLong();
        optimize(table);

        spark.sql("INSERT INTO %s (v) VALUES ('new')");

        assertThat(spark.sql("SELECT k FROM %s WHERE v = 'new'").get(0).get("k").asLong())
                .isGreaterThan(highest);
    }

    private static long count(SparkTable spark) {
        return spark.sql("SELECT count(*) AS n FROM %s").get(0).get("n").asLong();
    }

    /** Rewrites the table and gives the version. */
    private static long optimize(Path table) {
        OptimizeResult result =
                DeltaMaintenance.table(table.toString()).optimize().execute();
        assertThat(result.versions()).hasSize(1);
        return result.versions().get(0);
    }

    private static List<String> sorted(List<JsonNode> rows) {
        return rows.stream().map(JsonNode::toString).sorted().toList();
    }
}
