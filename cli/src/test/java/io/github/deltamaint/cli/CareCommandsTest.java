package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** purge, restore and fsck. */
class CareCommandsTest {
    @TempDir
    Path directory;

    private TestTable table;

    @BeforeEach
    void makeTable() {
        table = SampleTable.in(directory);
    }

    @Test
    void purgeShowsItsPlanAndTakesDeletedRowsOut() {
        TreeSnapshot before = TreeSnapshot.of(directory);
        JsonNode plan = Dm.json("purge", directory, "--dry-run");
        assertThat(plan.get("tasks").get(0).get("reasons")).hasToString("[\"DELETION_VECTORS\"]");
        assertThat(Dm.succeeds("purge", directory, "--dry-run", "--where", "region = 'West'")
                        .out())
                .contains("deletion vectors", "nothing to purge");
        assertThat(before.differenceNow(directory)).isEmpty();

        JsonNode result = Dm.json("purge", directory, "--verify", "content", "--user-metadata", "why");
        assertThat(result.get("versions")).hasToString("[6]");
        assertThat(result.get("numDeletionVectorsRemoved").asInt()).isEqualTo(1);
        assertThat(SampleTable.judge(directory)).isEqualTo(table.rows().texts());
        assertThat(Dm.succeeds("purge", directory, "--target-file-size", "1MB").out())
                .startsWith("nothing to do");
    }

    @Test
    void restoreMakesTheTableWhatItWas() {
        TreeSnapshot before = TreeSnapshot.of(directory);
        JsonNode plan = Dm.json("restore", directory, "--version", "2", "--dry-run");
        assertThat(Dm.shape(plan))
                .containsOnlyKeys(
                        "readVersion",
                        "restoredVersion",
                        "filesToRestore",
                        "bytesToRestore",
                        "filesToRemove",
                        "bytesToRemove",
                        "changesMetadata",
                        "missingFiles");
        assertThat(before.differenceNow(directory)).isEmpty();

        JsonNode result = Dm.json("restore", directory, "--version", "2");
        assertThat(result.get("versions")).hasToString("[6]");
        assertThat(result.get("restoredVersion").asLong()).isEqualTo(2);
        assertThat(SampleTable.judge(directory)).isEqualTo(table.rows(2).texts());
        assertThat(Dm.succeeds("restore", directory, "--version", "2").out().strip())
                .isEqualTo("nothing to do: the table is as it was at version 2");
        assertThat(Dm.succeeds("restore", directory, "--timestamp", "2024-01-01T00:03:30Z")
                        .out())
                .startsWith("version 7: as version 3 was");
    }

    @Test
    void restoreNeedsOneOfVersionAndTime() {
        Dm.fails(ExitCode.WRONG_USAGE, "restore", directory);
        Dm.fails(ExitCode.WRONG_USAGE, "restore", directory, "--version", "1", "--timestamp", "2024-01-01T00:00:00Z");
        assertThat(Dm.fails(ExitCode.FAILED, "restore", directory, "--version", "77")
                        .err())
                .contains("no version 77");
    }

    @Test
    void fsckReportsAndRepairs() throws Exception {
        assertThat(Dm.json("fsck", directory).get("problems")).isEmpty();
        TestFile lost = table.files().get(1);
        Files.delete(lost.file());
        TreeSnapshot before = TreeSnapshot.of(directory);
        JsonNode report = Dm.json("fsck", directory, "--deep");
        assertThat(Dm.shape(report))
                .containsOnlyKeys("version", "filesChecked", "problems", "filesToRemove", "healthy");
        assertThat(report.get("problems").get(0).get("kind").asText()).isEqualTo("MISSING_DATA_FILE");
        assertThat(report.get("problems").get(0).get("path").asText())
                .isEqualTo(directory.relativize(lost.file()).toString());
        assertThat(Dm.succeeds("fsck", directory).out()).contains("missing data file", "--repair would take 1 files");
        assertThat(before.differenceNow(directory)).isEmpty();

        assertThat(Dm.json("fsck", directory, "--repair").get("versions")).hasToString("[6]");
        assertThat(Dm.json("fsck", directory).get("healthy").asBoolean()).isTrue();
        assertThat(Dm.json("digest", directory).get("rows").asInt())
                .isEqualTo(table.rows().texts().size() - 10);
    }
}
