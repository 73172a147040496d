package io.github.deltamaint.log.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.ValueTexts;
import io.github.deltamaint.log.schema.Values;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundPredicateTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    /** A quarter of an hour before midnight in Berlin, where the date is not yet that of the next day. */
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2024-03-14T22:45:00Z"), BERLIN);

    private static final StructType SCHEMA = StructType.of(
            new StructField("i", PrimitiveType.INTEGER),
            new StructField("l", PrimitiveType.LONG),
            new StructField("f", PrimitiveType.FLOAT),
            new StructField("d", PrimitiveType.DOUBLE),
            new StructField("nan", PrimitiveType.DOUBLE),
            new StructField("dec", PrimitiveType.decimal(10, 2)),
            new StructField("s", PrimitiveType.STRING),
            new StructField("numeral", PrimitiveType.STRING),
            new StructField("daytext", PrimitiveType.STRING),
            new StructField("bin", PrimitiveType.BINARY),
            new StructField("yes", PrimitiveType.BOOLEAN),
            new StructField("no", PrimitiveType.BOOLEAN),
            new StructField("day", PrimitiveType.DATE),
            new StructField("ts", PrimitiveType.TIMESTAMP),
            new StructField("ntz", PrimitiveType.TIMESTAMP_NTZ),
            new StructField("nothing", PrimitiveType.INTEGER),
            new StructField("nostring", PrimitiveType.STRING),
            new StructField("nobool", PrimitiveType.BOOLEAN),
            new StructField("st", StructType.of(new StructField("x", PrimitiveType.LONG))),
            new StructField("list", new ArrayType(PrimitiveType.LONG, true)),
            new StructField("v", OpaqueType.VARIANT));

    private static final Map<String, Object> ROW = row();

    private static Map<String, Object> row() {
        Map<String, Object> row = new HashMap<>();
        row.put("i", 5L);
        row.put("l", Long.MAX_VALUE);
        row.put("f", 0.1f);
        row.put("d", 1.5);
        row.put("nan", Double.NaN);
        row.put("dec", new BigDecimal("12.50"));
        row.put("s", "Müller");
        row.put("numeral", "007");
        row.put("daytext", "2024-03-10");
        row.put("bin", new Values.Bytes(new byte[] {0x41, (byte) 0x80}));
        row.put("yes", true);
        row.put("no", false);
        row.put("day", LocalDate.of(2024, 3, 14).toEpochDay());
        row.put("ts", Instant.parse("2024-03-14T22:00:00Z").getEpochSecond() * 1_000_000);
        row.put(
                "ntz",
                ValueTexts.parse(PrimitiveType.TIMESTAMP_NTZ, "2024-03-14 22:00:00", ZoneOffset.UTC)
                        .orElseThrow());
        row.put("nothing", null);
        row.put("st.x", 7L);
        return row;
    }

    private static Truth evaluate(String text) {
        return Predicate.parse(text).bind(SCHEMA, CLOCK).evaluate(path -> ROW.get(path.toString()));
    }

    /** The expected values follow from the rules of Spark SQL. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "i = 5|TRUE",
                "I == 5|TRUE",
                "5 = i|TRUE",
                "i != 5|FALSE",
                "i <> 4|TRUE",
                "4 < i|TRUE",
                "6 <= i|FALSE",
                "i > 4.99|TRUE",
                "i = 5.00|TRUE",
                "i = 5.01|FALSE",
                "i = '5'|TRUE",
                "i = ' 5.0 '|TRUE",
                "i < 3000000000|TRUE",
                "i < 1e40|TRUE",
                "l = 9223372036854775807|TRUE",
                "l < 9223372036854775808|TRUE",
                "l = '9223372036854775807'|TRUE",
                // a long becomes a double next to one, and then they are equal
                "l = 9.223372036854775807e18|TRUE",
                "f = 0.1|FALSE",
                "f = 0.1F|TRUE",
                "f = '0.1'|TRUE",
                "f > 0.1|TRUE",
                "d = 1.5|TRUE",
                "d = '1.5'|TRUE",
                "d < 'NaN'|TRUE",
                "nan = 'NaN'|TRUE",
                "nan > 1e308|TRUE",
                "nan > 'Infinity'|TRUE",
                "nan < 0|FALSE",
                "dec = 12.5|TRUE",
                "dec = 12.500|TRUE",
                "dec = 12|FALSE",
                "dec > 12|TRUE",
                "dec = '12.5'|TRUE",
                "dec = 12.5D|TRUE",
                "s = 'Müller'|TRUE",
                "s = 'müller'|FALSE",
                "s > 'Muller'|TRUE",
                "s < '\\uFFFD'|TRUE",
                "s LIKE 'M%'|TRUE",
                "s LIKE 'M_ller'|TRUE",
                "s LIKE '%ll%'|TRUE",
                "s LIKE 'll'|FALSE",
                "s LIKE 'M'|FALSE",
                "s LIKE ''|FALSE",
                "s LIKE '%'|TRUE",
                "s LIKE 'M\\_ller'|FALSE",
                "s LIKE 'M#_ller' ESCAPE '#'|FALSE",
                "s NOT LIKE 'X%'|TRUE",
                "nostring LIKE '%'|UNKNOWN",
                "nostring NOT LIKE '%'|UNKNOWN",
                "'a%b' LIKE 'a\\%b'|TRUE",
                "numeral = 7|TRUE",
                "numeral = '7'|FALSE",
                "numeral >= 6.5|TRUE",
                "s = 7|UNKNOWN",
                "s <=> 7|FALSE",
                "NOT (s <=> 7)|TRUE",
                "daytext >= DATE '2024-03-07'|TRUE",
                "daytext >= current_date() - INTERVAL 4 DAYS|TRUE",
                "daytext >= current_date() - INTERVAL 3 DAYS|FALSE",
                "bin = X'4180'|TRUE",
                "bin > X'417F'|TRUE",
                "bin > 'A'|TRUE",
                "yes|TRUE",
                "no|FALSE",
                "NOT no|TRUE",
                "nobool|UNKNOWN",
                "NOT nobool|UNKNOWN",
                "yes = true|TRUE",
                "yes = 'true'|TRUE",
                "yes > no|TRUE",
                "yes AND nobool|UNKNOWN",
                "no AND nobool|FALSE",
                "yes OR nobool|TRUE",
                "no OR nobool|UNKNOWN",
                "day = '2024-03-14'|TRUE",
                "day = DATE '2024-03-14'|TRUE",
                "day = current_date()|TRUE",
                "day = current_date|TRUE",
                "day > current_date() - 1|TRUE",
                "day = add_months(DATE '2024-02-14', 1)|TRUE",
                "day >= '2024-03-14 23:59:59'|TRUE",
                "day < '2025'|TRUE",
                // the day begins at midnight in Berlin, which is 23:00 of the day before in UTC
                "day < TIMESTAMP '2024-03-13T23:00:01Z'|TRUE",
                "day = TIMESTAMP '2024-03-13T23:00:00Z'|TRUE",
                "day = TIMESTAMP '2024-03-14 00:00:00'|TRUE",
                "day = TIMESTAMP_NTZ '2024-03-14 00:00:00'|TRUE",
                "day + 0 = 1|ERROR",
                "ts = '2024-03-14T22:00:00Z'|TRUE",
                "ts = '2024-03-14 23:00:00'|TRUE",
                "ts = '2024-03-14 23:00'|TRUE",
                "ts > '2024-03-14'|TRUE",
                "ts > DATE '2024-03-14'|TRUE",
                "ts < DATE '2024-03-15'|TRUE",
                "ts = TIMESTAMP '2024-03-14 23:00:00'|TRUE",
                "ts = TIMESTAMP_NTZ '2024-03-14 23:00:00'|TRUE",
                "ts > current_timestamp() - INTERVAL 45 MINUTES|FALSE",
                "ts = current_timestamp() - INTERVAL 45 MINUTES|TRUE",
                "ts = now() - INTERVAL 45 MINUTES|TRUE",
                "ntz = '2024-03-14 22:00:00'|TRUE",
                "ntz < TIMESTAMP '2024-03-14T21:00:01Z'|TRUE",
                "ntz > DATE '2024-03-14'|TRUE",
                // at the end of the month the day is that of the shorter one
                "DATE '2024-01-31' + INTERVAL 1 MONTH = DATE '2024-02-29'|TRUE",
                "DATE '2024-02-29' - INTERVAL 1 YEAR = DATE '2023-02-28'|TRUE",
                "DATE '2024-01-01' + INTERVAL 36 HOURS = TIMESTAMP '2024-01-02 12:00:00'|TRUE",
                // a day is one of the calendar: across the change to summer time it has 23 hours
                "TIMESTAMP '2024-03-30 12:00:00' + INTERVAL 1 DAY = TIMESTAMP '2024-03-31 12:00:00'|TRUE",
                "TIMESTAMP '2024-03-30 12:00:00' + INTERVAL 24 HOURS = TIMESTAMP '2024-03-31 13:00:00'|TRUE",
                "TIMESTAMP_NTZ '2024-01-31 12:00:00' + INTERVAL 1 MONTH 1 DAY = TIMESTAMP_NTZ '2024-03-01 12:00:00'|TRUE",
                "nothing = 5|UNKNOWN",
                "nothing != 5|UNKNOWN",
                "nothing <=> 5|FALSE",
                "i <=> 5|TRUE",
                "i <=> 6|FALSE",
                "nothing <=> NULL|TRUE",
                "i <=> NULL|FALSE",
                "nothing <=> nothing|TRUE",
                "nothing <=> i|FALSE",
                "i = NULL|UNKNOWN",
                "NULL = NULL|UNKNOWN",
                "NULL <=> NULL|TRUE",
                "NULL IS NULL|TRUE",
                "5 IS NULL|FALSE",
                "nothing IS NULL|TRUE",
                "nothing IS NOT NULL|FALSE",
                "i IS NOT NULL|TRUE",
                "i IN (1, 5)|TRUE",
                "i IN (1, 2)|FALSE",
                "i IN (1, NULL)|UNKNOWN",
                "i IN (5, NULL)|TRUE",
                "i NOT IN (1, NULL)|UNKNOWN",
                "i NOT IN (1, 2)|TRUE",
                "nothing IN (1)|UNKNOWN",
                "i IN ('5', 6.5)|TRUE",
                "s IN ('a', 'Müller')|TRUE",
                "i BETWEEN 5 AND 5|TRUE",
                "i BETWEEN 6 AND 4|FALSE",
                "i NOT BETWEEN 6 AND 7|TRUE",
                "nothing BETWEEN 1 AND 2|UNKNOWN",
                "i BETWEEN NULL AND 4|FALSE",
                "i = 5 OR nothing = 5|TRUE",
                "i = 6 AND nothing = 5|FALSE",
                "TRUE|TRUE",
                "FALSE OR NULL|UNKNOWN",
                "1 = 1|TRUE",
                "1 > 2|FALSE",
                "'10' > 9|TRUE",
                "'a' < 'b'|TRUE",
                "i < l|TRUE",
                "st.x = 7|TRUE",
                "ST.X + 1 = 7|ERROR",
                "st IS NULL|TRUE",
                "list IS NOT NULL|FALSE"
            })
    void followsTheRulesOfSparkSql(String text, String expected) {
        if (expected.equals("ERROR")) {
            assertThatThrownBy(() -> evaluate(text)).isInstanceOf(PredicateException.class);
        } else {
            assertThat(evaluate(text)).isEqualTo(Truth.valueOf(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "i = 1 AND gone = 2|10|there is no column gone; the table has i, l, f, d, nan, dec, s, numeral, daytext, bin, yes, no, day, ts, ntz, nothing, nostring, nobool, st, list, v",
                "st.y = 2|0|there is no column st.y; st has x",
                "s.y = 2|0|there is no column s.y; s is of type string, only structs have parts",
                "st = 5|0|column st of type struct<x:long> has no value that could be compared; name a part of it",
                "list = 5|0|column list of type array<long> has no value that could be compared",
                "v = 5|0|column v of type variant has no value that could be compared",
                "i = true|0|column i of type integer cannot be compared with TRUE of type boolean",
                "day > 20240101|0|column day of type date cannot be compared with 20240101 of type integer",
                "i = DATE '2024-01-01'|0|column i of type integer cannot be compared with DATE '2024-01-01' of type date",
                "i = 'five'|4|'five' of type string is no decimal, which it would have to be next to column i of type integer",
                "day = 'yesterday'|6|'yesterday' of type string is no date, which it would have to be next to column day of type date",
                "yes = 'perhaps'|6|'perhaps' of type string is no boolean, which it would have to be next to column yes of type boolean",
                "ts IN ('2024', 'x')|15|'x' of type string is no timestamp, which it would have to be next to column ts of type timestamp",
                "i LIKE '5%'|0|LIKE needs a string, not column i of type integer",
                "i|0|column i of type integer is no condition; compare it with something",
                "5 AND yes|0|5 of type integer is no condition; compare it with something",
                "day + INTERVAL 1 DAY > '2024-01-01'|4|a column cannot be calculated with; move the interval to the other side",
                "day > '2024-01-01' + INTERVAL 1 DAY|19|only dates and timestamps can be calculated with, not a value of type string; write DATE '…' or TIMESTAMP '…'",
                "day > DATE '9999-12-31' + INTERVAL 999999999 YEARS|24|the result is beyond what a column can hold",
                "ts > now() + INTERVAL 300000 YEARS|11|the result is beyond what a column can hold"
            })
    void whatDoesNotFitTheTableIsAnErrorAtItsPlace(String text, int position, String problem) {
        assertThatThrownBy(() -> evaluate(text)).isInstanceOfSatisfying(PredicateException.class, e -> {
            assertThat(e.getMessage().lines().findFirst()).contains(problem + " (position " + position + ")");
            assertThat(e.position()).isEqualTo(position);
        });
    }

    @Test
    void aPredicateWithoutTextHasAnErrorWithoutPlace() {
        assertThatThrownBy(() ->
                        Predicate.equal("gone", 1).bind(StructType.of(new StructField("a", PrimitiveType.LONG)), CLOCK))
                .hasMessage("there is no column gone; the table has a");
    }

    @Test
    void onlyPartitionColumnsCanBeUsedWhereOnlyTheyAreKnown() {
        assertThat(Predicate.parse("DAY = '2024-01-01'")
                        .bind(SCHEMA, List.of("Day", "s"), CLOCK)
                        .columns())
                .containsExactly(new BoundPredicate.Column(ColumnPath.of("day"), PrimitiveType.DATE));
        assertThatThrownBy(
                        () -> Predicate.parse("day = '2024-01-01' AND i = 5").bind(SCHEMA, List.of("day", "s"), CLOCK))
                .hasMessage(
                        "column i is not a partition column; only partition columns can be used here: day, s (position 23)\n"
                                + "  day = '2024-01-01' AND i = 5\n"
                                + "                         ^");
        assertThatThrownBy(() -> Predicate.parse("i = 5").bind(SCHEMA, List.of(), CLOCK))
                .hasMessageStartingWith("column i is not a partition column; the table has no partitions (position 0)");
        assertThatThrownBy(() -> Predicate.parse("st.x = 5").bind(SCHEMA, List.of("i"), CLOCK))
                .hasMessageStartingWith("column st.x is not a partition column");
    }

    @Test
    void partitionsAreJudgedByTheirValues() {
        PartitionColumns columns = PartitionColumns.of(SCHEMA, List.of("day", "ts"), ColumnMapping.NONE);
        Map<String, String> noTime = new HashMap<>();
        noTime.put("day", "2024-03-14");
        noTime.put("ts", null);
        PartitionValues partition = columns.values(Map.of("day", "2024-03-14", "ts", "2024-03-14 23:00:00"));
        PartitionValues withoutTime = columns.values(noTime);
        BoundPredicate predicate = Predicate.parse("day = '2024-03-14' AND ts = '2024-03-14T22:00:00Z'")
                .bind(SCHEMA, List.of("day", "ts"), CLOCK);

        assertThat(predicate.matches(partition))
                .as("a timestamp without zone is one in the clock's zone")
                .isTrue();
        assertThat(predicate.evaluate(withoutTime)).isEqualTo(Truth.UNKNOWN);
        assertThat(predicate.matches(withoutTime)).isFalse();
        assertThat(predicate.zone()).isEqualTo(BERLIN);
        assertThat(predicate).hasToString("day = '2024-03-14' AND ts = '2024-03-14T22:00:00Z'");
    }

    @Test
    void aPartitionValueThatIsNoneIsAnError() {
        PartitionColumns columns = PartitionColumns.of(SCHEMA, List.of("day"), ColumnMapping.NONE);
        PartitionValues partition = columns.values(Map.of("day", "tomorrow"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Predicate.parse("day = '2024-03-14'")
                        .bind(SCHEMA, CLOCK)
                        .evaluate(partition))
                .withMessage("partition value 'tomorrow' of column day is not of type date");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Predicate.parse("i = 5").bind(SCHEMA, CLOCK).evaluate(partition))
                .withMessage("column i is not a partition column");
    }

    @Test
    void columnsAreListedOnceInTheOrderOfTheText() {
        assertThat(Predicate.parse("s = 'a' OR I = 5 OR S = 'b' AND st.X = 1")
                        .bind(SCHEMA, CLOCK)
                        .columns())
                .extracting(BoundPredicate.Column::path)
                .containsExactly(ColumnPath.of("s"), ColumnPath.of("i"), ColumnPath.of("st", "x"));
    }
}
