package io.github.deltamaint;

import static io.github.deltamaint.FileProblem.Kind.DAMAGED_DELETION_VECTOR;
import static io.github.deltamaint.FileProblem.Kind.MISSING_DATA_FILE;
import static io.github.deltamaint.FileProblem.Kind.MISSING_DELETION_VECTOR;
import static io.github.deltamaint.FileProblem.Kind.SIZE_MISMATCH;
import static io.github.deltamaint.FileProblem.Kind.UNREADABLE_DATA_FILE;
import static io.github.deltamaint.Tables.maintain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.VectorStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FsckTest {
    @TempDir
    Path directory;

    private TestTable table;

    @BeforeEach
    void makeTable() {
        table = Tables.threeTasks(directory);
    }

    private String relative(Path file) {
        return directory.relativize(file).toString();
    }

    private Path vectorFile() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("deletion_vector_"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private List<FileProblem.Kind> kinds() {
        return maintain(table).fsck().plan().problems().stream()
                .map(FileProblem::kind)
                .toList();
    }

    @Test
    void aHealthyTableHasNoProblemsAndNeedsNoCommit() {
        table.deleteRows(table.files().get(0), 1);
        table.deleteRows(table.files().get(1), VectorStorage.INLINE, 1);
        TreeSnapshot before = TreeSnapshot.of(directory);
        FsckReport report = maintain(table).fsck().deep().plan();
        assertThat(report.isHealthy()).isTrue();
        assertThat(report.filesChecked()).isEqualTo(6);
        assertThat(maintain(table).fsck().execute().versions()).isEmpty();
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void missingFilesAreTakenOutWithTheirExactKeysAndTheOthersCanBeReadAgain() throws Exception {
        TestFile plain = table.files().get(0);
        TestFile deleted = table.files().get(1);
        table.deleteRows(deleted, 2);
        Files.delete(plain.file());
        Files.delete(deleted.file());
        TreeSnapshot before = TreeSnapshot.of(directory);
        FsckReport report = maintain(table).fsck().plan();
        assertThat(report.problems())
                .extracting(FileProblem::path, FileProblem::kind)
                .containsExactlyInAnyOrder(
                        tuple(relative(plain.file()), MISSING_DATA_FILE),
                        tuple(relative(deleted.file()), MISSING_DATA_FILE));
        assertThat(report.filesToRemove()).isEqualTo(2);
        assertThat(before.differenceNow(directory)).isEmpty();

        FsckResult result = maintain(table).fsck().execute();
        long version = table.version() + 1;
        assertThat(result.versions()).containsExactly(version);
        assertThat(result.numRemovedFiles()).isEqualTo(2);
        assertThat(Tables.actions(directory, version, "remove"))
                .hasSize(2)
                .allMatch(remove -> remove.get("dataChange").asBoolean())
                .anyMatch(remove -> remove.has("deletionVector"));
        JsonNode info = Tables.actions(directory, version, "commitInfo").get(0);
        assertThat(info.get("operation").asText()).isEqualTo("FSCK");
        assertThat(info.get("operationMetrics").get("numRemovedFiles").asText()).isEqualTo("2");
        assertThat(Tables.judge(directory)).hasSize(40);
        assertThat(maintain(table).fsck().plan().isHealthy()).isTrue();
    }

    @Test
    void filesOfAnotherSizeAreReportedAndStay() throws Exception {
        Path file = table.files().get(0).file();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        assertThat(kinds()).containsExactly(SIZE_MISMATCH);
        assertThat(maintain(table).fsck().execute().versions()).isEmpty();
    }

    @Test
    void emptyFilesAndDirectoriesInTheirPlaceAreReported() throws Exception {
        Files.write(table.files().get(0).file(), new byte[0]);
        Path file = table.files().get(1).file();
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(kinds()).containsExactlyInAnyOrder(SIZE_MISMATCH, MISSING_DATA_FILE);
    }

    @Test
    void aMissingDeletionVectorIsReportedAndItsFileStays() throws Exception {
        table.deleteRows(table.files().get(0), 1);
        Files.delete(vectorFile());
        assertThat(kinds()).containsExactly(MISSING_DELETION_VECTOR);
        assertThat(maintain(table).fsck().execute().versions()).isEmpty();
    }

    @Test
    void aDamagedDeletionVectorIsReported() throws Exception {
        table.deleteRows(table.files().get(0), 1);
        Path file = vectorFile();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 6] ^= 1;
        Files.write(file, bytes);
        assertThat(kinds()).containsExactly(DAMAGED_DELETION_VECTOR);
        Files.write(file, Arrays.copyOf(bytes, 3));
        assertThat(kinds()).containsExactly(DAMAGED_DELETION_VECTOR);
    }

    @Test
    void aDeepCheckFindsFilesThatAreNoParquet() throws Exception {
        Path file = table.files().get(0).file();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThat(kinds()).isEmpty();
        assertThat(maintain(table).fsck().deep().plan().problems())
                .extracting(FileProblem::kind)
                .containsExactly(UNREADABLE_DATA_FILE);
    }
}
