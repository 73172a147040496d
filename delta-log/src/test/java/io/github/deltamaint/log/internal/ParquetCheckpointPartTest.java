package io.github.deltamaint.log.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.LocalStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoint files that parquet-java wrote, with columns that are missing or unusual. */
class ParquetCheckpointPartTest {

    @TempDir
    Path directory;

    private ParquetCheckpointPart part(String schema, List<Consumer<Group>> rows) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType("message checkpoint {" + schema + "}");
        Path file = directory.resolve("_delta_log/00000000000000000003.checkpoint.parquet");
        Files.createDirectories(file.getParent());
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(type)
                .build()) {
            SimpleGroupFactory groups = new SimpleGroupFactory(type);
            for (Consumer<Group> row : rows) {
                Group group = groups.newGroup();
                row.accept(group);
                writer.write(group);
            }
        }
        LogReader reader = new LogReader(new LocalStorage(), new TablePath(directory.toString()));
        return new ParquetCheckpointPart(reader, new FileStatus(file.toString(), Files.size(file), 1, false), 3);
    }

    private static List<FileAction> read(ParquetCheckpointPart part, boolean adds, FileColumns columns) {
        List<FileAction> actions = new ArrayList<>();
        try (PullIterator<FileAction> files = part.fileActions(adds, columns, (path, offset, length, id) -> true)) {
            files.forEachRemaining(actions::add);
        }
        return actions;
    }

    private static Binary int96(long nanosOfDay, int julianDay) {
        return Binary.fromConstantByteBuffer(ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanosOfDay)
                .putInt(julianDay)
                .flip());
    }

    private static final String BOUNDS = "optional int32 i; optional int64 l; optional int32 d (DATE);"
            + " optional int64 us (TIMESTAMP(MICROS,true)); optional int64 ms (TIMESTAMP(MILLIS,true));"
            + " optional int64 ntz (TIMESTAMP(MICROS,false)); optional int96 old; optional float f; optional double g;"
            + " optional int32 d9 (DECIMAL(9,2)); optional int64 d18 (DECIMAL(18,4));"
            + " optional fixed_len_byte_array(9) d20 (DECIMAL(20,3)); optional binary db (DECIMAL(20,3));"
            + " optional binary s (STRING); optional group n { optional int32 x; optional group m { optional binary y (STRING); } }";

    private static void bounds(Group group) {
        group.append("i", -7).append("l", Long.MIN_VALUE).append("d", -719_162);
        group.append("us", -1L).append("ms", 1_700_000_000_123L).append("ntz", 1_700_000_000_123_456L);
        group.append("old", int96(1_500, 2_440_588)).append("f", Float.NaN).append("g", -0.0);
        group.append("d9", -150).append("d18", 10_000L);
        group.append("d20", Binary.fromConstantByteArray(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1}));
        group.append("db", Binary.fromConstantByteArray(new byte[] {4, -46}));
        group.append("s", "quote \" and €");
        group.addGroup("n").append("x", 3).addGroup("m");
    }

    @Test
    void turnsParsedStatisticsIntoJson() throws IOException {
        ParquetCheckpointPart part = part(
                "optional group add { optional binary path (STRING); optional int64 size; optional group stats_parsed {"
                        + " optional int64 numRecords; optional boolean tightBounds;"
                        + " optional group minValues {" + BOUNDS + "} optional group maxValues {" + BOUNDS + "}"
                        + " optional group nullCount { optional int64 i; } } }",
                List.of(
                        row -> {
                            Group stats = row.addGroup("add")
                                    .append("path", "x")
                                    .append("size", 1L)
                                    .addGroup("stats_parsed");
                            stats.append("numRecords", 5L).append("tightBounds", false);
                            bounds(stats.addGroup("minValues"));
                            bounds(stats.addGroup("maxValues"));
                        },
                        row -> row.addGroup("add").append("path", "none").append("size", 1L),
                        row -> row.addGroup("add")
                                .append("path", "empty")
                                .append("size", 1L)
                                .addGroup("stats_parsed")));
        List<FileAction> files = read(part, true, FileColumns.ALL);
        String shared = "\"i\":-7,\"l\":-9223372036854775808,\"d\":\"0001-01-01\",\"us\":\"%s\","
                + "\"ms\":\"2023-11-14T22:13:20.123Z\",\"ntz\":\"%s\",\"old\":\"%s\",\"f\":\"NaN\",\"g\":-0.0,"
                + "\"d9\":-1.50,\"d18\":1.0000,\"d20\":-0.001,\"db\":1.234,\"s\":\"quote \\\" and €\","
                + "\"n\":{\"x\":3,\"m\":{}}";
        assertThat(((AddFile) files.get(0)).stats())
                .contains("{\"numRecords\":5,\"tightBounds\":false,\"minValues\":{"
                        + String.format(
                                shared,
                                "1969-12-31T23:59:59.999Z",
                                "2023-11-14T22:13:20.123",
                                "1970-01-01T00:00:00.000Z")
                        + "},\"maxValues\":{"
                        + String.format(
                                shared,
                                "1970-01-01T00:00:00.000Z",
                                "2023-11-14T22:13:20.124",
                                "1970-01-01T00:00:00.001Z")
                        + "}}");
        assertThat(((AddFile) files.get(1)).stats()).isEmpty();
        assertThat(((AddFile) files.get(2)).stats()).contains("{}");
        assertThat(((AddFile) read(part, true, FileColumns.ALL_BUT_STATS).get(0)).stats())
                .isEmpty();
    }

    @Test
    void prefersStatisticsThatAreJsonAlready() throws IOException {
        ParquetCheckpointPart part = part(
                "optional group add { optional binary path (STRING); optional int64 size; optional binary stats (STRING);"
                        + " optional group stats_parsed { optional int64 numRecords; } }",
                List.of(row -> row.addGroup("add")
                        .append("path", "x")
                        .append("size", 1L)
                        .append("stats", "{\"numRecords\":6}")
                        .addGroup("stats_parsed")
                        .append("numRecords", 5L)));
        assertThat(((AddFile) read(part, true, FileColumns.ALL).get(0)).stats()).contains("{\"numRecords\":6}");
    }

    @Test
    void usesParsedStatisticsWhereTheTextsAreAllNull() throws IOException {
        ParquetCheckpointPart part = part(
                "optional group add { optional binary path (STRING); optional int64 size; optional binary stats (STRING);"
                        + " optional group stats_parsed { optional int64 numRecords; } }",
                List.of(row -> row.addGroup("add")
                        .append("path", "x")
                        .append("size", 1L)
                        .addGroup("stats_parsed")
                        .append("numRecords", 5L)));
        assertThat(((AddFile) read(part, true, FileColumns.ALL).get(0)).stats()).contains("{\"numRecords\":5}");
    }

    @Test
    void readsMapsInWhateverWayTheyAreSpelled() throws IOException {
        ParquetCheckpointPart part = part(
                "optional group add { optional binary path (STRING); optional int32 size;"
                        + " optional group partitionValues (MAP) { repeated group map (MAP_KEY_VALUE) {"
                        + " required binary key (STRING); optional binary value (STRING); } } }",
                List.of(row -> {
                    Group add = row.addGroup("add").append("path", "x").append("size", 1);
                    Group map = add.addGroup("partitionValues");
                    map.addGroup("map").append("key", "p").append("value", "1");
                    map.addGroup("map").append("key", "q");
                }));
        AddFile file = (AddFile) read(part, true, FileColumns.ALL).get(0);
        assertThat(file.size()).isEqualTo(1);
        assertThat(file.partitionValues())
                .containsEntry("p", "1")
                .containsEntry("q", null)
                .hasSize(2);
    }

    @Test
    void readsAFileWithoutAnyKnownColumnAsEmpty() throws IOException {
        ParquetCheckpointPart part = part("optional group future { optional int32 x; }", List.of(row -> {}));
        assertThat(read(part, true, FileColumns.ALL)).isEmpty();
        assertThat(read(part, false, FileColumns.ALL)).isEmpty();
        assertThat(part.state().state().protocol()).isNull();
        assertThat(part.state().sidecars()).isEmpty();
    }

    @Test
    void readsProtocolAndDomainsWithAndWithoutLists() throws IOException {
        ParquetCheckpointPart part = part(
                "optional group protocol { optional int32 minReaderVersion; optional int32 minWriterVersion;"
                        + " optional group readerFeatures (LIST) { repeated group list { optional binary element (STRING); } }"
                        + " optional group writerFeatures (LIST) { repeated binary array (STRING); } }"
                        + " optional group domainMetadata { optional binary domain (STRING);"
                        + " optional binary configuration (STRING); optional boolean removed; }",
                List.of(
                        row -> {
                            Group protocol = row.addGroup("protocol")
                                    .append("minReaderVersion", 1)
                                    .append("minWriterVersion", 7);
                            protocol.addGroup("writerFeatures").append("array", "appendOnly");
                        },
                        row -> row.addGroup("domainMetadata")
                                .append("domain", "gone")
                                .append("configuration", "")
                                .append("removed", true)));
        SnapshotState state = part.state().state();
        assertThat(state.protocol())
                .isEqualTo(new io.github.deltamaint.log.actions.Protocol(
                        1, 7, java.util.Optional.empty(), java.util.Optional.of(List.of("appendOnly"))));
        assertThat(state.domains().get("gone").removed()).isTrue();
    }

    @Test
    void rejectsRowsThatLackWhatTheyNeed() throws IOException {
        ParquetCheckpointPart withoutSize = part(
                "optional group add { optional binary path (STRING); optional int64 size; }",
                List.of(row -> row.addGroup("add").append("path", "x")));
        assertThatThrownBy(() -> read(withoutSize, true, FileColumns.ALL))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageEndingWith("has the file x without a size");
        Files.delete(directory.resolve("_delta_log/00000000000000000003.checkpoint.parquet"));
        ParquetCheckpointPart withoutPath = part(
                "optional group add { optional binary path (STRING); optional int64 size; }",
                List.of(
                        row -> row.addGroup("add").append("path", "x").append("size", 1L),
                        row -> row.addGroup("add").append("size", 1L)));
        assertThatThrownBy(() -> read(withoutPath, true, FileColumns.ALL))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageEndingWith("has a file without a path");
    }

    @Test
    void readsAFileWhoseLengthIsNotWhatWasSaid() throws IOException {
        ParquetCheckpointPart part = part(
                "optional group add { optional binary path (STRING); optional int64 size; }",
                List.of(row -> row.addGroup("add").append("path", "x").append("size", 1L)));
        for (long wrong : List.of(Files.size(Path.of(part.path())) - 5, Files.size(Path.of(part.path())) + 5)) {
            ParquetCheckpointPart lied = new ParquetCheckpointPart(
                    new LogReader(new LocalStorage(), new TablePath(directory.toString())),
                    new FileStatus(part.path(), wrong, 1, false),
                    3);
            assertThat(read(lied, true, FileColumns.KEYS))
                    .extracting(FileAction::path)
                    .containsExactly("x");
        }
    }
}
