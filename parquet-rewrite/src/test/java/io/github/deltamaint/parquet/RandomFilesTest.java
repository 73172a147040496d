package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.schema.MessageType;

/** Files of random schemas, values, page sizes, codecs and encodings, read as parquet-java reads them. */
class RandomFilesTest {

    @Property(tries = 200)
    void readsWhatParquetJavaReads(@ForAll long seed) throws IOException {
        RandomFile random = new RandomFile(seed);
        MessageType schema = random.schema();
        byte[] bytes = random.write(schema, (int) (seed & 0x1ff));
        List<List<String>> expected = ParquetJava.read(new MemoryInput(bytes));
        Random choices = new Random(seed);
        int batchRecords = 1 + choices.nextInt(100);
        assertThat(read(bytes, RowSelection.all(), batchRecords)).isEqualTo(expected);
    }

    @Property(tries = 200)
    void readsTheSelectedRowsAlone(@ForAll long seed) throws IOException {
        RandomFile random = new RandomFile(seed);
        MessageType schema = random.schema();
        int records = (int) (seed & 0x1ff);
        byte[] bytes = random.write(schema, records);
        Random choices = new Random(seed);
        RowSelection.Builder builder = RowSelection.builder();
        boolean[] deleted = new boolean[records];
        // Stretches of different lengths: single rows, pages, row groups.
        for (int row = 0; row < records; ) {
            int length = 1 + choices.nextInt(1 + choices.nextInt(150));
            if (choices.nextBoolean()) {
                for (int i = row; i < Math.min(records, row + length); i++) {
                    deleted[i] = true;
                    builder.delete(i);
                }
            }
            row += length;
        }
        List<List<String>> expected = new ArrayList<>();
        for (List<String> leaf : ParquetJava.read(new MemoryInput(bytes))) {
            expected.add(surviving(leaf, deleted));
        }
        assertThat(read(bytes, builder.build(), 1 + choices.nextInt(100))).isEqualTo(expected);
    }

    private static List<String> surviving(List<String> entries, boolean[] deleted) {
        List<String> result = new ArrayList<>();
        int row = -1;
        for (String entry : entries) {
            if (entry.startsWith("0/")) {
                row++;
            }
            if (!deleted[row]) {
                result.add(entry);
            }
        }
        return result;
    }

    private static List<List<String>> read(byte[] bytes, RowSelection selection, int batchRecords) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("random", bytes));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, file.schema(), FieldMatching.NAME, selection, batchRecords)) {
            return Entries.read(reader);
        }
    }
}
