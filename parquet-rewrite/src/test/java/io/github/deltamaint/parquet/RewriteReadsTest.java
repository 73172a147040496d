package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.Shredded.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How much of their inputs rewrites read, by counting at the source: once, where row groups of the output begin where those of inputs do or hold several. A column chunk that is taken apart
 * is read again for each part, from its beginning.
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
        "as read,   64,  7000, 4.0",
        "columns,   64,  7000, 4.0",
        "automatic, 64,  7000, 4.0",
        "columns,   16, 60000, 4.0",
        "spilled,   16, 60000, 1.6"
    })
    void inputsAreReadABoundedNumberOfTimes(String way, int mebibytes, int rowGroupRows, double factor)
            throws IOException {
        List<MemoryFile> files = files();
        long all = files.stream().mapToLong(MemoryFile::getLength).sum();
        RewriteRequest.Builder request = RewriteRequest.builder(SCHEMA)
                .settings(WriteSettings.builder().rowGroupRows(rowGroupRows).build())
                .memoryLimitBytes((long) mebibytes << 20)
                .outputs(new MemoryOutputs());
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
                ParquetRewriter.spill(request.build(), one, directory).close();
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
    }
}
