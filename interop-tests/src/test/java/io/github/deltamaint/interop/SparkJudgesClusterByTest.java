package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clustering columns that we set are those of Delta Spark and Delta Kernel, and Delta Spark goes on with them. */
@Tag("spark")
class SparkJudgesClusterByTest {
    @TempDir
    Path directory;

    private final KernelReader kernel = new KernelReader();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "plain; order_date, customer_region; [[\"order_date\"],[\"customer_region\"]]",
                "row_tracking; customer_id; [[\"customer_id\"]]",
                "clustering; order_date; [[\"order_date\"]]",
            })
    void deltaSparkClustersByOurColumns(String fixture, String columns, String physical) {
        Path table = Fixtures.named(fixture).copyTo(directory);
        clusterAndGoOn(table, List.of(columns.split(", ")), physical);
    }

    /** Its protocol implies column mapping by version, so it has to be listed from now on. */
    @Test
    void aTableOfOldVersionsWithColumnMappingStaysReadable() {
        TestTable table = TestTable.in(directory)
                .protocol(2, 5)
                .columnMapping("name")
                .append(Columns.sales(0, 20))
                .append(Columns.sales(20, 40));
        clusterAndGoOn(table.path(), List.of("order_date"), null);
    }

    @Test
    void partsOfStructsAreClusteringColumnsToo() {
        SparkTable spark = SparkTable.of(directory);
        spark.sql("CREATE TABLE %s USING delta TBLPROPERTIES ('delta.columnMapping.mode' = 'name') AS SELECT id,"
                + " named_struct('b', id % 7, 'text', cast(id AS string)) AS a FROM range(100)");
        clusterAndGoOn(directory, List.of("a.b", "id"), null);
    }

    private void clusterAndGoOn(Path table, List<String> columns, @Nullable String physical) {
        SparkTable spark = SparkTable.of(table);
        List<String> before = spark.read().texts();
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());

        long version =
                maintenance.clusterBy().columns(columns.toArray(String[]::new)).commit();

        assertThat(texts(spark.sql("DESCRIBE DETAIL %s").get(0).get("clusteringColumns")))
                .isEqualTo(columns);
        JsonNode history = spark.sql("DESCRIBE HISTORY %s LIMIT 1").get(0);
        assertThat(history.get("version").asLong()).isEqualTo(version);
        assertThat(history.get("operation").asText()).isEqualTo("CLUSTER BY");
        assertThat(history.get("operationParameters")
                        .get("newClusteringColumns")
                        .asText())
                .isEqualTo(String.join(",", columns));
        assertThat(spark.read().texts()).isEqualTo(before);
        assertThat(kernel.rows(table).texts()).isEqualTo(before);
        String domain = kernel.domain(table, "delta.clustering").orElseThrow();
        if (physical != null) {
            assertThat(domain).contains("\"clusteringColumns\":" + physical);
        }

        spark.sql("INSERT INTO %s SELECT * FROM delta.`" + table + "`");
        List<String> doubled = spark.read().texts();
        spark.sql("OPTIMIZE %s FULL");
        JsonNode optimize = spark.sql("DESCRIBE HISTORY %s LIMIT 1").get(0);
        assertThat(optimize.get("operation").asText()).isEqualTo("OPTIMIZE");
        assertThat(optimize.get("operationParameters").get("clusterBy").asText())
                .isEqualTo(columns.stream()
                        .map(column -> "\"" + column + "\"")
                        .toList()
                        .toString()
                        .replace(", ", ","));
        assertThat(spark.read().texts()).isEqualTo(doubled);
        assertThat(maintenance.optimize().execute().isNoOp())
                .as("what Delta Spark clustered is clustered")
                .isTrue();

        spark.sql("ALTER TABLE %s CLUSTER BY NONE");
        assertThat(maintenance.clusterBy().current()).isEmpty();
        maintenance.clusterBy().columns(columns.get(0)).commit();
        maintenance.clusterBy().none().commit();
        assertThat(texts(spark.sql("DESCRIBE DETAIL %s").get(0).get("clusteringColumns")))
                .isEmpty();
        assertThat(kernel.domain(table, "delta.clustering").orElseThrow()).contains("\"clusteringColumns\":[]");
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
