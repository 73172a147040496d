package io.github.deltamaint.log.expression;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.StructType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A condition on rows, files or partitions: the part of SQL that Delta's maintenance commands take.
 *
 * <p>As text: {@code =} ({@code ==}), {@code <=>}, {@code !=} ({@code <>}), {@code <}, {@code <=}, {@code >}, {@code >=}, {@code [NOT] IN (…)}, {@code [NOT] BETWEEN … AND
 * …}, {@code [NOT] LIKE '…' [ESCAPE '…']}, {@code IS [NOT] NULL}, {@code AND}, {@code OR}, {@code NOT}, parentheses. A boolean column is a condition by itself. Values are columns
 * ({@code a}, {@code a.b}, {@code `odd name`}), strings in single or double quotes (a quote inside is doubled or follows a backslash), numbers, {@code TRUE}, {@code
 * FALSE}, {@code NULL}, {@code DATE '…'}, {@code TIMESTAMP '…'}, {@code TIMESTAMP_NTZ '…'}, {@code X'…'}, {@code current_date()}, {@code current_timestamp()}, {@code now()}, and dates and
 * timestamps plus or minus {@code INTERVAL n YEARS|MONTHS|WEEKS|DAYS|HOURS|MINUTES|SECONDS} or a number of days. Keywords and column names may be in any case.
 *
 * <p>Immutable. {@link Object#toString()} gives SQL that {@link #parse} reads as an equal predicate.
 */
public sealed interface Predicate
        permits Predicate.Comparison,
                Predicate.In,
                Predicate.IsNull,
                Predicate.Like,
                Predicate.Condition,
                Predicate.And,
                Predicate.Or,
                Predicate.Not {

    /**
     * Reads a predicate. Nothing is known about columns yet; {@link #bind} checks them.
     *
     * @throws PredicateException if the text is none; the message points at the place
     */
    static Predicate parse(String text) {
        return new PredicateParser(text).parse();
    }

    /** How two values are compared. */
    enum Operator {
        /** {@code =}. */
        EQUAL("="),
        /** {@code <=>}: equal, or both null; never unknown. */
        NULL_SAFE_EQUAL("<=>"),
        /** {@code !=}. */
        NOT_EQUAL("!="),
        /** {@code <}. */
        LESS("<"),
        /** {@code <=}. */
        LESS_OR_EQUAL("<="),
        /** {@code >}. */
        GREATER(">"),
        /** {@code >=}. */
        GREATER_OR_EQUAL(">=");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        /** As SQL. */
        public String symbol() {
            return symbol;
        }

        /** Whether it holds for values of this {@linkplain Comparable#compareTo order}, neither of them null. */
        boolean holds(int order) {
            return switch (this) {
                case EQUAL, NULL_SAFE_EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
        }

        /** The operator that means the same with the sides exchanged. */
        Operator flipped() {
            return switch (this) {
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
                default -> this;
            };
        }
    }

    /** A comparison of two values. */
    record Comparison(Operator operator, Term left, Term right) implements Predicate {
        /** Checks that all parts are given. */
        public Comparison {
            requireNonNull(operator, "operator");
            requireNonNull(left, "left");
            requireNonNull(right, "right");
        }

        @Override
        public String toString() {
            return left + " " + operator.symbol() + " " + right;
        }
    }

    /** A value that is one of several. */
    record In(Term term, List<Term> values) implements Predicate {
        /** Checks that there is a value, and copies them. */
        public In {
            requireNonNull(term, "term");
            values = List.copyOf(values);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("IN needs at least one value");
            }
        }

        @Override
        public String toString() {
            return term + values.stream().map(Term::toString).collect(Collectors.joining(", ", " IN (", ")"));
        }
    }

    /** A value that is null; never unknown. */
    record IsNull(Term term) implements Predicate {
        /** Checks that the term is given. */
        public IsNull {
            requireNonNull(term, "term");
        }

        @Override
        public String toString() {
            return term + " IS NULL";
        }
    }

    /** A string that matches a pattern with {@code %} and {@code _}. */
    record Like(Term term, String pattern, char escape) implements Predicate {
        /** Checks that all parts are given. */
        public Like {
            requireNonNull(term, "term");
            requireNonNull(pattern, "pattern");
        }

        @Override
        public String toString() {
            String like = term + " LIKE " + LiteralSql.quote(pattern);
            return escape == '\\' ? like : like + " ESCAPE " + LiteralSql.quote(String.valueOf(escape));
        }
    }

    /** A boolean value by itself. */
    record Condition(Term term) implements Predicate {
        /** Checks that the term is given. */
        public Condition {
            requireNonNull(term, "term");
        }

        @Override
        public String toString() {
            return term.toString();
        }
    }

    /** All of several. */
    record And(List<Predicate> parts) implements Predicate {
        /** Checks that there are at least two, and copies them. */
        public And {
            parts = severalParts(parts);
        }

        @Override
        public String toString() {
            return joined(parts, " AND ");
        }
    }

    /** At least one of several. */
    record Or(List<Predicate> parts) implements Predicate {
        /** Checks that there are at least two, and copies them. */
        public Or {
            parts = severalParts(parts);
        }

        @Override
        public String toString() {
            return joined(parts, " OR ");
        }
    }

    /** The opposite; unknown stays unknown. */
    record Not(Predicate part) implements Predicate {
        /** Checks that the part is given. */
        public Not {
            requireNonNull(part, "part");
        }

        @Override
        public String toString() {
            return "NOT (" + part + ")";
        }
    }

    /**
     * The column equals the value; unknown where the column is null.
     *
     * @param column as {@link ColumnPath#parse} reads it
     * @param value as {@link Term#literal} takes it
     */
    static Predicate equal(String column, Object value) {
        return comparison(Operator.EQUAL, column, value);
    }

    /** The column differs from the value; see {@link #equal}. */
    static Predicate notEqual(String column, Object value) {
        return comparison(Operator.NOT_EQUAL, column, value);
    }

    /** The column is below the value; see {@link #equal}. */
    static Predicate lessThan(String column, Object value) {
        return comparison(Operator.LESS, column, value);
    }

    /** The column is the value or below it; see {@link #equal}. */
    static Predicate atMost(String column, Object value) {
        return comparison(Operator.LESS_OR_EQUAL, column, value);
    }

    /** The column is above the value; see {@link #equal}. */
    static Predicate greaterThan(String column, Object value) {
        return comparison(Operator.GREATER, column, value);
    }

    /** The column is the value or above it; see {@link #equal}. */
    static Predicate atLeast(String column, Object value) {
        return comparison(Operator.GREATER_OR_EQUAL, column, value);
    }

    /** The column is one of the values; see {@link #equal}. */
    static Predicate in(String column, Collection<?> values) {
        List<Term> terms = new ArrayList<>();
        values.forEach(value -> terms.add(Term.literal(value)));
        return new In(column(column), terms);
    }

    /** The column is null. */
    static Predicate isNull(String column) {
        return new IsNull(column(column));
    }

    /** The column is not null. */
    static Predicate isNotNull(String column) {
        return new Not(isNull(column));
    }

    /** The column matches a pattern with {@code %} and {@code _}, escaped by a backslash. */
    static Predicate like(String column, String pattern) {
        return new Like(column(column), pattern, '\\');
    }

    /** All of them; at least one must be given. */
    static Predicate all(Predicate... predicates) {
        return predicates.length == 1 ? predicates[0] : new And(Arrays.asList(predicates));
    }

    /** At least one of them; at least one must be given. */
    static Predicate any(Predicate... predicates) {
        return predicates.length == 1 ? predicates[0] : new Or(Arrays.asList(predicates));
    }

    /** This and the other. */
    default Predicate and(Predicate other) {
        return new And(List.of(this, other));
    }

    /** This or the other. */
    default Predicate or(Predicate other) {
        return new Or(List.of(this, other));
    }

    /** Not this. */
    default Predicate not() {
        return new Not(this);
    }

    /**
     * Fits the predicate to a table, for any of its columns.
     *
     * <p>Types are adapted as Spark does it: a string next to a column becomes the column's type, numbers the wider of both, a date next to a timestamp the
     * beginning of its day. A string column next to something else becomes that, and null where its text is none.
     *
     * @param schema the table's schema
     * @param clock what {@code current_date()} and {@code current_timestamp()} are; its zone is that of timestamps without one
     * @throws PredicateException if a column does not exist or has parts, if types do not go together, or if a string is not a value of the type it becomes
     */
    default BoundPredicate bind(StructType schema, Clock clock) {
        return new Binder(schema, Optional.empty(), clock).bind(this);
    }

    /**
     * As {@link #bind(StructType, Clock)}, for partition columns alone.
     *
     * @param partitionColumns the table's partition columns
     * @throws PredicateException also if a column is not a partition column
     */
    default BoundPredicate bind(StructType schema, List<String> partitionColumns, Clock clock) {
        return new Binder(schema, Optional.of(partitionColumns), clock).bind(this);
    }

    private static Predicate comparison(Operator operator, String column, Object value) {
        return new Comparison(operator, column(column), Term.literal(value));
    }

    private static Term.Column column(String column) {
        return new Term.Column(ColumnPath.parse(column), Origin.NONE);
    }

    private static List<Predicate> severalParts(List<Predicate> parts) {
        if (parts.size() < 2) {
            throw new IllegalArgumentException("AND and OR need at least two parts");
        }
        return List.copyOf(parts);
    }

    private static String joined(List<Predicate> parts, String separator) {
        return parts.stream()
                .map(part -> part instanceof And || part instanceof Or ? "(" + part + ")" : part.toString())
                .collect(Collectors.joining(separator));
    }

    /** A column as SQL: words that mean something else at the beginning of a value are put between back-ticks too. */
    static String columnSql(ColumnPath path) {
        String text = path.toString();
        String first = path.names().get(0).toUpperCase(Locale.ROOT);
        return PredicateParser.isReserved(first)
                ? "`" + path.names().get(0) + "`" + text.substring(first.length())
                : text;
    }
}
