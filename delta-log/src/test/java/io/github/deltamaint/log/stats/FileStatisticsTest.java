package io.github.deltamaint.log.stats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.log.ReferenceTables;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.Values;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.NaiveFile;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileStatisticsTest {
    private static final String FULL =
            "{\"numRecords\":3,\"minValues\":{\"a\":1,\"s\":{\"b\":\"x\"}},\"maxValues\":{\"a\":2,\"s\":{\"b\":\"y\"}},"
                    + "\"nullCount\":{\"a\":0,\"s\":{\"b\":1}},\"tightBounds\":false}";
    private static final StatisticsSchema SCHEMA = StatisticsSchema.all(
            StructType.of(
                    new StructField("a", PrimitiveType.LONG),
                    new StructField("s", StructType.of(new StructField("b", PrimitiveType.STRING)))),
            List.of(),
            ColumnMapping.NONE);
    private static final StatisticsSchema.Column A = SCHEMA.columns().get(0);
    private static final StatisticsSchema.Column B = SCHEMA.columns().get(1);

    @Test
    void readsEverything() {
        FileStatistics statistics = FileStatistics.parse(FULL, SCHEMA);

        assertThat(statistics.numRecords()).hasValue(3);
        assertThat(statistics.tightBounds()).isFalse();
        assertThat(statistics.min(A)).contains(1L);
        assertThat(statistics.max(A)).contains(2L);
        assertThat(statistics.nullCount(A)).hasValue(0);
        assertThat(statistics.min(B)).contains("x");
        assertThat(statistics.upperBound(B)).contains("y");
        assertThat(statistics.nullCount(B)).hasValue(1);
    }

    @Test
    void whatIsUnknownIsPassedOver() {
        FileStatistics statistics = FileStatistics.parse(
                "{\"new\":{\"a\":[1,{\"a\":2}]},\"minValues\":{\"old\":{\"a\":7},\"a\":1,\"s\":7},\"maxValues\":{\"a\":{\"b\":2},\"s\":{\"b\":\"y\",\"c\":3}},"
                        + "\"numRecords\":3,\"nullCount\":null}",
                SCHEMA);

        assertThat(statistics.numRecords()).hasValue(3);
        assertThat(statistics.tightBounds()).isTrue();
        assertThat(statistics.min(A)).contains(1L);
        assertThat(statistics.max(A)).isEmpty();
        assertThat(statistics.min(B)).isEmpty();
        assertThat(statistics.max(B)).contains("y");
        assertThat(statistics.nullCount(A)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "[]",
                "7",
                "null",
                "\"x\"",
                "{\"numRecords\":",
                "{\"numRecords\":3,\"minValues\":{\"a\":1},"
            })
    void aTextThatIsNoStatisticsGivesNone(String json) {
        FileStatistics statistics = FileStatistics.parse(json, SCHEMA);

        assertThat(statistics.numRecords()).isEmpty();
        assertThat(statistics.min(A)).isEmpty();
        assertThat(FileStatistics.parse(null, SCHEMA).nullCount(A)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "\"3\"", "null", "true", "99999999999999999999", "[3]"})
    void aCountIsAWholeNumberOfItsSize(String count) {
        FileStatistics statistics =
                FileStatistics.parse("{\"numRecords\":" + count + ",\"nullCount\":{\"a\":" + count + "}}", SCHEMA);

        assertThat(statistics.numRecords()).isEmpty();
        assertThat(statistics.nullCount(A)).isEmpty();
    }

    @Property
    void noBeginningOfATextIsMistakenForTheWhole(@ForAll @IntRange(min = 0, max = 150) int length) {
        String beginning = FULL.substring(0, Math.min(length, FULL.length() - 1));

        assertThat(FileStatistics.parse(beginning, SCHEMA).numRecords()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "long|5|5",
                "long|5.0|",
                "long|1e2|",
                "byte|128|",
                "double|1|1.0",
                "double|'\"NaN\"'|NaN",
                "double|NaN|NaN",
                "double|'\"-Infinity\"'|-Infinity",
                "double|-Infinity|-Infinity",
                "double|+Infinity|Infinity",
                "double|-0.0|-0.0",
                "float|0.1|0.1",
                "decimal(10,2)|1E-1|0.10",
                "decimal(10,2)|0E-10|0.00",
                "decimal(10,2)|0.001|",
                "decimal(38,10)|12345678901234567890.0123456789|12345678901234567890.0123456789",
                "string|'\"x\"'|x",
                "string|7|",
                "date|'\"1970-01-02\"'|1",
                "date|1|",
                "timestamp|'\"1970-01-01T01:00:00.001+01:00\"'|1000",
                "timestamp|'\"1970-01-01T00:00:00.001Z\"'|1000",
                "timestamp|'\"1970-01-01T00:00:00.001\"'|",
                "timestamp_ntz|'\"1970-01-01T00:00:00.001\"'|1000",
                "timestamp_ntz|'\"1970-01-01\"'|0",
                "timestamp_ntz|'\"1970-01-01T00:00:00.001Z\"'|",
                "boolean|true|",
                "binary|'\"x\"'|"
            })
    void aBoundIsAValueOfItsTypeOrMissing(String type, String json, String expected) {
        StatisticsSchema schema = StatisticsSchema.all(
                StructType.of(new StructField("a", PrimitiveType.named(type).orElseThrow())),
                List.of(),
                ColumnMapping.NONE);

        FileStatistics statistics =
                FileStatistics.parse("{\"minValues\":{\"a\":" + json + "},\"maxValues\":{\"a\":" + json + "}}", schema);

        assertThat(statistics.min(schema.columns().get(0)).map(Object::toString))
                .isEqualTo(Optional.ofNullable(expected));
        assertThat(statistics.max(schema.columns().get(0)).map(Object::toString))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void theUpperBoundOfATimestampAllowsForCutMicroseconds() {
        StatisticsSchema schema = StatisticsSchema.all(
                StructType.of(new StructField("a", PrimitiveType.TIMESTAMP)), List.of(), ColumnMapping.NONE);

        assertThat(FileStatistics.parse("{\"maxValues\":{\"a\":\"1970-01-01T00:00:00.001Z\"}}", schema)
                        .upperBound(schema.columns().get(0)))
                .contains(1999L);
        assertThat(FileStatistics.parse("{\"maxValues\":{\"a\":\"+294247-01-10T04:00:54.775807Z\"}}", schema)
                        .upperBound(schema.columns().get(0)))
                .contains(Long.MAX_VALUE);
    }

    /** Every bound and count of every reference table, as a JSON tree and java.time read it. */
    @Test
    void agreesWithATreeOnTheStatisticsOfAllReferenceTables() {
        int compared = 0;
        for (ReferenceTable table : ReferenceTables.all().toList()) {
            ColumnMapping mapping =
                    table.properties().columnMapping(table.features().supports("columnMapping"));
            StatisticsSchema schema =
                    StatisticsSchema.all(table.schema(), table.snapshot().partitionColumns(), mapping);
            for (NaiveFile file : table.snapshot().files()) {
                if (file.add().hasNonNull("stats") && !table.id().equals("derived/stats-not-json")) {
                    compared += compare(
                            table.id(), file.stats(), file.add().get("stats").asText(), schema);
                }
            }
        }
        assertThat(unread).isEmpty();
        assertThat(compared).isGreaterThan(Corpus.isPresent() ? 8000 : 2000);
    }

    private static int compare(String id, JsonNode tree, String json, StatisticsSchema schema) {
        FileStatistics statistics = FileStatistics.parse(json, schema);
        int compared = 0;
        assertThat(statistics.numRecords().isPresent())
                .as(id)
                .isEqualTo(tree.path("numRecords").canConvertToLong());
        assertThat(statistics.numRecords().orElse(-1))
                .as(id)
                .isEqualTo(tree.path("numRecords").asLong(-1));
        for (StatisticsSchema.Column column : schema.columns()) {
            String where = id + ": " + column.path();
            JsonNode nulls = at(tree.path("nullCount"), column.physicalPath());
            assertThat(statistics.nullCount(column).orElse(-1))
                    .as(where)
                    .isEqualTo(nulls.isIntegralNumber() ? nulls.asLong() : -1);
            if (column.hasBounds()) {
                compared += compareBound(
                        where, column, at(tree.path("minValues"), column.physicalPath()), statistics.min(column));
                compared += compareBound(
                        where, column, at(tree.path("maxValues"), column.physicalPath()), statistics.max(column));
            }
        }
        return compared;
    }

    private static JsonNode at(JsonNode tree, List<String> path) {
        JsonNode node = tree;
        for (String name : path) {
            node = node.path(name);
        }
        return node;
    }

    private static int compareBound(
            String where, StatisticsSchema.Column column, JsonNode node, Optional<Object> ours) {
        if (node.isMissingNode() || node.isNull()) {
            assertThat(ours).as(where).isEmpty();
            return 0;
        }
        if (ours.isEmpty()) {
            unread.add(where + " " + column.type() + " " + node);
            return 0;
        }
        Object expected = expected((PrimitiveType) column.type(), node);
        // The tree has decimals without their scale, and no negative zero.
        assertThat(Values.compare((PrimitiveType) column.type(), ours.get(), expected))
                .as(where)
                .isZero();
        return 1;
    }

    private static final TreeSet<String> unread = new TreeSet<>();

    private static Object expected(PrimitiveType type, JsonNode node) {
        return switch (type.kind()) {
            case FLOAT -> Float.parseFloat(node.asText());
            case DOUBLE -> Double.parseDouble(node.asText());
            case DECIMAL -> new BigDecimal(node.asText());
            case STRING -> node.asText();
            case DATE -> LocalDate.parse(node.asText()).toEpochDay();
            case TIMESTAMP -> instantMicros(node.asText());
            // A column that was widened from date has the dates of old files.
            case TIMESTAMP_NTZ ->
                micros(
                        node.asText().length() == 10
                                ? LocalDate.parse(node.asText()).atStartOfDay()
                                : LocalDateTime.parse(node.asText()),
                        ZoneOffset.UTC);
            default -> node.asLong();
        };
    }

    private static long instantMicros(String text) {
        boolean fiveDigits = text.indexOf('-') == 5; // which java.time wants a sign for
        OffsetDateTime time = OffsetDateTime.parse(fiveDigits ? "+" + text : text);
        return micros(time.toLocalDateTime(), time.getOffset());
    }

    private static long micros(LocalDateTime time, ZoneOffset offset) {
        return time.toEpochSecond(offset) * 1_000_000 + time.getNano() / 1000;
    }

    @Test
    void columnsAreFoundByPath() {
        assertThat(SCHEMA.column(ColumnPath.parse("s.b"))).contains(B);
        assertThat(SCHEMA.column(ColumnPath.parse("s"))).isEmpty();
    }
}
