package io.github.deltamaint;

import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.ValueType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run costs and achieves after 1 % of new rows, compared with ordering everything anew. */
class IncrementalClusteringTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "a", ValueType.Primitive.LONG, "b", ValueType.Primitive.LONG, "c", ValueType.Primitive.LONG);
    private static final int ROWS = 64_000;
    private static final int FILES = 8;
    private static final int NEW_ROWS = ROWS / 100;
    private static final int MOST = 1_000_000;

    @TempDir
    Path directory;

    private TestTable uniform(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TestTable table = TestTable.in(directory).columns(COLUMNS).create();
        for (int file = 0; file < FILES; file++) {
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < ROWS / FILES; i++) {
                rows.add(List.of((long) random.nextInt(MOST), (long) random.nextInt(MOST), random.nextLong()));
            }
            table.append(Columns.of(COLUMNS, rows));
        }
        return table;
    }

    private static Optimize optimize(TestTable table, boolean liquid) {
        Optimize optimize = maintain(table).optimize().targetFileSize(ofBytes(12_000));
        return liquid ? optimize : optimize.zOrderBy("a", "b");
    }

    private static long bytes(Path table) {
        return NaiveLog.latest(table).files().stream()
                .mapToLong(NaiveFile::size)
                .sum();
    }

    /** Adds rows with a and b within a width of the place that a seed chooses. */
    private static void append(TestTable table, int width, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int a = random.nextInt(MOST - width + 1);
        int b = random.nextInt(MOST - width + 1);
        try (Append append = maintain(table).append()) {
            for (int i = 0; i < NEW_ROWS; i++) {
                append.values((long) a + random.nextInt(width), (long) b + random.nextInt(width), random.nextLong());
            }
            append.commit();
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 100000, 2", "true, 50000, 3", "true, 200000, 2"})
    void newRowsInFewPlacesCostATenthAtMostAndLeaveTheTableAsGoodAsNew(boolean liquid, int width, long seed) {
        TestTable table = uniform(seed);
        if (liquid) {
            maintain(table).clusterBy().columns("a", "b").commit();
        }
        optimize(table, liquid).execute();
        assertThat(NaiveLog.latest(directory).files()).hasSizeGreaterThan(60);
        append(table, width, seed);
        List<String> rows = judge(directory);
        long bytes = bytes(directory);

        OptimizeResult result = optimize(table, liquid).execute();

        assertThat(result.isNoOp()).isFalse();
        assertThat(judge(directory)).isEqualTo(rows).hasSize(ROWS + NEW_ROWS);
        assertThat(result.filesRemoved().totalSize().bytes()).isLessThanOrEqualTo(bytes / 10);
        TreeSnapshot after = TreeSnapshot.of(directory);
        assertThat(optimize(table, liquid).execute().isNoOp()).isTrue();
        assertThat(after.differenceNow(directory)).isEmpty();

        ClusteringReport incremental = result.clustering().orElseThrow().after();
        ClusteringReport full = optimize(table, liquid)
                .full()
                .execute()
                .clustering()
                .orElseThrow()
                .after();
        for (ToDoubleFunction<ClusteringReport> figure : figures()) {
            assertThat(figure.applyAsDouble(incremental)).isLessThanOrEqualTo(1.05 * figure.applyAsDouble(full));
        }
    }

    /** How many files queries have to read: for one column on average, as a run over everything may divide them otherwise, and for boxes. */
    private static List<ToDoubleFunction<ClusteringReport>> figures() {
        return List.of(
                report -> average(report, ClusteringReport.Column::point),
                report -> average(report, ClusteringReport.Column::onePercent),
                report -> average(report, ClusteringReport.Column::tenPercent),
                report -> report.point().files(),
                report -> report.onePercent().files(),
                report -> report.tenPercent().files());
    }

    private static double average(
            ClusteringReport report, Function<ClusteringReport.Column, ClusteringReport.FilesTouched> queries) {
        return report.columns().stream()
                .mapToDouble(column -> queries.apply(column).files())
                .average()
                .orElseThrow();
    }
}
