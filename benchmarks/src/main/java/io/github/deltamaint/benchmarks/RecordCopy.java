package io.github.deltamaint.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/** The way that needs no engine: parquet-java reads record after record and writes them again. */
final class RecordCopy {
    private RecordCopy() {}

    static void copy(List<Path> inputs, Path output) throws IOException {
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(output))
                .withConf(new PlainParquetConfiguration())
                .withType(schema(inputs.get(0)))
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .build()) {
            for (Path input : inputs) {
                try (ParquetReader<Group> reader = new Reader(new MemoryInput(input)).build()) {
                    for (Group group = reader.read(); group != null; group = reader.read()) {
                        writer.write(group);
                    }
                }
            }
        }
    }

    private static MessageType schema(Path file) throws IOException {
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        try (ParquetFileReader reader = ParquetFileReader.open(new MemoryInput(file), options)) {
            return reader.getFileMetaData().getSchema();
        }
    }

    private static final class Reader extends ParquetReader.Builder<Group> {
        Reader(InputFile file) {
            super(file, new PlainParquetConfiguration());
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    /** A file that was read at once: parquet-java's own LocalInputFile reads byte by byte. */
    private static final class MemoryInput implements InputFile {
        private final byte[] bytes;

        MemoryInput(Path path) throws IOException {
            bytes = Files.readAllBytes(path);
        }

        @Override
        public long getLength() {
            return bytes.length;
        }

        @Override
        public SeekableInputStream newStream() {
            Content content = new Content(bytes);
            return new org.apache.parquet.io.DelegatingSeekableInputStream(content) {
                @Override
                public long getPos() {
                    return content.position();
                }

                @Override
                public void seek(long position) {
                    content.position((int) position);
                }
            };
        }
    }

    private static final class Content extends java.io.ByteArrayInputStream {
        Content(byte[] bytes) {
            super(bytes);
        }

        int position() {
            return pos;
        }

        void position(int position) {
            pos = position;
        }
    }
}
