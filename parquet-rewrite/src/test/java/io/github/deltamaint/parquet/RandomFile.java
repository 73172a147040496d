package io.github.deltamaint.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Files of random shape and content, written by parquet-java with random settings. The same seed gives the same file. */
final class RandomFile {
    private static final PrimitiveTypeName[] TYPES = PrimitiveTypeName.values();
    private static final CompressionCodecName[] CODECS = {
        CompressionCodecName.UNCOMPRESSED,
        CompressionCodecName.SNAPPY,
        CompressionCodecName.GZIP,
        CompressionCodecName.ZSTD,
        CompressionCodecName.LZ4_RAW
    };

    private final Random random;
    private int names;

    RandomFile(long seed) {
        random = new Random(seed);
    }

    MessageType schema() {
        List<Type> fields = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            fields.add(field(3));
        }
        return new MessageType("random", fields);
    }

    private Type field(int depth) {
        Repetition repetition = Repetition.values()[random.nextInt(3)];
        String name = "f" + names++;
        if (depth > 0 && random.nextInt(3) == 0) {
            List<Type> fields = new ArrayList<>();
            int count = 1 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                fields.add(field(depth - 1));
            }
            return new GroupType(repetition, name, fields);
        }
        PrimitiveTypeName type = TYPES[random.nextInt(TYPES.length)];
        return type == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                ? Types.primitive(type, repetition)
                        .length(1 + random.nextInt(20))
                        .named(name)
                : Types.primitive(type, repetition).named(name);
    }

    /** Records of this schema. */
    List<Group> records(MessageType schema, int count) {
        // One range of values for all, so that dictionaries come about, overflow, or are useless.
        int range = 1 << random.nextInt(16);
        int nullPercent = random.nextInt(4) * random.nextInt(33);
        List<Group> result = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SimpleGroup group = new SimpleGroup(schema);
            fill(group, range, nullPercent);
            result.add(group);
        }
        return result;
    }

    /** A file of records of this schema. */
    byte[] write(MessageType schema, int records) throws IOException {
        return write(schema, records(schema, records));
    }

    /** A file of these records. */
    byte[] write(MessageType schema, List<Group> records) throws IOException {
        MemoryOutput output = new MemoryOutput();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(output)
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .withWriterVersion(random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
                .withCompressionCodec(CODECS[random.nextInt(CODECS.length)])
                .withDictionaryEncoding(random.nextInt(4) > 0)
                .withByteStreamSplitEncoding(random.nextInt(4) == 0)
                .withDictionaryPageSize(1 << 6 + random.nextInt(9))
                .withPageSize(1 << 6 + random.nextInt(9))
                .withMinRowCountForPageSizeCheck(1 + random.nextInt(20))
                .withPageRowCountLimit(1 + random.nextInt(200))
                .withRowGroupRowCountLimit(1 + random.nextInt(2 * records.size() + 1))
                .withPageWriteChecksumEnabled(random.nextBoolean())
                .build()) {
            for (Group record : records) {
                writer.write(record);
            }
        }
        return output.bytes();
    }

    private void fill(Group group, int range, int nullPercent) {
        for (int i = 0; i < group.getType().getFieldCount(); i++) {
            Type type = group.getType().getType(i);
            int count = switch (type.getRepetition()) {
                case REQUIRED -> 1;
                case OPTIONAL -> random.nextInt(100) < nullPercent ? 0 : 1;
                case REPEATED -> random.nextInt(100) < nullPercent ? 0 : random.nextInt(4);
            };
            for (int j = 0; j < count; j++) {
                if (type.isPrimitive()) {
                    add(group, i, type.asPrimitiveType(), random.nextInt(range));
                } else {
                    fill(group.addGroup(i), range, nullPercent);
                }
            }
        }
    }

    private static void add(Group group, int field, PrimitiveType type, int value) {
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> group.add(field, (value & 1) == 1);
            case INT32 -> group.add(field, value * 0x9e3779b9);
            case INT64 -> group.add(field, value * 0x9e3779b97f4a7c15L);
            case FLOAT -> group.add(field, value / 7f);
            case DOUBLE -> group.add(field, value / 7d);
            case INT96 -> group.add(field, new NanoTime(2_440_588 + value, value * 1_000_003L));
            case BINARY -> group.add(field, Binary.fromString("value " + value + "x".repeat(value % 19)));
            case FIXED_LEN_BYTE_ARRAY -> {
                byte[] bytes = new byte[type.getTypeLength()];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (value >> 8 * (i & 3));
                }
                group.add(field, Binary.fromConstantByteArray(bytes));
            }
        }
    }
}
