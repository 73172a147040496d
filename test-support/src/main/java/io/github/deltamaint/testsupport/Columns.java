package io.github.deltamaint.testsupport;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows, written down column by column: {@code new Columns().longs("id", 1L, 2L).strings("name", "a", null)}. Null is SQL NULL.
 * Immutable.
 */
public final class Columns {

    private final ValueType.Struct type;
    private final List<List<@Nullable Object>> columns;

    private Columns(ValueType.Struct type, List<List<@Nullable Object>> columns) {
        this.type = type;
        this.columns = columns;
    }

    /** No columns yet. */
    public Columns() {
        this(new ValueType.Struct(List.of()), List.of());
    }

    /** Rows that were made elsewhere. */
    public static Columns of(ValueType.Struct type, List<? extends List<?>> rows) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < type.fields().size(); i++) {
            List<@Nullable Object> column = new ArrayList<>();
            for (List<?> row : rows) {
                column.add(Values.plain(type.fields().get(i).type(), row.get(i)));
            }
            columns.add(column);
        }
        return new Columns(type, columns);
    }

    /**
     * Rows of a generator.
     *
     * @param from number of the first row
     * @param to number after the last row
     */
    public static Columns of(RowGenerator generator, long from, long to) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (long number = from; number < to; number++) {
            rows.add(generator.row(number));
        }
        return of(generator.columns(), rows);
    }

    /** Sales rows of these order ids, see {@link SalesGenerator}. */
    public static Columns sales(long from, long to) {
        return of(new SalesGenerator(), from, to);
    }

    /** One more column, of any type. */
    public Columns column(String name, ValueType valueType, List<? extends @Nullable Object> values) {
        if (!columns.isEmpty() && values.size() != rowCount()) {
            throw new IllegalArgumentException(
                    "column '" + name + "' has " + values.size() + " values, the others have " + rowCount());
        }
        List<List<@Nullable Object>> more = new ArrayList<>(columns);
        List<@Nullable Object> column = new ArrayList<>();
        values.forEach(value -> column.add(Values.plain(valueType, value)));
        more.add(column);
        return new Columns(type.with(name, valueType), more);
    }

    /** One more column of longs. */
    public Columns longs(String name, @Nullable Long... values) {
        return column(name, ValueType.Primitive.LONG, Arrays.asList(values));
    }

    /** One more column of integers. */
    public Columns ints(String name, @Nullable Integer... values) {
        return column(name, ValueType.Primitive.INTEGER, Arrays.asList(values));
    }

    /** One more column of doubles. */
    public Columns doubles(String name, @Nullable Double... values) {
        return column(name, ValueType.Primitive.DOUBLE, Arrays.asList(values));
    }

    /** One more column of booleans. */
    public Columns booleans(String name, @Nullable Boolean... values) {
        return column(name, ValueType.Primitive.BOOLEAN, Arrays.asList(values));
    }

    /** One more column of strings. */
    public Columns strings(String name, @Nullable String... values) {
        return column(name, ValueType.Primitive.STRING, Arrays.asList(values));
    }

    /** One more column of dates. */
    public Columns dates(String name, @Nullable LocalDate... values) {
        return column(name, ValueType.Primitive.DATE, Arrays.asList(values));
    }

    /** One more column of timestamps. */
    public Columns timestamps(String name, @Nullable Instant... values) {
        return column(name, ValueType.Primitive.TIMESTAMP, Arrays.asList(values));
    }

    /** One more column of timestamps without time zone. */
    public Columns timestampsNtz(String name, @Nullable LocalDateTime... values) {
        return column(name, ValueType.Primitive.TIMESTAMP_NTZ, Arrays.asList(values));
    }

    /** One more column of decimals. */
    public Columns decimals(String name, int precision, int scale, @Nullable BigDecimal... values) {
        return column(name, ValueType.decimal(precision, scale), Arrays.asList(values));
    }

    /** The columns. */
    public ValueType.Struct type() {
        return type;
    }

    /** The number of rows. */
    public int rowCount() {
        return columns.isEmpty() ? 0 : columns.get(0).size();
    }

    /** The rows of plain values. */
    public List<List<@Nullable Object>> rows() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < rowCount(); row++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (List<@Nullable Object> column : columns) {
                values.add(column.get(row));
            }
            rows.add(values);
        }
        return rows;
    }
}
