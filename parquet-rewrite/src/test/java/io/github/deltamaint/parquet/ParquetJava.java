package io.github.deltamaint.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** What parquet-java reads from a file: the judge. */
final class ParquetJava {

    private ParquetJava() {}

    /** Per leaf, one text per entry: {@code repetition/definition/value}. */
    static List<List<String>> read(Path path) throws IOException {
        return read(new LocalInputFile(path));
    }

    /** Per leaf, one text per entry: {@code repetition/definition/value}. */
    static List<List<String>> read(InputFile file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(file)) {
            MessageType schema = reader.getFileMetaData().getSchema();
            List<List<String>> result = new ArrayList<>();
            for (int i = 0; i < schema.getColumns().size(); i++) {
                result.add(new ArrayList<>());
            }
            PageReadStore pages;
            while ((pages = reader.readNextRowGroup()) != null) {
                ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                        pages,
                        new DummyRecordConverter(schema).getRootConverter(),
                        schema,
                        reader.getFileMetaData().getCreatedBy());
                for (int leaf = 0; leaf < result.size(); leaf++) {
                    ColumnDescriptor column = schema.getColumns().get(leaf);
                    long entries = pages.getPageReader(column).getTotalValueCount();
                    readColumn(store.getColumnReader(column), entries, result.get(leaf));
                }
            }
            return result;
        }
    }

    private static void readColumn(ColumnReader reader, long entries, List<String> into) {
        ColumnDescriptor column = reader.getDescriptor();
        for (long i = 0; i < entries; i++) {
            int definition = reader.getCurrentDefinitionLevel();
            String entry = reader.getCurrentRepetitionLevel() + "/" + definition;
            into.add(definition == column.getMaxDefinitionLevel() ? entry + "/" + value(reader) : entry);
            reader.consume();
        }
    }

    private static String value(ColumnReader reader) {
        return switch (reader.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> String.valueOf(reader.getBoolean() ? 1 : 0);
            case INT32 -> String.valueOf(reader.getInteger());
            case FLOAT -> String.valueOf(Float.floatToRawIntBits(reader.getFloat()));
            case INT64 -> String.valueOf(reader.getLong());
            case DOUBLE -> String.valueOf(Double.doubleToRawLongBits(reader.getDouble()));
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> hex(reader.getBinary());
        };
    }

    private static String hex(Binary binary) {
        return HexFormat.of().formatHex(binary.getBytes());
    }
}
