package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** vacuum and what belongs to it. The table is of 2024, so everything that is not needed is old enough. */
class VacuumCommandsTest {
    @TempDir
    Path directory;

    private TestTable table;
    private TestFile removed;

    @BeforeEach
    void makeTable() {
        table = SampleTable.in(directory);
        removed = table.files().get(1);
        table.remove(removed);
        table.orphan("left over", Instant.parse("2024-01-01T00:00:00Z"));
    }

    private String removedPath() {
        return directory.relativize(removed.file()).toString();
    }

    @Test
    void aDryRunListsCandidatesWithPathSizeTimeAndReason() {
        TreeSnapshot before = TreeSnapshot.of(directory);
        JsonNode plan = Dm.json("vacuum", directory, "--dry-run");
        assertThat(Dm.shape(plan))
                .containsOnlyKeys(
                        "readVersion",
                        "mode",
                        "cutoff",
                        "retention",
                        "filesToDelete",
                        "directoriesToDelete",
                        "bytesToDelete",
                        "directoriesListed",
                        "listings",
                        "commitsRead",
                        "firstVersionAfter",
                        "cost",
                        "kept",
                        "warnings",
                        "candidates");
        assertThat(plan.get("filesToDelete").asInt()).isEqualTo(2);
        assertThat(plan.get("retention").asLong()).isEqualTo(604_800_000);
        assertThat(plan.get("candidates").findValuesAsText("path")).containsExactly("left over", removedPath());
        JsonNode candidate = plan.get("candidates").get(1);
        assertThat(Dm.shape(candidate))
                .containsOnlyKeys("path", "size", "modificationTime", "reason", "removedVersion");
        assertThat(candidate.get("size").asLong())
                .isEqualTo(removed.add().get("size").asLong());
        assertThat(candidate.get("reason").asText()).isEqualTo("TOMBSTONED");
        assertThat(candidate.get("removedVersion").asLong()).isEqualTo(6);
        assertThat(Instant.parse(candidate.get("modificationTime").asText())).isBefore("2024-01-02T00:00:00Z");
        assertThat(Dm.succeeds("vacuum", directory, "--dry-run").out().lines())
                .contains("  delete left over (6 bytes): unreferenced")
                .anyMatch(
                        line -> line.matches("  delete \\Q" + removedPath() + "\\E \\(.*\\): tombstoned by version 6"))
                .anyMatch(line -> line.matches("  keep \\d+ files \\(.*\\): live"))
                .last()
                .asString()
                .startsWith("in all: deletes 2 files");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void vacuumDeletesAndSaysSo() {
        JsonNode result = Dm.json("vacuum", directory);
        assertThat(Dm.shape(result))
                .containsOnlyKeys(
                        "cutoff",
                        "mode",
                        "versions",
                        "filesDeleted",
                        "directoriesDeleted",
                        "bytesDeleted",
                        "filesKept",
                        "failureCount",
                        "failures",
                        "quarantineRun",
                        "elapsed",
                        "noOp",
                        "candidates");
        assertThat(result.get("versions")).hasToString("[7,8]");
        assertThat(result.get("filesDeleted").asInt()).isEqualTo(2);
        assertThat(result.get("candidates").findValuesAsText("path")).containsExactly("left over", removedPath());
        assertThat(removed.file()).doesNotExist();
        assertThat(SampleTable.judge(directory)).isEqualTo(table.rows().texts());
        assertThat(Dm.json("vacuum", directory).get("versions")).isEmpty();
        assertThat(Dm.succeeds("vacuum", directory).out().strip()).isEqualTo("nothing to do");
    }

    @Test
    void aShortRetentionNeedsAReason() {
        assertThat(Dm.fails(ExitCode.FAILED, "vacuum", directory, "--retain", "1h")
                        .err())
                .contains("PT1H", "PT168H");
        assertThat(Dm.json("vacuum", directory, "--retain", "0h", "--unsafe-retention", "a test")
                        .get("filesDeleted")
                        .asInt())
                .isEqualTo(2);
        JsonNode start = NaiveLog.commit(directory, 7).get(0).get("commitInfo");
        assertThat(start.get("operationParameters").get("unsafeRetentionReason").asText())
                .isEqualTo("a test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1h", "7", "1 month", "7x", "99999999999999d", ""})
    void whatIsNoDurationIsWrongUsage(String text) {
        assertThat(Dm.fails(ExitCode.WRONG_USAGE, "vacuum", directory, "--retain=" + text)
                        .err())
                .contains("is no duration");
    }

    @Test
    void liteAndKeptVersions() {
        assertThat(Dm.json("vacuum", directory, "--lite", "--dry-run")
                        .get("candidates")
                        .findValuesAsText("path"))
                .containsExactly(removedPath());
        assertThat(Dm.json("vacuum", directory, "--keep-version", "5", "--dry-run")
                        .get("candidates")
                        .findValuesAsText("path"))
                .containsExactly("left over");
        Dm.fails(ExitCode.WRONG_USAGE, "vacuum", directory, "--lite", "--inventory", "x.csv");
    }

    @Test
    void quarantineAndBack() {
        JsonNode result = Dm.json("vacuum", directory, "--quarantine");
        String run = result.get("quarantineRun").asText();
        assertThat(removed.file()).doesNotExist();
        assertThat(Dm.json("quarantine", directory).findValuesAsText("run")).containsExactly(run);
        assertThat(Dm.json("purge-quarantine", directory, "--older-than", "1d")
                        .get("files")
                        .asInt())
                .isZero();
        assertThat(Dm.json("restore-vacuum", directory, run).get("files").asInt())
                .isEqualTo(2);
        assertThat(removed.file()).exists();
        assertThat(Dm.fails(ExitCode.FAILED, "restore-vacuum", directory, run).err())
                .contains(run);
        Dm.succeeds("vacuum", directory, "--quarantine");
        assertThat(Dm.succeeds("purge-quarantine", directory, "--older-than", "0s")
                        .out())
                .startsWith("deleted 2 files");
        assertThat(removed.file()).doesNotExist();
    }

    @Test
    void pins() {
        JsonNode pins = Dm.json("pin", directory, "--version", "5", "--owner", "report");
        assertThat(pins).hasSize(1);
        assertThat(Dm.shape(pins.get(0))).containsOnlyKeys("version", "owner", "created", "until");
        assertThat(Dm.json("vacuum", directory).get("candidates").findValuesAsText("path"))
                .containsExactly("left over");
        assertThat(Dm.succeeds("pin", directory).out()).contains("report");
        assertThat(Dm.json("unpin", directory, "--version", "5", "--owner", "report"))
                .hasToString("{\"removed\":true}");
        assertThat(Dm.json("pin", directory)).isEmpty();
        Dm.fails(ExitCode.WRONG_USAGE, "pin", directory, "--version", "5");
    }
}
