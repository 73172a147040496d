package io.github.deltamaint.log.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.Values;
import io.github.deltamaint.log.stats.ColumnStatistics;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.log.stats.StatisticsSettings;
import io.github.deltamaint.log.stats.StatisticsWriter;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippingTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2024-03-14T12:00:00Z"), ZoneOffset.UTC);
    private static final List<String> PARTITIONED_BY = List.of("p");
    private static final StructType SCHEMA = StructType.of(
            new StructField("p", PrimitiveType.INTEGER),
            new StructField("i", PrimitiveType.LONG),
            new StructField("d", PrimitiveType.DOUBLE),
            new StructField("n", PrimitiveType.decimal(6, 2)),
            new StructField("day", PrimitiveType.DATE),
            new StructField("ts", PrimitiveType.TIMESTAMP),
            new StructField("flag", PrimitiveType.BOOLEAN),
            new StructField("s", StructType.of(new StructField("name", PrimitiveType.STRING))));
    private static final StatisticsSchema STATISTICS = StatisticsSchema.all(SCHEMA, PARTITIONED_BY, ColumnMapping.NONE);
    private static final PartitionColumns PARTITION = PartitionColumns.of(SCHEMA, PARTITIONED_BY, ColumnMapping.NONE);

    /** The rows of a file with its partition value, rows as values by column. */
    record DataFile(String partition, List<Map<String, Object>> rows) {

        PartitionValues partitionValues() {
            Map<String, String> values = new HashMap<>();
            values.put("p", partition);
            return PARTITION.values(values);
        }

        FileStatistics statistics() {
            StatisticsWriter writer =
                    new StatisticsWriter(STATISTICS, new StatisticsSettings(-1, Optional.empty(), 2), true);
            return FileStatistics.parse(writer.write(rows.size(), this::statistics), STATISTICS);
        }

        private ColumnStatistics statistics(StatisticsSchema.Column column) {
            PrimitiveType type = (PrimitiveType) column.type();
            Object min = null;
            Object max = null;
            long nulls = 0;
            boolean hasNaN = false;
            for (Map<String, Object> row : rows) {
                Object value = row.get(column.path().toString());
                if (value == null) {
                    nulls++;
                } else if (value instanceof Double number && number.isNaN()) {
                    hasNaN = true;
                } else {
                    min = min == null || Values.compare(type, value, min) < 0 ? value : min;
                    max = max == null || Values.compare(type, value, max) > 0 ? value : max;
                }
            }
            return new ColumnStatistics(nulls, min, max, hasNaN);
        }
    }

    /** A file may be read in vain; a row must never be missed. */
    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void aFileWithAMatchingRowIsNeverSkipped(
            @ForAll("files") DataFile file, @ForAll("predicates") Predicate predicate) {
        BoundPredicate bound = predicate.bind(SCHEMA, CLOCK);
        boolean matches =
                file.rows().stream().anyMatch(row -> bound.evaluate(path -> row.get(path.toString())) == Truth.TRUE);

        boolean mayMatch = bound.mayMatch(file.statistics(), file.partitionValues());

        Statistics.label("skipped").collect(!mayMatch);
        Statistics.label("could be skipped").collect(!matches);
        assertThat(mayMatch || !matches).as(predicate.toString()).isTrue();
        assertThat(bound.mayMatch(FileStatistics.none(STATISTICS), null) || !matches)
                .isTrue();
    }

    @Provide
    Arbitrary<DataFile> files() {
        return Arbitraries.of("1", "2", null)
                .flatMap(partition -> row(partition).list().ofMaxSize(4).map(rows -> new DataFile(partition, rows)));
    }

    private static Arbitrary<Map<String, Object>> row(String partition) {
        return Combinators.combine(
                        Arbitraries.of(-5L, 0L, 3L, 4L, 9L, Long.MAX_VALUE).injectNull(0.2),
                        Arbitraries.of(-1.5, -0.0, 0.0, 2.0, 3.5, Double.NaN, Double.POSITIVE_INFINITY)
                                .injectNull(0.2),
                        Arbitraries.of("-3.00", "0.00", "4.50", "9.99")
                                .map(BigDecimal::new)
                                .injectNull(0.2),
                        Arbitraries.of(-1L, 19700L, 19796L).injectNull(0.2),
                        Arbitraries.of(
                                        -1L,
                                        0L,
                                        999L,
                                        1_710_417_600_000_000L,
                                        1_710_417_600_000_001L,
                                        1_710_417_600_999_999L)
                                .injectNull(0.2),
                        Arbitraries.of(true, false).injectNull(0.2),
                        Arbitraries.of("", "a", "ab", "abc", "abd", "b", "ab😀", "é", "5", "10", "9", "x\uDBFF\uDFFFy")
                                .injectNull(0.2))
                .as((i, d, n, day, ts, flag, name) -> {
                    Map<String, Object> row = new HashMap<>();
                    row.put("p", partition == null ? null : Long.valueOf(partition));
                    row.put("i", i);
                    row.put("d", d);
                    row.put("n", n);
                    row.put("day", day);
                    row.put("ts", ts);
                    row.put("flag", flag);
                    row.put("s.name", name);
                    return row;
                });
    }

    @Provide
    Arbitrary<Predicate> predicates() {
        return PredicateParserTest.nested(leafText().map(Predicate::parse), 2);
    }

    private static Arbitrary<String> leafText() {
        Arbitrary<String> operator = Arbitraries.of("=", "!=", "<", "<=", ">", ">=", "<=>");
        Map<String, List<String>> values = Map.of(
                "p", List.of("1", "2", "1.5", "'2'", "NULL"),
                "i",
                        List.of(
                                "-5",
                                "0",
                                "3",
                                "3.5",
                                "'4'",
                                "9223372036854775807",
                                "9223372036854775808",
                                "1e30",
                                "NULL"),
                "d", List.of("-1.5", "0", "0.0", "2", "3.5", "'NaN'", "'Infinity'", "10"),
                "n", List.of("-3", "4.5", "4.501", "100000", "4.5D"),
                "day",
                        List.of(
                                "'1969-12-31'",
                                "DATE '2024-03-14'",
                                "current_timestamp()",
                                "TIMESTAMP_NTZ '2024-03-14 00:00:00'"),
                "ts",
                        List.of(
                                "'1970-01-01T00:00:00.000999Z'",
                                "'1970-01-01T00:00:00Z'",
                                "'2024-03-14 12:00:00.000001'",
                                "DATE '2024-03-14'",
                                "'2024-03-14 12:00:01'"),
                "flag", List.of("true", "false", "'true'"),
                "s.name", List.of("'a'", "'ab'", "'abc'", "'abd'", "'b'", "'é'", "5", "'x'"));
        Arbitrary<String> comparison = Arbitraries.of(values.keySet())
                .flatMap(column -> Combinators.combine(
                                operator, Arbitraries.of(values.get(column)), Arbitraries.of(true, false))
                        .as((op, value, flipped) ->
                                flipped ? value + " " + op + " " + column : column + " " + op + " " + value));
        Arbitrary<String> isNull = Arbitraries.of(values.keySet())
                .flatMap(column -> Arbitraries.of(column + " IS NULL", column + " IS NOT NULL"));
        Arbitrary<String> others = Arbitraries.of(
                "flag",
                "NOT flag",
                "i IN (0, 4, NULL)",
                "i NOT IN (0, 4)",
                "n BETWEEN 4 AND 5",
                "s.name LIKE 'ab%'",
                "s.name LIKE 'a_c'",
                "s.name NOT LIKE 'b%'",
                "s.name LIKE '%'",
                "s.name LIKE 'é'",
                "i = i",
                "i < n",
                "p < i",
                "TRUE",
                "NULL",
                "s.name IN ('ab', 5)");
        return Arbitraries.oneOf(comparison, comparison, isNull, others);
    }

    private static boolean mayMatch(String predicate, String statistics) {
        return Predicate.parse(predicate)
                .bind(SCHEMA, CLOCK)
                .mayMatch(FileStatistics.parse(statistics, STATISTICS), null);
    }

    private static final String FILE =
            "{\"numRecords\":10,\"minValues\":{\"i\":5,\"d\":1.0,\"day\":\"2024-01-01\",\"ts\":\"2024-01-01T00:00:00.000Z\",\"s\":{\"name\":\"bb\"}},"
                    + "\"maxValues\":{\"i\":9,\"d\":2.0,\"day\":\"2024-01-31\",\"ts\":\"2024-01-01T00:00:00.001Z\",\"s\":{\"name\":\"cc\"}},"
                    + "\"nullCount\":{\"i\":0,\"d\":0,\"n\":10,\"day\":3,\"ts\":0,\"s\":{\"name\":0}}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "i < 5|false",
                "i <= 5|true",
                "i = 4|false",
                "i = 7|true",
                "i > 9|false",
                "i >= 9|true",
                "i != 5|true",
                "i IS NULL|false",
                "i IS NOT NULL|true",
                "NOT (i > 4)|false",
                "NOT (i > 5)|true",
                "i IN (1, 2)|false",
                "i IN (1, 6)|true",
                "i NOT BETWEEN 5 AND 9|false",
                "i <=> NULL|false",
                "i < 5 OR i > 9|false",
                "i > 5 AND i < 5|false",
                "i > 5 AND day = '2024-02-01'|false",
                "n = 5|false",
                "n IS NULL|true",
                "n IS NOT NULL|false",
                "n != 5|false",
                // NaN may hide from the statistics of some writers
                "d > 2|true",
                "d >= 3|true",
                "d < 1|false",
                "d = 3|false",
                "d = 'NaN'|true",
                "d != 1|true",
                "day = '2024-02-01'|false",
                "day IS NULL|true",
                "day > TIMESTAMP '2024-01-31 00:00:00'|false",
                "day < '2024-01-02'|true",
                // what is behind the millisecond was cut
                "ts = '2024-01-01T00:00:00.001999Z'|true",
                "ts = '2024-01-01T00:00:00.002Z'|false",
                "ts > '2024-01-01T00:00:00.001998Z'|true",
                "s.name LIKE 'b%'|true",
                "s.name LIKE 'c%'|true",
                "s.name LIKE 'a%'|false",
                "s.name LIKE 'cd%'|false",
                "s.name LIKE 'ba%'|false",
                "s.name LIKE '%x'|true",
                "s.name = 'd'|false",
                "s.name = 5|true",
                "flag|true",
                "NOT flag|true",
                "TRUE|true",
                "FALSE|false",
                "NULL|false"
            })
    void boundsDecideWhatMayMatch(String predicate, boolean expected) {
        assertThat(mayMatch(predicate, FILE)).isEqualTo(expected);
    }

    @Test
    void aColumnOfOneValueIsKnownExactly() {
        String file = "{\"numRecords\":2,\"minValues\":{\"i\":5},\"maxValues\":{\"i\":5},\"nullCount\":{\"i\":0}}";

        assertThat(mayMatch("i != 5", file)).isFalse();
        assertThat(mayMatch("NOT (i = 5)", file)).isFalse();
        assertThat(mayMatch("i < 5 OR i > 5", file)).isFalse();
    }

    @Test
    void boundsOfStringsSayNothingAboutTheNumbersInThem() {
        String file =
                "{\"numRecords\":3,\"minValues\":{\"s\":{\"name\":\"10\"}},\"maxValues\":{\"s\":{\"name\":\"9\"}},"
                        + "\"nullCount\":{\"s\":{\"name\":0}}}";

        assertThat(mayMatch("s.name = 5", file)).isTrue();
        assertThat(mayMatch("s.name = '0'", file)).isFalse();
    }

    @Test
    void aFileWithoutRowsNeverMatches() {
        assertThat(mayMatch("TRUE AND i IS NULL", "{\"numRecords\":0}")).isFalse();
        assertThat(mayMatch("i IS NULL OR i IS NOT NULL", "{\"numRecords\":0}")).isFalse();
    }

    @Test
    void withoutStatisticsAnythingMayMatch() {
        for (String predicate : List.of("i = 5", "NOT (i = 5)", "i IS NULL", "s.name LIKE 'x%'", "d > 5 AND n < 3")) {
            assertThat(mayMatch(predicate, "{}")).as(predicate).isTrue();
            assertThat(mayMatch(predicate, "")).as(predicate).isTrue();
        }
    }

    @Test
    void partitionValuesAreExact() {
        PartitionValues partition = PARTITION.values(Map.of("p", "3"));
        List<String> matching = new ArrayList<>();
        for (String text : List.of(
                "p = 3",
                "p != 3",
                "p IS NULL",
                "p IN (1, 2)",
                "p <=> 3",
                "p BETWEEN 3 AND 4",
                "p = 3 AND i = 4",
                "p = 3 OR i = 4")) {
            if (Predicate.parse(text).bind(SCHEMA, CLOCK).mayMatch(FileStatistics.parse(FILE, STATISTICS), partition)) {
                matching.add(text);
            }
        }

        assertThat(matching).containsExactly("p = 3", "p <=> 3", "p BETWEEN 3 AND 4", "p = 3 OR i = 4");
    }
}
