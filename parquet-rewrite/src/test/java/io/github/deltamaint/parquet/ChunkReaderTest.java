package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.read.ChunkReader;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.read.PagePlace;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract that the writing side builds on. */
class ChunkReaderTest {

    /** Looks at a chunk. */
    private interface ChunkCheck {
        void check(Chunk chunk, Random random) throws IOException;
    }

    @Property(tries = 120)
    void readsChunksPageByPageFromAnyRecordOn(@ForAll long seed) throws IOException {
        forEachChunk(seed, (chunk, random) -> {
            try (ChunkReader reader = chunk.open()) {
                assertThat(reader.records()).isEqualTo(chunk.records());
                assertThat(reader.levels()).isEqualTo(chunk.entries().size());
                assertReads(reader, chunk.entries(), chunk.records(), random);
            }
        });
    }

    @Property(tries = 120)
    void readsOnFromAPlaceAsFromTheBeginning(@ForAll long seed) throws IOException {
        forEachChunk(seed, (chunk, random) -> {
            PagePlace place = null;
            int next;
            for (int record = 0; record <= chunk.records(); record = next) {
                next = record + random.nextInt(60);
                next += next == record && random.nextBoolean() ? 1 : 0;
                place = chunk.placeAfterReading(record, next, place, random);
            }
        });
    }

    /** Writes a random file and looks at all of its chunks. */
    private static void forEachChunk(long seed, ChunkCheck check) throws IOException {
        RandomFile generator = new RandomFile(seed);
        MessageType schema = generator.schema();
        byte[] bytes = generator.write(schema, (int) (seed & 0xff));
        List<List<String>> expected = ParquetJava.read(new MemoryInput(bytes));
        Random random = new Random(seed);
        // A window smaller than pages has to grow.
        try (ParquetFile file = ParquetFile.open(new MemorySource("f", bytes));
                PageBuffers buffers = new PageBuffers(1 + random.nextInt(1000), new CodecPool(random.nextBoolean()))) {
            for (ProjectedLeaf leaf :
                    Projection.of(file, schema, FieldMatching.NAME).leaves()) {
                List<String> entries = expected.get(leaf.index());
                int entry = 0;
                for (int group = 0; group < file.rowGroups(); group++) {
                    int end = endOfRecord(entries, entry, (int) file.rowCount(group));
                    check.check(new Chunk(file, group, leaf, buffers, entries.subList(entry, end)), random);
                    entry = end;
                }
                assertThat(entry).isEqualTo(entries.size());
            }
        }
    }

    /** A chunk, and what is in it. */
    private record Chunk(ParquetFile file, int group, ProjectedLeaf leaf, PageBuffers buffers, List<String> entries) {

        int records() {
            return (int) file.rowCount(group);
        }

        ChunkReader open() throws IOException {
            return ChunkReader.open(file, group, leaf, buffers);
        }

        /** Reads from a record on, by way of a place before it, and gives a place before another one. */
        @Nullable PagePlace placeAfterReading(int record, int next, @Nullable PagePlace place, Random random) throws IOException {
            int last = next + random.nextInt(3) * random.nextInt(30);
            try (ChunkReader reader = open()) {
                if (random.nextBoolean()) {
                    reader.readUpTo(last);
                }
                if (place != null) {
                    assertThat(place.records()).isLessThanOrEqualTo(record);
                    reader.start(place);
                }
                reader.skipRecords(record - (place == null ? 0 : place.records()));
                int at = endOfRecord(entries, 0, record);
                int read = record;
                while (read <= last && reader.nextPage()) {
                    List<String> page = read(reader, random);
                    assertThat(page).isEqualTo(entries.subList(at, at + page.size()));
                    at += page.size();
                    read += reader.pageRecords();
                }
                assertThat(at == entries.size() || read > last).isTrue();
                return reader.place(next);
            }
        }
    }

    /** Reads some pages, skips records, reads on. */
    private static void assertReads(ChunkReader chunk, List<String> entries, int records, Random random)
            throws IOException {
        int record = 0;
        int at = 0;
        if (random.nextInt(3) == 0) {
            chunk.dictionary();
        }
        while (true) {
            if (random.nextInt(3) == 0) {
                int skipped = random.nextInt(1 + Math.min(40, records - record));
                // In two steps, which must do the same.
                int first = random.nextInt(skipped + 1);
                chunk.skipRecords(first);
                chunk.skipRecords(skipped - first);
                record += skipped;
                at = skipped == 0
                        ? at
                        : endOfRecord(entries, startOfRecord(entries, at), skipped + (inside(entries, at) ? 1 : 0));
            }
            if (!chunk.nextPage()) {
                break;
            }
            List<String> page = read(chunk, random);
            assertThat(page).isNotEmpty().isEqualTo(entries.subList(at, at + page.size()));
            at += page.size();
            record += chunk.pageRecords();
            assertThat(chunk.pageRecords()).isEqualTo((int)
                    page.stream().filter(e -> e.startsWith("0/")).count());
        }
        assertThat(at).isEqualTo(entries.size());
        assertThat(record).isEqualTo(records);
    }

    private static boolean inside(List<String> entries, int at) {
        return at < entries.size() && !entries.get(at).startsWith("0/");
    }

    private static int startOfRecord(List<String> entries, int at) {
        int start = at;
        while (inside(entries, start)) {
            start--;
        }
        return start;
    }

    private static int endOfRecord(List<String> entries, int from, int records) {
        int at = from;
        for (int started = 0; at < entries.size(); at++) {
            if (entries.get(at).startsWith("0/") && started++ == records) {
                break;
            }
        }
        return at;
    }

    /** All of a page, by a random one of the ways. */
    private static List<String> read(ChunkReader chunk, Random random) throws IOException {
        int levels = chunk.pageLevels();
        byte[] definitions = new byte[levels + 1];
        byte[] repetitions = new byte[levels + 2];
        chunk.readDefinitionLevels(definitions, 1);
        chunk.readRepetitionLevels(repetitions, 2);
        List<String> values = values(chunk, random);
        List<String> result = new ArrayList<>();
        int value = 0;
        for (int i = 0; i < levels; i++) {
            String entry = repetitions[i + 2] + "/" + definitions[i + 1];
            boolean present = definitions[i + 1] == chunk.target().getMaxDefinitionLevel();
            result.add(present ? entry + "/" + values.get(value++) : entry);
            if (chunk.uniformDefinitionLevel() >= 0) {
                assertThat(definitions[i + 1]).isEqualTo((byte) chunk.uniformDefinitionLevel());
            }
        }
        assertThat(value).isEqualTo(chunk.pageValues());
        return result;
    }

    private static List<String> values(ChunkReader chunk, Random random) throws IOException {
        int count = chunk.pageValues();
        List<String> result = new ArrayList<>();
        ValueVector vector = new ValueVector(chunk.kind());
        if (chunk.pageIsDictionary() && random.nextBoolean()) {
            ValueVector dictionary = chunk.dictionary();
            int[] ids = new int[count];
            int first = random.nextInt(count + 1);
            chunk.readIds(first, ids, 0, null);
            int size = dictionary == null ? 0 : dictionary.size();
            int[] remap = new int[size];
            for (int i = 0; i < size; i++) {
                remap[i] = size - 1 - i;
            }
            chunk.readIds(count - first, ids, first, remap);
            for (int i = 0; i < count; i++) {
                result.add(text(dictionary, i < first ? ids[i] : size - 1 - ids[i]));
            }
            return result;
        }
        switch (chunk.kind()) {
            case INT -> {
                vector.reserve(count);
                chunk.readInts(count, vector.ints(), 0);
                vector.added(count);
            }
            case LONG -> {
                vector.reserve(count);
                chunk.readLongs(count, vector.longs(), 0);
                vector.added(count);
            }
            case BYTES -> {
                long bound = chunk.pageValueBytes();
                chunk.appendBytes(count, vector);
                assertThat((long) vector.byteCount()).isLessThanOrEqualTo(bound);
            }
        }
        for (int i = 0; i < count; i++) {
            result.add(text(vector, i));
        }
        return result;
    }

    private static String text(ValueVector values, int index) {
        return switch (values.kind()) {
            case INT -> String.valueOf(values.ints()[index]);
            case LONG -> String.valueOf(values.longs()[index]);
            case BYTES -> HexFormat.of().formatHex(values.bytesAt(index));
        };
    }

    private static final MessageType STRINGS =
            MessageTypeParser.parseMessageType("message m { optional binary s (STRING); }");

    /** Few values first, so that a dictionary is worth it, then up to {@code distinct}. */
    private static String value(int row, int distinct) {
        return "value " + row % (row < 500 ? Math.min(10, distinct) : distinct);
    }

    private static byte[] strings(int distinct, int dictionaryBytes) throws IOException {
        MemoryOutput output = new MemoryOutput();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(output)
                .withConf(new PlainParquetConfiguration())
                .withType(STRINGS)
                .withDictionaryPageSize(dictionaryBytes)
                .withPageRowCountLimit(100)
                .build()) {
            for (int i = 0; i < 1000; i++) {
                Group row = new SimpleGroup(STRINGS);
                if (distinct > 0) {
                    row.append("s", value(i, distinct));
                }
                writer.write(row);
            }
        }
        return output.bytes();
    }

    private interface Use {
        void of(ChunkReader chunk) throws IOException;
    }

    private static void withChunk(byte[] bytes, MessageType target, Use use) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("f", bytes));
                PageBuffers buffers = new PageBuffers();
                ChunkReader chunk = ChunkReader.open(
                        file,
                        0,
                        Projection.of(file, target, FieldMatching.NAME).leaves().get(0),
                        buffers)) {
            use.of(chunk);
        }
    }

    @Test
    void knowsBeforehandThatAllPagesHoldIds() throws IOException {
        withChunk(strings(10, 1 << 20), STRINGS, chunk -> {
            assertThat(chunk.onlyDictionaryPages()).isTrue();
            assertThat(chunk.dictionary().size()).isEqualTo(10);
            int[] ids = new int[1000];
            int at = 0;
            while (chunk.nextPage()) {
                assertThat(chunk.pageIsDictionary()).isTrue();
                assertThat(chunk.uniformDefinitionLevel()).isEqualTo(1);
                chunk.readIds(chunk.pageValues(), ids, at, null);
                at += chunk.pageValues();
            }
            assertThat(at).isEqualTo(1000);
            assertThat(ids[999]).isEqualTo(9);
        });
    }

    @Test
    void tellsPagesApartWhenTheDictionaryOverflows() throws IOException {
        withChunk(strings(700, 2000), STRINGS, chunk -> {
            assertThat(chunk.onlyDictionaryPages()).isFalse();
            boolean[] kinds = new boolean[2];
            ValueVector values = new ValueVector(ValueKind.BYTES);
            while (chunk.nextPage()) {
                kinds[chunk.pageIsDictionary() ? 1 : 0] = true;
                if (!chunk.pageIsDictionary()) {
                    assertThatThrownBy(() -> chunk.readIds(1, new int[1], 0, null))
                            .isInstanceOf(CorruptFileException.class)
                            .hasMessageContaining("the footer says that all pages hold dictionary ids");
                }
                chunk.appendBytes(chunk.pageValues(), values);
            }
            assertThat(kinds).containsOnly(true);
            for (int i = 0; i < 1000; i++) {
                assertThat(new String(values.bytesAt(i))).isEqualTo(value(i, 700));
            }
        });
    }

    @Test
    void hasAnEmptyDictionaryWhereThereAreOnlyNulls() throws IOException {
        withChunk(strings(0, 1000), STRINGS, chunk -> {
            assertThat(chunk.onlyDictionaryPages()).isTrue();
            assertThat(chunk.dictionary().size()).isZero();
            int nulls = 0;
            while (chunk.nextPage()) {
                assertThat(chunk.pageIsDictionary()).isTrue();
                assertThat(chunk.uniformDefinitionLevel()).isZero();
                chunk.readIds(0, new int[0], 0, null);
                nulls += chunk.pageLevels();
            }
            assertThat(nulls).isEqualTo(1000);
        });
    }

    @Test
    void givesPagesAwayOnlyWhereTheTargetHasTheSameBytes() throws IOException {
        MessageType fixed = MessageTypeParser.parseMessageType("message m { optional fixed_len_byte_array(4) a; }");
        MemoryOutput output = new MemoryOutput();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(output)
                .withConf(new PlainParquetConfiguration())
                .withType(fixed)
                .withDictionaryEncoding(false)
                .build()) {
            for (int i = 0; i < 10; i++) {
                writer.write(new SimpleGroup(fixed).append("a", Binary.fromString("val" + i)));
            }
        }
        withChunk(output.bytes(), fixed, chunk -> {
            assertThat(chunk.nextPage()).isTrue();
            assertThat(chunk.rawPage(CompressionCodecName.UNCOMPRESSED)).isNotNull();
            assertThat(chunk.rawPage(CompressionCodecName.SNAPPY)).isNull();
        });
        for (String other : List.of("optional binary a", "required fixed_len_byte_array(4) a")) {
            MessageType target = MessageTypeParser.parseMessageType("message m { " + other + "; }");
            withChunk(output.bytes(), target, chunk -> {
                assertThat(chunk.nextPage()).isTrue();
                assertThat(chunk.rawPage(CompressionCodecName.UNCOMPRESSED))
                        .as(other)
                        .isNull();
            });
        }
    }

    @Test
    void reportsValuesWhereTheFooterSaysThereAreOnlyNulls() throws IOException {
        RawFile file = new RawFile(FieldRepetitionType.OPTIONAL)
                .dictionary(70, 80)
                .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, RawFile.concat(RawFile.levels(1, 1, 1), new byte[] {
                    1, 3, 0b101
                }));
        file.nullCount = 3L;
        MessageType ints = MessageTypeParser.parseMessageType("message m { optional int32 c; }");
        withChunk(file.finish(3, 3), ints, chunk -> {
            assertThat(chunk.onlyDictionaryPages()).isTrue();
            assertThat(chunk.dictionary().size()).isZero();
            assertThat(chunk.nextPage()).isTrue();
            assertThatThrownBy(() -> chunk.readIds(3, new int[3], 0, null))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("the footer says that all values are null, this page has 3 others");
            int[] values = new int[3];
            chunk.readInts(3, values, 0);
            assertThat(values).containsExactly(80, 70, 80);
        });
    }

    @Test
    void readsAMissingColumnAsAChunkOfNulls() throws IOException {
        MessageType target = MessageTypeParser.parseMessageType("message m { optional int64 other; }");
        withChunk(strings(3, 1000), target, chunk -> {
            assertThat(chunk.onlyDictionaryPages()).isTrue();
            assertThat(chunk.dictionary().size()).isZero();
            assertThat(chunk.records()).isEqualTo(1000);
            assertThat(chunk.levels()).isEqualTo(1000);
            assertThat(chunk.compressedBytes()).isZero();
            chunk.skipRecords(400);
            assertThat(chunk.nextPage()).isTrue();
            assertThat(chunk.pageLevels()).isEqualTo(600);
            assertThat(chunk.pageRecords()).isEqualTo(600);
            assertThat(chunk.pageValues()).isZero();
            assertThat(chunk.uniformDefinitionLevel()).isZero();
            assertThat(chunk.nextPage()).isFalse();
        });
    }

    @Test
    void convertsTheDictionaryOnce() throws IOException {
        MessageType ints = MessageTypeParser.parseMessageType("message m { required int32 a; }");
        List<Group> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(new SimpleGroup(ints).append("a", i % 4 - 2));
        }
        MemoryOutput output = new MemoryOutput();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(output)
                .withConf(new PlainParquetConfiguration())
                .withType(ints)
                .build()) {
            for (Group row : rows) {
                writer.write(row);
            }
        }
        MessageType longs = MessageTypeParser.parseMessageType("message m { optional int64 a; }");
        withChunk(output.bytes(), longs, chunk -> {
            ValueVector dictionary = chunk.dictionary();
            assertThat(dictionary.kind()).isEqualTo(ValueKind.LONG);
            assertThat(java.util.Arrays.copyOf(dictionary.longs(), dictionary.size()))
                    .containsExactly(-2, -1, 0, 1);
            assertThat(chunk.nextPage()).isTrue();
            assertThat(chunk.uniformDefinitionLevel()).isEqualTo(1);
            long[] values = new long[100];
            chunk.readLongs(100, values, 0);
            assertThat(values).startsWith(-2, -1, 0, 1, -2).endsWith(1);
        });
    }

    @Test
    void refusesToReadMoreThanThereIs() throws IOException {
        withChunk(strings(3, 1000), STRINGS, chunk -> {
            assertThatThrownBy(() -> chunk.skipRecords(1001))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("fewer than 1001 records are left");
        });
        withChunk(strings(3, 1000), STRINGS, chunk -> {
            assertThat(chunk.nextPage()).isTrue();
            assertThatThrownBy(() -> chunk.readIds(101, new int[200], 0, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("101 values of a page that has 100 left");
        });
    }

    @Test
    void goesByTheEncodingsWhereThereAreNoStatisticsOfThem() throws IOException {
        // The footer names PLAIN and RLE alone: no promise.
        RawFile file = new RawFile(FieldRepetitionType.REQUIRED)
                .dictionary(70, 80)
                .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, new byte[] {1, 3, 0b101});
        MessageType ints = MessageTypeParser.parseMessageType("message m { required int32 c; }");
        withChunk(file.finish(3, 3), ints, chunk -> {
            assertThat(chunk.onlyDictionaryPages()).isFalse();
            assertThat(chunk.nextPage()).isTrue();
            assertThat(chunk.pageIsDictionary()).isTrue();
        });
    }
}
