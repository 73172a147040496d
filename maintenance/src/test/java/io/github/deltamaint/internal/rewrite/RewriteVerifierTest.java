package io.github.deltamaint.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.RewriteFailedException;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.DataFileOptions;
import io.github.deltamaint.testsupport.DataFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output files that parquet-java wrote stand for the engine's, so what is in them is known. */
class RewriteVerifierTest {
    @TempDir
    Path directory;

    private RewriteVerifier verifier;

    @BeforeEach
    void makeFiles() {
        write("a.parquet", new Columns().longs("id", 1L, 2L, 3L).strings("note", "x", null, null));
        write("b.parquet", new Columns().longs("id", 4L, null).strings("note", null, "y"));
        verifier = verifier(DataFileSchema.of(
                StructType.of(new StructField("id", PrimitiveType.LONG), new StructField("note", PrimitiveType.STRING)),
                ColumnMapping.NONE,
                DataFileSchema.Options.dataColumns(List.of())));
    }

    private RewriteVerifier verifier(DataFileSchema schema) {
        return new RewriteVerifier(
                new DataFiles(TablePath.of(directory.toString()), Storages.create()),
                new RewriteTask(
                        0,
                        Map.of(),
                        List.of("in.parquet"),
                        DataSize.ZERO,
                        Set.of(RewriteTask.Reason.SMALL_FILES),
                        DataSize.ZERO),
                schema);
    }

    private void write(String name, Columns rows) {
        DataFileWriter.write(directory.resolve(name), rows.type(), DataFileOptions.DEFAULT, rows.rows());
    }

    private static RewriteResult result(long read, long deleted, List<Long> nulls) {
        return new RewriteResult(read, deleted, read - deleted, nulls, List.of());
    }

    private void verify(RewriteResult result, long deletedRows, String... files) throws IOException {
        verifier.verifyCounts(result, deletedRows, List.of(files));
    }

    private void isRefused(String problem, RewriteResult result, long deletedRows, String... files) {
        assertThatThrownBy(() -> verify(result, deletedRows, files))
                .isInstanceOf(RewriteFailedException.class)
                .hasMessage(directory + ": task 0 of OPTIMIZE failed: the new files must have " + problem
                        + " were found. Nothing of it was committed; please report this");
    }

    @Test
    void takesFilesThatHaveWhatWasRead() throws IOException {
        verify(result(7, 2, List.of(1L, 3L)), 2, "a.parquet", "b.parquet");
        verify(result(3, 0, List.of(0L, 2L)), 0, "a.parquet");
        verify(result(3, 3, List.of(0L, 0L)), 3);
    }

    @Test
    void refusesARowTooFew() {
        isRefused("6 rows, but 5", result(6, 0, List.of(1L, 3L)), 0, "a.parquet", "b.parquet");
    }

    @Test
    void refusesARowTooMany() {
        isRefused("4 rows, but 5", result(6, 2, List.of(1L, 3L)), 2, "a.parquet", "b.parquet");
    }

    @Test
    void refusesAFileThatIsMissingFromTheList() {
        isRefused("5 rows, but 3", result(5, 0, List.of(1L, 3L)), 0, "a.parquet");
    }

    @Test
    void refusesAnotherNumberOfDeletedRowsThanTheVectorsHave() {
        isRefused("1 deleted rows of the inputs, but 2", result(7, 2, List.of(1L, 3L)), 1, "a.parquet", "b.parquet");
    }

    @Test
    void refusesANullTooManyInAnyColumn() {
        isRefused("0 nulls of column number 0, but 1", result(5, 0, List.of(0L, 3L)), 0, "a.parquet", "b.parquet");
        isRefused("2 nulls of column number 1, but 3", result(5, 0, List.of(1L, 2L)), 0, "a.parquet", "b.parquet");
    }

    @Test
    void refusesANullTooFew() {
        isRefused("4 nulls of column number 1, but 3", result(5, 0, List.of(1L, 4L)), 0, "a.parquet", "b.parquet");
    }

    @Test
    void refusesARowThatLostItsStableId() throws IOException {
        write(
                "r.parquet",
                new Columns().longs("x", 1L, 2L).longs("_id", 7L, null).longs("_version", 1L, 1L));
        verifier = verifier(DataFileSchema.of(
                StructType.of(new StructField("x", PrimitiveType.LONG)),
                ColumnMapping.NONE,
                DataFileSchema.Options.dataColumns(List.of())
                        .withRowTracking(new DataFileSchema.RowTrackingColumns("_id", "_version", false))));

        isRefused("0 rows without _id, but 1", result(2, 0, List.of(0L, 1L, 0L)), 0, "r.parquet");
        write(
                "s.parquet",
                new Columns().longs("x", 1L, null).longs("_id", 7L, 8L).longs("_version", 1L, 1L));
        verify(result(2, 0, List.of(1L, 0L, 0L)), 0, "s.parquet");
    }

    @Test
    void refusesAFileThatWasTruncatedSince() throws IOException {
        Path file = directory.resolve("a.parquet");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 10));
        assertThatThrownBy(() -> verify(result(3, 0, List.of(0L, 2L)), 0, "a.parquet"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("a.parquet");
    }

    @Test
    void refusesAFileThatIsGone() {
        assertThatThrownBy(() -> verify(result(3, 0, List.of(0L, 2L)), 0, "gone.parquet"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("gone.parquet");
        assertThat(directory.resolve("gone.parquet")).doesNotExist();
    }
}
