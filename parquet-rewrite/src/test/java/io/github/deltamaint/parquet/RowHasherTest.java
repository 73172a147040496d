package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

class RowHasherTest {

    @Property(tries = 60)
    void neitherOrderNorEncodingNorBatchesMatter(@ForAll long seed) throws IOException {
        MessageType schema = new RandomFile(seed).schema();
        Random random = new Random(seed);
        List<Group> rows = new RandomFile(seed).records(schema, random.nextInt(200));
        RowDigest digest = digest(schema, new RandomFile(seed).write(schema, rows), 1000);

        List<Group> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, random);
        byte[] other = new RandomFile(seed + 1).write(schema, shuffled);
        assertThat(digest(schema, other, 1 + random.nextInt(50))).isEqualTo(digest);
        assertThat(digest.rows()).isEqualTo(rows.size());

        if (rows.size() > 1) {
            int cut = random.nextInt(rows.size());
            RowDigest first = digest(schema, new RandomFile(seed).write(schema, rows.subList(0, cut)), 100);
            RowDigest second = digest(schema, new RandomFile(seed).write(schema, rows.subList(cut, rows.size())), 100);
            assertThat(first.plus(second)).isEqualTo(digest);
        }
    }

    @Property(tries = 60)
    void aLostADoubledOrAChangedRowShows(@ForAll long seed) throws IOException {
        MessageType schema = new RandomFile(seed).schema();
        Random random = new Random(seed);
        List<Group> rows = new RandomFile(seed).records(schema, 2 + random.nextInt(100));
        RowDigest digest = digest(schema, new RandomFile(seed).write(schema, rows), 1000);

        List<Group> changed = new ArrayList<>(rows);
        int row = random.nextInt(rows.size());
        int other = (row + 1) % rows.size();
        Group before = changed.set(row, rows.get(other));
        RowDigest replaced = digest(schema, new RandomFile(seed).write(schema, changed), 1000);
        assertThat(replaced.toHex().equals(digest.toHex()))
                .as("%s replaced by %s", before, rows.get(other))
                .isEqualTo(before.toString().equals(rows.get(other).toString()));
    }

    @Test
    void valuesThatLookAlikeDiffer() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { optional double d; optional binary b; optional group l (LIST) { repeated group list { optional int32 element; } } }");
        Set<String> digests = new HashSet<>();
        List<Group> rows = new ArrayList<>();
        for (long bits : new long[] {0, 1L << 63, 0x7ff8000000000000L, 0x7ff8000000000001L, 0x7ff0000000000001L}) {
            rows.add(new SimpleGroup(schema).append("d", Double.longBitsToDouble(bits)));
        }
        for (byte[] bytes : new byte[][] {{}, {0}, {0, 0}, new byte[8], new byte[9]}) {
            rows.add(new SimpleGroup(schema).append("b", Binary.fromConstantByteArray(bytes)));
        }
        rows.add(new SimpleGroup(schema));
        SimpleGroup empty = new SimpleGroup(schema);
        empty.addGroup("l");
        rows.add(empty);
        for (Integer[] elements : new Integer[][] {{null}, {null, null}, {0}, {0, null}, {null, 0}, {1, 2}, {2, 1}}) {
            SimpleGroup row = new SimpleGroup(schema);
            Group list = row.addGroup("l");
            for (Integer element : elements) {
                Group entry = list.addGroup("list");
                if (element != null) {
                    entry.append("element", element);
                }
            }
            rows.add(row);
        }
        for (Group row : rows) {
            digests.add(digest(schema, new RandomFile(1).write(schema, List.of(row)), 10)
                    .toHex());
        }
        assertThat(digests).hasSize(rows.size());
    }

    @Test
    void valuesThatChangePlacesBetweenRowsShow() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m { optional int64 a; optional int64 b; }");
        RowDigest digest = digest(schema, rows(schema, 1, 2, 3, 4), 10);
        assertThat(digest(schema, rows(schema, 3, 4, 1, 2), 10)).isEqualTo(digest);
        RowDigest swapped = digest(schema, rows(schema, 1, 4, 3, 2), 10);
        assertThat(swapped.columns()).as("each column has the same values").isEqualTo(digest.columns());
        assertThat(swapped.toHex()).isNotEqualTo(digest.toHex());
        assertThat(digest(schema, rows(schema, 2, 1, 4, 3), 10).toHex()).isNotEqualTo(digest.toHex());
    }

    @Test
    void aDifferenceIsToldByColumn() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m { optional int64 a; optional int64 b; }");
        RowDigest one = digest(schema, rows(schema, 1, 2, 3, 4), 10);
        RowDigest two = digest(schema, rows(schema, 1, 2, 3, 5), 10);
        assertThat(two.columns().get(0)).isEqualTo(one.columns().get(0));
        assertThat(two.columns().get(1)).isNotEqualTo(one.columns().get(1));
    }

    @Test
    void constantsCountAsTheValuesTheyStandFor() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m { optional int64 a; optional int64 b; "
                + "optional binary s; optional boolean t; optional float f; optional double d; optional int32 i; }");
        List<Group> rows = List.of(
                new SimpleGroup(schema)
                        .append("a", 1L)
                        .append("b", 7L)
                        .append("s", "x")
                        .append("t", true)
                        .append("f", 1.5f)
                        .append("d", 2.5)
                        .append("i", -3),
                new SimpleGroup(schema)
                        .append("b", 7L)
                        .append("s", "x")
                        .append("t", true)
                        .append("f", 1.5f)
                        .append("d", 2.5)
                        .append("i", -3));
        byte[] bytes = new RandomFile(1).write(schema, rows);
        RowDigest digest = digest(schema, bytes, 10);
        RowHasher hasher = new RowHasher(schema);
        hasher.setConstant(1, 7L);
        hasher.setConstant(2, new byte[] {'x'});
        hasher.setConstant(3, true);
        hasher.setConstant(4, 1.5f);
        hasher.setConstant(5, 2.5);
        hasher.setConstant(6, -3);
        update(hasher, bytes, schema, 10);
        assertThat(hasher.digest()).isEqualTo(digest);

        hasher = new RowHasher(schema);
        hasher.setConstant(0, null);
        update(hasher, bytes, schema, 10);
        hasher.clearConstants();
        update(hasher, bytes, schema, 10);
        RowDigest twoKinds = digest(
                schema,
                new RandomFile(1).write(schema, List.of(rows.get(1), rows.get(1), rows.get(0), rows.get(1))),
                10);
        assertThat(hasher.digest()).isEqualTo(twoKinds);
    }

    @Test
    void refusesConstantsThatDoNotFit() {
        RowHasher hasher =
                new RowHasher(MessageTypeParser.parseMessageType("message m { required int64 a; repeated int32 r; }"));
        assertThatThrownBy(() -> hasher.setConstant(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column a needs a Long, not Integer");
        assertThatThrownBy(() -> hasher.setConstant(0, null)).hasMessage("column a is required and cannot be null");
        assertThatThrownBy(() -> hasher.setConstant(1, 1)).hasMessage("column r is repeated and cannot be constant");
        assertThatThrownBy(() -> hasher.update(1, java.util.Arrays.asList(null, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 records of column a were expected, found none");
    }

    @Test
    void staysTheSameFromReleaseToRelease() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { optional int64 a; optional binary s (STRING); optional double d; repeated int32 r; }");
        Group row = new SimpleGroup(schema)
                .append("a", 42L)
                .append("s", "a text of more than eight bytes")
                .append("d", 0.5)
                .append("r", 1)
                .append("r", 2);
        RowDigest digest = digest(schema, new RandomFile(1).write(schema, List.of(row, new SimpleGroup(schema))), 10);
        assertThat(digest.toHex()).isEqualTo("f578ae4c7bd6783486f5fe215d6d18bc");
    }

    private static byte[] rows(MessageType schema, long... values) throws IOException {
        List<Group> rows = new ArrayList<>();
        for (int i = 0; i < values.length; i += 2) {
            rows.add(new SimpleGroup(schema).append("a", values[i]).append("b", values[i + 1]));
        }
        return new RandomFile(1).write(schema, rows);
    }

    private static RowDigest digest(MessageType schema, byte[] bytes, int batchRecords) throws IOException {
        RowHasher hasher = new RowHasher(schema);
        update(hasher, bytes, schema, batchRecords);
        return hasher.digest();
    }

    private static void update(RowHasher hasher, byte[] bytes, MessageType schema, int batchRecords)
            throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("rows", bytes));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, schema, FieldMatching.NAME, RowSelection.all(), batchRecords)) {
            while (reader.next()) {
                hasher.update(reader.records(), reader.columns());
            }
        }
    }
}
