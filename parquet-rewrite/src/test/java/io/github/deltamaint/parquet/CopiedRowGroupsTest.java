package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.RewriteResult.Path;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Row groups that need no change are copied byte by byte, and nobody can tell from what the files say. */
class CopiedRowGroupsTest {
    private static final MessageType SCHEMA =
            schema("required int64 id; optional binary name (STRING); optional int32 day (DATE);");

    /** Row groups of 38 to 100 rows are large. */
    private static final WriteSettings SETTINGS =
            WriteSettings.builder().rowGroupRows(100).build();

    private static MessageType schema(String fields) {
        return MessageTypeParser.parseMessageType("message spark_schema {" + fields + "}");
    }

    private static Shredded rows(int count, int seed) {
        Random random = new Random(seed);
        Shredded shredded = Shredded.empty(SCHEMA);
        for (int i = 0; i < count; i++) {
            shredded.columns().get(0).add(List.of(new Shredded.Entry(0, 0, (long) i)));
            Object name = Binary.fromString("name-" + random.nextInt(20));
            shredded.columns().get(1).add(List.of(new Shredded.Entry(0, i % 7 == 0 ? 0 : 1, i % 7 == 0 ? null : name)));
            shredded.columns().get(2).add(List.of(new Shredded.Entry(0, 1, random.nextInt(1000))));
        }
        return shredded;
    }

    private static MemoryFile write(Shredded shredded, int rowGroupRecords) {
        return write(shredded, rowGroupRecords, ParquetProperties.builder());
    }

    private static MemoryFile write(Shredded shredded, int rowGroupRecords, ParquetProperties.Builder properties) {
        return shredded.write(
                "input",
                properties.withPageRowCountLimit(20).build(),
                CompressionCodecName.SNAPPY,
                rowGroupRecords,
                Map.of("com.microsoft.parquet.vorder.enabled", "true"));
    }

    private static RewriteRequest.Builder request(Shredded expected, RewriteInput... inputs) {
        return RewriteRequest.builder(expected.schema())
                .inputs(Arrays.asList(inputs))
                .settings(SETTINGS)
                .copying(true)
                .summing(true);
    }

    /** Checks rows, statistics and indexes value by value, and the sums. */
    private static RewriteResult check(RewriteRequest.Builder request, Shredded expected) throws IOException {
        return check(request, expected, new MemoryOutputs());
    }

    private static RewriteResult check(RewriteRequest.Builder request, Shredded expected, MemoryOutputs outputs)
            throws IOException {
        RewriteRequest built = request.outputs(outputs).build();
        RewriteResult result = ParquetRewriter.rewrite(built);
        outputs.check(result, expected);
        List<RewriteInput> written =
                outputs.files.values().stream().map(MemoryFile::input).toList();
        assertThat(ContentDigests.ofRowsInOrder(built, written))
                .isEqualTo(result.content().orElseThrow());
        for (int leaf = 0; leaf < result.nullCounts().size(); leaf++) {
            assertThat(result.nullCounts().get(leaf)).isEqualTo(expected.nullCount(leaf));
        }
        return result;
    }

    @Property(tries = 80)
    void filesOfAnyShapeKeepTheirRowsAndTellTheTruth(@ForAll @IntRange(min = 1, max = 4) int inputs, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 6);
        Shredded expected = Shredded.empty(schema);
        List<RewriteInput> requested = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            Shredded shredded = Shredded.random(schema, random.nextInt(300), random);
            MemoryFile file = shredded.write(
                    "input-" + i,
                    ParquetProperties.builder()
                            .withPageRowCountLimit(1 + random.nextInt(100))
                            .withDictionaryPageSize(64 + random.nextInt(2000))
                            .build(),
                    random.nextInt(4) == 0 ? CompressionCodecName.ZSTD : CompressionCodecName.SNAPPY,
                    1 + random.nextInt(120),
                    Map.of());
            RowSelection selection =
                    random.nextBoolean() ? RowSelection.all() : RandomInputs.selection(shredded.records(), random);
            requested.add(file.input().select(selection));
            expected.append(shredded.select(row -> selection.survivors(row, row + 1L) == 1));
        }
        check(request(expected, requested.toArray(new RewriteInput[0])), expected);
    }

    @Test
    void largeRowGroupsAreCopiedByteByByte() throws IOException {
        Shredded expected = rows(400, 1);
        MemoryFile input = write(expected, 100);
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteResult result = check(request(expected, input.input()), expected, outputs);
        assertThat(result.path()).isEqualTo(Path.COPIED);
        assertThat(result.copied().rowGroups()).isEqualTo(4);
        assertThat(result.copied().rows()).isEqualTo(400);
        List<byte[]> chunks = chunks(input);
        assertThat(chunks(outputs.files.get(0))).usingRecursiveComparison().isEqualTo(chunks);
        assertThat(result.copied().bytes())
                .isEqualTo(chunks.stream().mapToLong(chunk -> chunk.length).sum());
        assertThat(footer(outputs.files.get(0)).getKey_value_metadata()).isNull();
        assertThat(footer(outputs.files.get(0)).getCreated_by()).startsWith("delta-maintenance version");
    }

    private static List<byte[]> chunks(MemoryFile file) throws IOException {
        List<byte[]> result = new ArrayList<>();
        try (ParquetFile open = ParquetFile.open(file.source())) {
            for (int group = 0; group < open.rowGroups(); group++) {
                for (int leaf = 0; leaf < open.columns().size(); leaf++) {
                    ColumnChunkMetaData chunk = open.chunk(group, leaf);
                    int start = (int) chunk.getStartingPos();
                    result.add(Arrays.copyOfRange(file.content(), start, start + (int) chunk.getTotalSize()));
                }
            }
        }
        return result;
    }

    @Test
    void whatWasCopiedIsCopiedAgain() throws IOException {
        Shredded expected = rows(200, 2);
        MemoryOutputs first = new MemoryOutputs();
        check(request(expected, write(expected, 100).input()), expected, first);
        RewriteResult result = check(request(expected, first.files.get(0).input()), expected);
        assertThat(result.path()).isEqualTo(Path.COPIED);
    }

    @Test
    void whatThisLibraryWroteIsCopied() throws IOException {
        Shredded expected = rows(200, 3);
        MemoryOutputs first = new MemoryOutputs();
        check(request(expected, write(expected, 10).input()).copying(false), expected, first);
        RewriteResult result = check(request(expected, first.files.get(0).input()), expected);
        assertThat(result.path()).isEqualTo(Path.COPIED);
    }

    @Test
    void smallRowGroupsBetweenLargeOnesAreMerged() throws IOException {
        Shredded expected = rows(250, 4);
        MemoryFile input = write(expected, 100);
        Shredded few = rows(60, 5);
        MemoryFile small = write(few, 5);
        Shredded all = rows(250, 4).append(few).append(expected);
        RewriteResult result = check(request(all, input.input(), small.input(), input.input()), all);
        assertThat(result.path()).isEqualTo(Path.MIXED);
        assertThat(result.copied().rows()).isEqualTo(500);
        assertThat(result.files().get(0).rowGroups()).isEqualTo(7);
    }

    @Test
    void aFewRowsBetweenLargeRowGroupsGetNoRowGroupOfTheirOwn() throws IOException {
        Shredded first = rows(103, 6);
        MemoryFile input = write(first, 100);
        Shredded expected = rows(103, 6).append(first);
        RewriteResult result = check(request(expected, input.input(), input.input()), expected);
        assertThat(result.path()).isEqualTo(Path.MIXED);
        assertThat(result.copied().rows()).isEqualTo(100);
        assertThat(result.files().get(0).rowGroups()).isLessThanOrEqualTo(3);
    }

    @Test
    void aRowGroupWithADeletedRowIsEncodedAnew() throws IOException {
        Shredded all = rows(300, 7);
        RowSelection selection = RowSelection.builder().delete(150).build();
        Shredded expected = all.select(row -> row != 150);
        RewriteResult result = check(request(expected, write(all, 100).input().select(selection)), expected);
        assertThat(result.copied().rows()).isEqualTo(200);
        assertThat(result.rowsDeleted()).isEqualTo(1);
    }

    @Test
    void nothingIsCopiedThatIsToBeWrittenInAnotherWay() throws IOException {
        Shredded expected = rows(200, 8);
        RewriteInput input = write(expected, 100).input();
        List<Consumer<RewriteRequest.Builder>> wishes = List.of(
                request -> request.copying(false),
                request -> request.settings(WriteSettings.builder()
                        .rowGroupRows(100)
                        .compression(Compression.ZSTD)
                        .build()),
                request -> request.settings(WriteSettings.builder()
                        .rowGroupRows(100)
                        .encodings(Encodings.MODERN)
                        .build()),
                request -> request.settings(
                        WriteSettings.builder().rowGroupRows(99).build()),
                request -> request.settings(WriteSettings.defaults()),
                request -> request.targetFileBytes(1 << 20));
        for (Consumer<RewriteRequest.Builder> wish : wishes) {
            RewriteRequest.Builder request = request(expected, input);
            wish.accept(request);
            assertThat(check(request, expected).path()).isEqualTo(Path.COLUMNAR);
        }
        RewriteResult ordered = ParquetRewriter.rewrite(request(expected, input)
                .order(RowOrder.columns(SortColumn.of("day")))
                .outputs(new MemoryOutputs())
                .build());
        assertThat(ordered.path()).isEqualTo(Path.COLUMNAR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parquet-mr version 1.9.0",
                "parquet-mr",
                "parquet-mr compatible Photon version 0.2 (build 12.2)",
                "parquet-cpp-arrow version 14.0.0",
                "DuckDB version v1.0.0",
                "delta-maintenance2 version 0.1.0",
                ""
            })
    void whatOtherWritersSayOfTheirFilesIsNotTakenOver(String writer) throws IOException {
        Shredded expected = rows(100, 9);
        MemoryFile input = changed(write(expected, 100), footer -> footer.setCreated_by(writer));
        assertThat(check(request(expected, input.input()), expected).path()).isEqualTo(Path.COLUMNAR);
    }

    @Test
    void chunksThatSayTooLittleAreEncodedAnew() throws IOException {
        Shredded expected = rows(100, 10);
        List<Consumer<ColumnChunk>> changes = List.of(
                chunk -> chunk.getMeta_data().unsetStatistics(),
                chunk -> chunk.getMeta_data().getStatistics().unsetNull_count(),
                chunk -> chunk.getMeta_data().getStatistics().unsetMin_value(),
                chunk -> chunk.getMeta_data().getStatistics().unsetMax_value(),
                chunk -> chunk.getMeta_data().getStatistics().setIs_min_value_exact(false),
                chunk -> chunk.getMeta_data().getStatistics().setIs_max_value_exact(false),
                chunk -> {
                    byte[] max = chunk.getMeta_data().getStatistics().getMax_value();
                    chunk.getMeta_data()
                            .getStatistics()
                            .setMax_value(chunk.getMeta_data().getStatistics().getMin_value());
                    chunk.getMeta_data().getStatistics().setMin_value(max);
                },
                ColumnChunk::unsetColumn_index_offset,
                ColumnChunk::unsetOffset_index_offset);
        for (Consumer<ColumnChunk> change : changes) {
            MemoryFile input = changed(
                    write(expected, 100),
                    footer -> change.accept(
                            footer.getRow_groups().get(0).getColumns().get(0)));
            assertThat(check(request(expected, input.input()), expected).path()).isEqualTo(Path.COLUMNAR);
        }
    }

    private static MemoryFile changed(MemoryFile file, Consumer<FileMetaData> change) throws IOException {
        byte[] content = file.content();
        FileMetaData footer = footer(file);
        change.accept(footer);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(content, 0, content.length - 8 - footerLength(content));
        ByteArrayOutputStream end = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, end);
        out.writeBytes(end.toByteArray());
        out.writeBytes(RawFile.littleEndian(end.size()));
        out.write(content, content.length - 4, 4);
        return MemoryFile.of(file.name(), out.toByteArray());
    }

    private static FileMetaData footer(MemoryFile file) throws IOException {
        byte[] content = file.content();
        int length = footerLength(content);
        return Util.readFileMetaData(new ByteArrayInputStream(content, content.length - 8 - length, length));
    }

    private static int footerLength(byte[] content) {
        return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getInt(content.length - 8);
    }

    @Test
    void floatingPointNumbersAreCopiedUnlessThereIsANaN() throws IOException {
        MessageType schema = schema("required double d;");
        for (double special :
                new double[] {1, Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            Shredded expected = Shredded.empty(schema);
            for (int i = 0; i < 60; i++) {
                long bits = Double.doubleToRawLongBits(i == 17 ? special : i / 4.0 - (special == 0 ? -1 : 5));
                expected.columns().get(0).add(List.of(new Shredded.Entry(0, 0, bits)));
            }
            MemoryOutputs ours = new MemoryOutputs();
            RewriteResult anew =
                    check(request(expected, write(expected, 60).input()).copying(false), expected, ours);
            RewriteResult copied = check(request(expected, write(expected, 60).input()), expected);
            RewriteResult again = check(request(expected, ours.files.get(0).input()), expected);
            assertThat(again.path()).isEqualTo(copied.path());
            assertThat(copied.path()).isEqualTo(Double.isNaN(special) ? Path.COLUMNAR : Path.COPIED);
            ColumnSummary summary = copied.files().get(0).columns().get(0);
            assertThat(summary.hasNaN()).isEqualTo(Double.isNaN(special));
            assertThat(summary.min())
                    .isEqualTo(anew.files().get(0).columns().get(0).min());
            assertThat(summary.max())
                    .isEqualTo(anew.files().get(0).columns().get(0).max());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bloomFiltersComeAlong(boolean lengthInFooter) throws IOException {
        Shredded expected = rows(200, 11);
        MemoryFile written = write(
                expected,
                100,
                ParquetProperties.builder().withBloomFilterEnabled("id", true).withBloomFilterNDV("id", 100L));
        MemoryFile input = changed(
                written,
                footer -> footer.getRow_groups().forEach(group -> {
                    ColumnMetaData name = group.getColumns().get(0).getMeta_data();
                    assertThat(name.isSetBloom_filter_offset()).isTrue();
                    if (!lengthInFooter) {
                        name.unsetBloom_filter_length();
                    }
                }));
        MemoryOutputs outputs = new MemoryOutputs();
        Shredded twice = rows(200, 11).append(expected);
        RewriteResult result = check(request(twice, input.input(), input.input()), twice, outputs);
        assertThat(result.path()).isEqualTo(Path.COPIED);
        try (ParquetFileReader reader = ParquetFileReader.open(outputs.files.get(0))) {
            for (int group = 0; group < 4; group++) {
                ColumnChunkMetaData chunk =
                        reader.getFooter().getBlocks().get(group).getColumns().get(0);
                var filter = reader.readBloomFilter(chunk);
                for (int i = group % 2 * 100; i < group % 2 * 100 + 100; i++) {
                    assertThat(filter.findHash(filter.hash((long) i))).isTrue();
                }
                assertThat(filter.findHash(filter.hash(-1L))).isFalse();
            }
        }
    }

    @Test
    void aCancelledCopyStopsBetweenPieces() {
        Shredded expected = rows(200, 12);
        int[] asked = {0};
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteRequest request = request(expected, write(expected, 100).input())
                .outputs(outputs)
                .cancelled(() -> outputs.files.size() == 1 && ++asked[0] > 2)
                .build();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> ParquetRewriter.rewrite(request))
                .isInstanceOf(java.util.concurrent.CancellationException.class);
        assertThat(outputs.files.get(0).isAborted()).isTrue();
    }
}
