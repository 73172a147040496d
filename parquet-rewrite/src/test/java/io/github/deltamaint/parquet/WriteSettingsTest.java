package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

class WriteSettingsTest {

    @Test
    void nonsenseIsRefusedByTheSetter() {
        refused(b -> b.pageRows(0), "pageRows must be at least 1, not 0");
        refused(b -> b.pageBytes(10), "pageBytes must be at least 64, not 10");
        refused(b -> b.rowGroupBytes(1), "rowGroupBytes must be at least 1024, not 1");
        refused(b -> b.rowGroupRows(-1), "rowGroupRows must be at least 1, not -1");
        refused(b -> b.dictionaryBytes(-1), "dictionaryBytes must be at least 0, not -1");
        refused(b -> b.dictionaryBytes(Integer.MAX_VALUE), "dictionaryBytes must be at most 268435456, not 2147483647");
        refused(b -> b.createdBy(" "), "createdBy must name the writer, it is blank");
        refused(b -> b.compression(Compression.SNAPPY, 1), "SNAPPY has no levels, but level 1 was given");
        refused(b -> b.compression(Compression.ZSTD, 23), "ZSTD has levels 1 to 22, not 23");
        refused(b -> b.compression(Compression.GZIP, 0), "GZIP has levels 1 to 9, not 0");
    }

    private static void refused(Consumer<WriteSettings.Builder> setter, String message) {
        assertThatThrownBy(() -> setter.accept(WriteSettings.builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void theWriterIsNamedWithItsVersion() {
        assertThat(WriteSettings.defaults().createdBy()).matches("delta-maintenance version \\d+\\.\\d+\\.\\d+.*");
    }

    @Test
    void requestsWithoutInputOrPlaceForOutputsAreRefused() {
        MessageType schema = MessageTypeParser.parseMessageType("message m { optional int32 a; }");
        RewriteRequest.Builder request = RewriteRequest.builder(schema);
        assertThatThrownBy(request::build).hasMessage("a rewrite needs at least one input");
        request.input(new MemoryFile("x").input());
        assertThatThrownBy(request::build).hasMessage("a rewrite needs a place for its outputs: call outputs(…)");
        assertThatThrownBy(() -> request.memoryLimitBytes(1))
                .hasMessage("memoryLimitBytes must be at least 16777216, not 1");
        assertThatThrownBy(() -> request.targetFileBytes(1)).hasMessage("targetFileBytes must be at least 1024, not 1");
        assertThatThrownBy(() -> RewriteRequest.builder(new MessageType("m")))
                .hasMessageContaining("the schema has no columns");
    }

    @Test
    void appendersRefuseWhatTheirColumnCannotHold() throws Exception {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message m {
                  required int32 a;
                  optional fixed_len_byte_array(4) b;
                  optional group c (LIST) { repeated group list { optional int64 element; } }
                }
                """);
        MemoryFile file = new MemoryFile("file");
        try (ParquetFileAppender appender =
                ParquetFileAppender.open(file, schema, WriteSettings.defaults(), Map.of(), 1 << 20)) {
            ColumnAppender a = appender.column("a");
            ColumnAppender b = appender.column("b");
            ColumnAppender c = appender.column("c.list.element");
            assertThatThrownBy(a::appendNull).hasMessage("column a takes values, the column is required, not a null");
            assertThatThrownBy(() -> a.appendLong(1))
                    .hasMessage("column a takes values of required int32 a, not one of type INT64");
            assertThatThrownBy(() -> b.appendBytes(new byte[3]))
                    .hasMessage("column b takes values of 4 bytes, not one of 3");
            assertThatThrownBy(() -> c.appendNull(3)).hasMessageContaining("a definition level from 0 to 2");
            assertThatThrownBy(() -> c.repeat(2)).hasMessageContaining("a repetition level from 1 to 1");
            assertThatThrownBy(() -> c.repeat(1))
                    .hasMessageContaining("cannot repeat a record that has not been started");
            assertThatThrownBy(() -> appender.column("d")).hasMessage("the schema has no column d");
            a.appendInt(1);
            assertThatThrownBy(appender::endRecords)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("column b has 0 new records, but column a has 1");
        }
        assertThat(file.isAborted()).isTrue();
    }
}
