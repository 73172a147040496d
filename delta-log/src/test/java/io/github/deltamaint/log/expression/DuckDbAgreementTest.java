package io.github.deltamaint.log.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.ValueTexts;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** DuckDB is the judge of everything that its SQL has in common with ours. */
class DuckDbAgreementTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2024-03-14T12:00:00Z"), ZoneOffset.UTC);

    /** Columns, their types here and there, and values as texts; null stands for NULL. */
    private enum Column {
        I("INTEGER", PrimitiveType.INTEGER, null, "-3", "0", "5", "2147483647"),
        F("DOUBLE", PrimitiveType.DOUBLE, null, "-1.5", "-0.0", "0.1", "5", "NaN", "Infinity"),
        N("DECIMAL(10,2)", PrimitiveType.decimal(10, 2), null, "-3.00", "0.10", "5.00", "99999999.99"),
        S("VARCHAR", PrimitiveType.STRING, null, "", "a", "ab", "b", "a%b", "é", "😀", "\uFFFD"),
        D("DATE", PrimitiveType.DATE, null, "1969-12-31", "2024-02-29", "2024-03-14", "9999-12-31"),
        T(
                "TIMESTAMP",
                PrimitiveType.TIMESTAMP_NTZ,
                null,
                "1969-12-31 23:59:59.999999",
                "2024-02-29 00:00:00",
                "2024-03-14 12:00:00.5"),
        B("BOOLEAN", PrimitiveType.BOOLEAN, null, "true", "false");

        private final String sqlType;
        private final PrimitiveType type;
        private final List<String> texts = new ArrayList<>();

        Column(String sqlType, PrimitiveType type, String... texts) {
            this.sqlType = sqlType;
            this.type = type;
            this.texts.addAll(Arrays.asList(texts));
        }
    }

    private static final int ROWS = 60;
    private static final StructType SCHEMA = schema();
    private static final List<Map<String, Object>> VALUES = values();
    private static Connection connection;

    private static StructType schema() {
        List<StructField> fields = new ArrayList<>();
        for (Column column : Column.values()) {
            fields.add(new StructField(column.name().toLowerCase(Locale.ROOT), column.type));
        }
        return new StructType(fields);
    }

    private static String text(Column column, int row) {
        return column.texts.get(row * (2 * column.ordinal() + 3) % column.texts.size());
    }

    private static List<Map<String, Object>> values() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            Map<String, Object> values = new HashMap<>();
            for (Column column : Column.values()) {
                String text = text(column, row);
                Object value = text == null
                        ? null
                        : ValueTexts.parse(column.type, text, ZoneOffset.UTC).orElseThrow();
                values.put(column.name().toLowerCase(Locale.ROOT), value);
            }
            rows.add(values);
        }
        return rows;
    }

    @BeforeContainer
    static void fillTable() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        StringBuilder create = new StringBuilder("CREATE TABLE t (id INTEGER");
        for (Column column : Column.values()) {
            create.append(", ").append(column.name()).append(' ').append(column.sqlType);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(create.append(')').toString());
            for (int row = 0; row < ROWS; row++) {
                StringBuilder insert = new StringBuilder("INSERT INTO t VALUES (" + row);
                for (Column column : Column.values()) {
                    String text = text(column, row);
                    insert.append(", ")
                            .append(text == null ? "NULL" : "CAST('" + text + "' AS " + column.sqlType + ")");
                }
                statement.execute(insert.append(')').toString());
            }
        }
    }

    @AfterContainer
    static void close() throws SQLException {
        connection.close();
    }

    @Property(tries = 400)
    void everyRowIsJudgedAlike(@ForAll("predicates") String text) throws SQLException {
        List<Truth> theirs = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT (" + inDuckDb(text) + ") FROM t ORDER BY id")) {
            while (rows.next()) {
                boolean truth = rows.getBoolean(1);
                theirs.add(rows.wasNull() ? Truth.UNKNOWN : Truth.of(truth));
            }
        }

        BoundPredicate predicate = Predicate.parse(text).bind(SCHEMA, CLOCK);
        List<Truth> ours = new ArrayList<>();
        for (Map<String, Object> row : VALUES) {
            ours.add(predicate.evaluate(path -> row.get(path.toString())));
        }

        assertThat(ours).as(text).isEqualTo(theirs);
    }

    /** DuckDB's TIMESTAMP is the one without a zone. */
    private static String inDuckDb(String text) {
        return text.replace("TIMESTAMP_NTZ '", "TIMESTAMP '");
    }

    @Provide
    Arbitrary<String> predicates() {
        return predicate(3);
    }

    private static Arbitrary<String> predicate(int depth) {
        Arbitrary<String> leaf = leaf();
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<String> inner = predicate(depth - 1);
        return Arbitraries.oneOf(
                leaf,
                inner.map(part -> "NOT (" + part + ")"),
                Combinators.combine(inner, inner).as((left, right) -> "(" + left + ") AND (" + right + ")"),
                Combinators.combine(inner, inner, inner).as((a, b, c) -> "(" + a + ") OR (" + b + ") AND (" + c + ")"));
    }

    private static Arbitrary<String> leaf() {
        Arbitrary<String> operator = Arbitraries.of("=", "==", "!=", "<>", "<", "<=", ">", ">=");
        return Arbitraries.of(Column.values()).flatMap(column -> {
            String name = column.name();
            Arbitrary<String> value = literal(column);
            Arbitrary<String> valueOrNull = Arbitraries.oneOf(value, value, Arbitraries.just("NULL"));
            Arbitrary<String> comparison = Combinators.combine(operator, value, Arbitraries.of(true, false))
                    .as((op, v, flipped) -> flipped ? v + " " + op + " " + name : name + " " + op + " " + v);
            Arbitrary<String> in = Combinators.combine(
                            Arbitraries.of("IN", "NOT IN"),
                            valueOrNull.list().ofMinSize(1).ofMaxSize(3))
                    .as((word, values) -> name + " " + word + " (" + String.join(", ", values) + ")");
            Arbitrary<String> between = Combinators.combine(Arbitraries.of("BETWEEN", "NOT BETWEEN"), value, value)
                    .as((word, from, to) -> name + " " + word + " " + from + " AND " + to);
            Arbitrary<String> isNull = Arbitraries.of(name + " IS NULL", name + " IS NOT NULL");
            Arbitrary<String> alone = column == Column.B ? Arbitraries.of("B", "NOT B") : isNull;
            Arbitrary<String> like = column == Column.S
                    ? Combinators.combine(
                                    Arbitraries.of("LIKE", "NOT LIKE"),
                                    Arbitraries.of("%", "a%", "_", "a_b", "%b", "", "a%b", "é", "a|%b"))
                            .as((word, pattern) ->
                                    "S " + word + " '" + pattern + "'" + (pattern.contains("|") ? " ESCAPE '|'" : ""))
                    : isNull;
            return Arbitraries.oneOf(comparison, comparison, in, between, isNull, alone, like);
        });
    }

    private static Arbitrary<String> literal(Column column) {
        return switch (column) {
            case I -> Arbitraries.of("-3", "0", "5", "2147483648", "4.5", "5.0", "'5'", "1e3");
            case F -> Arbitraries.of("-1.5", "0", "0.0", "0.1", "5", "1e308", "'NaN'", "'Infinity'");
            case N ->
                Arbitraries.of("-3", "0.1", "0.10", "5", "5.001", "99999999.99", "123456789012.5", "'5.00'", "1e5");
            case S -> Arbitraries.of("''", "'a'", "'ab'", "'B'", "'é'", "'it''s'", "'😀'");
            case D ->
                Arbitraries.of(
                        "'2024-02-29'",
                        "DATE '2024-02-29'",
                        "DATE '2024-01-29' + INTERVAL 1 MONTH",
                        "DATE '2024-03-15' - 1",
                        "DATE '2024-03-14' - INTERVAL 14 DAYS",
                        "TIMESTAMP_NTZ '2024-02-29 00:00:00'",
                        "DATE '9999-12-31'");
            case T ->
                Arbitraries.of(
                        "'2024-02-29 00:00:00'",
                        "TIMESTAMP_NTZ '2024-03-14 12:00:00.5'",
                        "DATE '2024-02-29'",
                        "TIMESTAMP_NTZ '2024-01-29 00:00:00' + INTERVAL 1 MONTH",
                        "TIMESTAMP_NTZ '2024-03-14 12:00:00' + INTERVAL 500 MILLISECONDS");
            case B -> Arbitraries.of("TRUE", "FALSE", "'true'");
        };
    }
}
