package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutAdviceTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "constant", ValueType.Primitive.LONG,
            "region", ValueType.Primitive.STRING,
            "customer", ValueType.Primitive.LONG,
            "copy", ValueType.Primitive.LONG,
            "day", ValueType.Primitive.DATE,
            "noise", ValueType.Primitive.DOUBLE);

    @TempDir
    Path directory;

    private TestTable table() {
        Random random = new Random(11);
        TestTable table = TestTable.in(directory)
                .columns(COLUMNS)
                .property("delta.targetFileSize", "20000")
                .create();
        for (int file = 0; file < 4; file++) {
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                long customer = random.nextInt(1_000);
                rows.add(List.of(
                        1L,
                        "r" + random.nextInt(8),
                        customer,
                        2 * customer + 1,
                        LocalDate.ofEpochDay(random.nextInt(700)),
                        random.nextGaussian()));
            }
            table.append(Columns.of(COLUMNS, rows));
        }
        return table;
    }

    @Test
    void theColumnsOfThePredicatesAreRankedAndThePredictionComesTrue() {
        TestTable table = table();
        List<String> predicates = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            predicates.add("customer = " + i * 47);
            predicates.add("day BETWEEN DATE '1970-0" + (1 + i % 9) + "-03' AND DATE '1970-0" + (1 + i % 9) + "-09'");
        }
        LayoutAdvice advice = maintain(table).advise(predicates);

        assertThat(advice.sampledRows()).isEqualTo(20_000);
        assertThat(advice.currentFilesRead()).isEqualTo(4);
        LayoutAdvice.Order best = advice.orders().get(0);
        assertThat(Set.copyOf(best.columns())).isEqualTo(Set.of("customer", "day"));
        assertThat(best.reason()).contains("customer: in 20 of 40 predicates");
        maintain(table)
                .optimize()
                .clusterBy(best.columns().toArray(String[]::new))
                .execute();
        double read = 0;
        for (String predicate : predicates) {
            read += maintain(table).skipping(predicate).files().read();
        }
        assertThat(read / predicates.size()).isBetween(0.6 * best.filesRead(), 1.5 * best.filesRead());
        assertThat(maintain(table).advise(predicates).currentFilesRead()).isEqualTo(read / predicates.size());
    }

    @Test
    void columnsThatFollowOthersAndConstantsAreKnown() {
        LayoutAdvice advice = maintain(table()).advise(List.of("copy = 7", "customer = 3", "constant = 1"));
        assertThat(advice.columns())
                .filteredOn(column -> column.name().equals("copy"))
                .singleElement()
                .satisfies(column -> assertThat(column.follows()).contains("customer"));
        assertThat(advice.orders()).noneMatch(order -> order.columns().contains("constant"));
        assertThat(advice.columns())
                .filteredOn(column -> column.name().equals("constant"))
                .singleElement()
                .satisfies(column -> assertThat(column.distinct()).isEqualTo(1));
    }

    @Test
    void columnsByWhichFilesAreInOrderAlreadyAreNamed() {
        TestTable table = table();
        assertThat(maintain(table)
                        .advise(List.of("customer = 7"))
                        .orders()
                        .get(0)
                        .reason())
                .doesNotContain("already");
        maintain(table).optimize().zOrderBy("customer").execute();
        List<LayoutAdvice.Order> orders =
                maintain(table).advise(List.of("customer = 7", "region = 'r1'")).orders();
        assertThat(orders)
                .filteredOn(order -> order.columns().equals(List.of("customer")))
                .singleElement()
                .satisfies(order ->
                        assertThat(order.reason()).containsPattern("already clustered: a value is in 1\\.\\d of"));
        assertThat(orders)
                .filteredOn(order -> order.columns().equals(List.of("region")))
                .singleElement()
                .satisfies(order -> assertThat(order.reason()).doesNotContain("already"));
    }

    @Test
    void withoutPredicatesSingleValuesAreAskedFor() {
        LayoutAdvice advice = maintain(table()).advise(List.of());
        assertThat(advice.columns()).extracting(LayoutAdvice.ColumnFacts::name).contains("region", "day", "noise");
        assertThat(advice.orders()).isNotEmpty();
        assertThat(advice.orders().get(0).filesRead()).isLessThan(advice.targetFiles());
    }

    /** Columns that promise little, and behind or before them those that promise much. */
    private TestTable wideTable(String name, boolean goodFirst) {
        List<String> names = new ArrayList<>(
                List.of("flag0", "flag1", "flag2", "flag3", "flag4", "flag5", "rare0", "rare1", "grade", "customer"));
        if (goodFirst) {
            Collections.reverse(names);
        }
        TestTable table = TestTable.in(directory.resolve(name))
                .columns(longs(names))
                .property("delta.targetFileSize", "2000")
                .create();
        Random random = new Random(5);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 8_000; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int flag = 0; flag < 6; flag++) {
                row.add((long) random.nextInt(2 + flag));
            }
            row.add(random.nextInt(20) == 0 ? random.nextLong() : null);
            row.add(random.nextInt(20) == 0 ? random.nextLong() : null);
            row.add((long) Math.min(random.nextInt(400), random.nextInt(400)));
            row.add((long) random.nextInt(2_000));
            if (goodFirst) {
                Collections.reverse(row);
            }
            rows.add(row);
        }
        return table.append(Columns.of(longs(names), rows));
    }

    private static ValueType.Struct longs(List<String> names) {
        Object[] columns = names.stream()
                .flatMap(name -> Stream.of(name, ValueType.Primitive.LONG))
                .toArray();
        return ValueType.columns(columns);
    }

    private static Set<String> tried(LayoutAdvice advice) {
        return advice.orders().stream()
                .flatMap(order -> order.columns().stream())
                .collect(Collectors.toSet());
    }

    @Test
    void withoutPredicatesTheColumnsThatPromiseMostAreTriedWhereverTheyStand() {
        LayoutAdvice advice = maintain(wideTable("last", false)).advise(List.of());
        assertThat(advice.targetFiles()).isGreaterThan(10);
        assertThat(tried(advice)).isEqualTo(Set.of("flag2", "flag3", "flag4", "flag5", "grade", "customer"));
        assertThat(tried(maintain(wideTable("first", true)).advise(List.of()))).isEqualTo(tried(advice));
    }

    @Test
    void aColumnThatOthersFollowPromisesWhatTheyDoAndComesBeforeThem() {
        List<String> names = List.of("a", "b", "c", "d", "e", "f", "day", "week", "month");
        TestTable table = TestTable.in(directory)
                .columns(longs(names))
                .property("delta.targetFileSize", "20000")
                .create();
        Random random = new Random(6);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            List<Object> row = new ArrayList<>();
            for (int column = 0; column < 6; column++) {
                row.add(random.nextLong());
            }
            long day = random.nextInt(300);
            row.addAll(List.of(day, day / 7, day / 30));
            rows.add(row);
        }
        table.append(Columns.of(longs(names), rows));
        LayoutAdvice advice = maintain(table).advise(List.of());
        assertThat(tried(advice)).contains("day").doesNotContain("week", "month");

        List<String> predicates =
                List.of("month = 3", "month = 4", "week = 9", "a = 1", "b = 1", "c = 1", "d = 1", "e = 1");
        assertThat(tried(maintain(table).advise(predicates))).isEqualTo(Set.of("month", "a", "b", "c", "d", "e"));
    }

    @Test
    void predicatesThatNoOrderHelpsAreRefused() {
        TestTable table = TestTable.in(directory)
                .partitionedBy("region")
                .append(new Columns().longs("a", 1L).strings("region", "West"));
        assertThatThrownBy(() -> maintain(table).advise(List.of("region = 'West'")))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("no column by which files could be skipped");
        assertThatThrownBy(() -> maintain(table).advise(List.of("nope = 1")))
                .isInstanceOf(InvalidOperationException.class);
        assertThat(maintain(table).advise(List.of("a = 1")).orders()).isEmpty();
    }
}
