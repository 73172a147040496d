package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFileTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message m { optional int64 a; }");

    @TempDir
    Path directory;

    @Test
    void tellsWhatTheFooterSays() throws IOException {
        FileMetaData footer = footer();
        footer.setKey_value_metadata(List.of(new KeyValue("k").setValue("v")));
        footer.setCreated_by("somebody");
        try (ParquetFile file = open(new RawFile(FieldRepetitionType.REQUIRED).finish(footer))) {
            assertThat(file.name()).isEqualTo("f");
            assertThat(file.rowCount()).isEqualTo(3);
            assertThat(file.rowGroups()).isEqualTo(2);
            assertThat(file.rowCount(1)).isEqualTo(1);
            assertThat(file.firstRow(1)).isEqualTo(2);
            assertThat(file.keyValueMetadata()).containsExactly(java.util.Map.entry("k", "v"));
            assertThat(file.createdBy()).isEqualTo("somebody");
            assertThat(file.chunk(1, 1).getValueCount()).isEqualTo(1);
            assertThat(file.schema().getColumns()).hasSize(2);
        }
    }

    @Test
    void readsASmallFileInOneRequest() throws IOException {
        Path path = directory.resolve("small.parquet");
        Files.write(path, new RandomFile(1).write(SCHEMA, rows(1000)));
        PathSource source = new PathSource(path);
        try (ParquetFile file = ParquetFile.open(source)) {
            assertThat(Entries.read(batches(file)).get(0)).hasSize(1000);
            assertThat(source.requests()).isEqualTo(1);
        }
        assertThat(source.isOpen()).isFalse();
    }

    @Test
    void readsARowGroupOfALargeFileInOneRequest() throws IOException {
        Path path = directory.resolve("large.parquet");
        MessageType wide = MessageTypeParser.parseMessageType(
                "message m { required int64 a; required int64 b; required int64 c; }");
        List<Group> rows = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            rows.add(new SimpleGroup(wide)
                    .append("a", i * 0x9e3779b97f4a7c15L)
                    .append("b", i * 0xbf58476d1ce4e5b9L)
                    .append("c", i * 0x94d049bb133111ebL));
        }
        Files.write(path, new RandomFile(3).write(wide, rows));
        assertThat(Files.size(path)).isGreaterThan(ParquetFile.SMALL_FILE_BYTES);
        PathSource source = new PathSource(path);
        try (ParquetFile file = ParquetFile.open(source)) {
            int opening = source.requests();
            assertThat(opening).isEqualTo(file.footer().getBlocks().size() > 100 ? 3 : 2);
            assertThat(Entries.read(batches(file)).get(2)).hasSize(100_000);
            assertThat(source.requests() - opening).isEqualTo(file.rowGroups());
        }
    }

    @Test
    void closesTheSourceWhenOpeningFails() throws IOException {
        Path path = directory.resolve("broken.parquet");
        Files.write(path, new byte[100]);
        PathSource source = new PathSource(path);
        assertThatThrownBy(() -> ParquetFile.open(source)).isInstanceOf(CorruptFileException.class);
        assertThat(source.isOpen()).isFalse();
    }

    @Test
    void refusesWhatIsNoParquetFile() throws IOException {
        assertCorrupt(new byte[0], "no Parquet file: it has only 0 bytes");
        assertCorrupt("PAR1PAR1".getBytes(), "no Parquet file: it has only 8 bytes");
        byte[] good = new RandomFile(1).write(SCHEMA, rows(3));
        byte[] tail = good.clone();
        tail[tail.length - 1] = '\n';
        assertCorrupt(tail, "at offset " + (tail.length - 4) + " \"PAR1\" was expected, found \"PAR?\"");
        byte[] head = good.clone();
        head[0] = 'X';
        assertCorrupt(head, "at offset 0 \"PAR1\" was expected, found \"XAR1\"");
        assertCorrupt(Arrays.copyOf(good, good.length - 5), "no Parquet file");
        byte[] length = good.clone();
        length[length.length - 5] = 127;
        assertCorrupt(length, "is announced, in a file of " + length.length + " bytes");
        byte[] footer = good.clone();
        Arrays.fill(footer, footer.length - 40, footer.length - 8, (byte) 0xff);
        assertCorrupt(footer, "the footer at offset ");
    }

    @Test
    void refusesFootersThatContradictThemselves() throws IOException {
        assertCorrupt(f -> f.setNum_rows(4), "the footer says 4 rows, its row groups have 3");
        assertCorrupt(f -> f.getSchema().get(0).setNum_children(3), "the group m of the schema has 3 children");
        assertCorrupt(
                f -> f.setSchema(List.of(group("m"), group("g").setNum_children(2), leaf("a"))),
                "the schema breaks off after 3 elements");
        assertCorrupt(f -> f.setSchema(List.of()), "the footer has no schema");
        assertCorrupt(f -> f.getSchema().get(0).setNum_children(1), "the schema has 1 elements too many");
        assertCorrupt(f -> f.getSchema().get(0).setNum_children(-1), "the group m of the schema has -1 children");
        assertCorrupt(f -> f.getSchema().get(1).setType(null), "the group a of the schema has 0 children");
        assertCorrupt(f -> f.getRow_groups().get(1).getColumns().remove(1), "has 1 column chunks for the 2 columns");
        assertCorrupt(
                f -> metadata(f).setType(Type.INT64),
                "row group 1, column b: its chunk is INT64, the schema says INT32");
        assertCorrupt(
                f -> metadata(f).setPath_in_schema(List.of("a")),
                "column b: the footer has the chunk of column a in its place");
        assertCorrupt(
                f -> metadata(f).setPath_in_schema(List.of("x")), "the footer has the chunk of column x in its place");
        assertCorrupt(f -> metadata(f).setNum_values(2), "the chunk has 2 values for 1 rows");
        assertCorrupt(
                f -> metadata(f).setTotal_compressed_size(1 << 20), "the chunk has 1048576 bytes from offset 4 on");
        assertCorrupt(f -> metadata(f).setTotal_compressed_size(-1), "the chunk has -1 bytes from offset 4 on");
        assertCorrupt(
                f -> f.getRow_groups().get(1).getColumns().get(1).setMeta_data(null),
                "column b: its chunk has no metadata");
    }

    @Test
    void acceptsATotalThatWasNeverFilledIn() throws IOException {
        FileMetaData footer = footer();
        footer.setNum_rows(0);
        try (ParquetFile file = open(new RawFile(FieldRepetitionType.REQUIRED).finish(footer))) {
            assertThat(file.rowCount()).isEqualTo(3);
        }
    }

    @Test
    void refusesNestingThatNobodyNeeds() throws IOException {
        FileMetaData footer = footer();
        List<SchemaElement> elements = new ArrayList<>();
        elements.add(group("m"));
        for (int i = 0; i < 200; i++) {
            elements.add(group("g").setRepetition_type(FieldRepetitionType.OPTIONAL));
        }
        elements.add(leaf("a"));
        footer.setSchema(elements).setRow_groups(List.of()).setNum_rows(0);
        assertUnsupported(footer, "is nested deeper than 127 levels");
        for (int i = 0; i < 2000; i++) {
            elements.add(1, group("g").setRepetition_type(FieldRepetitionType.REQUIRED));
        }
        assertUnsupported(footer, "a schema nested deeper than 1000 levels");
    }

    @Test
    void refusesEncryptionAndTwofoldNamesAndColumnsInOtherFiles() throws IOException {
        FileMetaData encrypted = footer();
        encrypted.setEncryption_algorithm(EncryptionAlgorithm.AES_GCM_V1(new org.apache.parquet.format.AesGcmV1()));
        assertUnsupported(encrypted, "encrypted Parquet (columns) is not supported");
        FileMetaData column = footer();
        column.getRow_groups().get(0).getColumns().get(0).setEncrypted_column_metadata(new byte[] {1});
        assertUnsupported(column, "encrypted Parquet (columns) is not supported");
        FileMetaData twofold = footer();
        twofold.getSchema().get(2).setName("a");
        twofold.getRow_groups()
                .forEach(group -> group.getColumns().get(1).getMeta_data().setPath_in_schema(List.of("a")));
        assertUnsupported(twofold, "m has two fields named a");
        FileMetaData elsewhere = footer();
        elsewhere.getRow_groups().get(0).getColumns().get(0).setFile_path("other.parquet");
        assertUnsupported(
                elsewhere, "row group 0, column a: its chunk is in another file, other.parquet: read that one");
        byte[] magic = new RandomFile(1).write(SCHEMA, rows(3));
        magic[magic.length - 1] = 'E';
        assertThatThrownBy(() -> open(magic))
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessageContaining("encrypted Parquet (footer)");
    }

    /** Two columns, two row groups of 2 and 1 rows, and no pages. */
    private static FileMetaData footer() {
        List<RowGroup> groups = new ArrayList<>();
        for (int rows = 2; rows >= 1; rows--) {
            List<ColumnChunk> chunks = new ArrayList<>();
            for (String name : List.of("a", "b")) {
                ColumnChunk chunk = new ColumnChunk(4);
                chunk.setMeta_data(new ColumnMetaData(
                        Type.INT32,
                        List.of(Encoding.PLAIN),
                        List.of(name),
                        CompressionCodec.UNCOMPRESSED,
                        rows,
                        1,
                        1,
                        4));
                chunks.add(chunk);
            }
            groups.add(new RowGroup(chunks, 2, rows));
        }
        List<SchemaElement> schema = new ArrayList<>(List.of(group("m").setNum_children(2), leaf("a"), leaf("b")));
        return new FileMetaData(1, schema, 3, groups);
    }

    private static SchemaElement group(String name) {
        return new SchemaElement(name).setNum_children(1);
    }

    private static SchemaElement leaf(String name) {
        return new SchemaElement(name).setType(Type.INT32).setRepetition_type(FieldRepetitionType.REQUIRED);
    }

    private static ColumnMetaData metadata(FileMetaData footer) {
        return footer.getRow_groups().get(1).getColumns().get(1).getMeta_data();
    }

    private static void assertCorrupt(Consumer<FileMetaData> change, String message) throws IOException {
        FileMetaData footer = footer();
        change.accept(footer);
        assertCorrupt(new RawFile(FieldRepetitionType.REQUIRED).finish(footer), message);
    }

    private static void assertCorrupt(byte[] bytes, String message) {
        assertThatThrownBy(() -> open(bytes))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("f: ")
                .hasMessageContaining(message)
                .extracting(e -> ((CorruptFileException) e).file())
                .isEqualTo("f");
    }

    private static void assertUnsupported(FileMetaData footer, String message) throws IOException {
        byte[] bytes = new RawFile(FieldRepetitionType.REQUIRED).finish(footer);
        assertThatThrownBy(() -> open(bytes))
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessageStartingWith("f: ")
                .hasMessageContaining(message);
    }

    private static ParquetFile open(byte[] bytes) throws IOException {
        return ParquetFile.open(new MemorySource("f", bytes));
    }

    private static ColumnBatchReader batches(ParquetFile file) throws IOException {
        return ColumnBatchReader.open(file, file.schema(), FieldMatching.NAME, RowSelection.all(), 4096);
    }

    private static List<Group> rows(int count) {
        List<Group> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new SimpleGroup(SCHEMA).append("a", (long) i));
        }
        return rows;
    }
}
