package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.Shredded.Entry;
import io.github.deltamaint.parquet.internal.read.PageIndexes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How much of their inputs rewrites read, by counting at the source: about once. Of a column chunk that is taken apart the pages are read again in which parts begin, here with 2,000
 * rows each, and the dictionary; of columns for which there is no memory while rows are ordered, more.
 */
class RewriteReadsTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message m { required int64 id; optional int32 category; required binary text; required double x; }");
    private static final int FILES = 3;
    private static final int ROWS_OF_FILE = 20_000;

    @TempDir
    Path directory;

    private final AtomicLong opened = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /** Counts what is read. */
    private final class CountedSource implements ByteSource {
        private final ByteSource source;

        CountedSource(ByteSource source) {
            this.source = source;
            opened.incrementAndGet();
        }

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public long length() throws IOException {
            return source.length();
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            reads.incrementAndGet();
            bytes.addAndGet(length);
            source.readFully(position, buffer, offset, length);
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    private static List<MemoryFile> files() {
        Random random = new Random(3);
        List<MemoryFile> files = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            Shredded rows = Shredded.empty(SCHEMA);
            for (int row = 0; row < ROWS_OF_FILE; row++) {
                rows.columns().get(0).add(List.of(new Entry(0, 0, random.nextLong())));
                rows.columns().get(1).add(List.of(new Entry(0, 1, random.nextInt(50))));
                String text = Long.toHexString(random.nextLong()).repeat(8);
                rows.columns().get(2).add(List.of(new Entry(0, 0, Binary.fromString(text))));
                rows.columns()
                        .get(3)
                        .add(List.of(new Entry(0, 0, Double.doubleToRawLongBits(random.nextInt(9000) / 8.0))));
            }
            files.add(rows.write(
                    "file" + file,
                    ParquetProperties.builder().withPageRowCountLimit(2000).build(),
                    CompressionCodecName.UNCOMPRESSED,
                    ROWS_OF_FILE,
                    Map.of()));
        }
        return files;
    }

    @ParameterizedTest
    @CsvSource({
        "as read,   64, 60000, 1.1",
        "columns,   64, 60000, 1.1",
        "automatic, 64, 60000, 1.1",
        "as read,   64,  7000, 1.4",
        "columns,   64,  7000, 1.4",
        "automatic, 64,  7000, 1.4",
        "as read,   64,  1000, 2.4",
        "columns,   16, 60000, 2.8",
        "spilled,   16, 60000, 1.2"
    })
    void inputsAreReadABoundedNumberOfTimes(String way, int mebibytes, int rowGroupRows, double factor)
            throws IOException {
        List<MemoryFile> files = files();
        long all = files.stream().mapToLong(MemoryFile::getLength).sum();
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteRequest.Builder request = RewriteRequest.builder(SCHEMA)
                .settings(WriteSettings.builder().rowGroupRows(rowGroupRows).build())
                .memoryLimitBytes((long) mebibytes << 20)
                .outputs(outputs);
        for (MemoryFile file : files) {
            request.input(RewriteInput.of(file.name(), () -> new CountedSource(file.source())));
        }
        switch (way) {
            case "spilled" -> {
                RowBuckets one = new RowBuckets() {
                    @Override
                    public int count() {
                        return 1;
                    }

                    @Override
                    public void next(int[] target, int rows) {}
                };
                ParquetRewriter.spill(request.build(), one, directory, Clock.systemUTC())
                        .close();
            }
            case "columns" ->
                ParquetRewriter.rewrite(request.order(RowOrder.columns(SortColumn.of("category")))
                        .build());
            case "automatic" ->
                ParquetRewriter.rewrite(request.order(RowOrder.automatic()).build());
            default -> ParquetRewriter.rewrite(request.build());
        }
        assertThat(opened).as("each file is opened once").hasValue(FILES);
        assertThat((double) bytes.get()).isBetween((double) all, factor * all);
        assertThat(reads.get()).as("reads are large").isLessThan(bytes.get() / (64 << 10) + 20L * FILES);
        if (!way.equals("spilled")) {
            assertThat(counted(List.of(outputs.files.get(0)))).isEqualTo(counted(files));
        }
    }

    /** How often there is each row. */
    private static Map<List<Entry>, Integer> counted(List<MemoryFile> files) {
        Map<List<Entry>, Integer> counts = new HashMap<>();
        for (MemoryFile file : files) {
            Shredded rows = Shredded.read(file);
            for (int row = 0; row < rows.records(); row++) {
                List<Entry> values = new ArrayList<>();
                for (List<List<Entry>> column : rows.columns()) {
                    values.addAll(column.get(row));
                }
                counts.merge(values, 1, Integer::sum);
            }
        }
        return counts;
    }

    private enum Lie {
        OFFSETS,
        ROWS,
        TOO_FEW,
        NONSENSE;

        /** An index that takes no more bytes than the true one. */
        byte[] of(OffsetIndex index, Random random, int length) throws IOException {
            List<PageLocation> pages = index.getPage_locations();
            switch (this) {
                case OFFSETS -> pages.forEach(page -> page.setOffset(page.getOffset() - 1 - random.nextInt(5)));
                case ROWS -> pages.forEach(page -> page.setFirst_row_index(Math.max(0, page.getFirst_row_index() - 1)));
                case TOO_FEW -> pages.subList(pages.size() / 2, pages.size()).clear();
                case NONSENSE -> {
                    byte[] nonsense = new byte[length];
                    random.nextBytes(nonsense);
                    return nonsense;
                }
            }
            ByteArrayOutputStream lie = new ByteArrayOutputStream();
            Util.writeOffsetIndex(index, lie);
            return lie.toByteArray();
        }
    }

    private static MemoryFile lying(MemoryFile file, Lie lie, Random random) throws IOException {
        byte[] bytes = file.content();
        ParquetFile open = ParquetFile.open(file.source());
        for (int rowGroup = 0; rowGroup < open.rowGroups(); rowGroup++) {
            for (int leaf = 0; leaf < open.columns().size(); leaf++) {
                ColumnChunkMetaData chunk = open.chunk(rowGroup, leaf);
                int length = chunk.getOffsetIndexReference().getLength();
                byte[] lies = lie.of(PageIndexes.offsetIndex(open.source(), chunk), random, length);
                assertThat(lies).hasSizeLessThanOrEqualTo(length);
                int at = (int) chunk.getOffsetIndexReference().getOffset();
                System.arraycopy(lies, 0, bytes, at, lies.length);
            }
        }
        return MemoryFile.of(file.name(), bytes);
    }

    @ParameterizedTest
    @EnumSource(Lie.class)
    void offsetIndexesThatLieDoNoHarmToChunksThatAreTakenApart(Lie lie) throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { required int64 a; optional binary b; repeated int32 c; repeated group d { optional double e; } }");
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            Shredded rows = Shredded.random(schema, 900, random);
            MemoryFile file = lying(RandomInputs.write(rows, "file", random), lie, random);
            MemoryOutputs outputs = new MemoryOutputs();
            RewriteRequest request = RewriteRequest.builder(schema)
                    .input(file.input())
                    .settings(WriteSettings.builder()
                            .rowGroupRows(1 + random.nextInt(120))
                            .build())
                    .outputs(outputs)
                    .build();
            outputs.check(ParquetRewriter.rewrite(request), rows);
        }
    }
}
