package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that change the table: optimize and properties. */
class ChangeCommandsTest {
    @TempDir
    Path directory;

    private TestTable table;

    @BeforeEach
    void makeTable() {
        table = SampleTable.in(directory);
    }

    private static final Map<String, String> RESULT = Map.ofEntries(
            Map.entry("versions", "ARRAY"),
            Map.entry("filesAdded", "OBJECT"),
            Map.entry("filesRemoved", "OBJECT"),
            Map.entry("partitionsOptimized", "NUMBER"),
            Map.entry("totalConsideredFiles", "NUMBER"),
            Map.entry("totalFilesSkipped", "NUMBER"),
            Map.entry("numTasks", "NUMBER"),
            Map.entry("droppedTasks", "ARRAY"),
            Map.entry("numRecords", "NUMBER"),
            Map.entry("numDeletionVectorsRemoved", "NUMBER"),
            Map.entry("numDeletedRowsPurged", "NUMBER"),
            Map.entry("clustering", "NULL"),
            Map.entry("warnings", "ARRAY"),
            Map.entry("contentDigest", "NULL"),
            Map.entry("layouts", "ARRAY"),
            Map.entry("peakMemory", "NUMBER"),
            Map.entry("spilled", "NUMBER"),
            Map.entry("elapsed", "NUMBER"),
            Map.entry("noOp", "BOOLEAN"),
            Map.entry("numFilesAdded", "NUMBER"),
            Map.entry("tasks", "ARRAY"),
            Map.entry("numFilesRemoved", "NUMBER"));

    @Test
    void optimizeHasTheFieldsOfTheRecord() {
        JsonNode result = Dm.json("optimize", directory);
        assertThat(Dm.shape(result)).isEqualTo(new TreeMap<>(RESULT));
        assertThat(result.get("versions")).hasToString("[6]");
        assertThat(result.get("numFilesAdded").asInt()).isEqualTo(2);
        assertThat(result.get("numFilesRemoved").asInt()).isEqualTo(4);
        assertThat(result.get("numRecords").asInt()).isEqualTo(39);
        assertThat(result.get("numDeletionVectorsRemoved").asInt()).isEqualTo(1);
        assertThat(result.get("numDeletedRowsPurged").asInt()).isEqualTo(1);
        assertThat(Dm.shape(result.get("filesAdded"))).containsOnlyKeys("totalFiles", "totalSize", "min", "max");
        assertThat(result.get("filesRemoved").get("totalSize").asLong())
                .isEqualTo(table.files().stream()
                        .mapToLong(file -> file.add().get("size").asLong())
                        .sum());
        assertThat(SampleTable.judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void optimizeCanPutRowsIntoAnOrderAndClusteringSaysWhatThatIsWorth() {
        JsonNode plan = Dm.json("optimize", directory, "--zorder-by", "id", "--dry-run");
        assertThat(plan.get("clustering").get("columns").get(0).get("name").asText())
                .isEqualTo("id");
        assertThat(plan.get("warnings")).isEmpty();
        JsonNode result = Dm.json("optimize", directory, "--zorder-by", "id");
        assertThat(result.get("numRecords").asInt()).isEqualTo(39);
        assertThat(result.get("clustering").get("after").get("numFiles").asInt())
                .isEqualTo(result.get("numFilesAdded").asInt());
        assertThat(SampleTable.judge(directory)).isEqualTo(table.rows().texts());
        assertThat(Dm.json("optimize", directory, "--zorder-by", "id").get("versions"))
                .isEmpty();
        assertThat(Dm.succeeds("optimize", directory, "--cluster-by", "id", "--full")
                        .out())
                .contains("a query for a value of id reads");
        assertThat(Dm.json("clustering", directory, "--columns", "id")
                        .get("numFiles")
                        .asInt())
                .isEqualTo(result.get("numFilesAdded").asInt());
        assertThat(Dm.succeeds("clustering", directory, "--columns", "id").out())
                .contains("a query reads on average:");
        assertThat(Dm.fails(1, "clustering", directory, "--columns", "nope").err())
                .contains("there is no column nope");
        assertThat(Dm.fails(2, "optimize", directory, "--zorder-by", "id", "--cluster-by", "id")
                        .err())
                .contains("either zOrderBy or clusterBy");
    }

    @Test
    void aSecondRunHasNoVersions() {
        Dm.succeeds("optimize", directory);
        TreeSnapshot after = TreeSnapshot.of(directory);
        JsonNode result = Dm.json("optimize", directory);
        assertThat(Dm.shape(result)).isEqualTo(new TreeMap<>(RESULT));
        assertThat(result.get("versions")).hasToString("[]");
        assertThat(result.get("numFilesAdded").asInt()).isZero();
        assertThat(Dm.succeeds("optimize", directory).out().strip())
                .isEqualTo("nothing to do: 2 files are fine as they are");
        assertThat(after.differenceNow(directory)).isEmpty();
    }

    @Test
    void optimizeIsReadable() {
        assertThat(Dm.succeeds("optimize", directory).out().strip())
                .matches("version 6: 4 files \\([0-9.]+ KiB\\) became 2 \\([0-9.]+ \\w+\\), 39 rows, in \\d+ ms");
    }

    @Test
    void aDryRunShowsThePlanAndChangesNothing() {
        TreeSnapshot before = TreeSnapshot.of(directory);
        JsonNode plan = Dm.json("optimize", directory, "--dry-run");
        assertThat(Dm.shape(plan))
                .containsOnlyKeys(
                        "readVersion",
                        "targetFileSize",
                        "vOrder",
                        "profile",
                        "bytesToRewrite",
                        "totalConsideredFiles",
                        "tasks",
                        "skipped",
                        "forecast",
                        "clustering",
                        "warnings");
        assertThat(plan.get("readVersion").asLong()).isEqualTo(5);
        assertThat(plan.get("targetFileSize").asLong()).isEqualTo(128L << 20);
        assertThat(plan.get("tasks")).hasSize(2);
        JsonNode task = plan.get("tasks").get(1);
        assertThat(Dm.shape(task))
                .containsOnlyKeys(
                        "index", "partitionValues", "inputPaths", "inputSize", "reasons", "predictedOutputSize");
        assertThat(task.get("partitionValues")).hasToString("{\"region\":\"West\"}");
        assertThat(task.get("inputPaths"))
                .hasSize(2)
                .allMatch(path -> path.asText().startsWith("region=West/part-"));
        assertThat(task.get("reasons")).hasToString("[\"SMALL_FILES\",\"DELETION_VECTORS\"]");
        assertThat(plan.get("tasks").get(0).get("partitionValues")).hasToString("{\"region\":null}");
        assertThat(Dm.shape(plan.get("forecast"))).containsOnlyKeys("peakMemory", "spilled", "tasks");
        assertThat(Dm.shape(plan.get("forecast").get("tasks").get(1)))
                .containsOnlyKeys("index", "peakMemory", "spilled");

        assertThat(Dm.succeeds("optimize", directory, "--dry-run").out().lines().toList())
                .satisfies(lines -> {
                    assertThat(lines.get(0)).isEqualTo("version 5: 4 files looked at, target size 128 MiB");
                    assertThat(lines.get(1))
                            .matches("  rewrite 2 files \\([^)]*\\) of region=null into about .*: small files");
                    assertThat(lines.get(2)).endsWith(": small files, deletion vectors");
                    assertThat(lines.get(3)).matches("to rewrite: .*");
                    assertThat(lines.get(4)).matches("memory for data: up to [0-9.]+ MiB");
                    assertThat(lines).hasSize(5);
                });
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aDryRunSaysWhatIsLeftAlone() {
        assertThat(Dm.succeeds(
                                "optimize",
                                directory,
                                "--dry-run",
                                "--target-file-size",
                                "1",
                                "--max-deleted-rows-ratio",
                                1)
                        .out()
                        .lines())
                .anyMatch(line -> line.matches("  leave 4 files \\(.*\\): large enough"))
                .contains("nothing to do");
        JsonNode skipped = Dm.json(
                        "optimize", directory, "--dry-run", "--target-file-size", "1", "--max-deleted-rows-ratio", 1)
                .get("skipped");
        assertThat(skipped).hasSize(1);
        assertThat(skipped.get(0).get("reason").asText()).isEqualTo("LARGE_ENOUGH");
        assertThat(skipped.get(0).get("files").asInt()).isEqualTo(4);
    }

    @Test
    void everyOptionReachesTheOperation() {
        JsonNode result = Dm.json(
                "optimize",
                directory,
                "--where",
                "region = 'West'",
                "--target-file-size",
                "1MB",
                "--min-file-size",
                "512 KiB",
                "--max-deleted-rows-ratio",
                "0.5",
                "--commit-every",
                1,
                "--memory",
                "16MB",
                "--threads",
                1,
                "--verify",
                "counts",
                "--user-metadata",
                "note");
        assertThat(result.get("totalConsideredFiles").asInt()).isEqualTo(2);
        assertThat(result.get("numTasks").asInt()).isEqualTo(1);
        JsonNode entry = Dm.json("history", directory, "--limit", 1).get(0);
        assertThat(entry.get("userMetadata").asText()).isEqualTo("note");
        assertThat(entry.get("operationParameters").get("predicate").asText()).contains("region = 'West'");
    }

    @Test
    void commitEveryMakesSeveralVersions() {
        assertThat(Dm.json("optimize", directory, "--commit-every", 1).get("versions"))
                .hasToString("[6,7]");
        assertThat(SampleTable.judge(directory)).isEqualTo(table.rows().texts());
    }

    @ParameterizedTest
    @CsvSource({"300b,300", "1k,1024", "2 KiB,2048", "1.5MB,1572864", "1g,1073741824"})
    void sizesAreWrittenAsPeopleWriteThem(String text, long bytes) {
        assertThat(Dm.json("optimize", directory, "--dry-run", "--target-file-size", text)
                        .get("targetFileSize")
                        .asLong())
                .isEqualTo(bytes);
    }

    @Test
    void aPredicateThatDoesNotFitTheTableSaysSo() {
        Dm run = Dm.fails(1, "optimize", directory, "--where", "id = 5");
        assertThat(run.err()).startsWith("dm: " + directory + ": ").contains("column id is not a partition column");
        assertThat(Dm.fails(1, "optimize", directory, "--min-file-size", "1g").err())
                .contains("minFileSize 1 GiB is above");
    }

    @Test
    void aDamagedFileIsNamedAndNothingIsChanged() throws Exception {
        Path file = table.files().get(1).file();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 20));
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThat(Dm.fails(1, "optimize", directory).err())
                .startsWith("dm: " + directory + ": ")
                .contains(file.getFileName().toString());
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void specialPartitionsAreOptimizedToo() {
        Path copy = Fixtures.named("special_partition_strings").copyTo(directory.resolve("x"));
        List<String> before = SampleTable.judge(copy);
        JsonNode result = Dm.json("optimize", copy);
        assertThat(result.get("numFilesAdded").asInt()).isPositive();
        assertThat(SampleTable.judge(copy)).isEqualTo(before);
    }

    @Test
    void checkpointHasTheFieldsOfTheRecord() {
        JsonNode result = Dm.json("checkpoint", directory);
        assertThat(Dm.shape(result))
                .isEqualTo(new TreeMap<>(Map.of(
                        "version",
                        "NUMBER",
                        "alreadyExisted",
                        "BOOLEAN",
                        "files",
                        "ARRAY",
                        "size",
                        "NUMBER",
                        "numOfAddFiles",
                        "NUMBER")));
        assertThat(result.get("version").asLong()).isEqualTo(5);
        assertThat(result.get("files")).hasToString("[\"00000000000000000005.checkpoint.parquet\"]");
        assertThat(result.get("numOfAddFiles").asLong()).isEqualTo(4);
        assertThat(NaiveLog.hasCheckpoint(directory, 5)).isTrue();
        table.deleteCommitsBefore(5);
        assertThat(SampleTable.judge(directory)).isEqualTo(table.rows().texts());
        assertThat(Dm.succeeds("checkpoint", directory).out().strip())
                .isEqualTo("nothing to do: version 5 has a checkpoint of 4 files");
    }

    @Test
    void checkpointIsReadable() {
        assertThat(Dm.succeeds("checkpoint", directory).out().strip())
                .matches("version 5: checkpoint of 4 files \\([0-9.]+ KiB\\)");
    }

    @Test
    void cleanLogKeepsAYoungLog() {
        TreeSnapshot before = TreeSnapshot.of(directory);
        JsonNode plan = Dm.json("clean-log", directory, "--dry-run");
        assertThat(Dm.shape(plan))
                .containsOnlyKeys("version", "cutoff", "firstKeptVersion", "files", "size", "nothingToDo", "empty");
        assertThat(plan.get("files")).isEmpty();
        assertThat(Dm.shape(Dm.json("clean-log", directory)))
                .containsOnlyKeys("firstKeptVersion", "deletedFiles", "plannedSize", "failedFiles");
        assertThat(Dm.succeeds("clean-log", directory).out().strip()).isEqualTo("nothing to do");
        assertThat(Dm.succeeds("clean-log", directory, "--dry-run").out()).startsWith("nothing to do: ");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void propertiesAreShownSorted() {
        table.properties(Map.of("a", "1", "z", "2"));
        assertThat(Dm.json("properties", directory)).hasToString("{\"a\":\"1\",\"owner\":\"ann\",\"z\":\"2\"}");
        assertThat(Dm.succeeds("properties", directory).out().lines())
                .containsExactly("a      1", "owner  ann", "z      2");
    }

    @Test
    void propertiesAreChangedInOneCommit() {
        JsonNode after = Dm.json(
                "properties",
                directory,
                "--set",
                "delta.targetFileSize=64mb",
                "--set",
                "equation=a=b",
                "--unset",
                "owner",
                "--unset",
                "nobody");
        assertThat(after).hasToString("{\"delta.targetFileSize\":\"64mb\",\"equation\":\"a=b\"}");
        assertThat(NaiveLog.latest(directory).version()).isEqualTo(6);
        assertThat(NaiveLog.latest(directory).configuration())
                .containsOnly(Map.entry("delta.targetFileSize", "64mb"), Map.entry("equation", "a=b"));
        assertThat(Dm.json("optimize", directory, "--dry-run")
                        .get("targetFileSize")
                        .asLong())
                .isEqualTo(64L << 20);
    }

    @Test
    void propertiesThatMayNotBeChangedAreRefused() {
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThat(Dm.fails(1, "properties", directory, "--set", "delta.columnMapping.mode=name")
                        .err())
                .startsWith("dm: " + directory + ": table property delta.columnMapping.mode: ")
                .contains("use Delta Spark");
        assertThat(Dm.fails(1, "properties", directory, "--set", "delta.tragetFileSize=1")
                        .err())
                .contains("check the spelling");
        assertThat(Dm.fails(2, "properties", directory, "--set", "a=1", "--unset", "a")
                        .err())
                .contains("both set and unset");
        assertThat(Dm.fails(2, "properties", directory, "--set", "nothing").err())
                .contains("nothing");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void clusterByShowsAndChangesTheClusteringColumns(@TempDir Path other) {
        TestTable unpartitioned = TestTable.in(other).append(Columns.sales(0, 10));
        assertThat(Dm.json("cluster-by", other)).hasToString("{\"clusteringColumns\":[]}");
        assertThat(Dm.json("cluster-by", other, "--columns", "order_id,order_date"))
                .hasToString("{\"clusteringColumns\":[\"order_id\",\"order_date\"]}");
        assertThat(Dm.json("detail", other).get("clusteringColumns")).hasToString("[\"order_id\",\"order_date\"]");
        assertThat(Dm.succeeds("cluster-by", other).out()).contains("clustering columns", "order_id, order_date");
        assertThat(Dm.succeeds("cluster-by", other, "--none").out()).contains("none");
        assertThat(NaiveLog.latest(other).version()).isEqualTo(unpartitioned.version() + 2);
        assertThat(SampleTable.judge(other)).isEqualTo(unpartitioned.rows().texts());
    }
}
