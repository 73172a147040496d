package io.github.deltamaint.log.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.FieldMetadata;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StatisticsWriterTest {
    private static final long YEAR_10000 = 253402300800000000L;

    private static StatisticsSchema schema(DataType... types) {
        List<StructField> fields = new ArrayList<>();
        for (DataType type : types) {
            fields.add(new StructField("c" + fields.size(), type));
        }
        return StatisticsSchema.all(new StructType(fields), List.of(), ColumnMapping.NONE);
    }

    private static StatisticsWriter writer(StatisticsSchema schema) {
        return new StatisticsWriter(schema, StatisticsSettings.DEFAULT, false);
    }

    private static String written(PrimitiveType type, Object min, Object max) {
        return written(type, new ColumnStatistics(0, min, max, false));
    }

    private static String written(PrimitiveType type, ColumnStatistics statistics) {
        String json = writer(schema(type)).write(9, column -> statistics);
        return json.substring("{\"numRecords\":9,".length(), json.indexOf(",\"nullCount\""));
    }

    private static String bounds(String min, String max) {
        return "\"minValues\":{" + (min == null ? "" : "\"c0\":" + min) + "},\"maxValues\":{"
                + (max == null ? "" : "\"c0\":" + max) + "}";
    }

    @Test
    void writesNestedObjectsInTheOrderOfTheSchema() {
        StructType table = StructType.of(
                new StructField("z", PrimitiveType.LONG),
                new StructField(
                        "s",
                        StructType.of(
                                new StructField("b", PrimitiveType.STRING),
                                new StructField("a", PrimitiveType.BOOLEAN))),
                new StructField("l", new ArrayType(PrimitiveType.LONG, true)),
                new StructField("unknown", StructType.of(new StructField("x", PrimitiveType.LONG))));
        StatisticsSchema schema = StatisticsSchema.all(table, List.of(), ColumnMapping.NONE);

        String json = new StatisticsWriter(schema, StatisticsSettings.DEFAULT, true)
                .write(3, column -> switch (column.path().toString()) {
                    case "z" -> new ColumnStatistics(1, -5L, 7L, false);
                    case "s.b" -> new ColumnStatistics(0, "a\"\n", "é", false);
                    case "s.a" -> new ColumnStatistics(3, false, true, false);
                    case "l" -> ColumnStatistics.nullsOnly(2);
                    default -> null;
                });

        assertThat(json)
                .isEqualTo("{\"numRecords\":3,\"minValues\":{\"z\":-5,\"s\":{\"b\":\"a\\\"\\n\"}},"
                        + "\"maxValues\":{\"z\":7,\"s\":{\"b\":\"é\"}},"
                        + "\"nullCount\":{\"z\":1,\"s\":{\"b\":0,\"a\":3},\"l\":2},\"tightBounds\":true}");
    }

    @Test
    void columnsHaveTheirPhysicalNames() {
        StructField inner = new StructField("b", PrimitiveType.LONG, true, physicalName("c2"));
        StructField outer = new StructField("a", StructType.of(inner), true, physicalName("c1"));
        StatisticsSchema schema =
                StatisticsSchema.all(StructType.of(outer), List.of(), new ColumnMapping(ColumnMapping.Mode.NAME));

        assertThat(writer(schema).write(1, column -> new ColumnStatistics(0, 1L, 1L, false)))
                .isEqualTo("{\"numRecords\":1,\"minValues\":{\"c1\":{\"c2\":1}},\"maxValues\":{\"c1\":{\"c2\":1}},"
                        + "\"nullCount\":{\"c1\":{\"c2\":0}}}");
    }

    private static FieldMetadata physicalName(String name) {
        return FieldMetadata.ofJson(Map.of("delta.columnMapping.physicalName", '"' + name + '"'));
    }

    @Test
    void anAllNullColumnAndOneThatTheFileDoesNotHaveLookTheSame() {
        assertThat(writer(schema(PrimitiveType.LONG)).write(5, column -> ColumnStatistics.allNull(5)))
                .isEqualTo("{\"numRecords\":5,\"minValues\":{},\"maxValues\":{},\"nullCount\":{\"c0\":5}}");
    }

    @Test
    void numbersAreWrittenExactly() {
        assertThat(written(PrimitiveType.LONG, Long.MIN_VALUE, Long.MAX_VALUE))
                .isEqualTo(bounds("-9223372036854775808", "9223372036854775807"));
        assertThat(written(PrimitiveType.DOUBLE, -1.5e300, 0.1)).isEqualTo(bounds("-1.5E300", "0.1"));
        assertThat(written(PrimitiveType.FLOAT, 0.1f, 1e10f)).isEqualTo(bounds("0.1", "1.0E10"));
        assertThat(written(
                        PrimitiveType.decimal(38, 10),
                        new BigDecimal("-0.0000000001"),
                        new BigDecimal("1E+3").setScale(10)))
                .isEqualTo(bounds("-0.0000000001", "1000.0000000000"));
        assertThat(written(
                        PrimitiveType.decimal(38, 0),
                        new BigDecimal("-" + "9".repeat(38)),
                        new BigDecimal("9".repeat(38))))
                .isEqualTo(bounds("-" + "9".repeat(38), "9".repeat(38)));
    }

    @Test
    void zeroIsNegativeAsTheSmallestAndPositiveAsTheLargest() {
        assertThat(written(PrimitiveType.DOUBLE, 0.0, -0.0)).isEqualTo(bounds("-0.0", "0.0"));
        assertThat(written(PrimitiveType.FLOAT, 0.0f, 0.0f)).isEqualTo(bounds("-0.0", "0.0"));
    }

    @Test
    void theLargestNumberIsNaNWhereThereIsOne() {
        assertThat(written(PrimitiveType.DOUBLE, new ColumnStatistics(0, 1.0, 2.0, true)))
                .isEqualTo(bounds("1.0", "\"NaN\""));
        assertThat(written(PrimitiveType.FLOAT, new ColumnStatistics(0, null, null, true)))
                .isEqualTo(bounds("\"NaN\"", "\"NaN\""));
        assertThat(written(PrimitiveType.DOUBLE, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY))
                .isEqualTo(bounds("\"-Infinity\"", "\"Infinity\""));
    }

    @Test
    void timestampsAreRoundedAwayFromEachOther() {
        assertThat(written(PrimitiveType.TIMESTAMP, 1L, 1L))
                .isEqualTo(bounds("\"1970-01-01T00:00:00.000Z\"", "\"1970-01-01T00:00:00.001Z\""));
        assertThat(written(PrimitiveType.TIMESTAMP, -1L, -1L))
                .isEqualTo(bounds("\"1969-12-31T23:59:59.999Z\"", "\"1970-01-01T00:00:00.000Z\""));
        assertThat(written(PrimitiveType.TIMESTAMP, -1000L, 2000L))
                .isEqualTo(bounds("\"1969-12-31T23:59:59.999Z\"", "\"1970-01-01T00:00:00.002Z\""));
        assertThat(written(PrimitiveType.TIMESTAMP_NTZ, 0L, 0L))
                .isEqualTo(bounds("\"1970-01-01T00:00:00.000\"", "\"1970-01-01T00:00:00.000\""));
    }

    @Test
    void timestampsBeyondTheYear9999AreLeftOut() {
        assertThat(written(PrimitiveType.TIMESTAMP, Long.MIN_VALUE, Long.MAX_VALUE))
                .isEqualTo(bounds(null, null));
        assertThat(written(PrimitiveType.TIMESTAMP_NTZ, 0L, YEAR_10000 - 1000))
                .isEqualTo(bounds("\"1970-01-01T00:00:00.000\"", "\"9999-12-31T23:59:59.999\""));
        assertThat(written(PrimitiveType.TIMESTAMP, 0L, YEAR_10000 - 1))
                .isEqualTo(bounds("\"1970-01-01T00:00:00.000Z\"", null));
        assertThat(written(PrimitiveType.TIMESTAMP, -62135596800000000L, 0L))
                .isEqualTo(bounds("\"0001-01-01T00:00:00.000Z\"", "\"1970-01-01T00:00:00.000Z\""));
        assertThat(written(PrimitiveType.TIMESTAMP, -62135596800000001L, 0L))
                .isEqualTo(bounds(null, "\"1970-01-01T00:00:00.000Z\""));
    }

    @Test
    void datesAreDays() {
        assertThat(written(
                        PrimitiveType.DATE,
                        LocalDate.of(1, 1, 1).toEpochDay(),
                        LocalDate.of(9999, 12, 31).toEpochDay()))
                .isEqualTo(bounds("\"0001-01-01\"", "\"9999-12-31\""));
        assertThat(written(PrimitiveType.DATE, (long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE))
                .isEqualTo(bounds(null, null));
    }

    @Test
    void longStringsAreCutToBounds() {
        String prefix = "x".repeat(32);

        assertThat(written(PrimitiveType.STRING, prefix + "a", prefix + "b"))
                .isEqualTo(bounds("\"" + prefix + "\"", "\"" + prefix + "\u007F\""));
        assertThat(written(PrimitiveType.STRING, "", prefix)).isEqualTo(bounds("\"\"", "\"" + prefix + "\""));
        assertThat(new StatisticsWriter(
                                schema(PrimitiveType.STRING), new StatisticsSettings(32, Optional.empty(), 2), false)
                        .write(1, column -> new ColumnStatistics(0, "abc", "abc", false)))
                .contains("\"ab\"", "\"ab\u007F\"");
    }

    @Test
    void whatIsNotUnicodeHasNoBounds() {
        assertThat(written(PrimitiveType.STRING, "\uD800", "\uD800")).isEqualTo(bounds(null, null));
        assertThat(ColumnStatistics.ofParquet(
                        PrimitiveType.STRING, 1, new byte[] {(byte) 0xC3}, "x".getBytes(StandardCharsets.UTF_8), false))
                .isEqualTo(ColumnStatistics.nullsOnly(1));
    }

    @Test
    void valuesOfParquetAreValuesOfDelta() {
        PrimitiveType decimal = PrimitiveType.decimal(20, 2);

        assertThat(ColumnStatistics.ofParquet(PrimitiveType.BYTE, 0, -1, 5, false))
                .isEqualTo(new ColumnStatistics(0, -1L, 5L, false));
        assertThat(ColumnStatistics.ofParquet(PrimitiveType.decimal(9, 2), 0, -150, 7, false))
                .isEqualTo(new ColumnStatistics(0, new BigDecimal("-1.50"), new BigDecimal("0.07"), false));
        assertThat(ColumnStatistics.ofParquet(PrimitiveType.decimal(18, 2), 0, 1L, 2L, false)
                        .max())
                .isEqualTo(new BigDecimal("0.02"));
        assertThat(ColumnStatistics.ofParquet(
                        decimal, 0, BigInteger.valueOf(-1).toByteArray(), new byte[] {1, 0}, false))
                .isEqualTo(new ColumnStatistics(0, new BigDecimal("-0.01"), new BigDecimal("2.56"), false));
        assertThat(ColumnStatistics.ofParquet(PrimitiveType.FLOAT, 0, null, null, true))
                .isEqualTo(new ColumnStatistics(0, null, null, true));
        assertThat(ColumnStatistics.ofParquet(PrimitiveType.BINARY, 0, new byte[] {1}, new byte[] {2}, false)
                        .min())
                .isEqualTo(new Values.Bytes(new byte[] {1}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ColumnStatistics.ofParquet(PrimitiveType.DOUBLE, 0, 1L, 2L, false))
                .withMessage("a value of type double is a Double in Parquet, but this one is a Long");
    }

    @Test
    void refusesNumbersThatCannotBe() {
        assertThatIllegalArgumentException().isThrownBy(() -> writer(schema()).write(-1, column -> null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer(schema(PrimitiveType.LONG)).write(1, column -> ColumnStatistics.nullsOnly(2)))
                .withMessage("column c0 has 2 nulls in 1 rows");
        assertThatIllegalArgumentException().isThrownBy(() -> new ColumnStatistics(-1, null, null, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new ColumnStatistics(0, 1L, null, false));
    }

    /** Values of one type: written as statistics and read back, they must lie within the bounds, as every reader would compare them. */
    @Property(tries = 2000)
    void whatIsReadBackBoundsEveryValue(@ForAll("columns") TypedValues column) {
        PrimitiveType type = column.type();
        List<Object> numbers =
                column.values().stream().filter(value -> !isNaN(value)).toList();
        Object min = numbers.stream().min((a, b) -> Values.compare(type, a, b)).orElse(null);
        Object max = numbers.stream().max((a, b) -> Values.compare(type, a, b)).orElse(null);
        boolean hasNaN = numbers.size() < column.values().size();
        StatisticsSchema schema = schema(type);

        FileStatistics read = FileStatistics.parse(
                writer(schema).write(column.values().size(), c -> new ColumnStatistics(0, min, max, hasNaN)), schema);

        StatisticsSchema.Column only = schema.columns().get(0);
        assertThat(read.numRecords()).hasValue(column.values().size());
        assertThat(read.nullCount(only)).hasValue(0);
        for (Object value : column.values()) {
            read.min(only)
                    .ifPresent(bound ->
                            assertThat(Values.compare(type, bound, value)).isNotPositive());
            read.max(only)
                    .ifPresent(bound ->
                            assertThat(Values.compare(type, bound, value)).isNotNegative());
        }
    }

    private static boolean isNaN(Object value) {
        return value instanceof Double number && number.isNaN() || value instanceof Float single && single.isNaN();
    }

    record TypedValues(PrimitiveType type, List<Object> values) {}

    @Provide
    Arbitrary<TypedValues> columns() {
        Arbitrary<Object> longs = Arbitraries.longs().map(value -> value);
        Arbitrary<Object> days = Arbitraries.integers().map(value -> (long) value);
        Arbitrary<Object> doubles = Arbitraries.oneOf(
                Arbitraries.doubles().map(value -> value),
                Arbitraries.of(
                        0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE));
        Arbitrary<Object> floats =
                Arbitraries.oneOf(Arbitraries.floats().map(value -> value), Arbitraries.of(0f, -0f, Float.NaN));
        Arbitrary<Object> decimals = Arbitraries.bigDecimals()
                .ofScale(3)
                .between(new BigDecimal("-99999.999"), new BigDecimal("99999.999"))
                .map(value -> value.setScale(3));
        Arbitrary<Object> strings = Arbitraries.strings()
                .withChars("aé\uFFFD\u007F")
                .ofMaxLength(40)
                .map(value -> value);
        return Arbitraries.oneOf(
                column(PrimitiveType.LONG, longs),
                column(PrimitiveType.TIMESTAMP, longs),
                column(
                        PrimitiveType.TIMESTAMP_NTZ,
                        Arbitraries.longs()
                                .between(-62135596800000000L, YEAR_10000)
                                .map(value -> value)),
                column(PrimitiveType.DATE, days),
                column(PrimitiveType.DOUBLE, doubles),
                column(PrimitiveType.FLOAT, floats),
                column(PrimitiveType.decimal(8, 3), decimals),
                column(PrimitiveType.STRING, strings));
    }

    private static Arbitrary<TypedValues> column(PrimitiveType type, Arbitrary<Object> values) {
        return Combinators.combine(
                        Arbitraries.just(type), values.list().ofMinSize(1).ofMaxSize(5))
                .as(TypedValues::new);
    }
}
