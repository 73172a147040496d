package io.github.deltamaint.log.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.deltamaint.log.ReferenceTables;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.FieldMetadata;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.Values;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.NaiveFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionValuesTest {

    private static PartitionColumns columns(PrimitiveType... types) {
        List<StructField> fields = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (PrimitiveType type : types) {
            names.add("p" + fields.size());
            fields.add(new StructField("p" + fields.size(), type));
        }
        fields.add(new StructField("data", PrimitiveType.LONG));
        return PartitionColumns.of(new StructType(fields), names, ColumnMapping.NONE);
    }

    private static PartitionValues value(PrimitiveType type, String text) {
        return columns(type).values(Collections.singletonMap("p0", text));
    }

    private static Object parsed(PrimitiveType type, String text) {
        PartitionValues values = value(type, text);
        return values.value(values.columns().columns().get(0), ZoneOffset.UTC);
    }

    @Test
    void everyTypeIsReadFromItsText() {
        assertThat(parsed(PrimitiveType.STRING, " a b ")).isEqualTo(" a b ");
        assertThat(parsed(PrimitiveType.INTEGER, "-5")).isEqualTo(-5L);
        assertThat(parsed(PrimitiveType.BOOLEAN, "true")).isEqualTo(true);
        assertThat(parsed(PrimitiveType.DOUBLE, "-0.0")).isEqualTo(-0.0);
        assertThat(parsed(PrimitiveType.FLOAT, "NaN")).isEqualTo(Float.NaN);
        assertThat(parsed(PrimitiveType.decimal(10, 2), "12.5")).isEqualTo(new BigDecimal("12.50"));
        assertThat(parsed(PrimitiveType.DATE, "1970-01-02")).isEqualTo(1L);
        assertThat(parsed(PrimitiveType.TIMESTAMP, "1970-01-01 00:00:00.000001"))
                .isEqualTo(1L);
        assertThat(parsed(PrimitiveType.TIMESTAMP, "1970-01-01T00:00:00.000001Z"))
                .isEqualTo(1L);
        assertThat(parsed(PrimitiveType.TIMESTAMP_NTZ, "1970-01-01 00:00:00.5")).isEqualTo(500_000L);
        assertThat(parsed(PrimitiveType.BINARY, "\u0001\u0002")).isEqualTo(new Values.Bytes(new byte[] {1, 2}));
    }

    @Test
    void nullAndTheEmptyTextAreNullForEveryType() {
        for (PrimitiveType type : List.of(PrimitiveType.STRING, PrimitiveType.DATE, PrimitiveType.BINARY)) {
            assertThat(parsed(type, null)).isNull();
            assertThat(parsed(type, "")).isNull();
            assertThat(value(type, "").key()).isEqualTo(value(type, null).key());
        }
        assertThat(value(PrimitiveType.STRING, "").logValues()).containsEntry("p0", "");
    }

    @Test
    void theZoneOfATimestampWithoutOneIsTheCallers() {
        PartitionValues values = value(PrimitiveType.TIMESTAMP, "2024-01-01 10:00:00");
        PartitionColumns.Column column = values.columns().columns().get(0);

        assertThat(values.isZoneless(column)).isTrue();
        assertThat(values.value(column, ZoneId.of("Europe/Berlin")))
                .isEqualTo((Long) values.value(column, ZoneOffset.UTC) - 3_600_000_000L);
        assertThat(value(PrimitiveType.TIMESTAMP, "2024-01-01T10:00:00.000000Z").isZoneless(column))
                .isFalse();
        assertThat(value(PrimitiveType.TIMESTAMP, null).isZoneless(column)).isFalse();
        assertThat(value(PrimitiveType.TIMESTAMP_NTZ, "2024-01-01 10:00:00")
                        .isZoneless(
                                columns(PrimitiveType.TIMESTAMP_NTZ).columns().get(0)))
                .isFalse();
    }

    @Test
    void aTextThatIsNoValueIsAnErrorOnlyWhereTheValueIsNeeded() {
        PartitionValues values = value(PrimitiveType.INTEGER, "x");

        assertThat(values.key()).isEqualTo(value(PrimitiveType.INTEGER, "x").key());
        assertThat(values.key()).isNotEqualTo(value(PrimitiveType.INTEGER, "y").key());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> values.value(values.columns().columns().get(0), ZoneOffset.UTC))
                .withMessage("partition value 'x' of column p0 is not of type integer");
    }

    @Test
    void entriesAndColumnsMustBeTheSame() {
        PartitionColumns columns = columns(PrimitiveType.LONG, PrimitiveType.LONG);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> columns.values(Map.of("p0", "1")))
                .withMessage("partitionValues must have an entry for each of [p0, p1] and no other, but has [p0]");
        assertThatIllegalArgumentException().isThrownBy(() -> columns.values(Map.of("p0", "1", "p1", "2", "p2", "3")));
        assertThat(columns.values(Map.of("P0", "1", "p1", "2"))).hasToString("p0=1, p1=2");
    }

    @Test
    void keysArePhysicalNames() {
        StructField field = new StructField(
                "Land",
                PrimitiveType.STRING,
                true,
                FieldMetadata.ofJson(Map.of("delta.columnMapping.physicalName", "\"col-1\"")));
        PartitionColumns columns =
                PartitionColumns.of(StructType.of(field), List.of("Land"), new ColumnMapping(ColumnMapping.Mode.NAME));

        PartitionValues values = columns.values(Map.of("col-1", "DE"));

        assertThat(values.text(columns.column("land").orElseThrow())).isEqualTo("DE");
        assertThat(values).hasToString("Land=DE");
        assertThat(values.directory()).isEqualTo("col-1=DE");
        assertThatIllegalArgumentException().isThrownBy(() -> columns.values(Map.of("Land", "DE")));
    }

    @Test
    void tablesCannotBePartitionedByWhatHasNoText() {
        StructType schema = StructType.of(
                new StructField("v", OpaqueType.VARIANT),
                new StructField("s", StructType.of(new StructField("a", PrimitiveType.LONG))));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartitionColumns.of(schema, List.of("v"), ColumnMapping.NONE))
                .withMessage("a table cannot be partitioned by column v of type variant");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartitionColumns.of(schema, List.of("s"), ColumnMapping.NONE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartitionColumns.of(schema, List.of("x"), ColumnMapping.NONE))
                .withMessage("there is no column x; the table has v, s");
    }

    @ParameterizedTest
    @CsvSource({
        "decimal(10 2), 1.50, 1.5, true",
        "integer, 01, 1, true",
        "date, 2024-1-1, 2024-01-01, true",
        "boolean, TRUE, true, true",
        "double, 1.0, 1.00, true",
        "double, -0.0, 0.0, false",
        "float, 0.0, -0.0, false",
        "double, NaN, nan, true",
        "string, 1.0, 1.00, false",
        "string, ' a', a, false",
        "binary, a, b, false",
        "timestamp, 2024-01-01 10:00:00, 2024-01-01 10:00:00.000000, true",
        "timestamp, 2024-01-01 10:00:00, 2024-01-01T10:00:00, true",
        "timestamp, 2024-01-01 10:00:00, 2024-01-01T10:00:00.000000Z, false",
        "timestamp, 2024-01-01T10:00:00Z, 2024-01-01T12:00:00+02:00, true",
        "timestamp, 2024-01-01T10:00:00Z, 2024-01-01T10:00:00.000001Z, false",
        "timestamp_ntz, 2024-01-01, 2024-01-01 00:00:00, true",
        "integer, x, y, false"
    })
    void spellingsOfOneValueAreOnePartition(String type, String left, String right, boolean same) {
        PrimitiveType primitive = PrimitiveType.named(type.replace(' ', ',')).orElseThrow();
        PartitionKey leftKey = value(primitive, left).key();
        PartitionKey rightKey = value(primitive, right).key();

        assertThat(leftKey.equals(rightKey)).isEqualTo(same);
        assertThat(leftKey.compareTo(rightKey) == 0).isEqualTo(same);
        assertThat(rightKey.compareTo(leftKey) == 0).isEqualTo(same);
    }

    @Test
    void binaryTextsThatTurnIntoTheSameBytesAreStillTwo() {
        assertThat(value(PrimitiveType.BINARY, "\uD800").key())
                .isNotEqualTo(value(PrimitiveType.BINARY, "?").key());
    }

    @Test
    void threeSpellingsOfOneInstantAreOnePartitionForOneWhoKnowsTheZone() {
        List<PartitionValues> spellings = Stream.of(
                        "2024-01-01 10:00:00", "2024-01-01 10:00:00.000000", "2024-01-01T10:00:00.000000Z")
                .map(text -> value(PrimitiveType.TIMESTAMP, text))
                .toList();

        assertThat(spellings.stream().map(PartitionValues::key).distinct()).hasSize(2);
        assertThat(spellings.stream().map(values -> values.key(ZoneOffset.UTC)).distinct())
                .hasSize(1);
        assertThat(spellings.stream()
                        .map(values -> values.key(ZoneOffset.ofHours(1)))
                        .distinct())
                .hasSize(2);
    }

    @Test
    void keysStandInTheOrderOfTheirValuesWithNullFirst() {
        List<PartitionKey> keys = new ArrayList<>();
        for (String text : new String[] {"10", "9", null, "-1", "x"}) {
            keys.add(value(PrimitiveType.INTEGER, text).key());
        }
        Collections.sort(keys);

        assertThat(keys)
                .hasToString("[PartitionKey[parts=[null]], PartitionKey[parts=[-1]], PartitionKey[parts=[9]],"
                        + " PartitionKey[parts=[10]], PartitionKey[parts=[x]]]");
    }

    /** Whatever zone a reader is in: it must not see two values in what has one key. */
    @Property(tries = 3000)
    void filesOfOneKeyHoldTheSameValueForEveryReader(
            @ForAll("types") PrimitiveType type,
            @ForAll("partitionTexts") String left,
            @ForAll("partitionTexts") String right) {
        PartitionValues leftValues = value(type, left);
        PartitionValues rightValues = value(type, right);
        if (!leftValues.key().equals(rightValues.key())) {
            return;
        }
        for (ZoneId zone : List.of(ZoneOffset.UTC, ZoneOffset.ofHours(-7), ZoneId.of("Europe/Berlin"))) {
            assertThat(Objects.equals(read(leftValues, zone), read(rightValues, zone)))
                    .as(type + " '" + left + "' '" + right + "' " + zone)
                    .isTrue();
        }
    }

    private static Object read(PartitionValues values, ZoneId zone) {
        try {
            return values.value(values.columns().columns().get(0), zone);
        } catch (IllegalArgumentException e) {
            return "no value: " + values;
        }
    }

    @Property(tries = 1000)
    void theOrderOfKeysIsOne(
            @ForAll("types") PrimitiveType type,
            @ForAll("partitionTexts") String a,
            @ForAll("partitionTexts") String b,
            @ForAll("partitionTexts") String c) {
        List<PartitionKey> keys =
                Stream.of(a, b, c).map(text -> value(type, text).key()).toList();

        for (PartitionKey x : keys) {
            for (PartitionKey y : keys) {
                assertThat(Integer.signum(x.compareTo(y))).isEqualTo(-Integer.signum(y.compareTo(x)));
                assertThat(x.compareTo(y) == 0).isEqualTo(x.equals(y));
                for (PartitionKey z : keys) {
                    assertThat(x.compareTo(y) <= 0 && y.compareTo(z) <= 0 && x.compareTo(z) > 0)
                            .isFalse();
                }
            }
        }
    }

    @Provide
    Arbitrary<PrimitiveType> types() {
        return Arbitraries.of(
                PrimitiveType.STRING,
                PrimitiveType.BINARY,
                PrimitiveType.INTEGER,
                PrimitiveType.DOUBLE,
                PrimitiveType.FLOAT,
                PrimitiveType.decimal(9, 3),
                PrimitiveType.DATE,
                PrimitiveType.TIMESTAMP,
                PrimitiveType.TIMESTAMP_NTZ,
                PrimitiveType.BOOLEAN);
    }

    @Provide
    Arbitrary<String> partitionTexts() {
        return Arbitraries.of(
                        "",
                        "0",
                        "-0",
                        "0.0",
                        "-0.0",
                        "1",
                        "01",
                        "1.0",
                        "1.000",
                        "1e0",
                        "NaN",
                        "nan",
                        "Infinity",
                        "true",
                        "TRUE",
                        "2024-01-01",
                        "2024-1-1",
                        "2024",
                        "2024-01-01 00:00:00",
                        "2024-01-01T00:00:00",
                        "2024-01-01T00:00:00Z",
                        "2023-12-31T23:00:00-01:00",
                        "2024-01-01 00:00:00.000000",
                        "2024-03-31 02:30:00",
                        "2024-03-31 03:30:00",
                        "2024-01-01T00:00:00 Europe/Berlin",
                        "x",
                        " x",
                        "\uD800",
                        "\uD801",
                        "?")
                .injectNull(0.05);
    }

    @Test
    void namesOfDirectoriesAreThoseThatDeltaSparkMade() {
        int compared = 0;
        for (String name : List.of(
                "special_partition_strings",
                "typed_partitions",
                "plain_partitioned",
                "many_partitions_small",
                "partitioned_by_date")) {
            ReferenceTable table = ReferenceTables.byId().get(name);
            PartitionColumns columns =
                    PartitionColumns.of(table.schema(), table.snapshot().partitionColumns(), ColumnMapping.NONE);
            boolean hasTimestamp =
                    columns.columns().stream().anyMatch(column -> column.type().equals(PrimitiveType.TIMESTAMP));
            for (NaiveFile file : table.snapshot().files()) {
                Path relative = table.snapshot().table().relativize(file.file()).getParent();
                if (!hasTimestamp) { // Spark names the directory by the time in its own zone
                    assertThat(columns.values(file.partitionValues()).directory())
                            .as(name)
                            .isEqualTo(relative.toString());
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(200);
    }

    @Test
    void aValueTooLongForADirectoryGoesToTheRoot() {
        assertThat(value(PrimitiveType.STRING, "é".repeat(126)).directory()).hasSize(129);
        assertThat(value(PrimitiveType.STRING, "é".repeat(127)).directory()).isEmpty();
        assertThat(value(PrimitiveType.STRING, null).directory()).isEqualTo("p0=__HIVE_DEFAULT_PARTITION__");
        assertThat(value(PrimitiveType.STRING, "a/b\0").directory()).isEqualTo("p0=a%2Fb%00");
        assertThat(columns().values(Map.of()).directory()).isEmpty();
    }

    @Test
    void partitionValuesOfEveryReferenceTableAreValues() {
        Map<String, Integer> unreadable = new HashMap<>();
        int read = 0;
        for (ReferenceTable table : ReferenceTables.all().toList()) {
            ColumnMapping mapping =
                    table.properties().columnMapping(table.features().supports("columnMapping"));
            PartitionColumns columns =
                    PartitionColumns.of(table.schema(), table.snapshot().partitionColumns(), mapping);
            for (NaiveFile file : table.snapshot().files()) {
                try {
                    PartitionValues values = columns.values(file.partitionValues());
                    for (PartitionColumns.Column column : columns.columns()) {
                        values.value(column, ZoneOffset.UTC);
                        read++;
                    }
                } catch (IllegalArgumentException e) {
                    unreadable.merge(table.id() + ": " + e.getMessage(), 1, Integer::sum);
                }
            }
        }
        assertThat(read).isGreaterThan(Corpus.isPresent() ? 1400 : 300);
        assertThat(unreadable.keySet())
                .allMatch(problem ->
                        problem.startsWith("derived/partition-value-missing-key: partitionValues must have"));
    }
}
