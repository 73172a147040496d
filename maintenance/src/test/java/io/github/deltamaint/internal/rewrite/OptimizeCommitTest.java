package io.github.deltamaint.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.Verification;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.parquet.RewriteResult.Copied;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commit in the words of Delta Spark: its own OPTIMIZE in the fixture is the measure. */
class OptimizeCommitTest {
    @TempDir
    Path directory;

    private static Set<String> names(JsonNode node) {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static JsonNode commitInfo(Path table, long version) {
        return NaiveLog.commit(table, version).get(0).get("commitInfo");
    }

    private JsonNode optimize(TestTable table, Optimize optimize) {
        optimize.execute();
        return commitInfo(directory, table.version() + 1);
    }

    private TestTable table() {
        Columns rows = new Columns().longs("id", 1L, 2L, 3L, 4L).strings("p", "a", "b", "it's", null);
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors")
                .partitionedBy("p")
                .append(rows);
        return table.append(rows);
    }

    @Test
    void hasTheNamesAndFormsOfDeltaSpark() {
        Fixture spark = Fixtures.named("optimized_zordered");
        JsonNode expected = commitInfo(spark.table(), 4);
        TestTable table = table();

        JsonNode ours =
                optimize(table, DeltaMaintenance.table(directory.toString()).optimize());

        assertThat(names(ours)).isEqualTo(names(expected));
        assertThat(names(ours.get("operationParameters"))).isEqualTo(names(expected.get("operationParameters")));
        assertThat(names(ours.get("operationMetrics"))).isEqualTo(names(expected.get("operationMetrics")));
        for (String name : names(expected)) {
            assertThat(ours.get(name).getNodeType())
                    .as(name)
                    .isEqualTo(expected.get(name).getNodeType());
        }
        for (String group : List.of("operationParameters", "operationMetrics")) {
            for (String name : names(expected.get(group))) {
                assertThat(ours.get(group).get(name).getNodeType())
                        .as(name)
                        .isEqualTo(expected.get(group).get(name).getNodeType());
            }
        }
        for (String name : List.of("operation", "isolationLevel", "isBlindAppend")) {
            assertThat(ours.get(name)).as(name).isEqualTo(expected.get(name));
        }
        assertThat(ours.get("readVersion").asLong()).isEqualTo(table.version());
        assertThat(UUID.fromString(ours.get("txnId").asText())).isNotNull();
        assertThat(ours.get("engineInfo").asText()).startsWith("Delta-Maintenance/");
    }

    @Test
    void actionsHaveTheNamesOfDeltaSpark() {
        Path spark = Fixtures.named("optimized_zordered").table();
        TestTable table = table();
        optimize(table, DeltaMaintenance.table(directory.toString()).optimize());

        for (String kind : List.of("add", "remove")) {
            JsonNode expected = first(spark, 4, kind);
            JsonNode ours = first(directory, table.version() + 1, kind);
            Set<String> names = names(ours);
            assertThat(names).as(kind).containsAll(names(expected));
            names.removeAll(names(expected));
            assertThat(names).as("what Delta Spark's %s does not have", kind).isSubsetOf("tags", "stats");
        }
    }

    private static JsonNode first(Path table, long version, String kind) {
        return NaiveLog.commit(table, version).stream()
                .filter(action -> action.has(kind))
                .findFirst()
                .orElseThrow()
                .get(kind);
    }

    @Test
    void saysWhatWasAskedFor() {
        JsonNode info = optimize(
                table(),
                DeltaMaintenance.table(directory.toString())
                        .optimize()
                        .where("p in ('a', 'it''s')")
                        .where("p is not null")
                        .userMetadata("note"));
        assertThat(info.get("userMetadata").asText()).isEqualTo("note");
        assertThat(info.get("operationParameters").get("predicate").asText())
                .isEqualTo("[\"p IN ('a', 'it\\\\'s')\",\"NOT (p IS NULL)\"]");
        assertThat(info.get("operationMetrics").get("numRemovedFiles").asText()).isEqualTo("4");
    }

    @Test
    void countsDeletionVectorsAndBytes() {
        TestTable table = table();
        table.deleteRows(table.files().get(0), 0);
        long removed = table.files().stream()
                .mapToLong(file -> file.add().get("size").asLong())
                .sum();

        JsonNode metrics = optimize(
                        table, DeltaMaintenance.table(directory.toString()).optimize())
                .get("operationMetrics");

        assertThat(metrics.get("numDeletionVectorsRemoved").asText()).isEqualTo("1");
        assertThat(metrics.get("numRemovedBytes").asText()).isEqualTo("" + removed);
        assertThat(metrics.get("numAddedBytes").asLong())
                .isEqualTo(NaiveLog.latest(directory).files().stream()
                        .mapToLong(file -> file.size())
                        .sum());
    }

    @ParameterizedTest
    @CsvSource({"1,1,1,1,1,1", "2,1,1,2,2,2", "4,1,2,3,4,4", "5,1,2,3,4,5", "100,1,26,51,76,100", "0,0,0,0,0,0"})
    void percentilesAreThoseOfDeltaSpark(int files, long min, long p25, long p50, long p75, long max) {
        List<AddFile> added = new ArrayList<>();
        LongStream.rangeClosed(1, files)
                .map(i -> files + 1 - i)
                .forEach(size -> added.add(AddFile.of("f" + size, Map.of(), size, 0, false, Optional.empty())));
        Map<String, String> metrics = request(added).info().operationMetrics();
        assertThat(metrics)
                .containsEntry("numAddedFiles", "" + files)
                .containsEntry("minFileSize", "" + min)
                .containsEntry("p25FileSize", "" + p25)
                .containsEntry("p50FileSize", "" + p50)
                .containsEntry("p75FileSize", "" + p75)
                .containsEntry("maxFileSize", "" + max);
    }

    private static CommitRequest request(List<AddFile> added) {
        RewriteTask task = new RewriteTask(
                0, Map.of(), List.of("in"), DataSize.ZERO, Set.of(RewriteTask.Reason.SMALL_FILES), DataSize.ZERO);
        AddFile input = AddFile.of("in", Map.of(), 10, 0, true, Optional.empty());
        OptimizeSettings settings = new OptimizeSettings(
                List.of(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of(Verification.COUNTS),
                Optional.empty(),
                new MaintenanceListener() {},
                CancellationToken.none(),
                Optional.empty(),
                false);
        return OptimizeCommit.request(
                List.of(new RewrittenTask(
                        new PlannedTask(task, List.of(input), null, 10),
                        added,
                        Copied.NONE,
                        List.of(),
                        0,
                        0,
                        Optional.empty(),
                        0,
                        0)),
                settings,
                (DefaultMaintenanceContext) MaintenanceContext.defaults(),
                Optional.empty(),
                false);
    }
}
