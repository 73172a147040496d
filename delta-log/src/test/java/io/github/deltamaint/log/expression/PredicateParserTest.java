package io.github.deltamaint.log.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.TimestampText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredicateParserTest {

    @Test
    void aTextAndItsConstructionAreEqual() {
        assertThat(Predicate.parse("a = 1")).isEqualTo(Predicate.equal("a", 1));
        assertThat(Predicate.parse("A.`b c` <> 'x'")).isEqualTo(Predicate.notEqual("A.`b c`", "x"));
        assertThat(Predicate.parse("d >= date '2024-01-01' and d<date'2024-02-01'"))
                .isEqualTo(Predicate.atLeast("d", LocalDate.of(2024, 1, 1))
                        .and(Predicate.lessThan("d", LocalDate.of(2024, 2, 1))));
        assertThat(Predicate.parse("a > 1 OR NOT a <= 2L"))
                .isEqualTo(Predicate.greaterThan("a", 1)
                        .or(Predicate.atMost("a", 2L).not()));
        assertThat(Predicate.parse("a IN (1, 2) ")).isEqualTo(Predicate.in("a", List.of(1, 2)));
        assertThat(Predicate.parse("a NOT IN (1)"))
                .isEqualTo(Predicate.in("a", List.of(1)).not());
        assertThat(Predicate.parse("a BETWEEN 1 AND 2"))
                .isEqualTo(Predicate.atLeast("a", 1).and(Predicate.atMost("a", 2)));
        assertThat(Predicate.parse("a NOT BETWEEN 1 AND 2 AND b IS NULL"))
                .isEqualTo(Predicate.atLeast("a", 1)
                        .and(Predicate.atMost("a", 2))
                        .not()
                        .and(Predicate.isNull("b")));
        assertThat(Predicate.parse("a IS NOT NULL")).isEqualTo(Predicate.isNotNull("a"));
        assertThat(Predicate.parse("a LIKE 'x%'")).isEqualTo(Predicate.like("a", "x%"));
        assertThat(Predicate.parse("a = TIMESTAMP '2024-01-01T00:00:00Z'"))
                .isEqualTo(Predicate.equal("a", Instant.parse("2024-01-01T00:00:00Z")));
        assertThat(Predicate.parse("a = TIMESTAMP_NTZ '2024-01-01 00:00:00'"))
                .isEqualTo(Predicate.equal("a", LocalDateTime.of(2024, 1, 1, 0, 0)));
        assertThat(Predicate.parse("a = X'0aFF'")).isEqualTo(Predicate.equal("a", new byte[] {10, -1}));
        assertThat(Predicate.parse("a = 1.50")).isEqualTo(Predicate.equal("a", new BigDecimal("1.50")));
        assertThat(Predicate.parse("a = -1e3")).isEqualTo(Predicate.equal("a", -1000.0));
        assertThat(Predicate.parse("a = true")).isEqualTo(Predicate.equal("a", true));
        assertThat(Predicate.parse("a = 1 AND b = 2 AND c = 3"))
                .isEqualTo(Predicate.all(Predicate.equal("a", 1), Predicate.equal("b", 2), Predicate.equal("c", 3)));
        assertThat(Predicate.parse("a=1 OR b=2"))
                .isEqualTo(Predicate.any(Predicate.equal("a", 1), Predicate.equal("b", 2)));
    }

    @Test
    void andBindsStrongerThanOrAndNotStrongest() {
        assertThat(Predicate.parse("a=1 OR b=2 AND NOT c=3 OR d=4"))
                .isEqualTo(Predicate.parse("(a=1) OR ((b=2) AND (NOT (c=3))) OR (d=4)"));
        assertThat(Predicate.parse("NOT a = 1 AND b = 2")).isEqualTo(Predicate.parse("(NOT a = 1) AND (b = 2)"));
    }

    @Test
    void parenthesesMayStandAroundValuesToo() {
        assertThat(Predicate.parse("((a)) = (1)")).isEqualTo(Predicate.parse("a = 1"));
        assertThat(Predicate.parse("(current_date() - 1) <= d")).isEqualTo(Predicate.parse("current_date() - 1 <= d"));
        assertThat(Predicate.parse("(a) IN ((1), (2))")).isEqualTo(Predicate.parse("a IN (1, 2)"));
        assertThat(Predicate.parse("(flag) AND ((a) IS NULL)")).isEqualTo(Predicate.parse("flag AND a IS NULL"));
    }

    @ParameterizedTest
    @CsvSource({
        "5, integer",
        "2147483648, long",
        "9223372036854775808, 'decimal(19,0)'",
        "5L, long",
        "5s, short",
        "5Y, byte",
        "5D, double",
        "5f, float",
        "5BD, 'decimal(1,0)'",
        ".5, 'decimal(1,1)'",
        "5., 'decimal(1,0)'",
        "0.001, 'decimal(3,3)'",
        "1e5, double",
        "1.5e-5BD, 'decimal(6,6)'",
        "1e2bd, 'decimal(3,0)'"
    })
    void numbersHaveTheTypeThatSparkGivesThem(String text, String type) {
        Predicate.Comparison comparison = (Predicate.Comparison) Predicate.parse("a = " + text);

        assertThat(((Term.Literal) comparison.right()).type())
                .contains(PrimitiveType.named(type).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'it''s'|it's",
                "'it\\'s'|it's",
                "\"say \"\"x\"\" 'y'\"|say \"x\" 'y'",
                "'a\\\\b'|a\\b",
                "'tab\\tend'|tab\tend",
                "'\\u00e9'|é",
                "'\\%\\_\\x'|\\%\\_x"
            })
    void stringsMayHaveEscapes(String text, String value) {
        Predicate.Comparison comparison = (Predicate.Comparison) Predicate.parse("a = " + text);

        assertThat(((Term.Literal) comparison.right()).value()).isEqualTo(value);
    }

    @Test
    void wordsWithAMeaningMayBeColumns() {
        assertThat(Predicate.parse("date >= '2024-01-01'")).isEqualTo(Predicate.atLeast("date", "2024-01-01"));
        assertThat(Predicate.parse("timestamp = 1 AND x = 2 AND now = 3 AND days = 4"))
                .isEqualTo(Predicate.all(
                        Predicate.equal("timestamp", 1),
                        Predicate.equal("x", 2),
                        Predicate.equal("now", 3),
                        Predicate.equal("days", 4)));
        assertThat(Predicate.parse("`null` = 1"))
                .isEqualTo(Predicate.equal("null", 1))
                .hasToString("`null` = 1");
    }

    @ParameterizedTest
    @CsvSource({
        "current_date() - INTERVAL 7 DAYS, 0 -7 0",
        "current_date - 7, 0 -7 0",
        "current_date() + 7, 0 7 0",
        "'date_sub(current_date(), 7)', 0 -7 0",
        "'date_add(current_date(), -7)', 0 -7 0",
        "'add_months(current_date(), 2)', 2 0 0",
        "now() - INTERVAL '1' YEAR, -12 0 0",
        "now() - INTERVAL '1 year 2 weeks', -12 -14 0",
        "now() - INTERVAL 1 MONTH 2 DAYS 3 HOURS, -1 -2 -10800000000",
        "now() + INTERVAL 1 MONTH -2 DAYS, 1 -2 0",
        "now() + INTERVAL -90 MINUTES, 0 0 -5400000000",
        "now() + INTERVAL '-3' seconds, 0 0 -3000000",
        "now() + INTERVAL 5 MILLISECONDS, 0 0 5000"
    })
    void datesAndTimesCanBeShifted(String text, String expected) {
        Predicate.Comparison comparison = (Predicate.Comparison) Predicate.parse("a < " + text);

        Interval by = ((Term.Shifted) comparison.right()).by();
        assertThat(by.months() + " " + by.days() + " " + by.micros()).isEqualTo(expected);
    }

    @Test
    void severalIntervalsAreAddedOneAfterTheOther() {
        Predicate.Comparison comparison =
                (Predicate.Comparison) Predicate.parse("a < DATE '2024-01-31' + INTERVAL 1 MONTH - 1");

        Term.Shifted outer = (Term.Shifted) comparison.right();
        assertThat(outer.by()).isEqualTo(new Interval(0, -1, 0));
        assertThat(((Term.Shifted) outer.base()).by()).isEqualTo(new Interval(1, 0, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~|0|the predicate is empty",
                "a|1|",
                "a =|3|expected a column or a value, but found the end",
                "a = )|4|expected a column or a value, but found ')'",
                "(a = 1|6|expected ')', but found the end",
                "a = 1 b|6|expected AND, OR or the end, but found 'b'",
                "a = 1)|5|expected AND, OR or the end, but found ')'",
                "a = 'x|4|the string is not closed",
                "`a = 1|0|the back-tick is not closed",
                "`` = 1|0|a column name is empty",
                "a = 1x|4|'1x' is no number; a column of this name stands between back-ticks",
                "1a = 5|0|'1a' is no number; a column of this name stands between back-ticks",
                "a = 1.2.3|7|expected AND, OR or the end, but found '.'",
                "a = 300Y|4|'300Y' is no byte",
                "a = X'1'|5|X'…' takes pairs of hexadecimal digits, not the string '1'",
                "a = date '2024-02-30'|9|the string '2024-02-30' is no date",
                "a = timestamp 'x'|14|the string 'x' is no timestamp",
                "a LIKE 5|7|expected a pattern in quotes, but found '5'",
                "a LIKE 'x\\\\a'|7|in a pattern, '\\' must stand before %, _ or itself",
                "a LIKE 'x' ESCAPE 'yy'|18|expected one character in quotes, but found the string 'yy'",
                "a IN ()|6|expected a column or a value, but found ')'",
                "a IN 1|5|expected '(', but found '1'",
                "a BETWEEN 1 OR 2|12|expected AND, but found 'OR'",
                "a IS 5|5|expected NULL, but found '5'",
                "a NOT = 5|6|expected IN, BETWEEN or LIKE after NOT, but found '='",
                "a = upper(b)|4|the function upper is unknown; there are current_date(), current_timestamp(), now(), date_add(…), date_sub(…) and add_months(…)",
                "a + 1.5 = 2|4|expected INTERVAL or a number of days after '+', but found '1.5'; there is no other arithmetic",
                "a + b = 2|4|expected INTERVAL or a number of days after '+', but found 'b'; there is no other arithmetic",
                "a * 2 = 2|2|'*' has no meaning in a predicate",
                "a < now() - INTERVAL 5|22|expected YEARS, MONTHS, WEEKS, DAYS, HOURS, MINUTES or SECONDS, but found the end",
                "a < now() - INTERVAL 5 miles|23|expected YEARS, MONTHS, WEEKS, DAYS, HOURS, MINUTES or SECONDS, but found 'miles'",
                "a < now() - INTERVAL|20|expected a number after INTERVAL, but found the end",
                "a < now() - INTERVAL 1.5 DAYS|21|expected a whole number in the interval, but found '1.5'",
                "a < now() - INTERVAL 999999999999999999 YEARS|12|the interval is too long",
                "and = 1|0|expected a column or a value, but found the word AND; a column of this name stands between back-ticks",
                "a.1 = 5|2|expected a column name after the point, but found '1'",
                "a = 1e99999BD|4|the exponent is beyond every number that a column can hold",
                "a = 123456789012345678901234567890123456789|4|a decimal has at most 38 digits, but this one has 39",
                "a = '\\u12g4'|5|\\u must be followed by four hexadecimal digits",
                "a = 1; DROP|5|';' has no meaning in a predicate",
                "a = -|4|expected a column or a value, but found '-'"
            })
    void anErrorPointsAtItsPlace(String text, int position, String problem) {
        if (problem == null) {
            assertThat(Predicate.parse(text))
                    .isEqualTo(new Predicate.Condition(new Term.Column(ColumnPath.of(text), Origin.NONE)));
            return;
        }
        PredicateException error = catchThrowableOfType(PredicateException.class, () -> Predicate.parse(text));

        assertThat(error).isNotNull();
        assertThat(error.getMessage().lines().findFirst().orElse(""))
                .isEqualTo(problem + " (position " + position + ")");
        assertThat(error.position()).isEqualTo(position);
        assertThat(error.text()).isEqualTo(text);
    }

    @Test
    void theCaretStandsBelowThePlaceInItsLine() {
        assertThatThrownBy(() -> Predicate.parse("a = 1\n\tAND b = = 2\nOR c = 3"))
                .isInstanceOf(PredicateException.class)
                .hasMessage(
                        "expected a column or a value, but found '=' (position 15)\n  \tAND b = = 2\n  \t        ^");
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101, 100_000})
    void nestingHasALimit(int depth) {
        String inParentheses = "(".repeat(depth) + "a = 1" + ")".repeat(depth);
        String negated = "NOT ".repeat(depth) + "a = 1";

        for (String text : List.of(inParentheses, negated)) {
            if (depth <= 100) {
                assertThat(Predicate.parse(text)).isNotNull();
            } else {
                assertThatThrownBy(() -> Predicate.parse(text))
                        .hasMessageStartingWith("the predicate is nested more than 100 deep");
            }
        }
    }

    @Test
    void longChainsHaveNone() {
        String text = "a = 1" + " OR a = 2".repeat(20_000);

        assertThat(((Predicate.Or) Predicate.parse(text)).parts()).hasSize(20_001);
    }

    @Property(tries = 3000)
    void whatIsWrittenIsReadAsEqual(@ForAll("predicates") Predicate predicate) {
        assertThat(Predicate.parse(predicate.toString()))
                .as(predicate.toString())
                .isEqualTo(predicate);
    }

    @Property(tries = 2000)
    void noTextIsTooStrangeForAnAnswer(@ForAll("garbage") String text) {
        try {
            assertThat(Predicate.parse(text)).isNotNull();
        } catch (PredicateException e) {
            assertThat(e.position()).isBetween(0, text.length());
        }
    }

    @Provide
    Arbitrary<String> garbage() {
        return Arbitraries.of(
                        "a",
                        "b.c",
                        " ",
                        "=",
                        "<",
                        ">",
                        "'",
                        "\"",
                        "\\",
                        "`",
                        "(",
                        ")",
                        ",",
                        ".",
                        "-",
                        "+",
                        "1",
                        "1e",
                        "AND",
                        "OR",
                        "NOT",
                        "IN",
                        "INTERVAL",
                        "DAYS",
                        "NULL",
                        "IS",
                        "LIKE",
                        "DATE",
                        "X",
                        "é",
                        "\n",
                        "BETWEEN")
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join(parts.size() % 2 == 0 ? " " : "", parts));
    }

    @Provide
    Arbitrary<Predicate> predicates() {
        return predicate(3);
    }

    private static Arbitrary<Predicate> predicate(int depth) {
        Arbitrary<Predicate> leaf = Arbitraries.oneOf(
                Combinators.combine(Arbitraries.of(Predicate.Operator.values()), terms(), terms())
                        .as(Predicate.Comparison::new),
                Combinators.combine(terms(), terms().list().ofMinSize(1).ofMaxSize(3))
                        .as(Predicate.In::new),
                terms().map(Predicate.IsNull::new),
                columns().map(Predicate.Condition::new),
                Combinators.combine(
                                columns(),
                                Arbitraries.strings().withChars("a%_'é\n").ofMaxLength(5),
                                Arbitraries.of('\\', '#'))
                        .as(Predicate.Like::new));
        return nested(leaf, depth);
    }

    /** Predicates made of {@code leaf}, at most so deep. */
    static Arbitrary<Predicate> nested(Arbitrary<Predicate> leaf, int depth) {
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<Predicate> inner = nested(leaf, depth - 1);
        Arbitrary<List<Predicate>> several = inner.list().ofMinSize(2).ofMaxSize(3);
        return Arbitraries.oneOf(
                leaf, several.map(Predicate.And::new), several.map(Predicate.Or::new), inner.map(Predicate.Not::new));
    }

    private static Arbitrary<Term> columns() {
        return Arbitraries.of("a", "b1", "and", "Date", "null", "in", "x", "odd name", "a`b", "é")
                .list()
                .ofMinSize(1)
                .ofMaxSize(2)
                .map(names -> new Term.Column(new ColumnPath(names), Origin.NONE));
    }

    private static Arbitrary<Term> terms() {
        Arbitrary<Object> values = Arbitraries.oneOf(
                Arbitraries.strings()
                        .withChars("a'\"\\%_\nbu0é😀 ")
                        .ofMaxLength(6)
                        .map(value -> value),
                Arbitraries.integers().map(value -> value),
                Arbitraries.longs().map(value -> value),
                Arbitraries.doubles().map(value -> value),
                Arbitraries.floats().map(value -> value),
                Arbitraries.bigDecimals()
                        .between(new BigDecimal("-1e20"), new BigDecimal("1e20"))
                        .ofScale(5)
                        .map(value -> value),
                Arbitraries.of(true, false),
                Arbitraries.of(new byte[] {}, new byte[] {0, -1}),
                Arbitraries.of(LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31), LocalDate.EPOCH),
                Arbitraries.of(
                        Instant.EPOCH,
                        Instant.parse("2024-02-29T12:34:56.789012Z"),
                        Instant.parse("0001-01-01T00:00:00Z")),
                Arbitraries.of(LocalDateTime.of(2024, 2, 29, 0, 0), LocalDateTime.of(1582, 10, 15, 1, 2, 3, 4000)));
        Arbitrary<Term> literals = values.map(Term::literal);
        Arbitrary<Term> others = Arbitraries.of(
                Term.Literal.ofNull(Origin.NONE),
                Term.Literal.of(PrimitiveType.SHORT, -5L, Origin.NONE),
                Term.Literal.of(PrimitiveType.BYTE, 5L, Origin.NONE),
                new Term.TimestampLiteral(new TimestampText(1L, null), Origin.NONE),
                new Term.TimestampLiteral(new TimestampText(-1L, ZoneOffset.ofHours(-3)), Origin.NONE),
                new Term.TimestampLiteral(new TimestampText(0L, ZoneId.of("Europe/Berlin")), Origin.NONE),
                new Term.Now(true, Origin.NONE),
                new Term.Now(false, Origin.NONE));
        Arbitrary<Term> shifted = Combinators.combine(
                        others,
                        Arbitraries.of(
                                new Interval(-1, 2, 3_000_001),
                                new Interval(0, 0, 0),
                                new Interval(0, -7, 0),
                                new Interval(1, 0, -5)))
                .as((base, by) -> new Term.Shifted(base, by, Origin.NONE));
        return Arbitraries.oneOf(literals, others, shifted, columns());
    }

    @ParameterizedTest
    @MethodSource("objectsThatAreNoValues")
    void onlyValuesBecomeLiterals(Object value) {
        assertThatThrownBy(() -> Predicate.equal("a", value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a value for a predicate: java.");
    }

    static List<Object> objectsThatAreNoValues() {
        return List.of(new Object(), List.of(1), 'c');
    }

    @Test
    void originsDoNotTellPredicatesApart() {
        assertThat(Predicate.parse("a=1"))
                .isEqualTo(Predicate.parse("  a  =  1"))
                .hasSameHashCodeAs(Predicate.equal("a", 1));
    }
}
