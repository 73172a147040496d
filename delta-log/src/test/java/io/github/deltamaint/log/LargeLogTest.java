package io.github.deltamaint.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.storage.LocalStorage;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit with 100,000 files: what a snapshot keeps of it is the paths, not the actions. */
class LargeLogTest {
    private static final int FILES = 100_000;

    @TempDir
    Path table;

    /** About 800 bytes per line, most of it statistics. */
    private void write() throws IOException {
        Path log = Files.createDirectories(table.resolve("_delta_log"));
        Files.writeString(
                log.resolve("00000000000000000000.json"),
                ActionJson.write(TestLog.PLAIN) + "\n" + ActionJson.write(TestLog.metadata(Map.of())) + "\n");
        StringBuilder bounds = new StringBuilder("{");
        for (int column = 0; column < 10; column++) {
            bounds.append("\\\"column_")
                    .append(column)
                    .append("\\\":")
                    .append(1_000_000 + column)
                    .append(',');
        }
        bounds.setCharAt(bounds.length() - 1, '}');
        try (BufferedWriter out = Files.newBufferedWriter(log.resolve("00000000000000000001.json"), UTF_8)) {
            for (int i = 0; i < FILES; i++) {
                out.write("{\"add\":{\"path\":\"day=2024-01-0" + i % 10 + "/part-" + String.format("%05d", i)
                        + "-1f9c7a30-4b7e-4b0a-9d9a-0b6f6a1e7d11.c000.snappy.parquet\",\"partitionValues\":{\"day\":\"x\"},"
                        + "\"size\":" + i
                        + ",\"modificationTime\":1,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":7,"
                        + "\\\"minValues\\\":" + bounds + ",\\\"maxValues\\\":" + bounds + "}\"}}\n");
            }
        }
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    @Test
    void keepsLittleMoreThanThePaths() throws IOException {
        write();
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), table.toString(), Clock.systemUTC());
        long before = used();
        Snapshot snapshot = log.snapshot();
        long kept = used() - before;
        assertThat(snapshot.counts().numFiles()).isEqualTo(FILES);
        assertThat(snapshot.counts().sizeInBytes()).isEqualTo((FILES - 1L) * FILES / 2);
        assertThat((double) kept / FILES).as("bytes per file").isLessThan(160);
    }
}
