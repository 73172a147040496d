package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

class ParquetFileAppenderTest {

    @Property(tries = 150)
    void parquetJavaReadsWhatWasAppendedAndEveryStatisticIsTrue(
            @ForAll @IntRange(min = 0, max = 600) int records,
            @ForAll Compression compression,
            @ForAll Encodings encodings,
            @ForAll @IntRange(min = 1, max = 700) int pageRows,
            @ForAll @IntRange(min = 64, max = 5000) int pageBytes,
            @ForAll @IntRange(min = 1, max = 700) int rowGroupRows,
            @ForAll @IntRange(min = 0, max = 3000) int dictionaryBytes,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        Shredded shredded = Shredded.random(schema, records, random);
        WriteSettings settings = WriteSettings.builder()
                .compression(compression)
                .encodings(encodings)
                .pageRows(pageRows)
                .pageBytes(pageBytes)
                .rowGroupRows(rowGroupRows)
                .dictionaryBytes(dictionaryBytes)
                .build();

        MemoryFile file = new MemoryFile("appended");
        WrittenFile written = append(shredded, file, settings, 1 + random.nextInt(100));

        assertThat(file.isClosed()).isTrue();
        assertThat(written.rowCount()).isEqualTo(records);
        Shredded read = Shredded.read(file);
        assertThat(read.schemaText()).isEqualTo(shredded.schemaText());
        assertThat(read.columns()).isEqualTo(shredded.columns());
        FileTruth.check(file, written, shredded);
    }

    static WrittenFile append(Shredded shredded, MemoryFile file, WriteSettings settings, int batch)
            throws IOException {
        try (ParquetFileAppender appender =
                ParquetFileAppender.open(file, shredded.schema(), settings, Map.of("k", "v"), 1 << 20)) {
            for (int from = 0; from < shredded.records(); from += batch) {
                int to = Math.min(shredded.records(), from + batch);
                for (int leaf = 0; leaf < shredded.columns().size(); leaf++) {
                    for (List<Shredded.Entry> record :
                            shredded.columns().get(leaf).subList(from, to)) {
                        record.forEach(appendTo(appender.column(leaf)));
                    }
                }
                appender.endRecords();
            }
            return appender.finish();
        }
    }

    private static java.util.function.Consumer<Shredded.Entry> appendTo(ColumnAppender column) {
        PrimitiveTypeName type = column.column().getPrimitiveType().getPrimitiveTypeName();
        return entry -> {
            if (entry.repetitionLevel() > 0) {
                column.repeat(entry.repetitionLevel());
            }
            Object value = entry.value();
            if (value == null) {
                column.appendNull(entry.definitionLevel());
                return;
            }
            switch (type) {
                case BOOLEAN -> column.appendBoolean((boolean) value);
                case INT32 -> column.appendInt((int) value);
                case INT64 -> column.appendLong((long) value);
                case FLOAT -> column.appendFloat(Float.intBitsToFloat((int) value));
                case DOUBLE -> column.appendDouble(Double.longBitsToDouble((long) value));
                case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> column.appendBytes(((Binary) value).getBytes());
            }
        };
    }
}
