package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterByTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private TestTable table() {
        return TestTable.in(directory).append(Columns.sales(0, 40)).append(Columns.sales(40, 80));
    }

    private JsonNode action(String kind) {
        return Tables.actions(directory, NaiveLog.latest(directory).version(), kind)
                .get(0);
    }

    private static List<String> texts(JsonNode list) {
        return JSON.convertValue(list, JSON.getTypeFactory().constructCollectionType(List.class, String.class));
    }

    @Test
    void aTableGetsClusteringColumnsAndTheFeaturesThatTheyNeed() throws Exception {
        TestTable table = table();

        long version = maintain(table)
                .clusterBy()
                .columns("customer_region", "order_date")
                .commit();

        assertThat(version).isEqualTo(table.version() + 1);
        assertThat(action("protocol").get("minReaderVersion").asInt()).isEqualTo(1);
        assertThat(action("protocol").get("minWriterVersion").asInt()).isEqualTo(7);
        assertThat(action("protocol").has("readerFeatures")).isFalse();
        assertThat(texts(action("protocol").get("writerFeatures")))
                .containsExactlyInAnyOrder("appendOnly", "invariants", "clustering", "domainMetadata");
        assertThat(action("domainMetadata"))
                .isEqualTo(
                        JSON.readTree("{\"domain\":\"delta.clustering\",\"configuration\":\"{\\\"clusteringColumns\\\":"
                                + "[[\\\"customer_region\\\"],[\\\"order_date\\\"]],\\\"domainName\\\":\\\"delta.clustering\\\"}\","
                                + "\"removed\":false}"));
        assertThat(Tables.actions(directory, version, "metaData")).isEmpty();
        assertThat(maintain(table).clusterBy().current()).containsExactly("customer_region", "order_date");
        assertThat(maintain(table).detail().clusteringColumns()).containsExactly("customer_region", "order_date");
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void theHistorySpeaksAsDeltaSparkDoes() throws Exception {
        TestTable table = table();
        maintain(table).clusterBy().columns("customer_region", "order_date").commit();
        maintain(table).clusterBy().columns("order_date").commit();
        assertThat(action("commitInfo").get("operation").asText()).isEqualTo("CLUSTER BY");
        assertThat(action("commitInfo").get("operationParameters"))
                .isEqualTo(JSON.readTree("{\"oldClusteringColumns\":\"customer_region,order_date\","
                        + "\"newClusteringColumns\":\"order_date\"}"));
        assertThat(Tables.actions(directory, NaiveLog.latest(directory).version(), "protocol"))
                .isEmpty();
        maintain(table).clusterBy().none().commit();
        assertThat(action("commitInfo").get("operationParameters"))
                .isEqualTo(JSON.readTree("{\"oldClusteringColumns\":\"order_date\",\"newClusteringColumns\":\"\"}"));
    }

    @Test
    void optimizeFollowsTheColumnsUntilTheyAreTakenAway() {
        TestTable table = table();
        maintain(table).clusterBy().columns("customer_id", "order_date").commit();
        assertThat(maintain(table).optimize().execute().versions()).hasSize(1);
        JsonNode added = action("add");
        assertThat(added.get("clusteringProvider").asText()).isEqualTo("liquid");
        assertThat(added.get("tags").get("ZCUBE_ZORDER_BY").asText()).isEqualTo("[\"customer_id\",\"order_date\"]");

        maintain(table).clusterBy().none().commit();
        assertThat(maintain(table).clusterBy().current()).isEmpty();
        assertThat(maintain(table).optimize().plan().clustering()).isEmpty();
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void theMetadataHasTheNamesInDataFiles() {
        TestTable table = TestTable.in(directory).columnMapping("name").append(Columns.sales(0, 10));
        maintain(table).clusterBy().columns("Customer_ID").commit();
        String physical = NaiveLog.latest(directory)
                .metadata()
                .get("schemaString")
                .asText()
                .replaceAll(
                        "(?s).*\"name\":\"customer_id\".*?\"delta.columnMapping.physicalName\":\"([^\"]+)\".*", "$1");
        assertThat(physical).isNotEqualTo("customer_id").hasSizeLessThan(60);
        assertThat(action("domainMetadata").get("configuration").asText())
                .contains("\"clusteringColumns\":[[\"" + physical + "\"]]");
        assertThat(maintain(table).clusterBy().current()).containsExactly("customer_id");
        assertThat(texts(action("protocol").get("writerFeatures"))).contains("columnMapping");
    }

    @Test
    void aChangeThatChangesNothingIsNoCommit() {
        TestTable table = table();
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThat(maintain(table).clusterBy().none().commit()).isEqualTo(table.version());
        assertThat(before.differenceNow(directory)).isEmpty();
        long version = maintain(table).clusterBy().columns("order_date").commit();
        before = TreeSnapshot.of(directory);
        assertThat(maintain(table).clusterBy().columns("ORDER_DATE").commit()).isEqualTo(version);
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void columnsThatDoNotHelpAreRefusedByName() {
        Columns rows = new Columns()
                .longs("a", 1L)
                .longs("b", 1L)
                .longs("c", 1L)
                .longs("d", 1L)
                .longs("e", 1L)
                .booleans("flag", true);
        TestTable table = TestTable.in(directory)
                .property("delta.dataSkippingStatsColumns", "a,b,c,d,flag")
                .append(rows);
        TreeSnapshot before = TreeSnapshot.of(directory);
        refuses(table, "there is no column nobody; the table has a, b, c, d, e, flag", "nobody");
        refuses(table, "column a is named twice", "a", "A");
        refuses(table, "new files get no statistics for [e]", "a", "e");
        refuses(table, "flag is of type boolean", "flag");
        refuses(table, "5 columns are more than the 4", "a", "b", "c", "d", "e");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aPartitionedTableIsRefused() {
        TestTable table = Tables.threeTasks(directory);
        refuses(table, "the table is partitioned by [region]", "id");
        assertThat(maintain(table).clusterBy().none().commit()).isEqualTo(table.version());
    }

    private void refuses(TestTable table, String why, String... columns) {
        assertThatThrownBy(() -> maintain(table).clusterBy().columns(columns).commit())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageStartingWith(directory + ": clusterBy: ")
                .hasMessageContaining(why);
    }

    @Test
    void aCallThatDoesNotSayWhatIsRefusedAtOnce() {
        TestTable table = table();
        assertThatThrownBy(() -> maintain(table).clusterBy().columns()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> maintain(table).clusterBy().columns("`a"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> maintain(table).clusterBy().columns("order_date").none())
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> maintain(table).clusterBy().commit()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anAppendMeanwhileIsNoConflictButOtherClusteringColumnsAre() {
        TestTable table = table();
        long version = Tables.overtakenBy(directory, () -> table.append(Columns.sales(80, 90)))
                .clusterBy()
                .columns("order_date")
                .commit();
        assertThat(version).isEqualTo(table.version() + 1);

        ClusterBy late = Tables.overtakenBy(
                        directory,
                        () -> maintain(table).clusterBy().columns("order_id").commit())
                .clusterBy()
                .columns("customer_id");
        assertThatThrownBy(late::commit)
                .isInstanceOf(CommitConflictException.class)
                .satisfies(e -> assertThat(((CommitConflictException) e).reason())
                        .isEqualTo(CommitConflictException.Reason.DOMAIN_CHANGED));
        assertThat(maintain(table).clusterBy().current()).containsExactly("order_id");
    }

    @Test
    void aColumnThatIsDroppedMeanwhileIsAConflict() {
        TestTable table = table();
        ClusterBy late = Tables.overtakenBy(directory, () -> table.properties(Map.of("schema", "changed")))
                .clusterBy()
                .columns("customer_id");
        assertThatThrownBy(late::commit).isInstanceOf(CommitConflictException.class);
        assertThat(maintain(table).clusterBy().current()).isEmpty();
    }
}
