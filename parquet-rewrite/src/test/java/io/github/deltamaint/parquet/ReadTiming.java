package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.codec.Codec;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.read.ChunkReader;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Times ways to read a generated table, as CPU time of the one thread and as ratios to the floor: read the files, parse page
 * headers, decompress. Not a test; run its main with a directory for the files.
 */
final class ReadTiming {
    private static final MessageType SALES = MessageTypeParser.parseMessageType("""
            message sales {
              optional int64 order_id;
              optional int64 customer_id;
              optional int32 order_date (DATE);
              optional binary customer_region (STRING);
              optional binary product_category (STRING);
              optional int64 revenue (DECIMAL(10,2));
              optional int32 quantity;
            }
            """);

    private static final int FILES = 10;
    private static final int ROWS = 200_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ReadTiming() {}

    private interface Way {
        long run(Path file) throws IOException;
    }

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            Path file = directory.resolve("sales-" + i + ".parquet");
            if (!Files.exists(file)) {
                generate(file, i);
            }
            files.add(file);
        }
        List<String> names = List.of("floor", "chunk ids", "chunk values", "batches", "batches+hash", "ColumnReader");
        List<Way> ways = List.of(
                ReadTiming::floor,
                file -> chunks(file, true),
                file -> chunks(file, false),
                file -> batches(file, false),
                file -> batches(file, true),
                ReadTiming::columnReader);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 9;
        double[][] times = new double[ways.size()][rounds];
        long check = 0;
        for (int round = 0; round < rounds; round++) {
            for (int way = 0; way < ways.size(); way++) {
                long start = THREADS.getCurrentThreadCpuTime();
                for (Path file : files) {
                    check += ways.get(way).run(file);
                }
                times[way][round] = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
            }
        }
        for (int way = 0; way < ways.size(); way++) {
            double[] warm = Arrays.copyOfRange(times[way], rounds / 3, rounds);
            double[] ratios = new double[warm.length];
            for (int i = 0; i < warm.length; i++) {
                ratios[i] = warm[i] / times[0][rounds / 3 + i];
            }
            Arrays.sort(warm);
            Arrays.sort(ratios);
            System.out.printf(
                    "%-14s median %7.1f ms, best %7.1f ms, %5.2f x floor, %5.2f ns per value%n",
                    names.get(way),
                    warm[warm.length / 2],
                    warm[0],
                    ratios[ratios.length / 2],
                    warm[0] * 1e6 / ((double) FILES * ROWS * SALES.getColumns().size()));
        }
        System.out.println(check);
    }

    private static void generate(Path file, int number) throws IOException {
        SimpleGroupFactory factory = new SimpleGroupFactory(SALES);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(SALES)
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .build()) {
            String[] regions = {"Northeast", "Southeast", "Midwest", "West"};
            String[] categories = {"Electronics", "Clothing", "Books", "Home"};
            java.util.SplittableRandom random = new java.util.SplittableRandom(number);
            for (int i = 0; i < ROWS; i++) {
                writer.write(factory.newGroup()
                        .append("order_id", (long) number * ROWS + i)
                        .append("customer_id", random.nextLong(1000))
                        .append("order_date", 19723 + random.nextInt(365))
                        .append("customer_region", regions[random.nextInt(4)])
                        .append("product_category", categories[random.nextInt(4)])
                        .append("revenue", 1000 + random.nextLong(50_000))
                        .append("quantity", 1 + random.nextInt(5)));
            }
        }
    }

    private static long floor(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        long check = 0;
        try (ParquetFile file = ParquetFile.open(new MemorySource(path.toString(), bytes));
                CodecPool codecs = new CodecPool()) {
            byte[] output = new byte[2 << 20];
            for (int group = 0; group < file.rowGroups(); group++) {
                for (int leaf = 0; leaf < SALES.getColumns().size(); leaf++) {
                    ColumnChunkMetaData chunk = file.chunk(group, leaf);
                    Codec codec = codecs.codec(chunk.getCodec());
                    int at = (int) chunk.getStartingPos();
                    int end = at + (int) chunk.getTotalSize();
                    while (at < end) {
                        ByteArrayInputStream in = new ByteArrayInputStream(bytes, at, end - at);
                        PageHeader header = Util.readPageHeader(in);
                        int body = end - in.available();
                        codec.decompress(
                                bytes, body, header.compressed_page_size, output, 0, header.uncompressed_page_size);
                        check += output[0];
                        at = body + header.compressed_page_size;
                    }
                }
            }
        } catch (io.github.deltamaint.parquet.internal.codec.MalformedDataException e) {
            throw new IOException(e);
        }
        return check;
    }

    private static final int[] INTS = new int[2 * ROWS];
    private static final long[] LONGS = new long[2 * ROWS];
    private static final ValueVector BYTES = new ValueVector(ValueKind.BYTES);
    private static final byte[] LEVELS = new byte[2 * ROWS];
    private static final PageBuffers BUFFERS = new PageBuffers();

    private static long chunks(Path path, boolean ids) throws IOException {
        long check = 0;
        try (ParquetFile file = PathSource.open(path)) {
            Projection projection = Projection.of(file, SALES, FieldMatching.NAME);
            for (int group = 0; group < file.rowGroups(); group++) {
                for (ProjectedLeaf leaf : projection.leaves()) {
                    try (ChunkReader chunk = ChunkReader.open(file, group, leaf, BUFFERS)) {
                        int at = 0;
                        BYTES.clear();
                        while (chunk.nextPage()) {
                            int n = chunk.pageValues();
                            if (chunk.uniformDefinitionLevel() < 0) {
                                chunk.readDefinitionLevels(LEVELS, at);
                            }
                            if (ids && chunk.pageIsDictionary()) {
                                chunk.readIds(n, INTS, at, null);
                            } else if (chunk.kind() == ValueKind.INT) {
                                chunk.readInts(n, INTS, at);
                            } else if (chunk.kind() == ValueKind.LONG) {
                                chunk.readLongs(n, LONGS, at);
                            } else {
                                chunk.appendBytes(n, BYTES);
                            }
                            at += n;
                        }
                        check += INTS[0] + LONGS[0];
                    }
                }
            }
        }
        return check;
    }

    private static long batches(Path path, boolean hash) throws IOException {
        long check = 0;
        RowHasher hasher = new RowHasher(SALES);
        try (ParquetFile file = PathSource.open(path);
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, SALES, FieldMatching.NAME, RowSelection.all(), 4096)) {
            while (reader.next()) {
                if (hash) {
                    hasher.update(reader.records(), reader.columns());
                }
                check += reader.column(0).longs()[0];
            }
        }
        return check + hasher.digest().low();
    }

    private static long columnReader(Path path) throws IOException {
        long check = 0;
        byte[] bytes = Files.readAllBytes(path);
        try (ParquetFileReader reader = ParquetFileReader.open(new MemoryInput(bytes))) {
            PageReadStore pages;
            while ((pages = reader.readNextRowGroup()) != null) {
                ColumnReadStoreImpl store =
                        new ColumnReadStoreImpl(pages, new DummyRecordConverter(SALES).getRootConverter(), SALES, "");
                for (ColumnDescriptor column : SALES.getColumns()) {
                    long n = pages.getPageReader(column).getTotalValueCount();
                    ColumnReader values = store.getColumnReader(column);
                    for (long i = 0; i < n; i++) {
                        if (values.getCurrentDefinitionLevel() == 1) {
                            check += switch (column.getPrimitiveType().getPrimitiveTypeName()) {
                                case INT32 -> values.getInteger();
                                case INT64 -> values.getLong();
                                default -> values.getBinary().length();
                            };
                        }
                        values.consume();
                    }
                }
            }
        }
        return check;
    }
}
