package io.github.deltamaint.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.ValueType;
import io.github.deltamaint.testsupport.VectorStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with the footers of old and new versions of Spark, written by parquet-java. */
class LegacyCalendarTest {
    private static final String VERSION = "org.apache.spark.version";
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message spark_schema {
              optional int32 day (DATE);
              optional int64 at (TIMESTAMP(MICROS,true));
              optional int96 old;
              optional group days (LIST) { repeated group list { optional int32 element (DATE); } }
            }""");
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "day", ValueType.Primitive.DATE,
            "at", ValueType.Primitive.TIMESTAMP,
            "old", ValueType.Primitive.TIMESTAMP,
            "days", ValueType.array(ValueType.Primitive.DATE));

    @TempDir
    Path directory;

    private int files;

    private interface Row {
        void fill(Group row);
    }

    private TestTable table() {
        return TestTable.in(directory)
                .feature("deletionVectors")
                .columns(COLUMNS)
                .create();
    }

    /** Adds a file with a row of today and another. */
    private void add(TestTable table, Map<String, String> footer, Row ancient) throws IOException {
        String name = "file-" + files++ + ".parquet";
        Path file = directory.resolve(name);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withExtraMetaData(footer)
                .build()) {
            Group today = new SimpleGroup(SCHEMA);
            today.add("day", day("2026-01-01"));
            writer.write(today);
            Group row = new SimpleGroup(SCHEMA);
            ancient.fill(row);
            writer.write(row);
        }
        table.commitRaw("{\"add\":{\"path\":\"" + name + "\",\"partitionValues\":{},\"size\":" + Files.size(file)
                + ",\"modificationTime\":0,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":2}\"}}");
    }

    private static int day(String date) {
        return (int) LocalDate.parse(date).toEpochDay();
    }

    private static long micros(String instant) {
        Instant time = Instant.parse(instant);
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1000;
    }

    private static Binary int96(String date) {
        return Binary.fromConstantByteArray(ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0)
                .putInt(day(date) + 2_440_588)
                .array());
    }

    private static Map<String, String> footer(String version, String... keys) {
        Map<String, String> footer = new LinkedHashMap<>();
        footer.put(VERSION, version);
        for (String key : keys) {
            footer.put("org.apache.spark." + key, "");
        }
        return footer;
    }

    private TableMaintenance maintain() {
        return DeltaMaintenance.table(directory.toString());
    }

    private void isRefused(String column) {
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThatThrownBy(() -> maintain().optimize().execute())
                .isInstanceOf(UnsupportedTableFeatureException.class)
                .hasMessageStartingWith(directory + ": ")
                .hasMessageContaining("file-0.parquet was written by Spark ")
                .hasMessageContaining("column " + column + " ")
                .hasMessageEndingWith("Rewrite this file with Spark, or leave its partition out by where(…)");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    private void isTaken() {
        List<String> before = new ParquetJavaReader().rows(directory).texts();
        assertThat(maintain().optimize().execute().numTasks()).isEqualTo(1);
        assertThat(new ParquetJavaReader().rows(directory).texts()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.4.5", "1.6.0", "2.4.0-SNAPSHOT", "unknown"})
    void refusesAncientDatesOfOldVersions(String version) throws IOException {
        TestTable table = table();
        add(table, footer(version), row -> row.add("day", day("1582-10-14")));
        add(table, Map.of(), row -> {});
        isRefused("day");
    }

    @Test
    void refusesAncientDatesOfNewVersionsThatWereAskedToWriteTheOldCalendar() throws IOException {
        TestTable table = table();
        add(table, footer("3.5.1", "legacyDateTime"), row -> row.add("day", day("1000-01-01")));
        add(table, Map.of(), row -> {});
        isRefused("day");
    }

    @ParameterizedTest
    @CsvSource({"2.4.5, timeZone", "3.0.1, timeZone", "3.5.1, legacyINT96"})
    void refusesAncientTimestampsInInt96(String version, String key) throws IOException {
        TestTable table = table();
        add(table, footer(version, key), row -> row.add("old", int96("1800-01-01")));
        add(table, Map.of(), row -> {});
        isRefused("old");
    }

    @Test
    void takesAncientDatesWhereOnlyInt96IsInTheOldCalendar() throws IOException {
        TestTable table = table();
        add(table, footer("3.0.1", "legacyINT96"), row -> {
            row.add("day", day("1000-01-01"));
            row.add("at", micros("1800-01-01T00:00:00Z"));
        });
        add(table, Map.of(), row -> {});
        isTaken();
    }

    @Test
    void takesAncientInt96WhereOnlyOthersAreInTheOldCalendar() throws IOException {
        TestTable table = table();
        add(table, footer("3.5.1", "legacyDateTime"), row -> row.add("old", int96("1800-01-01")));
        add(table, Map.of(), row -> {});
        isTaken();
    }

    @Test
    void refusesTimestampsBefore1900() throws IOException {
        TestTable table = table();
        add(table, footer("2.4.5"), row -> row.add("at", micros("1899-12-31T23:59:59.999999Z")));
        add(table, Map.of(), row -> {});
        isRefused("at");
    }

    @Test
    void refusesAncientDatesInLists() throws IOException {
        TestTable table = table();
        add(table, footer("2.4.5"), row -> row.addGroup("days").addGroup("list").add("element", day("1500-01-01")));
        add(table, Map.of(), row -> {});
        isRefused("days.element");
    }

    @Test
    void takesModernValuesOfOldVersions() throws IOException {
        TestTable table = table();
        add(table, footer("2.4.5", "legacyDateTime", "legacyINT96"), row -> {
            row.add("day", day("1582-10-15"));
            row.add("at", micros("1900-01-01T00:00:00Z"));
            row.add("old", int96("1900-01-01"));
            row.addGroup("days").addGroup("list").add("element", day("1582-10-15"));
        });
        add(table, Map.of(), row -> {});
        isTaken();
    }

    @ParameterizedTest
    @CsvSource({"3.1.0", "3.5.1", "4.2.0", "10.0"})
    void takesAncientValuesOfNewVersions(String version) throws IOException {
        TestTable table = table();
        add(table, footer(version), row -> {
            row.add("day", day("0001-01-01"));
            row.add("at", micros("0001-01-01T00:00:00Z"));
        });
        add(table, Map.of(), row -> {});
        isTaken();
    }

    @Test
    void takesAncientValuesOfOtherWriters() throws IOException {
        TestTable table = table();
        add(table, Map.of("writer", "another"), row -> row.add("day", day("0001-01-01")));
        add(table, Map.of(), row -> {});
        isTaken();
    }

    @Test
    void takesFilesWhoseAncientRowsAreDeleted() throws IOException {
        TestTable table = table();
        add(table, footer("2.4.5"), row -> row.add("day", day("1000-01-01")));
        TestTable other = TestTable.in(directory.resolve("other"))
                .feature("deletionVectors")
                .append(new Columns().longs("id", 1L, 2L));
        other.deleteRows(other.files().get(0), VectorStorage.INLINE, 1);
        String vector = other.files().get(0).add().get("deletionVector").toString();
        table.commitRaw(
                "{\"remove\":{\"path\":\"file-0.parquet\",\"deletionTimestamp\":0,\"dataChange\":true}}",
                "{\"add\":{\"path\":\"file-0.parquet\",\"partitionValues\":{},\"size\":"
                        + Files.size(directory.resolve("file-0.parquet"))
                        + ",\"modificationTime\":0,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":2}\",\"deletionVector\":"
                        + vector + "}}");
        isTaken();
    }
}
