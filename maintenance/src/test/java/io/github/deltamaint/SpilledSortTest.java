package io.github.deltamaint;

import static io.github.deltamaint.Tables.activeFiles;
import static io.github.deltamaint.Tables.judge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables whose rows do not fit into the memory limit together, put into an order; judged by parquet-java and a naive replay of the log. */
class SpilledSortTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "a", ValueType.Primitive.LONG, "b", ValueType.Primitive.LONG, "text", ValueType.Primitive.STRING);
    private static final int FILES = 6;
    private static final int ROWS_OF_FILE = 10_000;

    @TempDir
    Path directory;

    private TestTable table;

    @BeforeEach
    void fill() {
        Random random = new Random(11);
        table = TestTable.in(directory.resolve("table"))
                .feature("deletionVectors")
                .columns(COLUMNS)
                .create();
        for (int file = 0; file < FILES; file++) {
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < ROWS_OF_FILE; i++) {
                String text = Long.toHexString(random.nextLong()).repeat(12);
                rows.add(List.of((long) random.nextInt(100_000), (long) random.nextInt(4), text));
            }
            table.append(Columns.of(COLUMNS, rows));
        }
        table.deleteRows(table.files().get(1), 3, 5000, 9999);
    }

    private OptimizeResult sort(Path spill, String columns, String targetSize, boolean vOrder, int threads) {
        try (MaintenanceContext context = MaintenanceContext.builder()
                .memoryLimit(DataSize.mebibytes(16))
                .spillDirectory(spill)
                .maxConcurrentRewrites(threads)
                .build()) {
            return DeltaMaintenance.table(table.path().toString(), context)
                    .optimize()
                    .zOrderBy(columns.split(" "))
                    .vOrder(vOrder)
                    .targetFileSize(DataSize.parse(targetSize))
                    .execute();
        }
    }

    @ParameterizedTest
    @CsvSource({"a b,1GiB,false,2", "a,1GiB,false,1", "b,4MiB,false,2", "a b,512KiB,false,1", "a,1GiB,true,2"})
    void everyRowIsThereOnceAndNothingElse(String columns, String targetSize, boolean vOrder, int threads)
            throws IOException {
        List<String> rows = judge(table.path());
        Path spill = directory.resolve("spill");

        OptimizeResult result = sort(spill, columns, targetSize, vOrder, threads);

        assertThat(spill).as("rows were spilled").isEmptyDirectory();
        assertThat(result.numRecords()).isEqualTo(FILES * ROWS_OF_FILE - 3);
        assertThat(judge(table.path())).isEqualTo(rows);
    }

    @Test
    void theNumberOfThreadsChangesNoByte() throws IOException {
        TestTable first = table;
        sort(directory.resolve("spill"), "a b", "4MiB", false, 1);
        List<byte[]> alone = contents(first.path());
        directory = directory.resolve("again");
        fill();
        sort(directory.resolve("spill"), "a b", "4MiB", false, 3);
        assertThat(contents(table.path())).containsExactlyElementsOf(alone);
    }

    private static List<byte[]> contents(Path table) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (String file : activeFiles(table)) {
            contents.add(Files.readAllBytes(table.resolve(file)));
        }
        contents.sort(Arrays::compare);
        return contents;
    }

    @Test
    void aSpillDirectoryThatCannotBeUsedIsNamedAndNothingIsChanged() throws IOException {
        TreeSnapshot before = TreeSnapshot.of(table.path());
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> sort(file, "a b", "1GiB", false, 1))
                .isInstanceOf(RewriteFailedException.class)
                .hasMessageContaining("cannot spill to the directory " + file)
                .hasMessageContaining("Choose another spill directory");
        assertThat(TreeSnapshot.of(table.path())).isEqualTo(before);
    }
}
