package io.github.deltamaint.parquet;

import java.io.IOException;
import java.util.Map;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Appends, rewrites and reads in every codec; run by {@link WithoutHadoopTest} in a process of its own. */
final class WithoutHadoop {
    private static final int ROWS = 5000;
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message m {
              required int64 id;
              optional binary name (STRING);
              optional group tags (LIST) { repeated group list { optional int32 element; } }
            }
            """);

    private WithoutHadoop() {}

    public static void main(String[] arguments) throws IOException {
        try {
            Class.forName("org.apache.hadoop.conf.Configuration");
            throw new AssertionError("Hadoop is on the class path");
        } catch (ClassNotFoundException e) {
            for (Compression compression : Compression.values()) {
                for (Encodings encodings : Encodings.values()) {
                    WriteSettings settings = WriteSettings.builder()
                            .compression(compression)
                            .encodings(encodings)
                            .pageRows(700)
                            .build();
                    check(rewrite(append(settings), settings));
                }
            }
        }
        System.out.println("read without Hadoop");
    }

    private static MemorySource append(WriteSettings settings) throws IOException {
        MemorySink sink = new MemorySink();
        try (ParquetFileAppender file = ParquetFileAppender.open(sink, SCHEMA, settings, Map.of(), 1 << 20)) {
            for (int row = 0; row < ROWS; row++) {
                file.column("id").appendLong(row);
                file.column("name").appendString("name-" + row % 100);
                ColumnAppender tags = file.column("tags.list.element");
                tags.appendInt(row);
                tags.repeat(1).appendNull();
                file.endRecords();
            }
            file.finish();
        }
        return sink.source();
    }

    private static MemorySource rewrite(MemorySource source, WriteSettings settings) throws IOException {
        MemorySink sink = new MemorySink();
        ParquetRewriter.rewrite(RewriteRequest.builder(SCHEMA)
                .input(RewriteInput.of(source.name(), () -> source)
                        .select(RowSelection.builder().delete(17).build()))
                .settings(settings)
                .outputs(index -> sink)
                .build());
        return sink.source();
    }

    private static void check(MemorySource source) throws IOException {
        long ids = 0;
        long rows = 0;
        try (ParquetFile file = ParquetFile.open(source);
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, SCHEMA, FieldMatching.NAME, RowSelection.all(), 1000)) {
            ColumnBatch id = reader.column("id");
            while (reader.next()) {
                for (int record = 0; record < reader.records(); record++) {
                    ids += id.longAt(record);
                    rows++;
                }
            }
        }
        if (rows != ROWS - 1 || ids != (long) ROWS * (ROWS - 1) / 2 - 17) {
            throw new AssertionError(rows + " rows, sum of ids " + ids);
        }
    }

    /** Of this class alone: other test classes name those of Hadoop. */
    private static final class MemorySink implements ByteSink {
        private final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();

        MemorySource source() {
            return new MemorySource("memory", bytes.toByteArray());
        }

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            bytes.write(source, offset, length);
        }

        @Override
        public long position() {
            return bytes.size();
        }

        @Override
        public void close() {}

        @Override
        public void abort() {}
    }
}
