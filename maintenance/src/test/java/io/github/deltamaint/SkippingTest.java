package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What skipping and clustering say, compared with the rows themselves and with what the layout is known to be. */
class SkippingTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "a", ValueType.Primitive.LONG,
            "s", ValueType.Primitive.STRING,
            "d", ValueType.Primitive.DOUBLE,
            "region", ValueType.Primitive.STRING);

    @TempDir
    Path directory;

    private static Columns rows(Random random, int count, int distinct) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(random.nextInt(8) == 0 ? null : (long) random.nextInt(distinct));
            row.add(random.nextInt(8) == 0 ? null : "k" + random.nextInt(distinct));
            row.add(
                    random.nextInt(8) == 0
                            ? null
                            : random.nextInt(6) == 0 ? Double.NaN : random.nextInt(distinct) / 4.0);
            row.add(random.nextBoolean() ? "East" : "West");
            rows.add(row);
        }
        return Columns.of(COLUMNS, rows);
    }

    /** No row that matches is skipped, wherever it is. */
    @Property(tries = 40)
    void everyRowThatMatchesIsAmongThoseThatAreRead(@ForAll long seed) throws IOException {
        Path path = Files.createTempDirectory("skipping");
        try {
            Random random = new Random(seed);
            int distinct = 1 + random.nextInt(60);
            TestTable.Builder builder = TestTable.in(path).columns(COLUMNS);
            TestTable table = (random.nextBoolean() ? builder.partitionedBy("region") : builder).create();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                table.append(rows(random, 1 + random.nextInt(60), distinct));
            }
            if (random.nextBoolean()) {
                maintain(table)
                        .optimize()
                        .zOrderBy("a", "s")
                        .targetFileSize(ofBytes(1500))
                        .execute();
            }
            for (String predicate : predicates(random, distinct)) {
                SkippingReport report = maintain(table).skipping(predicate);
                long[] matching = {0};
                maintain(table).scan().where(predicate).forEach(row -> matching[0]++);
                assertThat(report.rows().read()).as(predicate).isGreaterThanOrEqualTo(matching[0]);
                assertThat(report.rows().all()).isEqualTo(table.rows().texts().size());
                assertThat(report.files().read())
                        .isLessThanOrEqualTo(report.files().all());
                assertThat(report.pages().read())
                        .isLessThanOrEqualTo(report.pages().all());
                assertThat(report.bytes().read()).isLessThan(report.bytes().all());
            }
        } finally {
            delete(path);
        }
    }

    private static List<String> predicates(Random random, int distinct) {
        int value = random.nextInt(distinct + 2);
        return List.of(
                "a = " + value,
                "a > " + value + " AND s = 'k" + value + "'",
                "a IS NULL OR d < " + value / 4.0,
                "a IS NOT NULL AND s IS NULL",
                "NOT (d >= " + value / 4.0 + ")",
                "s IN ('k1', 'k" + value + "') AND region = 'West'",
                "d > 1e300");
    }

    @Test
    void filesOutsideTheRangeAreSkippedAndPagesInside() {
        List<List<Object>> sorted = new ArrayList<>();
        for (long i = 0; i < 50_000; i++) {
            sorted.add(List.of(i, "k", 1.0, "r"));
        }
        TestTable table = TestTable.in(directory).append(Columns.of(COLUMNS, sorted));
        table.append(Columns.of(COLUMNS, List.of(List.of(100_000L, "k", 1.0, "r"))));
        maintain(table)
                .optimize()
                .zOrderBy("a")
                .targetFileSize(ofBytes(100_000_000))
                .execute();
        table.append(Columns.of(COLUMNS, List.of(List.of(200_000L, "k", 1.0, "r"))));

        SkippingReport report = maintain(table).skipping("a = 7");

        assertThat(report.files())
                .isEqualTo(SkippingReport.Part.of(report.files().all(), 1));
        assertThat(report.rowGroups().read()).isEqualTo(1);
        assertThat(report.rows().read()).isLessThanOrEqualTo(20_000);
        assertThat(report.pages().read()).isLessThan(report.pages().all());
        assertThat(maintain(table).skipping("a = 60000").rows().read()).isLessThanOrEqualTo(20_000);
        assertThat(maintain(table).skipping("a < 0").files().read()).isZero();
    }

    /** Who reads one page of a column chunk needs its dictionary as well. */
    @Test
    void dictionariesCountWithThePagesThatNeedThem() throws IOException {
        List<List<Object>> sorted = new ArrayList<>();
        for (long i = 0; i < 60_000; i++) {
            sorted.add(List.of(i / 10, "a text that is repeated " + i % 4_000, 1.0, "r"));
        }
        TestTable table = TestTable.in(directory).append(Columns.of(COLUMNS, sorted));
        maintain(table).optimize().zOrderBy("a").execute();
        long chunks = 0;
        long dictionaries = 0;
        Path file = NaiveLog.latest(directory).files().get(0).file();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            BlockMetaData group = reader.getFooter().getBlocks().get(0);
            for (ColumnChunkMetaData chunk : group.getColumns()) {
                chunks += chunk.getTotalSize();
                dictionaries += chunk.hasDictionaryPage()
                        ? chunk.getFirstDataPageOffset() - chunk.getDictionaryPageOffset()
                        : 0;
            }
        }

        assertThat(dictionaries).isGreaterThan(10_000);
        assertThat(maintain(table).skipping("a >= 0").bytes().read()).isEqualTo(chunks);
        SkippingReport one = maintain(table).skipping("a = 7");
        assertThat(one.rows().read()).isEqualTo(20_000);
        assertThat(one.bytes().read()).isBetween(dictionaries + 1, chunks - 1);
        assertThat(maintain(table).skipping("a < 0").bytes().read()).isZero();
    }

    @Test
    void predicatesThatDoNotFitAreRefused() {
        TestTable table = TestTable.in(directory).append(rows(new Random(1), 3, 3));
        assertThatThrownBy(() -> maintain(table).skipping("a =")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> maintain(table).skipping("nope = 1"))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("nope");
    }

    @Test
    void clusteringCountsTheFilesThatHoldAValue() {
        TestTable table =
                TestTable.in(directory).append(new Columns().longs("a", 1L, 2L).longs("b", 1L, 9L));
        table.append(new Columns().longs("a", 3L, 4L).longs("b", 1L, 9L));
        table.append(new Columns().longs("a", 5L, 6L).longs("b", null, null));
        ClusteringReport report = maintain(table).clustering("A", "b");
        assertThat(report.numFiles()).isEqualTo(3);
        assertThat(report.columns()).extracting(ClusteringReport.Column::name).containsExactly("a", "b");
        assertThat(report.columns().get(0).averageDepth()).isEqualTo(1);
        assertThat(report.columns().get(1).averageDepth()).isEqualTo(2);
        assertThat(report.columns().get(1).filesWithNullsOnly()).isEqualTo(1);
        assertThatThrownBy(() -> maintain(table).clustering()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> maintain(table).clustering("c"))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("there is no column c");
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
