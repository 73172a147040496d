package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

class ColumnBatchReaderTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message m {
              required int64 id;
              optional binary name (STRING);
              optional boolean flag;
              optional group tags (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional binary value (STRING);
                }
              }
            }
            """);

    /** 25 rows in row groups of 10: every third name is null, row n has n % 4 tags, every other one without a value. */
    private static byte[] file() throws IOException {
        MemoryOutput output = new MemoryOutput();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(output)
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withRowGroupRowCountLimit(10)
                .withPageRowCountLimit(3)
                .build()) {
            for (int i = 0; i < 25; i++) {
                Group row = new SimpleGroup(SCHEMA).append("id", (long) i);
                if (i % 3 != 0) {
                    row.append("name", "n" + i);
                }
                if (i % 5 != 0) {
                    row.append("flag", i % 2 == 0);
                }
                Group tags = row.addGroup("tags");
                for (int tag = 0; tag < i % 4; tag++) {
                    Group entry = tags.addGroup("key_value").append("key", "k" + tag);
                    if (tag % 2 == 0) {
                        entry.append("value", "v" + i);
                    }
                }
                writer.write(row);
            }
        }
        return output.bytes();
    }

    @Test
    void walksNestedDataAsItsDocumentationShows() throws IOException {
        List<String> rows = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemorySource("f", file()));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, SCHEMA, FieldMatching.NAME, RowSelection.all(), 4)) {
            ColumnBatch id = reader.column("id");
            ColumnBatch name = reader.column("name");
            ColumnBatch flag = reader.column(2);
            ColumnBatch key = reader.column("tags.key_value.key");
            ColumnBatch value = reader.column("tags.key_value.value");
            while (reader.next()) {
                assertThat(reader.records()).isBetween(1, 4);
                for (int record = 0; record < reader.records(); record++) {
                    Map<String, String> map = new LinkedHashMap<>();
                    for (int entry = key.firstEntry(record); entry < key.firstEntry(record + 1); entry++) {
                        if (!key.isNull(entry)) {
                            map.put(
                                    key.stringAt(key.value(entry)),
                                    value.isNull(entry) ? null : value.stringAt(value.value(entry)));
                        }
                    }
                    assertThat(reader.rowPosition(record)).isEqualTo(id.longAt(record));
                    rows.add(id.longAt(id.value(record)) + " "
                            + (name.isNull(record) ? null : name.stringAt(name.value(record))) + " "
                            + (flag.isNull(record) ? null : flag.booleanAt(flag.value(record))) + " " + map);
                }
            }
            assertThat(reader.next()).as("after the end").isFalse();
        }
        assertThat(rows).hasSize(25);
        assertThat(rows.get(0)).isEqualTo("0 null null {}");
        assertThat(rows.get(7)).isEqualTo("7 n7 false {k0=v7, k1=null, k2=v7}");
        assertThat(rows.get(24)).isEqualTo("24 null true {}");
    }

    @Test
    void readsChosenRowGroupsInTheOrderGiven() throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("f", file()));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, SCHEMA, FieldMatching.NAME, RowSelection.all(), 100, 2, 0)) {
            List<Long> ids = new ArrayList<>();
            while (reader.next()) {
                for (int record = 0; record < reader.records(); record++) {
                    ids.add(reader.column("id").longAt(record));
                    assertThat(reader.rowPosition(record)).isEqualTo(ids.get(ids.size() - 1));
                }
            }
            assertThat(ids).hasSize(15).startsWith(20L, 21L).contains(0L, 9L).doesNotContain(10L, 19L);
        }
    }

    @Test
    void tellsThePositionsOfTheRowsThatSurvive() throws IOException {
        RowSelection selection = RowSelection.builder(25)
                .delete(0)
                .delete(3, 6)
                .delete(9, 14)
                .delete(24)
                .build();
        List<Long> positions = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemorySource("f", file()));
                ColumnBatchReader reader = ColumnBatchReader.open(file, SCHEMA, FieldMatching.NAME, selection, 4)) {
            while (reader.next()) {
                for (int record = 0; record < reader.records(); record++) {
                    positions.add(reader.rowPosition(record));
                    assertThat(reader.column("id").longAt(record)).isEqualTo(reader.rowPosition(record));
                }
            }
        }
        assertThat(positions).containsExactly(1L, 2L, 6L, 7L, 8L, 14L, 15L, 16L, 17L, 18L, 19L, 20L, 21L, 22L, 23L);
    }

    @Test
    void readsNothingOfAFileWithoutSurvivors() throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("f", file()));
                ColumnBatchReader reader = ColumnBatchReader.open(
                        file,
                        SCHEMA,
                        FieldMatching.NAME,
                        RowSelection.builder().delete(0, 25).build(),
                        4)) {
            assertThat(reader.next()).isFalse();
            assertThat(reader.records()).isZero();
        }
    }

    @Test
    void refusesWhatCannotBeAskedFor() throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("f", file()))) {
            assertThatThrownBy(() -> ColumnBatchReader.open(file, SCHEMA, FieldMatching.NAME, RowSelection.all(), 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("batches of 0 records");
            assertThatThrownBy(() -> ColumnBatchReader.open(file, SCHEMA, FieldMatching.NAME, RowSelection.all(), 1, 3))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            try (ColumnBatchReader reader =
                    ColumnBatchReader.open(file, SCHEMA, FieldMatching.NAME, RowSelection.all(), 1)) {
                assertThatThrownBy(() -> reader.column("nam"))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("no leaf column nam among [");
                assertThatThrownBy(() -> reader.rowPosition(0)).isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
    }

    @Test
    void assemblesRecords() throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("f", file()));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, SCHEMA, FieldMatching.NAME, RowSelection.all(), 3)) {
            List<Object[]> records = Records.read(reader);
            assertThat(Plain.text(records.get(7))).isEqualTo("{7, n7, false, [k0=v7, k1=null, k2=v7]}");
            assertThat(Plain.text(records.get(12))).isEqualTo("{12, null, true, []}");
            assertThatThrownBy(() -> new RecordAssembler(SCHEMA).batch(List.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("0 columns for the 5 leaves of the schema");
        }
    }
}
