package io.github.deltamaint;

import static io.github.deltamaint.Tables.actions;
import static io.github.deltamaint.Tables.activeFiles;
import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.ValueType;
import io.github.deltamaint.testsupport.VectorStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What zOrderBy, clusterBy and tables with clustering columns promise, judged by parquet-java and a naive replay of the log. */
class ZOrderTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "a", ValueType.Primitive.LONG, "b", ValueType.Primitive.LONG, "region", ValueType.Primitive.STRING);

    @TempDir
    Path directory;

    private static Columns points(Random random, int count, int fromA, int toA, String region) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(List.of((long) random.nextInt(fromA, toA), (long) random.nextInt(10_000), region));
        }
        return Columns.of(COLUMNS, rows);
    }

    private TestTable uniform(int files, int rowsOfFile) {
        Random random = new Random(7);
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors")
                .columns(COLUMNS)
                .create();
        for (int i = 0; i < files; i++) {
            table.append(points(random, rowsOfFile, 0, 10_000, "r"));
        }
        return table;
    }

    private Optimize zOrder(TestTable table) {
        return maintain(table).optimize().zOrderBy("a", "b").targetFileSize(ofBytes(20_000));
    }

    private List<JsonNode> latest(String kind) {
        return actions(directory, NaiveLog.latest(directory).version(), kind);
    }

    @Test
    void queriesOfEitherColumnReadFewFilesAndEveryRowIsKept() {
        TestTable table = uniform(8, 4_000);

        OptimizeResult result = zOrder(table).execute();

        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        int files = activeFiles(directory).size();
        assertThat(files).isBetween(8, 64);
        ClusteringChange change = result.clustering().orElseThrow();
        assertThat(change.before().columns())
                .allSatisfy(column -> assertThat(column.point().files()).isGreaterThan(7.9));
        assertThat(change.after().numFiles()).isEqualTo(files);
        assertThat(change.after().columns())
                .allSatisfy(column -> assertThat(column.point().files()).isLessThan(1.7 * Math.sqrt(files)));
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void theCommitSaysWhatDeltaSparkSays() {
        TestTable table = uniform(2, 500);
        zOrder(table).execute();

        JsonNode info = NaiveLog.commit(directory, table.version() + 1).get(0).get("commitInfo");
        assertThat(info.get("operation").asText()).isEqualTo("OPTIMIZE");
        JsonNode parameters = info.get("operationParameters");
        assertThat(parameters.get("zOrderBy").asText()).isEqualTo("[\"a\",\"b\"]");
        assertThat(parameters.get("clusterBy").asText()).isEqualTo("[]");
        assertThat(parameters.has("isFull")).isFalse();
        assertThat(latest("add")).allMatch(add -> !add.get("dataChange").asBoolean() && !add.has("clusteringProvider"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSecondRunFindsNothingToDoAndFullDoesAllAgain(boolean cluster) {
        TestTable table = uniform(5, 1_000);
        Optimize first = maintain(table).optimize().targetFileSize(ofBytes(20_000));
        (cluster ? first.clusterBy("b", "a") : first.zOrderBy("b", "a")).execute();
        TreeSnapshot after = TreeSnapshot.of(directory);

        Optimize second = maintain(table).optimize().targetFileSize(ofBytes(20_000));
        OptimizePlan plan = (cluster ? second.clusterBy("b", "a") : second.zOrderBy("b", "a")).plan();
        assertThat(plan.tasks()).isEmpty();
        assertThat(plan.skipped()).extracting(SkippedFiles::reason).containsExactly(SkippedFiles.Reason.CLUSTERED);
        assertThat(plan.execute().isNoOp()).isTrue();
        assertThat(after.differenceNow(directory)).isEmpty();

        Optimize again =
                maintain(table).optimize().targetFileSize(ofBytes(20_000)).full();
        OptimizePlan full = (cluster ? again.clusterBy("b", "a") : again.zOrderBy("b", "a")).plan();
        assertThat(full.tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.reasons()).contains(Reason.FULL));
        assertThat(full.execute().numRecords()).isEqualTo(5_000);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void otherColumnsOrAnotherCurveOrderEverythingAnew() {
        TestTable table = uniform(3, 800);
        zOrder(table).execute();
        int files = activeFiles(directory).size();
        assertThat(maintain(table)
                        .optimize()
                        .zOrderBy("b", "a")
                        .targetFileSize(ofBytes(20_000))
                        .plan()
                        .tasks())
                .singleElement()
                .satisfies(task -> {
                    assertThat(task.inputPaths()).hasSize(files);
                    assertThat(task.reasons()).containsExactly(Reason.NOT_CLUSTERED);
                });
        assertThat(maintain(table)
                        .optimize()
                        .clusterBy("a", "b")
                        .targetFileSize(ofBytes(20_000))
                        .plan()
                        .tasks())
                .hasSize(1);
    }

    @Test
    void newRowsInFewPlacesAreOrderedWithTheFilesThereAlone() {
        TestTable table = uniform(10, 8_000);
        zOrder(table).execute();
        long all = NaiveLog.latest(directory).files().size();
        List<List<Object>> rows = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 1_500; i++) {
            rows.add(List.of((long) random.nextInt(800), (long) random.nextInt(800), "new"));
        }
        TestTable more = TestTable.in(directory.resolve("more")).append(Columns.of(COLUMNS, rows));
        append(more);

        OptimizePlan plan = zOrder(table).plan();

        assertThat(plan.tasks()).singleElement().satisfies(task -> {
            assertThat(task.inputPaths().size()).isBetween(2, Math.toIntExact(1 + all / 8));
            assertThat(task.reasons()).contains(Reason.NOT_CLUSTERED, Reason.OVERLAPPING);
        });
        ClusteringChange change = plan.execute().clustering().orElseThrow();
        assertThat(zOrder(table).plan().tasks()).isEmpty();
        ClusteringChange full = zOrder(table).full().execute().clustering().orElseThrow();
        for (int i = 0; i < 2; i++) {
            assertThat(change.after().columns().get(i).point().files())
                    .isLessThan(1.1 * full.after().columns().get(i).point().files());
        }
    }

    /** Adds the file of another table, behind what the table under test knows. */
    private void append(TestTable other) {
        ObjectNode add = other.files().get(0).add().deepCopy();
        Path file = other.path().resolve(add.get("path").asText());
        try {
            long version = NaiveLog.latest(directory).version() + 1;
            String name = "more-" + version + ".parquet";
            Files.copy(file, directory.resolve(name));
            add.put("path", name);
            Files.writeString(
                    directory.resolve("_delta_log").resolve(String.format(Locale.ROOT, "%020d.json", version)),
                    "{\"commitInfo\":{\"operation\":\"WRITE\"}}\n{\"add\":" + add + "}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void fewNewRowsEverywhereAreALayerOfTheirOwnUntilTheyAreMany() {
        TestTable table = uniform(10, 4_000);
        zOrder(table).execute();
        int files = activeFiles(directory).size();
        Random random = new Random(9);
        int rewritten = 0;
        for (int round = 0; round < 12; round++) {
            append(TestTable.in(directory.resolve("more" + round)).append(points(random, 1_000, 0, 10_000, "x")));
            OptimizePlan plan = zOrder(table).plan();
            assertThat(plan.tasks()).hasSize(1);
            if (round == 0) {
                assertThat(plan.tasks().get(0).inputPaths()).hasSize(1);
            }
            rewritten += plan.tasks().get(0).inputPaths().size();
            plan.execute();
            assertThat(zOrder(table).plan().tasks()).isEmpty();
        }
        assertThat(rewritten).isGreaterThan(files).isLessThan(4 * files);
        assertThat(NaiveLog.latest(directory).files().stream()
                        .mapToLong(file -> file.stats().get("numRecords").asLong())
                        .sum())
                .isEqualTo(52_000);
    }

    @Test
    void everyPartitionIsOrderedForItself() {
        Random random = new Random(5);
        TestTable table =
                TestTable.in(directory).partitionedBy("region").columns(COLUMNS).create();
        for (String region : List.of("East", "West")) {
            table.append(points(random, 2_000, 0, 10_000, region)).append(points(random, 2_000, 0, 10_000, region));
        }
        OptimizeResult result = zOrder(table).where("region = 'West'").execute();
        assertThat(result.numTasks()).isEqualTo(1);
        assertThat(result.numRecords()).isEqualTo(4_000);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(zOrder(table).execute().numRecords()).isEqualTo(4_000);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void deletedRowsAreNotWrittenAgain() {
        TestTable table = uniform(3, 300);
        table.deleteRows(table.files().get(1), 0, 5, 299);
        OptimizeResult result = zOrder(table).execute();
        assertThat(result.numDeletedRowsPurged()).isEqualTo(3);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aFileInTheOrderIsRewrittenForItsDeletedRowsIfTheyAreMany() throws IOException {
        TestTable table = uniform(8, 2_500);
        zOrder(table).execute();
        delete(3, 1, 7);
        assertThat(zOrder(table).plan().tasks()).isEmpty();
        delete(5, LongStream.range(0, 500).toArray());
        List<String> rows = judge(directory);
        assertThat(rows).hasSize(20_000 - 502);

        OptimizePlan plan = zOrder(table).plan();

        assertThat(plan.tasks()).singleElement().satisfies(task -> {
            assertThat(task.reasons()).contains(Reason.DELETION_VECTORS);
            assertThat(task.inputPaths()).hasSize(1);
        });
        assertThat(plan.execute().numDeletedRowsPurged()).isEqualTo(500);
        assertThat(judge(directory)).isEqualTo(rows);
        assertThat(zOrder(table).plan().tasks()).isEmpty();
    }

    /** Deletes rows of a file that OPTIMIZE wrote. */
    private void delete(int file, long... positions) throws IOException {
        NaiveSnapshot log = NaiveLog.latest(directory);
        NaiveFile written = log.files().get(file);
        TestTable scratch = TestTable.in(directory.resolve("scratch" + log.version()))
                .feature("deletionVectors")
                .columns(COLUMNS)
                .create();
        scratch.deleteRows(
                new TestFile(
                        written.add().get("path").asText(),
                        written.file(),
                        Map.of(),
                        COLUMNS,
                        List.of(),
                        new TreeSet<>(),
                        (ObjectNode) written.add()),
                VectorStorage.INLINE,
                positions);
        StringBuilder lines = new StringBuilder();
        NaiveLog.commit(scratch.path(), scratch.version())
                .forEach(line -> lines.append(line).append('\n'));
        Files.writeString(
                directory.resolve("_delta_log").resolve(String.format(Locale.ROOT, "%020d.json", log.version() + 1)),
                lines);
    }

    @Test
    void oneClusteringColumnIsASort() {
        TestTable table = uniform(4, 2_000);
        maintain(table).clusterBy().columns("b").commit();
        OptimizeResult result =
                maintain(table).optimize().targetFileSize(ofBytes(5_000)).execute();
        ClusteringReport.Column column =
                result.clustering().orElseThrow().after().columns().get(0);
        assertThat(result.filesAdded().totalFiles()).isGreaterThan(3);
        // Files may share the value at which one ends and the next begins.
        assertThat(column.averageDepth()).isLessThan(1.05);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThatThrownBy(() -> maintain(table).optimize().clusterBy("a").plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("always clustered by its own, [b]");
    }

    @Test
    void fieldsOfStructsAreColumnsToo() {
        ValueType.Struct columns = ValueType.columns(
                "s",
                ValueType.struct("x", ValueType.Primitive.STRING, "y", ValueType.decimal(20, 2)),
                "n",
                ValueType.Primitive.DOUBLE);
        List<List<Object>> rows = new ArrayList<>();
        Random random = new Random(4);
        for (int i = 0; i < 500; i++) {
            List<Object> row = new ArrayList<>();
            row.add(
                    random.nextInt(10) == 0
                            ? null
                            : List.of("k" + random.nextInt(50), new BigDecimal(random.nextInt(9) - 4).setScale(2)));
            row.add(random.nextInt(5) == 0 ? null : random.nextBoolean() ? Double.NaN : random.nextGaussian());
            rows.add(row);
        }
        TestTable table = TestTable.in(directory).append(Columns.of(columns, rows));
        maintain(table)
                .optimize()
                .zOrderBy("s.x", "S.Y", "n")
                .targetFileSize(ofBytes(2_000))
                .execute();
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(activeFiles(directory).size()).isGreaterThan(1);
    }

    @Test
    void columnsByWhichNothingCanBeSkippedAreRefusedWithTheRemedy() {
        TestTable table = TestTable.in(directory)
                .partitionedBy("region")
                .property("delta.dataSkippingStatsColumns", "a")
                .append(points(new Random(1), 10, 0, 10, "r"));
        assertThatThrownBy(() -> zOrder(table).plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("no statistics for [b]")
                .hasMessageContaining("delta.dataSkippingStatsColumns");
        assertThatThrownBy(() -> maintain(table).optimize().zOrderBy("region").plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("region is a partition column");
        assertThatThrownBy(() -> maintain(table).optimize().clusterBy("nope").plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("there is no column nope");
        assertThatThrownBy(() -> maintain(table).optimize().zOrderBy("a", "A").plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("column a is named twice");
        assertThatThrownBy(() -> maintain(table).optimize().full().plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("none is asked for");
    }

    @Test
    void callsThatCannotWorkAreRefusedAtOnce() {
        Optimize optimize = maintain(uniform(1, 1)).optimize();
        assertThatThrownBy(optimize::zOrderBy)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 16 columns");
        assertThatThrownBy(() -> optimize.clusterBy("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 9 columns but got 10");
        assertThatThrownBy(() -> optimize.zOrderBy("a").clusterBy("b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("either zOrderBy or clusterBy");
    }

    @Test
    void columnsThatGainNothingAreWarnedOf() {
        TestTable table = TestTable.in(directory)
                .append(new Columns()
                        .longs("constant", 1L, 1L, 1L)
                        .booleans("flag", true, false, null)
                        .strings("empty", null, null, null)
                        .longs("c", 1L, 2L, 3L)
                        .longs("d", 3L, 2L, 1L));
        OptimizePlan plan = maintain(table)
                .optimize()
                .zOrderBy("constant", "flag", "empty", "c", "d")
                .plan();
        assertThat(plan.warnings())
                .anyMatch(text -> text.startsWith("5 columns"))
                .anyMatch(text -> text.startsWith("constant has one value"))
                .anyMatch(text -> text.startsWith("flag is of type boolean"))
                .anyMatch(text -> text.startsWith("empty has one value") || text.startsWith("empty is null"))
                .noneMatch(text -> text.startsWith("c ") || text.startsWith("d "));
        assertThat(plan.execute().warnings()).isEqualTo(plan.warnings());
    }

    @Test
    void aTableWithClusteringColumnsIsClusteredByThemAsDeltaSparkDoesIt() {
        Fixture fixture = Fixtures.named("clustering");
        Path table = fixture.copyTo(directory);
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        List<String> rows = judge(table);

        OptimizePlan plan = maintenance.optimize().plan();
        assertThat(plan.tasks()).singleElement().satisfies(task -> {
            assertThat(task.inputPaths()).hasSize(3);
            assertThat(task.reasons()).contains(Reason.NOT_CLUSTERED);
        });
        plan.execute();

        assertThat(judge(table)).isEqualTo(rows);
        long version = NaiveLog.latest(table).version();
        assertThat(actions(table, version, "add")).isNotEmpty().allSatisfy(add -> {
            assertThat(add.get("clusteringProvider").asText()).isEqualTo("liquid");
            assertThat(add.get("tags").get("ZCUBE_ZORDER_BY").asText()).isEqualTo("[\"customer_id\",\"order_date\"]");
            assertThat(add.get("tags").get("ZCUBE_ID").asText()).hasSize(36);
        });
        JsonNode parameters =
                NaiveLog.commit(table, version).get(0).get("commitInfo").get("operationParameters");
        assertThat(parameters.get("clusterBy").asText()).isEqualTo("[\"customer_id\",\"order_date\"]");
        assertThat(parameters.get("isFull").asText()).isEqualTo("false");
        assertThat(maintenance.optimize().plan().tasks()).isEmpty();
        assertThatThrownBy(() -> maintenance.optimize().zOrderBy("revenue").plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("always clustered by its own, [customer_id, order_date]");
        assertThatThrownBy(() -> maintenance.optimize().where("customer_id = 1").plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("where is not for a table with clustering columns");
    }

    @Test
    void filesOfFormerClusteringColumnsStayUntilEverythingIsAskedFor() {
        Path table = Fixtures.named("clustering_changed").copyTo(directory);
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        List<String> rows = judge(table);
        OptimizePlan plan = maintenance.optimize().plan();
        assertThat(plan.skipped())
                .extracting(SkippedFiles::reason)
                .containsExactly(SkippedFiles.Reason.CLUSTERED_OTHERWISE);
        plan.execute();
        assertThat(maintenance.optimize().plan().tasks()).isEmpty();
        maintenance.optimize().full().execute();
        assertThat(maintenance.optimize().plan().skipped())
                .extracting(SkippedFiles::reason)
                .containsExactly(SkippedFiles.Reason.CLUSTERED);
        assertThat(judge(table)).isEqualTo(rows);
    }

    @Test
    void aTableThatDeltaSparkZOrderedIsOrderedOnceMore() {
        Path table = Fixtures.named("optimized_zordered").copyTo(directory);
        List<String> rows = judge(table);
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        assertThat(maintenance
                        .optimize()
                        .zOrderBy("customer_region", "product_category")
                        .execute()
                        .isNoOp())
                .isFalse();
        assertThat(judge(table)).isEqualTo(rows);
        assertThat(maintenance
                        .optimize()
                        .zOrderBy("customer_region", "product_category")
                        .plan()
                        .isEmpty())
                .isTrue();
    }
}
