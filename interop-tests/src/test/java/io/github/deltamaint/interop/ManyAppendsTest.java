package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.Append;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that writes a small batch after the other. */
class ManyAppendsTest {
    private static final int ROWS = 100;
    private static final int MIN_NUM_FILES = 10;

    @TempDir
    Path directory;

    private TableMaintenance create(String name) {
        TableMaintenance table = DeltaMaintenance.table(directory.resolve(name).toString());
        table.create()
                .column("id", "bigint")
                .column("note", "string")
                .property("delta.autoOptimize.optimizeWrite", "true")
                .property("delta.autoOptimize.autoCompact", "true")
                .commit();
        return table;
    }

    private static long append(TableMaintenance table, int batch) {
        try (Append append = table.append().transaction("service", batch)) {
            for (int i = 0; i < ROWS; i++) {
                append.values((long) batch * ROWS + i, "batch " + batch);
            }
            return append.commit().version().orElseThrow();
        }
    }

    @Test
    void leavesFewFilesWhereItCompacts() {
        leavesFewFiles(150);
    }

    @Soak
    @Test
    void leavesFewFilesWhereItCompactsForLong() {
        leavesFewFiles(1000);
    }

    private void leavesFewFiles(int batches) {
        TableMaintenance table = create("compacted");
        long most = 0;
        for (int batch = 0; batch < batches; batch++) {
            long version = append(table, batch);
            table.autoCompact().minNumFiles(MIN_NUM_FILES).since(version - 1).execute();
            most = Math.max(most, table.detail().numFiles());
        }
        assertThat(most).isLessThan(20);
        assertThat(table.append().transaction("service", batches - 1L).commit().alreadyCommitted())
                .isTrue();
        Set<String> ids = new KernelReader()
                .rows(directory.resolve("compacted")).rows().stream()
                        .map(row -> String.valueOf(row.get(0)))
                        .collect(Collectors.toSet());
        Set<String> expected = LongStream.range(0, (long) batches * ROWS)
                .mapToObj(String::valueOf)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        assertThat(ids).isEqualTo(expected);
    }

    @Test
    void leavesAFileForEachBatchWhereItDoesNot() {
        TableMaintenance table = create("left alone");
        for (int batch = 0; batch < 100; batch++) {
            append(table, batch);
        }
        assertThat(table.detail().numFiles()).isEqualTo(100);
    }
}
