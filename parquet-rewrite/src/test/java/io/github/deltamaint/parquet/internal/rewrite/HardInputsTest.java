package io.github.deltamaint.parquet.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.MemoryFile;
import io.github.deltamaint.parquet.MemoryOutputs;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RandomInputs;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.Shredded;
import io.github.deltamaint.parquet.Shredded.Entry;
import io.github.deltamaint.parquet.SortColumn;
import io.github.deltamaint.parquet.SpilledRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Inputs that are hard on memory or on assumptions, rewritten in every way that there is; with the smallest memory limit. parquet-java writes and reads them, and a naive model
 * sorts. The first column, {@code k}, is the one to sort by.
 */
class HardInputsTest {
    private static final ParquetProperties PROPERTIES =
            ParquetProperties.builder().build();

    @TempDir
    Path directory;

    private enum Way {
        AS_READ,
        SORTED,
        AUTOMATIC,
        SPILLED
    }

    /** A column without lists: its type, and its value in a row, if there is one. */
    private record Column(String type, IntFunction<@Nullable Object> value) {}

    private static Shredded rows(int count, Column... columns) {
        String fields = Arrays.stream(columns).map(Column::type).collect(Collectors.joining());
        MessageType schema = MessageTypeParser.parseMessageType("message m { required int32 k; " + fields + "}");
        int[] present = schema.getColumns().stream()
                .mapToInt(ColumnDescriptor::getMaxDefinitionLevel)
                .toArray();
        Shredded rows = Shredded.empty(schema);
        for (int row = 0; row < count; row++) {
            rows.columns().get(0).add(List.of(new Entry(0, 0, row * 7919 % 101)));
            for (int i = 0; i < columns.length; i++) {
                Object value = columns[i].value().apply(row);
                rows.columns().get(i + 1).add(List.of(new Entry(0, value == null ? 0 : present[i + 1], value)));
            }
        }
        return rows;
    }

    private static MemoryFile write(Shredded rows, int rowGroupRows) {
        return rows.write("input", PROPERTIES, CompressionCodecName.SNAPPY, rowGroupRows, Map.of());
    }

    private void check(Way way, Shredded expected, MemoryFile... files) throws IOException {
        List<RewriteInput> inputs = Arrays.stream(files).map(MemoryFile::input).toList();
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteRequest.Builder request = RewriteRequest.builder(expected.schema())
                .inputs(inputs)
                .memoryLimitBytes(RewriteRequest.LOWEST_MEMORY_LIMIT_BYTES)
                .outputs(outputs);
        switch (way) {
            case AS_READ -> outputs.check(ParquetRewriter.rewrite(request.build()), expected);
            case SORTED -> {
                RewriteResult result = ParquetRewriter.rewrite(
                        request.order(RowOrder.columns(SortColumn.of("k"))).build());
                outputs.check(result, expected.pick(sorted(expected, result)));
            }
            case AUTOMATIC -> {
                ParquetRewriter.rewrite(request.order(RowOrder.automatic()).build());
                assertThat(counted(Shredded.read(outputs.files.get(0)))).isEqualTo(counted(expected));
            }
            case SPILLED -> {
                SpillJobTest.Listed buckets = SpillJobTest.Listed.random(3, expected.records(), new Random(1));
                try (SpilledRows spilled =
                        ParquetRewriter.spill(request.build(), buckets, directory, Clock.systemUTC())) {
                    SpillJobTest.ShuffledBuckets pieces =
                            new SpillJobTest.ShuffledBuckets(spilled, buckets, new Random(2));
                    RewriteResult result = ParquetRewriter.rewrite(request.build(), pieces);
                    outputs.check(result, expected.pick(pieces.rows()));
                }
            }
        }
    }

    /** How often each row occurs. */
    private static Map<List<Object>, Long> counted(Shredded rows) {
        return ArrangedJobTest.rows(rows).stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    /** Each row group for itself. */
    private static int[] sorted(Shredded rows, RewriteResult result) {
        List<Integer> order = new ArrayList<>();
        int from = 0;
        for (int size : result.files().get(0).layouts().stream()
                .mapToInt(group -> (int) group.rows())
                .toArray()) {
            IntStream.range(from, from + size)
                    .boxed()
                    .sorted(Comparator.comparingInt(
                            row -> (int) rows.columns().get(0).get(row).get(0).value()))
                    .forEach(order::add);
            from += size;
        }
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    @ParameterizedTest
    @EnumSource
    void twoThousandColumns(Way way) throws IOException {
        Column[] columns = IntStream.range(0, 2000)
                .mapToObj(i -> i % 2 == 0
                        ? new Column("optional int64 c" + i + ";", row -> row % 5 == 0 ? null : (long) row * i % 13)
                        : new Column("optional binary c" + i + ";", row -> Binary.fromString("v" + row % 3)))
                .toArray(Column[]::new);
        Shredded expected = rows(40, columns);
        check(way, expected, write(expected, 15));
    }

    @ParameterizedTest
    @EnumSource
    void stringsOfSixteenMebibytes(Way way) throws IOException {
        byte[] large = new byte[16 << 20];
        Arrays.fill(large, (byte) 'x');
        byte[] other = large.clone();
        other[other.length - 1] = 'y';
        List<Binary> values = List.of(
                Binary.fromString("a"),
                Binary.fromConstantByteArray(large),
                Binary.fromConstantByteArray(other),
                Binary.fromConstantByteArray(large),
                Binary.fromString("z"));
        Shredded expected = rows(5, new Column("optional binary s (STRING);", values::get));
        check(way, expected, write(expected, 100));
    }

    @ParameterizedTest
    @EnumSource
    void filesWithoutRowsAndColumnsWithoutValues(Way way) throws IOException {
        Column[] columns = {
            new Column("optional int64 a;", row -> null),
            new Column("optional binary b;", row -> null),
            new Column("optional double c;", row -> row == 7 ? Double.doubleToRawLongBits(Double.NaN) : null)
        };
        Shredded none = rows(0, columns);
        Shredded expected = rows(1000, columns);
        check(way, expected, write(none, 1), write(expected, 300), write(none, 1));
    }

    @ParameterizedTest
    @EnumSource
    void manyRowGroupsOfARow(Way way) throws IOException {
        Shredded expected = rows(MANY, new Column("optional int64 a;", row -> row % 9 == 0 ? null : (long) row % 700));
        check(way, expected, write(expected, 1));
    }

    private static final int MANY = Integer.getInteger("hardInputs.rowGroups", 2_000);

    @ParameterizedTest
    @EnumSource
    void dictionariesThatOverflowInTheMiddleOfAChunk(Way way) throws IOException {
        Column column = new Column(
                "optional binary s (STRING);",
                row -> Binary.fromString(row % 4000 < 1500 ? "repeated " + row % 20 : "once only " + row * 31L));
        Shredded expected = rows(9000, column);
        ParquetProperties smallDictionaries = ParquetProperties.builder()
                .withDictionaryPageSize(3000)
                .withPageRowCountLimit(200)
                .build();
        check(way, expected, expected.write("input", smallDictionaries, CompressionCodecName.ZSTD, 4000, Map.of()));
    }

    @ParameterizedTest
    @EnumSource
    void encodingsAndCodecsThatDifferFromFileToFile(Way way) throws IOException {
        Random random = new Random(4);
        Column[] columns = {
            new Column("optional int64 a;", row -> row % 3 == 0 ? null : (long) row * row),
            new Column("required double b;", row -> Double.doubleToRawLongBits(row % 50 / 8.0)),
            new Column("optional binary s (STRING);", row -> Binary.fromString("value " + row % 77)),
            new Column("required boolean f;", row -> row % 5 == 0)
        };
        Shredded expected = rows(2400, columns);
        MemoryFile[] files = new MemoryFile[12];
        for (int i = 0; i < files.length; i++) {
            int from = i * 200;
            Shredded part = expected.select(row -> row >= from && row < from + 200);
            files[i] = RandomInputs.write(part, "input-" + i, random);
        }
        check(way, expected, files);
    }
}
