package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Commands that change nothing: detail, history, scan, digest. */
class ReadCommandsTest {
    @TempDir
    Path directory;

    @Test
    void skippingCountsWhatAPredicateReads() {
        SampleTable.in(directory);
        JsonNode report = Dm.json("skipping", directory, "--where", "id = 3 AND region = 'West'");
        assertThat(Dm.shape(report))
                .containsOnlyKeys("version", "predicate", "files", "rowGroups", "pages", "rows", "bytes");
        assertThat(report.get("files").get("all").asInt()).isEqualTo(4);
        assertThat(report.get("files").get("read").asInt()).isEqualTo(1);
        assertThat(Dm.succeeds("skipping", directory, "--where", "id = 3").out())
                .contains("pages of these");
        assertThat(Dm.fails(1, "skipping", directory, "--where", "nope = 3").err())
                .contains("nope");
    }

    @Test
    void advisedOrdersAreRanked() throws IOException {
        SampleTable.in(directory);
        Path predicates = directory.resolve("predicates.sql");
        Files.writeString(predicates, "-- what dashboards ask\nid = 3\n\nid BETWEEN 5 AND 7\n");
        JsonNode advice = Dm.json("advise", directory, "--predicates", predicates);
        assertThat(advice.get("orders").get(0).get("columns")).hasToString("[\"id\"]");
        assertThat(advice.get("columns").get(0).get("predicates").asInt()).isEqualTo(2);
        assertThat(Dm.succeeds("advise", directory).out()).contains("ordered by");
    }

    @Test
    void detailHasTheFieldsOfTheRecord() {
        TestTable table = SampleTable.in(directory);
        JsonNode detail = Dm.json("detail", directory);
        assertThat(Dm.shape(detail))
                .isEqualTo(new TreeMap<>(Map.ofEntries(
                        Map.entry("format", "STRING"),
                        Map.entry("id", "STRING"),
                        Map.entry("name", "NULL"),
                        Map.entry("description", "NULL"),
                        Map.entry("location", "STRING"),
                        Map.entry("createdAt", "STRING"),
                        Map.entry("lastModified", "STRING"),
                        Map.entry("version", "NUMBER"),
                        Map.entry("partitionColumns", "ARRAY"),
                        Map.entry("clusteringColumns", "ARRAY"),
                        Map.entry("numFiles", "NUMBER"),
                        Map.entry("sizeInBytes", "NUMBER"),
                        Map.entry("properties", "OBJECT"),
                        Map.entry("minReaderVersion", "NUMBER"),
                        Map.entry("minWriterVersion", "NUMBER"),
                        Map.entry("tableFeatures", "ARRAY"),
                        Map.entry("retainedHistory", "OBJECT"),
                        Map.entry("pins", "ARRAY"))));
        assertThat(Dm.shape(detail.get("retainedHistory")))
                .containsOnlyKeys("latestVersion", "firstInLog", "firstReadable", "retention", "firstAfterVacuum");
        assertThat(detail.get("version").asLong()).isEqualTo(table.version());
        assertThat(detail.get("sizeInBytes").asLong())
                .isEqualTo(table.files().stream()
                        .mapToLong(file -> file.add().get("size").asLong())
                        .sum());
        assertThat(Instant.parse(detail.get("createdAt").asText())).isEqualTo("2024-01-01T00:00:00Z");
        assertThat(detail.get("partitionColumns")).hasToString("[\"region\"]");
        assertThat(detail.get("properties")).hasToString("{\"owner\":\"ann\"}");
    }

    @Test
    void detailIsReadable() {
        TestTable table = SampleTable.in(directory);
        Dm.succeeds("pin", directory, "--version", "1", "--owner", "report");
        assertThat(Dm.succeeds("detail", directory).out().lines())
                .contains(
                        "location                " + directory,
                        "version                 " + table.version(),
                        "readable                versions 0 to " + table.version(),
                        "pinned                  1 by report",
                        "created                 2024-01-01T00:00:00Z",
                        "files                   4",
                        "partition columns       region",
                        "clustering columns",
                        "reader, writer version  3, 7",
                        "features                deletionVectors",
                        "owner                   ann")
                .noneMatch(line -> line.endsWith(" "));
    }

    @Test
    void historyHasTheFieldsOfTheRecordNewestFirst() {
        TestTable table = SampleTable.in(directory);
        Dm.succeeds("optimize", directory, "--user-metadata", "night");
        JsonNode history = Dm.json("history", directory);
        assertThat(history).hasSize((int) table.version() + 2);
        JsonNode newest = history.get(0);
        assertThat(Dm.shape(newest))
                .isEqualTo(new TreeMap<>(Map.ofEntries(
                        Map.entry("version", "NUMBER"),
                        Map.entry("timestamp", "STRING"),
                        Map.entry("operation", "STRING"),
                        Map.entry("operationParameters", "OBJECT"),
                        Map.entry("operationMetrics", "OBJECT"),
                        Map.entry("readVersion", "NUMBER"),
                        Map.entry("isolationLevel", "STRING"),
                        Map.entry("isBlindAppend", "BOOLEAN"),
                        Map.entry("userMetadata", "STRING"),
                        Map.entry("engineInfo", "STRING"),
                        Map.entry("userName", "NULL"),
                        Map.entry("txnId", "STRING"))));
        assertThat(newest.get("operation").asText()).isEqualTo("OPTIMIZE");
        assertThat(newest.get("userMetadata").asText()).isEqualTo("night");
        assertThat(newest.get("engineInfo").asText())
                .startsWith("Delta-Maintenance/")
                .endsWith(" dm");
        assertThat(newest.get("operationMetrics").get("numRemovedFiles").asText())
                .isEqualTo("4");
        assertThat(Dm.json("history", directory, "--limit", 2)).hasSize(2);
        assertThat(Dm.json("history", directory, "--limit", 2)
                        .get(1)
                        .get("version")
                        .asLong())
                .isEqualTo(table.version());
    }

    @Test
    void historyShowsTwentyCommitsUnlessToldOtherwise() {
        Path table = Fixtures.named("many_commits").table();
        assertThat(Dm.json("history", table)).hasSize(20);
        assertThat(Dm.succeeds("history", table).out().lines()).hasSize(21);
        assertThat(Dm.json("history", table, "--limit", 1000).size()).isGreaterThan(20);
    }

    @Test
    void historyIsReadable() {
        SampleTable.in(directory);
        Dm.succeeds("optimize", directory);
        List<String> lines =
                Dm.succeeds("history", directory, "--limit", 2).out().lines().toList();
        assertThat(lines.get(0))
                .startsWith("version  timestamp")
                .contains("operation", "parameters", "metrics", "engine");
        assertThat(lines.get(1))
                .startsWith("6 ")
                .contains(" OPTIMIZE ", "numAddedFiles=2", "predicate=[]", "Delta-Maintenance/");
        assertThat(lines.get(2)).startsWith("5 ").contains(" DELETE");
        assertThat(lines).hasSize(3);
    }

    @ParameterizedTest
    @FixtureSource("read")
    void scanPrintsTheRowsAsDeltaSparkDoes(Fixture fixture) {
        List<String> lines = new ArrayList<>(
                Dm.succeeds("scan", fixture.table()).out().lines().sorted().toList());
        if (fixture.name().equals("variant")) {
            // Its variants are given as they are stored, which Delta Spark's text of them is not.
            assertThat(lines).hasSize(fixture.expectedRows().size());
            return;
        }
        assertThat(lines).isEqualTo(fixture.expectedRows().stream().sorted().toList());
    }

    @Test
    void scanTakesVersionPredicateColumnsAndLimit() {
        SampleTable.in(directory);
        assertThat(Dm.succeeds("scan", directory, "--version", 1).out().lines()).hasSize(10);
        assertThat(Dm.succeeds("scan", directory, "--where", "region = 'West' AND id > 17")
                        .out()
                        .lines())
                .containsExactlyInAnyOrder("{\"id\":18,\"region\":\"West\"}", "{\"id\":19,\"region\":\"West\"}");
        assertThat(Dm.succeeds("scan", directory, "--columns", "region,id", "--where", "id = 25")
                        .out()
                        .strip())
                .isEqualTo("{\"region\":null,\"id\":25}");
        assertThat(Dm.succeeds("scan", directory, "--limit", 7).out().lines()).hasSize(7);
        assertThat(Dm.succeeds("scan", directory, "--limit", 0).out()).isEmpty();
        assertThat(Dm.succeeds("--json", "scan", directory).out().lines()).hasSize(39);
    }

    @Test
    void scanRefusesWhatTheTableDoesNotHave() {
        SampleTable.in(directory);
        assertThat(Dm.fails(1, "scan", directory, "--columns", "nope").err())
                .startsWith("dm: " + directory + ": ")
                .contains("nope");
        assertThat(Dm.fails(1, "scan", directory, "--version", 99).err()).contains("99");
        assertThat(Dm.fails(1, "scan", directory, "--where", "nope = 1").err()).contains("nope");
    }

    @Test
    void scanOfAnEmptyTablePrintsNothing() {
        TestTable.in(directory).columns(new Columns().longs("id").type()).create();
        assertThat(Dm.succeeds("scan", directory).out()).isEmpty();
        assertThat(Dm.json("digest", directory).get("rows").asLong()).isZero();
        assertThat(Dm.json("detail", directory).get("numFiles").asLong()).isZero();
    }

    @Test
    void verifyComparesVersionsAndFailsIfTheyDiffer() {
        TestTable table = SampleTable.in(directory);
        long last = table.version();
        Dm.succeeds("optimize", directory, "--verify", "content");

        JsonNode same = Dm.json("verify", directory, "--from", last, "--to", last + 1);
        assertThat(Dm.shape(same)).containsOnlyKeys("sameRows", "differences", "filesInBoth", "from", "to");
        assertThat(same.get("sameRows").asBoolean()).isTrue();
        assertThat(same.get("from").get("digest")).isEqualTo(same.get("to").get("digest"));

        Dm different = Dm.run("verify", directory, "--from", 1, "--to", last);
        assertThat(different.exitCode()).isEqualTo(1);
        assertThat(different.out())
                .startsWith("versions 1 and " + last + " do NOT have the same rows")
                .contains("values of column");
        assertThat(Dm.fails(2, "verify", directory, "--from", 1).err()).contains("--to");
    }

    @Test
    void digestHasVersionRowsAndDigest() {
        TestTable table = SampleTable.in(directory);
        JsonNode digest = Dm.json("digest", directory);
        assertThat(Dm.shape(digest)).containsOnlyKeys("version", "rows", "digest");
        assertThat(digest.get("version").asLong()).isEqualTo(table.version());
        assertThat(digest.get("rows").asLong()).isEqualTo(39);
        assertThat(digest.get("digest").asText()).matches("[0-9a-f]{32}");

        JsonNode content = Dm.json("digest", directory, "--content");
        assertThat(content.get("digest")).isEqualTo(digest.get("digest"));
        assertThat(content.get("contentSha256").asText()).isEqualTo(table.rows().contentSha256());

        JsonNode first = Dm.json("digest", directory, "--version", 1, "--content");
        assertThat(first.get("rows").asLong()).isEqualTo(10);
        assertThat(first.get("contentSha256").asText()).isEqualTo(table.rows(1).contentSha256());

        assertThat(Dm.succeeds("digest", directory).out().lines())
                .containsExactly(
                        "version  " + table.version(),
                        "rows  39",
                        "digest  " + digest.get("digest").asText());
    }
}
