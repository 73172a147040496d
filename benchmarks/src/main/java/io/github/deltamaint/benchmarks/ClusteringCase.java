package io.github.deltamaint.benchmarks;

import io.github.deltamaint.testsupport.LineitemGenerator;
import io.github.deltamaint.testsupport.RowGenerator;
import io.github.deltamaint.testsupport.SalesGenerator;
import io.github.deltamaint.testsupport.ValueType;
import io.github.deltamaint.testsupport.ValueType.Primitive;
import io.github.deltamaint.zorder.testing.TestColumns;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table, the two columns by which its rows are put in order, and queries for them.
 *
 * @param table names the table; cases with the same name have the same table
 * @param rows how many rows it has
 * @param generator its rows, made when first needed
 * @param columns the columns of the order
 */
record ClusteringCase(String table, int rows, Supplier<RowGenerator> generator, List<String> columns) {
    private static final int SALES = 10_000_000;
    private static final int PAIRS = 8_000_000;
    private static final int LINEITEM = 4_000_000;
    private static final int SAMPLE = 20_000;
    private static final long SEED = 42;

    /** All of them. */
    static List<ClusteringCase> all() {
        return List.of(
                new ClusteringCase("sales", SALES, SalesGenerator::new, List.of("customer_region", "product_category")),
                new ClusteringCase("sales", SALES, SalesGenerator::new, List.of("customer_id", "order_date")),
                new ClusteringCase(
                        "zipf",
                        PAIRS,
                        () -> new Pairs(Primitive.LONG, Primitive.DATE, TestColumns.zipfAndDates(PAIRS, SEED)),
                        List.of("a", "b")),
                new ClusteringCase(
                        "micros",
                        PAIRS,
                        () -> new Pairs(Primitive.LONG, Primitive.LONG, TestColumns.smallNumbersAndMicros(PAIRS, SEED)),
                        List.of("a", "b")),
                new ClusteringCase("lineitem", LINEITEM, LineitemGenerator::new, List.of("l_shipdate", "l_partkey")));
    }

    /** Two columns, and two more of random numbers, so that files have a size. */
    private static final class Pairs implements RowGenerator {
        private final Primitive first;
        private final Primitive second;
        private final long[][] pairs;

        Pairs(Primitive first, Primitive second, long[][] pairs) {
            this.first = first;
            this.second = second;
            this.pairs = pairs;
        }

        @Override
        public ValueType.Struct columns() {
            return ValueType.columns("a", first, "b", second, "c", Primitive.LONG, "d", Primitive.LONG);
        }

        @Override
        public List<@Nullable Object> row(long number) {
            int row = Math.toIntExact(number);
            SplittableRandom random = new SplittableRandom(number);
            return Arrays.asList(
                    value(first, pairs[0][row]), value(second, pairs[1][row]), random.nextLong(), random.nextLong());
        }

        private static Object value(Primitive type, long value) {
            return type == Primitive.DATE ? (Object) Math.toIntExact(value) : (Object) value;
        }
    }

    /**
     * A hundred queries in turn: equality with the value of a row in the first column, in the second, in both; and a box of 10 % of the rows in each column.
     */
    List<String> queries() {
        RowGenerator made = generator.get();
        SplittableRandom random = new SplittableRandom(SEED);
        int[] places = {place(made, columns.get(0)), place(made, columns.get(1))};
        List<List<Comparable<Object>>> sorted = List.of(sample(made, places[0]), sample(made, places[1]));
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            queries.add(equality(0, value(made, random.nextInt(rows), places[0])));
            queries.add(equality(1, value(made, random.nextInt(rows), places[1])));
            int row = random.nextInt(rows);
            queries.add(equality(0, value(made, row, places[0])) + " AND " + equality(1, value(made, row, places[1])));
            queries.add(range(0, sorted.get(0), random) + " AND " + range(1, sorted.get(1), random));
        }
        return queries;
    }

    private static int place(RowGenerator generator, String column) {
        return generator.columns().fields().stream()
                .map(ValueType.Field::name)
                .toList()
                .indexOf(column);
    }

    @SuppressWarnings("unchecked") // all values of the columns of cases compare with each other
    private static Comparable<Object> value(RowGenerator generator, long row, int place) {
        return (Comparable<Object>) Objects.requireNonNull(generator.row(row).get(place));
    }

    private List<Comparable<Object>> sample(RowGenerator generator, int place) {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        List<Comparable<Object>> values = new ArrayList<>();
        for (int i = 0; i < SAMPLE; i++) {
            values.add(value(generator, random.nextInt(rows), place));
        }
        values.sort(Comparable::compareTo);
        return values;
    }

    private String equality(int column, Object value) {
        return columns.get(column) + " = " + literal(value);
    }

    private String range(int column, List<Comparable<Object>> sorted, SplittableRandom random) {
        int width = SAMPLE / 10;
        int start = random.nextInt(SAMPLE - width);
        return columns.get(column) + " >= " + literal(sorted.get(start)) + " AND " + columns.get(column) + " <= "
                + literal(sorted.get(start + width));
    }

    private static String literal(Object value) {
        if (value instanceof String) {
            return "'" + value + "'";
        }
        boolean isDate = value instanceof Integer;
        return isDate ? "'" + LocalDate.ofEpochDay((Integer) value) + "'" : value.toString();
    }
}
