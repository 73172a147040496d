package io.github.deltamaint.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Records as Parquet shreds them: for each leaf column, and each record, its entries. Written and read by parquet-java's
 * column writers and readers, so that two files hold the same records if and only if these are equal.
 *
 * @param columns by leaf, then by record
 */
public record Shredded(MessageType schema, List<List<List<Entry>>> columns) {

    /** A value or a null; floating point numbers as their bits. */
    public record Entry(
            int repetitionLevel,
            int definitionLevel,
            @Nullable Object value) {}

    /** The schema as text; which of two orders floating point bounds have is left out. */
    public String schemaText() {
        return schema.toString().replaceAll(" columnorder\\(\\w+\\)", "");
    }

    public static Shredded empty(MessageType schema) {
        List<List<List<Entry>>> columns = new ArrayList<>();
        schema.getColumns().forEach(column -> columns.add(new ArrayList<>()));
        return new Shredded(schema, columns);
    }

    public int records() {
        return columns.get(0).size();
    }

    /** Records of random shape and content. */
    public static Shredded random(MessageType schema, int records, Random random) {
        Shredded shredded = empty(schema);
        Generator generator = new Generator(schema, shredded, random);
        for (int i = 0; i < records; i++) {
            generator.record();
        }
        return shredded;
    }

    public Shredded select(IntPredicate survives) {
        return pick(IntStream.range(0, records()).filter(survives).toArray());
    }

    public Shredded pick(int[] records) {
        Shredded picked = empty(schema);
        for (int leaf = 0; leaf < columns.size(); leaf++) {
            for (int record : records) {
                picked.columns.get(leaf).add(columns.get(leaf).get(record));
            }
        }
        return picked;
    }

    public Shredded append(Shredded other) {
        for (int leaf = 0; leaf < columns.size(); leaf++) {
            columns.get(leaf).addAll(other.columns.get(leaf));
        }
        return this;
    }

    public long nullCount(int leaf) {
        return columns.get(leaf).stream()
                .flatMap(List::stream)
                .filter(entry -> entry.value() == null)
                .count();
    }

    public static Shredded read(MemoryFile file) {
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new CodecFactory(new Configuration(false), 1024))
                .usePageChecksumVerification(true)
                .build();
        try (ParquetFileReader reader = ParquetFileReader.open(file, options)) {
            MessageType schema = reader.getFileMetaData().getSchema();
            List<ColumnDescriptor> descriptors = schema.getColumns();
            Shredded shredded = empty(schema);
            List<BlockMetaData> rowGroups = reader.getFooter().getBlocks().stream()
                    .filter(block -> block.getRowCount() > 0)
                    .toList();
            int rowGroup = 0;
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                        pages,
                        new DummyRecordConverter(schema).getRootConverter(),
                        schema,
                        reader.getFileMetaData().getCreatedBy());
                for (int leaf = 0; leaf < descriptors.size(); leaf++) {
                    long entries =
                            rowGroups.get(rowGroup).getColumns().get(leaf).getValueCount();
                    read(store.getColumnReader(descriptors.get(leaf)), entries, shredded.columns.get(leaf));
                }
                rowGroup++;
            }
            return shredded;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(ColumnReader reader, long entries, List<List<Entry>> records) {
        ColumnDescriptor column = reader.getDescriptor();
        for (long i = 0; i < entries; i++) {
            int repetition = reader.getCurrentRepetitionLevel();
            int definition = reader.getCurrentDefinitionLevel();
            if (repetition == 0) {
                records.add(new ArrayList<>());
            }
            Object value = definition == column.getMaxDefinitionLevel() ? value(reader) : null;
            records.get(records.size() - 1).add(new Entry(repetition, definition, value));
            reader.consume();
        }
    }

    private static Object value(ColumnReader reader) {
        return switch (reader.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> reader.getBoolean();
            case INT32 -> reader.getInteger();
            case INT64 -> reader.getLong();
            case FLOAT -> Float.floatToRawIntBits(reader.getFloat());
            case DOUBLE -> Double.doubleToRawLongBits(reader.getDouble());
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> reader.getBinary().copy();
        };
    }

    /**
     * Writes the records as parquet-java does.
     *
     * @param rowGroupRecords the records of a row group
     */
    public MemoryFile write(
            String name,
            ParquetProperties properties,
            CompressionCodecName codec,
            int rowGroupRecords,
            Map<String, String> keyValues) {
        MemoryFile file = new MemoryFile(name);
        CodecFactory codecs = new CodecFactory(new Configuration(false), 1024);
        try (ParquetFileWriter writer = new ParquetFileWriter(
                file, schema, ParquetFileWriter.Mode.CREATE, 1L << 30, 0, 64, Integer.MAX_VALUE, true)) {
            writer.start();
            List<ColumnDescriptor> schemaColumns = schema.getColumns();
            for (int from = 0; from < records(); from += rowGroupRecords) {
                int to = Math.min(records(), from + rowGroupRecords);
                writer.startBlock(to - from);
                ColumnChunkPageWriteStore pages = ColumnChunkPageWriteStore.builder()
                        .withCompressorProvider(column -> codecs.getCompressor(codec))
                        .withSchema(schema)
                        .withAllocator(HeapByteBufferAllocator.getInstance())
                        .withColumnIndexTruncateLength(64)
                        .withPageWriteChecksumEnabled(true)
                        .build();
                ColumnWriteStore store = properties.newColumnWriteStore(schema, pages, pages);
                for (int record = from; record < to; record++) {
                    write(store, schemaColumns, record);
                }
                store.flush();
                pages.flushToFileWriter(writer);
                store.close();
                pages.close();
                writer.endBlock();
            }
            writer.end(new HashMap<>(keyValues));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            codecs.release();
        }
    }

    private void write(ColumnWriteStore store, List<ColumnDescriptor> descriptors, int record) {
        for (int leaf = 0; leaf < columns.size(); leaf++) {
            ColumnWriter writer = store.getColumnWriter(descriptors.get(leaf));
            PrimitiveTypeName type = descriptors.get(leaf).getPrimitiveType().getPrimitiveTypeName();
            for (Entry entry : columns.get(leaf).get(record)) {
                write(writer, type, entry);
            }
        }
        store.endRecord();
    }

    private static void write(ColumnWriter writer, PrimitiveTypeName type, Entry entry) {
        int repetition = entry.repetitionLevel();
        int definition = entry.definitionLevel();
        Object value = entry.value();
        if (value == null) {
            writer.writeNull(repetition, definition);
            return;
        }
        switch (type) {
            case BOOLEAN -> writer.write((boolean) value, repetition, definition);
            case INT32 -> writer.write((int) value, repetition, definition);
            case INT64 -> writer.write((long) value, repetition, definition);
            case FLOAT -> writer.write(Float.intBitsToFloat((int) value), repetition, definition);
            case DOUBLE -> writer.write(Double.longBitsToDouble((long) value), repetition, definition);
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> writer.write((Binary) value, repetition, definition);
        }
    }

    /** Makes records up from the schema down, so that leaves of one group agree about its repetitions. */
    private static final class Generator {
        private final MessageType schema;
        private final Shredded shredded;
        private final Random random;
        private final Map<List<String>, Integer> leaves = new HashMap<>();
        private final List<String> path = new ArrayList<>();
        private final List<RandomValues> values = new ArrayList<>();

        Generator(MessageType schema, Shredded shredded, Random random) {
            this.schema = schema;
            this.shredded = shredded;
            this.random = random;
            for (ColumnDescriptor column : schema.getColumns()) {
                leaves.put(List.of(column.getPath()), values.size());
                values.add(new RandomValues(column.getPrimitiveType(), random));
            }
        }

        void record() {
            shredded.columns.forEach(column -> column.add(new ArrayList<>()));
            fields(schema, 0, 0, 0);
        }

        private void fields(GroupType group, int repetition, int definition, int repeated) {
            for (Type field : group.getFields()) {
                field(field, repetition, definition, repeated);
            }
        }

        private void field(Type type, int repetition, int definition, int repeated) {
            path.add(type.getName());
            switch (type.getRepetition()) {
                case REQUIRED -> content(type, repetition, definition, repeated);
                case OPTIONAL -> {
                    if (random.nextInt(4) == 0) {
                        nulls(type, repetition, definition);
                    } else {
                        content(type, repetition, definition + 1, repeated);
                    }
                }
                case REPEATED -> {
                    int count = random.nextInt(4);
                    if (count == 0) {
                        nulls(type, repetition, definition);
                    }
                    for (int i = 0; i < count; i++) {
                        content(type, i == 0 ? repetition : repeated + 1, definition + 1, repeated + 1);
                    }
                }
            }
            path.remove(path.size() - 1);
        }

        private void content(Type type, int repetition, int definition, int repeated) {
            if (type.isPrimitive()) {
                int leaf = leaves.get(path);
                add(leaf, new Entry(repetition, definition, values.get(leaf).next()));
            } else {
                fields(type.asGroupType(), repetition, definition, repeated);
            }
        }

        private void nulls(Type type, int repetition, int definition) {
            if (type.isPrimitive()) {
                add(leaves.get(path), new Entry(repetition, definition, null));
                return;
            }
            for (Type field : type.asGroupType().getFields()) {
                path.add(field.getName());
                nulls(field, repetition, definition);
                path.remove(path.size() - 1);
            }
        }

        private void add(int leaf, Entry entry) {
            List<List<Entry>> records = shredded.columns.get(leaf);
            records.get(records.size() - 1).add(entry);
        }
    }

    /** Values of one column: from a small pool, unique, rising, or in runs. */
    private static final class RandomValues {
        private final PrimitiveType type;
        private final Random random;
        private final int style;
        private final int pool;
        private final List<Object> earlier = new ArrayList<>();
        private Object last = 0;
        private int repeat;
        private long count;

        RandomValues(PrimitiveType type, Random random) {
            this.type = type;
            this.random = random;
            style = random.nextInt(4);
            pool = 1 + random.nextInt(60);
        }

        Object next() {
            count++;
            if (style == 0 && earlier.size() >= pool) {
                return earlier.get(random.nextInt(pool));
            }
            if (style == 1 && repeat-- > 0) {
                return last;
            }
            repeat = random.nextInt(40);
            last = fresh();
            earlier.add(last);
            return last;
        }

        private Object fresh() {
            boolean special = random.nextInt(20) == 0;
            return switch (type.getPrimitiveTypeName()) {
                case BOOLEAN -> random.nextBoolean();
                case INT32 -> special ? specialInt() : style == 2 ? (int) count : random.nextInt();
                case INT64 -> special ? specialLong() : style == 2 ? count * 3 : random.nextLong();
                case FLOAT -> special ? specialFloat() : Float.floatToRawIntBits(random.nextFloat() - 0.5f);
                case DOUBLE -> special ? specialDouble() : Double.doubleToRawLongBits(random.nextGaussian());
                case BINARY -> {
                    int length = special ? random.nextInt(300) : random.nextInt(20);
                    yield type.getLogicalTypeAnnotation() instanceof StringLogicalTypeAnnotation
                            ? text(length)
                            : bytes(length);
                }
                case FIXED_LEN_BYTE_ARRAY -> bytes(type.getTypeLength());
                case INT96 -> bytes(12);
            };
        }

        private Object specialInt() {
            return new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}[random.nextInt(4)];
        }

        private Object specialLong() {
            return new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}[random.nextInt(4)];
        }

        private Object specialFloat() {
            return new int[] {0, Integer.MIN_VALUE, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001}
                    [random.nextInt(style == 3 ? 6 : 4)];
        }

        private Object specialDouble() {
            return new long[] {0, Long.MIN_VALUE, 0x7FF0L << 48, 0xFFF0L << 48, 0x7FF8L << 48, 0xFFF8L << 48 | 1}
                    [random.nextInt(style == 3 ? 6 : 4)];
        }

        private Binary text(int length) {
            String[] letters = {"a", "b", "c", "z", "\u00e9", "\uffff", "\ud83d\ude00", " "};
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.append(letters[random.nextInt(style == 2 ? 3 : letters.length)]);
            }
            return Binary.fromString(text.toString());
        }

        private Binary bytes(int length) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = style == 2 ? (byte) ('a' + random.nextInt(3)) : (byte) random.nextInt();
            }
            return Binary.fromConstantByteArray(bytes);
        }
    }
}
