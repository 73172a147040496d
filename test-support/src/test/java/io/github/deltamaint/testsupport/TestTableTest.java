package io.github.deltamaint.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestTableTest {

    @TempDir
    Path directory;

    private final TableReader reader = new ParquetJavaReader();

    @ParameterizedTest
    @EnumSource
    void everyStateOfTheLogTellsTheSameRows(LogState state) {
        TestTable plain = LogState.COMMITS_ONLY.sample(directory.resolve("plain"));
        TestTable table = state.sample(directory.resolve("table"));
        NaiveSnapshot before = NaiveLog.fromCommits(plain.path(), plain.version());

        NaiveSnapshot after = NaiveLog.latest(table.path());
        if (state.feature().length == 0 && state != LogState.CHECKPOINT_WITH_STRUCT_STATISTICS) {
            assertThat(after.contents()).isEqualTo(before.contents());
        } else {
            assertThat(after.contents().keySet()).isEqualTo(before.contents().keySet());
        }
        assertThat(after.tombstones()).hasSameSizeAs(before.tombstones());
        assertThat(reader.rows(table.path()).texts()).isEqualTo(table.rows().texts());
    }

    @ParameterizedTest
    @EnumSource
    void everyDeletionVectorHidesItsRows(VectorStorage storage) {
        TestTable table = TestTable.in(directory.resolve("with space %"))
                .feature("deletionVectors")
                .append(Columns.sales(0, 5000));
        table.deleteRows(table.files().get(0), storage, 0, 1, 2, 17, 4999);
        table.deleteRows(table.files().get(0), storage, 18);
        assertThat(table.rows().count()).isEqualTo(4994);
        assertThat(reader.rows(table.path()).texts()).isEqualTo(table.rows().texts());
        assertThat(reader.rows(table.path(), 2).texts()).isEqualTo(table.rows(2).texts());
    }

    @ParameterizedTest
    @EnumSource(VectorStorage.class)
    void aLargeDeletionVectorIsABitmap(VectorStorage storage) {
        TestTable table = TestTable.in(directory).feature("deletionVectors").append(Columns.sales(0, 12_000));
        long[] even = LongStream.range(0, 6000).map(i -> 2 * i).toArray();
        table.deleteRows(table.files().get(0), storage, even);
        assertThat(reader.rows(table.path()).count()).isEqualTo(6000);
    }

    @ParameterizedTest
    @EnumSource
    void writesEveryTypeInEveryStorageOfTimestamps(DataFileOptions.Timestamps timestamps) {
        ValueType.Struct columns = ValueType.columns();
        for (ValueType.Primitive type : ValueType.Primitive.values()) {
            if (type != ValueType.Primitive.TIMESTAMP_NTZ || timestamps != DataFileOptions.Timestamps.INT96) {
                columns = columns.with(type.toString(), type);
            }
        }
        columns = columns.with("d5", ValueType.decimal(5, 2))
                .with("d18", ValueType.decimal(18, 4))
                .with("d38", ValueType.decimal(38, 10))
                .with("nested", ValueType.struct("a", ValueType.Primitive.LONG, "b", ValueType.Primitive.STRING))
                .with("list", ValueType.array(ValueType.struct("x", ValueType.Primitive.INTEGER)))
                .with("map", ValueType.map(ValueType.Primitive.STRING, ValueType.array(ValueType.Primitive.DATE)));
        List<Object> values =
                columns.fields().stream().map(field -> sample(field.type())).toList();
        TestTable table = TestTable.in(directory)
                .feature("timestampNtz")
                .columns(columns)
                .dataFiles(DataFileOptions.DEFAULT.withTimestamps(timestamps))
                .append(Columns.of(columns, List.of(values, Collections.nCopies(values.size(), null))));
        assertThat(reader.rows(table.path()).texts()).isEqualTo(table.rows().texts());
        assertThat(ParquetRows.read(table.files().get(0).file()).count()).isEqualTo(2);
    }

    private static Object sample(ValueType type) {
        if (type instanceof ValueType.Struct struct) {
            return struct.fields().stream().map(field -> sample(field.type())).toList();
        }
        if (type instanceof ValueType.ArrayOf array) {
            return List.of(sample(array.element()), sample(array.element()));
        }
        if (type instanceof ValueType.MapOf map) {
            return Map.of(sample(map.key()), sample(map.value()));
        }
        if (type instanceof ValueType.Decimal decimal) {
            return new BigDecimal("-123.45").setScale(decimal.scale());
        }
        return switch ((ValueType.Primitive) type) {
            case BOOLEAN -> true;
            case BYTE, SHORT, INTEGER, LONG -> -7;
            case FLOAT, DOUBLE -> -0.0;
            case STRING -> "ü😀";
            case BINARY -> new byte[] {0, -1};
            case DATE -> LocalDate.of(1500, 2, 28);
            case TIMESTAMP -> Instant.parse("1969-12-31T23:59:59.999Z");
            case TIMESTAMP_NTZ -> LocalDateTime.of(2024, 2, 29, 1, 2, 3);
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    void writesEveryCodecAndBothPageVersions(CompressionCodecName codec) {
        DataFileOptions options = DataFileOptions.DEFAULT.withCodec(codec).withPageRows(50);
        TestTable table = TestTable.in(directory).dataFiles(options).append(Columns.sales(0, 300));
        table.commit(commit ->
                commit.add(Columns.sales(300, 500), options.withPageVersion2().withoutDictionary()));
        assertThat(reader.rows(table.path()).texts()).isEqualTo(table.rows().texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "id"})
    void columnMappingHidesNames(String mode) {
        TestTable table = TestTable.in(directory)
                .columnMapping(mode)
                .partitionedBy("region")
                .append(new Columns().longs("id", 1L, 2L).strings("region", "West", "East"));
        table.addColumns(ValueType.columns("more", ValueType.Primitive.STRING));
        table.append(new Columns().longs("id", 3L).strings("region", "West").strings("more", "x"));
        assertThat(table.files().get(0).path()).doesNotContain("region");
        assertThat(reader.rows(table.path()).texts()).isEqualTo(table.rows().texts());
    }

    @Test
    void statisticsAreBounds() {
        Map<String, String> properties = new HashMap<>();
        properties.put("a", "b");
        TestTable table = TestTable.in(directory)
                .append(new Columns()
                        .strings("s", "x".repeat(40), "a", null)
                        .timestamps("t", Instant.parse("2024-01-01T00:00:00.000001Z"), null, null));
        table.properties(properties);
        properties.put("a", null);
        table.properties(properties);
        assertThat(NaiveLog.latest(table.path()).configuration()).isEmpty();
        assertThat(NaiveLog.latest(table.path()).files().get(0).stats())
                .hasToString("{\"numRecords\":3,\"minValues\":{\"s\":\"a\",\"t\":\"2024-01-01T00:00:00.000Z\"},"
                        + "\"maxValues\":{\"s\":\"" + "x".repeat(32)
                        + "\uDBFF\uDFFF\",\"t\":\"2024-01-01T00:00:00.001Z\"},"
                        + "\"nullCount\":{\"s\":1,\"t\":2}}");
    }

    @Test
    void writesTheSameTableEveryTime() {
        TreeSnapshot[] snapshots = new TreeSnapshot[2];
        for (int i = 0; i < 2; i++) {
            TestTable table = TestTable.in(directory.resolve("t" + i))
                    .feature("deletionVectors", "v2Checkpoint")
                    .append(Columns.sales(0, 10));
            table.deleteRows(table.files().get(0), 3).checkpoint(CheckpointOptions.v2Json(2));
            snapshots[i] = TreeSnapshot.of(table.path());
        }
        assertThat(snapshots[0].difference(snapshots[1])).isEmpty();
    }

    @Test
    void filesHaveTheTimeOfTheirCommit() {
        Instant time = Instant.parse("2020-02-03T04:05:06Z");
        TestTable table = TestTable.in(directory)
                .columns(ValueType.columns("id", ValueType.Primitive.LONG))
                .create();
        table.at(time).append(new Columns().longs("id", 1L));
        table.orphan("x.parquet", time.minusSeconds(5));
        assertThat(Trees.timeOf(table.files().get(0).file())).isEqualTo(time);
        assertThat(Trees.timeOf(table.commitFile(1))).isEqualTo(time);
        assertThat(Trees.timeOf(table.path().resolve("x.parquet"))).isEqualTo(time.minusSeconds(5));
    }
}
