package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/** Files of unusual shape. */
class RewriteShapesTest {
    private static final MessageType NUMBER = schema("optional int64 n;");

    private static MessageType schema(String fields) {
        return MessageTypeParser.parseMessageType("message m { " + fields + " }");
    }

    private static MemoryFile write(Shredded shredded, int rowGroupRecords) {
        return shredded.write(
                "input", ParquetProperties.builder().build(), CompressionCodecName.SNAPPY, rowGroupRecords, Map.of());
    }

    private static Shredded column(MessageType schema, Object... values) {
        Shredded shredded = Shredded.empty(schema);
        for (Object value : values) {
            shredded.columns()
                    .get(0)
                    .add(List.of(new Shredded.Entry(0, value == NULL ? 0 : 1, value == NULL ? null : value)));
        }
        return shredded;
    }

    private static final Object NULL = new Object();
    private static final org.apache.parquet.format.Encoding RLE = org.apache.parquet.format.Encoding.RLE;

    private static RewriteRequest.Builder request(Shredded expected, MemoryFile... inputs) {
        RewriteRequest.Builder request = RewriteRequest.builder(expected.schema());
        for (MemoryFile input : inputs) {
            request.input(input.input());
        }
        return request;
    }

    private static RewriteResult check(RewriteRequest.Builder request, Shredded expected) throws IOException {
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteResult result = ParquetRewriter.rewrite(request.outputs(outputs).build());
        outputs.check(result, expected);
        return result;
    }

    @Test
    void aDictionaryThatIsGivenUpInOneRowGroupDoesNotReachIntoTheNext() throws IOException {
        MessageType schema = schema("optional binary s (STRING);");
        Random random = new Random(1);
        Object[] values = new Object[9000];
        for (int i = 0; i < values.length; i++) {
            boolean many = i / 1000 % 2 == 0;
            values[i] = Binary.fromString(many ? "unique-" + random.nextLong() : "repeated-" + i % 3);
        }
        Shredded expected = column(schema, values);
        RewriteResult result = check(
                request(expected, write(expected, 1000))
                        .settings(WriteSettings.builder()
                                .rowGroupRows(1000)
                                .pageRows(100)
                                .dictionaryBytes(4000)
                                .build()),
                expected);
        assertThat(result.files().get(0).rowGroups()).isEqualTo(9);
        assertThat(result.files().get(0).columns().get(0).encodings()).hasSize(2);
    }

    @Test
    void twoThousandColumns() throws IOException {
        MessageType schema = schema(IntStream.range(0, 2000)
                .mapToObj(
                        i -> (i % 3 == 0 ? "required int32 c" : i % 3 == 1 ? "optional binary c" : "optional double c")
                                + i + ";")
                .collect(Collectors.joining()));
        Shredded expected = Shredded.random(schema, 12, new Random(2));
        check(
                request(expected, write(expected, 13))
                        .settings(WriteSettings.builder().rowGroupRows(17).build()),
                expected);
    }

    @Test
    void stringsOfSixteenMebibytes() throws IOException {
        MessageType schema = schema("optional binary s (STRING);");
        byte[] large = new byte[16 << 20];
        Arrays.fill(large, (byte) 'x');
        byte[] other = large.clone();
        other[other.length - 1] = 'y';
        Shredded expected = column(
                schema,
                Binary.fromString("a"),
                Binary.fromConstantByteArray(large),
                NULL,
                Binary.fromConstantByteArray(other),
                Binary.fromConstantByteArray(large),
                Binary.fromString("z"));
        RewriteResult result = check(
                request(expected, write(expected, 100)).memoryLimitBytes(RewriteRequest.LOWEST_MEMORY_LIMIT_BYTES),
                expected);
        assertThat(result.files().get(0).columns().get(0).encodings()).containsExactly(Encoding.PLAIN);
    }

    @Test
    void filesWithoutRowsAmongOthers() throws IOException {
        Shredded none = Shredded.empty(NUMBER);
        Shredded some = column(NUMBER, 5L, NULL, 7L);
        RewriteResult result = check(request(some, write(none, 1), write(some, 2), write(none, 1)), some);
        assertThat(result.rowsRead()).isEqualTo(3);
        assertThat(ParquetRewriter.rewrite(request(none, write(none, 1))
                                .outputs(new MemoryOutputs())
                                .build())
                        .files())
                .isEmpty();
    }

    @Test
    void columnsOfNulls() throws IOException {
        MessageType schema =
                schema("optional int64 a; optional binary b; optional group c { optional int32 d; } required int32 e;");
        Shredded expected = Shredded.empty(schema);
        for (int i = 0; i < 1000; i++) {
            for (int leaf = 0; leaf < 3; leaf++) {
                expected.columns().get(leaf).add(List.of(new Shredded.Entry(0, leaf == 2 ? i % 2 : 0, null)));
            }
            expected.columns().get(3).add(List.of(new Shredded.Entry(0, 0, 1)));
        }
        RewriteResult result = check(request(expected, write(expected, 300)), expected);
        assertThat(result.nullCounts()).containsExactly(1000L, 1000L, 1000L, 0L);
        assertThat(result.files().get(0).columns().get(0).min()).isNull();
    }

    @Test
    void tenThousandRowGroups() throws IOException {
        Object[] values = new Object[20_000];
        Arrays.setAll(values, i -> (long) i % 700);
        Shredded expected = column(NUMBER, values);
        RewriteResult result = check(request(expected, write(expected, 2)), expected);
        assertThat(result.files().get(0).rowGroups()).isEqualTo(1);
    }

    @Test
    void manyInputsAreNotAllHeldOpen() throws IOException {
        MessageType schema = schema("required int64 a; required int64 b; required int64 c;");
        Random random = new Random(4);
        Shredded expected = Shredded.empty(schema);
        AtomicInteger open = new AtomicInteger();
        AtomicInteger opened = new AtomicInteger();
        AtomicInteger mostOpen = new AtomicInteger();
        List<RewriteInput> inputs = new ArrayList<>();
        Shredded content = Shredded.random(schema, 45_000, random);
        MemoryFile file = content.write(
                "input",
                ParquetProperties.builder().withDictionaryEncoding(false).build(),
                CompressionCodecName.UNCOMPRESSED,
                100_000,
                Map.of());
        assertThat(file.getLength()).isGreaterThan(ParquetFile.SMALL_FILE_BYTES);
        ByteSource source = file.source();
        RowSelection firstOnly = RowSelection.builder().delete(1, 45_000).build();
        int count = 100;
        for (int i = 0; i < count; i++) {
            inputs.add(RewriteInput.of("input-" + i, () -> {
                        opened.incrementAndGet();
                        ByteSource watched = new WatchedSource(source, open, new AtomicInteger(Integer.MAX_VALUE));
                        mostOpen.accumulateAndGet(open.get(), Math::max);
                        return watched;
                    })
                    .select(firstOnly));
            expected.append(content.pick(new int[] {0}));
        }
        check(
                RewriteRequest.builder(schema)
                        .inputs(inputs)
                        .memoryLimitBytes(RewriteRequest.LOWEST_MEMORY_LIMIT_BYTES),
                expected);
        assertThat(open).hasValue(0);
        assertThat(mostOpen.get()).isLessThanOrEqualTo(66);
        assertThat(opened.get()).isGreaterThan(count).isLessThan(4 * count);
    }

    @Test
    void pagesOfPlainValuesAreCopiedAsTheyLie() throws IOException {
        MessageType schema = schema("optional binary s (STRING); optional int64 n; required boolean b;");
        Shredded expected = Shredded.random(schema, 1000, new Random(11));
        MemoryFile input = expected.write(
                "input",
                ParquetProperties.builder()
                        .withDictionaryEncoding(false)
                        .withPageRowCountLimit(100)
                        .withMinRowCountForPageSizeCheck(100)
                        .build(),
                CompressionCodecName.SNAPPY,
                1000,
                Map.of());
        WriteSettings settings =
                WriteSettings.builder().pageRows(100).dictionaryBytes(0).build();
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteResult result = ParquetRewriter.rewrite(
                request(expected, input).settings(settings).outputs(outputs).build());
        outputs.check(result, expected);
        // Without the first page, before which no encoding is chosen.
        assertThat(sharedPages(input, outputs.files.get(0))).isGreaterThanOrEqualTo(27);

        RowSelection selection = RowSelection.builder().delete(250).delete(999).build();
        MemoryOutputs selected = new MemoryOutputs();
        RewriteResult selectedResult = ParquetRewriter.rewrite(RewriteRequest.builder(schema)
                .input(input.input().select(selection))
                .settings(settings)
                .outputs(selected)
                .build());
        selected.check(selectedResult, expected.select(selection::survives));
        assertThat(sharedPages(input, selected.files.get(0))).isBetween(18, 24);
    }

    @Test
    void aPageWithMoreThanItsValuesIsNotCopied() throws IOException {
        byte[] garbage = "garbage".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        byte[] file = new RawFile(org.apache.parquet.format.FieldRepetitionType.REQUIRED)
                .page(4, org.apache.parquet.format.Encoding.PLAIN, RLE, RawFile.plain(1, 2, 3, 4))
                .page(4, org.apache.parquet.format.Encoding.PLAIN, RLE, RawFile.plain(5, 6, 7, 8))
                .page(
                        4,
                        org.apache.parquet.format.Encoding.PLAIN,
                        RLE,
                        RawFile.concat(RawFile.plain(9, 1, 2, 3), garbage))
                .finish(12, 12);
        MessageType schema = schema("required int32 c;");
        Shredded expected = Shredded.empty(schema);
        for (int value : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}) {
            expected.columns().get(0).add(List.of(new Shredded.Entry(0, 0, value)));
        }
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteResult result = ParquetRewriter.rewrite(request(expected, MemoryFile.of("input", file))
                .settings(WriteSettings.builder()
                        .compression(Compression.UNCOMPRESSED)
                        .pageRows(4)
                        .dictionaryBytes(0)
                        .build())
                .outputs(outputs)
                .build());
        outputs.check(result, expected);
        assertThat(latin1(outputs.files.get(0).content())).doesNotContain("garbage");
    }

    /** How many pages of one file are in the other, byte by byte, headers aside. */
    private static int sharedPages(MemoryFile input, MemoryFile output) throws IOException {
        String written = latin1(output.content());
        int shared = 0;
        byte[] bytes = input.content();
        try (ParquetFile file = ParquetFile.open(input.source())) {
            for (int leaf = 0; leaf < file.schema().getColumns().size(); leaf++) {
                int position = (int) file.chunk(0, leaf).getStartingPos();
                int end = position + (int) file.chunk(0, leaf).getTotalSize();
                while (position < end) {
                    java.io.ByteArrayInputStream stream =
                            new java.io.ByteArrayInputStream(bytes, position, end - position);
                    int length = org.apache.parquet.format.Util.readPageHeader(stream)
                            .getCompressed_page_size();
                    position = end - stream.available();
                    String page = latin1(Arrays.copyOfRange(bytes, position, position + length));
                    shared += written.contains(page) ? 1 : 0;
                    position += length;
                }
            }
        }
        return shared;
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    @Test
    void theSameInputsGiveTheSameBytes() throws IOException {
        Random random = new Random(9);
        MessageType schema = RandomSchemas.schema(random, 3);
        Shredded shredded = Shredded.random(schema, 2000, random);
        MemoryFile input = RandomInputs.write(shredded, "input", random);
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            MemoryOutputs outputs = new MemoryOutputs();
            ParquetRewriter.rewrite(request(shredded, input, input)
                    .keyValue("b", "2")
                    .keyValue("a", "1")
                    .outputs(outputs)
                    .build());
            contents.add(outputs.files.get(0).content());
        }
        assertThat(contents.get(0)).isEqualTo(contents.get(1));
    }

    @Test
    void filesAreOfAboutTheSizeAskedForAndEven() throws IOException {
        Random random = new Random(12);
        Object[] values = random.longs(60_000).boxed().toArray();
        Shredded expected = column(NUMBER, values);
        MemoryFile input = write(expected, 15_000);
        RewriteResult result = check(request(expected, input).targetFileBytes(120_000), expected);
        assertThat(result.files()).hasSize(4);
        assertThat(result.files()).allSatisfy(file -> assertThat(file.length()).isBetween(114_000L, 128_000L));
        assertThat(result.files().stream().map(WrittenFile::index)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void rowGroupsAreEven() throws IOException {
        Random random = new Random(13);
        Object[] values = random.longs(30_000).boxed().toArray();
        Shredded expected = column(NUMBER, values);
        RewriteResult result = check(
                request(expected, write(expected, 9_000))
                        .settings(WriteSettings.builder().rowGroupBytes(90_000).build()),
                expected);
        assertThat(result.files().get(0).rowGroups()).isEqualTo(3);
    }
}
