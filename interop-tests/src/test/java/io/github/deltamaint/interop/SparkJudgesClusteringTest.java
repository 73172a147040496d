package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
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

    private static final long WANTED = 7_000;

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

    /** Only the file whose bounds hold the wanted row is left: a reader that opened another one would fail. */
    @Test
    void opensOnlyTheFilesOfOursWhoseBoundsHoldTheRow() throws IOException {
        Path table = TestTable.in(directory.resolve("t"))
                .append(Columns.sales(0, 20_000))
                .path();
        DeltaMaintenance.table(table.toString())
                .optimize()
                .zOrderBy("order_id")
                .targetFileSize(DataSize.kibibytes(64))
                .execute();
        List<NaiveFile> files = NaiveLog.latest(table).files();
        assertThat(files).hasSizeGreaterThan(3);
        for (NaiveFile file : files) {
            JsonNode statistics =
                    new ObjectMapper().readTree(file.add().get("stats").asText());
            if (statistics.at("/minValues/order_id").asLong() > WANTED
                    || statistics.at("/maxValues/order_id").asLong() < WANTED) {
                Files.delete(file.file());
            }
        }
        JsonNode answer = SparkProcess.shared()
                .ask(SparkProcess.question("sql")
                        .put("sql", "SELECT count(*) AS n FROM delta.`" + table + "` WHERE order_id = " + WANTED));
        assertThat(answer.at("/rows/0/n").asLong()).isEqualTo(1);
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
