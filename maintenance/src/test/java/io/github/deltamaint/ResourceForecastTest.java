package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What plans foretell of memory and spilling, compared with what their execution really borrowed and spilled. */
class ResourceForecastTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "a", ValueType.Primitive.LONG,
            "b", ValueType.Primitive.LONG,
            "text", ValueType.Primitive.STRING,
            "list", new ValueType.ArrayOf(ValueType.Primitive.INTEGER, false));

    private static final int FILES = 6;
    private static final int ROWS_OF_FILE = 8_000;

    @TempDir
    private static Path original;

    @TempDir
    private Path directory;

    @BeforeAll
    static void fill() {
        Random random = new Random(11);
        TestTable table = TestTable.in(original)
                .feature("deletionVectors")
                .columns(COLUMNS)
                .create();
        for (int file = 0; file < FILES; file++) {
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < ROWS_OF_FILE; i++) {
                String text = Long.toHexString(random.nextLong()).repeat(16);
                List<Integer> list = i % 10 == 0 ? List.of(i, 2, 3) : List.of();
                rows.add(List.of((long) random.nextInt(100_000), (long) random.nextInt(4), text, list));
            }
            table.append(Columns.of(COLUMNS, rows));
        }
        table.deleteRows(table.files().get(1), 3, 5000, 7999);
    }

    @BeforeEach
    void copy() throws IOException {
        try (Stream<Path> all = Files.walk(original)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.copy(path, directory.resolve("table").resolve(original.relativize(path)));
            }
        }
    }

    private MaintenanceContext context(int mebibytes, int threads) {
        return MaintenanceContext.builder()
                .memoryLimit(DataSize.mebibytes(mebibytes))
                .spillDirectory(directory.resolve("spill"))
                .maxConcurrentRewrites(threads)
                .build();
    }

    private Optimize optimize(MaintenanceContext context, String order) {
        Optimize optimize = DeltaMaintenance.table(directory.resolve("table").toString(), context)
                .optimize();
        if (order.contains("curve")) {
            optimize.zOrderBy("a", "b");
        }
        return optimize.vOrder(order.contains("automatic"));
    }

    @ParameterizedTest
    @CsvSource({
        "as read,            64, 1GiB,   1, false, 1.2",
        "as read,            16, 1GiB,   3, false, 2.5",
        "automatic,          64, 1GiB,   2, false, 2.5",
        "curve,              64, 512KiB, 1, false, 2.5",
        "curve,              16, 512KiB, 3, true,  2.5",
        "curve and automatic,16, 1GiB,   2, true,  2.5"
    })
    void holds(String order, int mebibytes, String targetSize, int threads, boolean spills, double factor)
            throws IOException {
        try (MaintenanceContext context = context(mebibytes, threads)) {
            OptimizePlan plan = optimize(context, order)
                    .targetFileSize(DataSize.parse(targetSize))
                    .plan();
            ResourceForecast forecast = plan.forecast();
            OptimizeResult result = plan.execute();

            isBound(result.peakMemory(), forecast.peakMemory(), factor);
            assertThat(forecast.spilled().bytes() > 0).isEqualTo(spills);
            // What was stored with Snappy and is spilled with Zstandard may take much less.
            double spillFactor = order.contains("automatic") ? 4 : 1.5;
            isBound(result.spilled(), forecast.spilled(), spillFactor);
            assertThat(result.numTasks()).isEqualTo(plan.tasks().size());
            for (TaskResult task : result.tasks()) {
                ResourceForecast.Task foretold = forecast.tasks().get(task.index());
                assertThat(foretold.index()).isEqualTo(task.index());
                isBound(task.peakMemory(), foretold.peakMemory(), 2.5);
                isBound(task.spilled(), foretold.spilled(), spillFactor);
            }
        }
    }

    private static void isBound(DataSize real, DataSize foretold, double factor) {
        assertThat(real.bytes()).isLessThanOrEqualTo(foretold.bytes());
        assertThat((double) foretold.bytes()).isLessThanOrEqualTo(factor * real.bytes());
    }
}
