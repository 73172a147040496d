package io.github.deltamaint.testsupport;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Writes rows of plain values (see {@link ValueType}) to one Parquet file with parquet-java's record writer. */
public final class DataFileWriter implements Closeable {

    private final Path file;
    private final ParquetWriter<List<@Nullable Object>> writer;

    /**
     * Starts a new file; missing directories are made.
     *
     * @param columns what is written; types without a value are refused
     */
    public DataFileWriter(Path file, ValueType.Struct columns, DataFileOptions options) {
        this.file = file;
        MessageType schema = ParquetTypes.messageType(columns, options);
        Trees.createParent(file);
        try {
            writer = new Builder(file, new RowWriteSupport(columns, schema))
                    .withConf(new PlainParquetConfiguration())
                    .withCompressionCodec(options.codec())
                    .withRowGroupSize(options.rowGroupBytes())
                    .withPageRowCountLimit(options.pageRows())
                    .withDictionaryEncoding(options.dictionary())
                    .withWriterVersion(
                            options.pageVersion2()
                                    ? ParquetProperties.WriterVersion.PARQUET_2_0
                                    : ParquetProperties.WriterVersion.PARQUET_1_0)
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Writes a whole file. */
    public static void write(
            Path file, ValueType.Struct columns, DataFileOptions options, Iterable<List<@Nullable Object>> rows) {
        try (DataFileWriter writer = new DataFileWriter(file, columns, options)) {
            rows.forEach(writer::write);
        }
    }

    /** Adds one row: one value per column, null for SQL NULL. */
    public void write(List<@Nullable Object> row) {
        try {
            writer.write(row);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Finishes the file. */
    @Override
    public void close() {
        try {
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static final class Builder extends ParquetWriter.Builder<List<@Nullable Object>, Builder> {
        private final RowWriteSupport support;

        Builder(Path file, RowWriteSupport support) {
            super(new LocalOutputFile(file));
            this.support = support;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // still abstract in parquet-java
        protected WriteSupport<List<@Nullable Object>> getWriteSupport(org.apache.hadoop.conf.Configuration conf) {
            return support;
        }

        @Override
        protected WriteSupport<List<@Nullable Object>> getWriteSupport(@Nullable ParquetConfiguration conf) {
            return support;
        }
    }
}
