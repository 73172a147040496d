package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.TaskResult.Way;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merging files whose row groups are large already: these are copied byte by byte. */
class OptimizeCopyTest {
    private static final int ROWS = 46_000;

    @TempDir
    Path directory;

    /** Rows with texts that cannot be compressed, 69 MB of them. */
    private static Columns rows(long firstId) {
        Random random = new Random(firstId);
        Long[] ids = new Long[ROWS];
        String[] texts = new String[ROWS];
        byte[] bytes = new byte[1500];
        for (int i = 0; i < ROWS; i++) {
            ids[i] = firstId + i;
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) (' ' + random.nextInt(95));
            }
            texts[i] = new String(bytes, StandardCharsets.US_ASCII);
        }
        return new Columns().longs("id", ids).strings("text", texts);
    }

    @Test
    void largeRowGroupsAreCopiedAndTheLogKnowsWhatIsInThem() throws IOException {
        TestTable table = TestTable.in(directory).append(rows(0)).append(rows(1_000_000));
        TableDigest before = maintain(table).digest();

        OptimizeResult result = maintain(table)
                .optimize()
                .targetFileSize(DataSize.mebibytes(256))
                .verify(Verification.CONTENT)
                .execute();

        assertThat(result.tasks()).hasSize(1);
        TaskResult task = result.tasks().get(0);
        assertThat(task.way()).isEqualTo(Way.COPIED);
        assertThat(task.rowGroupsCopied()).isEqualTo(2);
        assertThat(task.copied().bytes())
                .isLessThan(result.filesAdded().totalSize().bytes());
        assertThat(maintain(table).digest().digest()).isEqualTo(before.digest());
        JsonNode statistics = new ObjectMapper()
                .readTree(Tables.actions(directory, table.version() + 1, "add")
                        .get(0)
                        .path("stats")
                        .asText());
        assertThat(statistics.path("numRecords").asLong()).isEqualTo(2 * ROWS);
        assertThat(statistics.path("minValues").path("id").asLong()).isZero();
        assertThat(statistics.path("maxValues").path("id").asLong()).isEqualTo(1_000_000 + ROWS - 1);
        assertThat(statistics.path("nullCount").path("text").asLong()).isZero();
    }
}
