package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.testsupport.Fixtures;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delta Spark reads what we put along a curve, and either goes on where the other has clustered a table. */
@Tag("spark")
class SparkJudgesClusteringTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsTablesThatWereOrderedAsBefore(boolean zOrder) {
        Path table = Fixtures.named("optimized_zordered").copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        List<String> before = spark.read().texts();
        Optimize optimize = DeltaMaintenance.table(table.toString()).optimize();
        (zOrder
                        ? optimize.zOrderBy("customer_region", "product_category")
                        : optimize.clusterBy("customer_region", "product_category"))
                .execute();
        assertThat(spark.read().texts()).isEqualTo(before);
        assertThat(spark.wrongStatistics()).isEmpty();
        optimize(table, " ZORDER BY (customer_region, product_category)");
        assertThat(spark.read().texts()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clustering", "clustering_changed"})
    void eitherGoesOnWhereTheOtherHasClustered(String fixture) {
        Path table = Fixtures.named(fixture).copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        List<String> before = spark.read().texts();
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());

        assertThat(maintenance.optimize().execute().isNoOp()).isFalse();
        assertThat(spark.read().texts()).isEqualTo(before);
        assertThat(spark.wrongStatistics()).isEmpty();
        // One cube of our making is complete for Delta Spark as well.
        long version = maintenance.detail().version();
        optimize(table, "");
        assertThat(maintenance.detail().version()).isEqualTo(version);

        insert(table);
        List<String> more = spark.read().texts();
        optimize(table, "");
        assertThat(maintenance.optimize().plan().tasks()).isEmpty();
        insert(table);
        assertThat(maintenance.optimize().plan().tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.reasons()).contains(Reason.NOT_CLUSTERED));
        maintenance.optimize().execute();
        assertThat(spark.read().texts().size()).isGreaterThan(more.size());
        optimize(table, " FULL");
        assertThat(maintenance.optimize().full().execute().isNoOp()).isFalse();
        assertThat(spark.wrongStatistics()).isEmpty();
    }

    @Test
    void skipsFilesOfOursByTheirStatistics() {
        Path table = Fixtures.named("optimized_zordered").copyTo(directory);
        DeltaMaintenance.table(table.toString()).optimize().zOrderBy("order_id").execute();
        long rows = SparkProcess.shared()
                .ask(SparkProcess.question("sql")
                        .put("sql", "SELECT count(*) AS n FROM delta.`" + table + "` WHERE order_id = 7"))
                .get("rows")
                .get(0)
                .get("n")
                .asLong();
        assertThat(rows).isEqualTo(1);
    }

    private static void optimize(Path table, String how) {
        sql("OPTIMIZE delta.`" + table + "`" + how);
    }

    private static void insert(Path table) {
        sql("INSERT INTO delta.`" + table + "` SELECT * FROM delta.`" + table + "` LIMIT 20");
    }

    private static void sql(String sql) {
        SparkProcess.shared().ask(SparkProcess.question("sql").put("sql", sql));
    }
}
