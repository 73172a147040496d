package io.github.deltamaint.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowGeneratorTest {

    @TempDir
    Path directory;

    @Test
    void salesGivesTheKnownAnswerOfTheExercise() {
        int from = (int) LocalDate.of(2024, 6, 1).toEpochDay();
        int to = (int) LocalDate.of(2024, 8, 31).toEpochDay();
        long[] selected = LongStream.range(0, 10_000_000)
                .filter(id -> SalesGenerator.orderDate(id) >= from && SalesGenerator.orderDate(id) <= to)
                .filter(id -> SalesGenerator.customerRegion(id).equals("Northeast"))
                .filter(id -> SalesGenerator.productCategory(id).equals("Electronics"))
                .toArray();
        assertThat(selected).hasSize(189_293);
        assertThat(Arrays.stream(selected).map(SalesGenerator::revenueCents).sum())
                .isEqualTo(4_928_872_578L);
    }

    @Test
    void salesGivesTheKnownAnswerOfThePointQuery() {
        int from = (int) LocalDate.of(2024, 6, 1).toEpochDay();
        int to = (int) LocalDate.of(2024, 6, 30).toEpochDay();
        long[] selected = LongStream.range(0, 10_000_000)
                .filter(id -> SalesGenerator.customerId(id) == 417)
                .filter(id -> SalesGenerator.orderDate(id) >= from && SalesGenerator.orderDate(id) <= to)
                .toArray();
        assertThat(selected).hasSize(841);
        assertThat(Arrays.stream(selected).map(SalesGenerator::revenueCents).sum())
                .isEqualTo(21_881_181L);
    }

    @Test
    void lineitemHasNullsInThreeColumnsOnly() {
        LineitemGenerator lineitem = new LineitemGenerator();
        int rows = 20_000;
        int[] nulls = new int[lineitem.columns().fields().size()];
        for (int number = 0; number < rows; number++) {
            List<Object> row = lineitem.row(number);
            for (int column = 0; column < nulls.length; column++) {
                nulls[column] += row.get(column) == null ? 1 : 0;
            }
        }
        assertThat(nulls[lineitem.columns().indexOf("l_tax")]).isBetween(300, 500);
        assertThat(nulls[lineitem.columns().indexOf("l_commitdate")]).isBetween(500, 700);
        assertThat(nulls[lineitem.columns().indexOf("l_comment")]).isBetween(850, 1150);
        assertThat(Arrays.stream(nulls).filter(count -> count > 0).count()).isEqualTo(3);
    }

    @Test
    void writesTheSameBytesEveryTime() throws Exception {
        for (RowGenerator generator : List.of(new SalesGenerator(), new LineitemGenerator())) {
            String name = generator.getClass().getSimpleName();
            List<Path> first = generator.writeFiles(directory.resolve(name + 1), 1000, 3);
            List<Path> second = generator.writeFiles(directory.resolve(name + 2), 1000, 3);
            for (int i = 0; i < 3; i++) {
                assertThat(Files.readAllBytes(first.get(i))).isEqualTo(Files.readAllBytes(second.get(i)));
            }
        }
    }

    @Test
    void writesTablesThatCanBeRead() {
        for (RowGenerator generator : List.of(new SalesGenerator(), new LineitemGenerator())) {
            Path table =
                    generator.writeTable(directory.resolve(generator.getClass().getSimpleName()), 1000, 4);
            TableRows expected = TestTable.in(directory.resolve(generator + "2"))
                    .append(Columns.of(generator, 0, 1000))
                    .rows();
            assertThat(new ParquetJavaReader().rows(table).texts()).isEqualTo(expected.texts());
            assertThat(NaiveLog.latest(table).files())
                    .hasSize(4)
                    .allSatisfy(file ->
                            assertThat(file.stats().path("numRecords").asInt()).isEqualTo(250));
        }
    }
}
