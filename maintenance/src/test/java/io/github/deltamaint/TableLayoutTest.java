package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.TableLayout.Chunk;
import io.github.deltamaint.TableLayout.Column;
import io.github.deltamaint.TableLayout.DirectLakeFit;
import io.github.deltamaint.TableLayout.Order;
import io.github.deltamaint.TableLayout.OrderShare;
import io.github.deltamaint.TableLayout.RowGroup;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report, compared with parquet-java's view of the footers. */
class TableLayoutTest {
    @TempDir
    Path directory;

    private static Columns rows(int count, int distinct) {
        Long[] numbers = new Long[count];
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (long) i;
            texts[i] = i % 7 == 0 ? null : "text " + i * 31 % distinct;
        }
        return new Columns().longs("number", numbers).strings("text", texts);
    }

    @Test
    void saysWhatTheFootersSay() throws IOException {
        TestTable table = TestTable.in(directory).append(rows(1000, 5)).append(rows(3000, 40));

        TableLayout layout = maintain(table).layout();

        assertThat(layout.numFiles()).isEqualTo(2);
        assertThat(layout.numRows()).isEqualTo(4000);
        assertThat(layout.rowGroups().minRows()).isEqualTo(1000);
        assertThat(layout.rowGroups().maxRows()).isEqualTo(3000);
        assertThat(layout.rowGroups().avgRows()).isEqualTo(2000);
        assertThat(layout.rowGroups().variation()).isEqualTo(0.5);
        assertThat(layout.rowGroups().rowShareBelowMillion()).isEqualTo(1);
        assertThat(layout.order()).containsExactly(new OrderShare(Order.NONE, 2, 4000, 1));
        for (TableLayout.File file : layout.files()) {
            try (ParquetFileReader reader =
                    ParquetFileReader.open(new LocalInputFile(directory.resolve(file.path())))) {
                assertThat(file.createdBy()).isEqualTo(reader.getFileMetaData().getCreatedBy());
                for (RowGroup group : file.rowGroups()) {
                    check(group, reader.getFooter().getBlocks().get(group.index()));
                }
            }
        }
        Column text = layout.columns().get(1);
        assertThat(text.name()).isEqualTo("text");
        assertThat(text.chunks()).isEqualTo(2);
        assertThat(text.minDistinct()).hasValue(5);
        assertThat(text.maxDistinct()).hasValue(40);
        assertThat(text.dictionaryFallbacks()).isZero();
        assertThat(layout.columns().stream().mapToDouble(Column::sizeShare).sum())
                .isBetween(0.999, 1.001);
    }

    private static void check(RowGroup group, BlockMetaData block) {
        assertThat(group.rows()).isEqualTo(block.getRowCount());
        for (int i = 0; i < group.chunks().size(); i++) {
            Chunk chunk = group.chunks().get(i);
            ColumnChunkMetaData judged = block.getColumns().get(i);
            assertThat(chunk.column()).isEqualTo(judged.getPath().toDotString());
            assertThat(chunk.compressedSize().bytes()).isEqualTo(judged.getTotalSize());
            assertThat(chunk.uncompressedSize().bytes()).isEqualTo(judged.getTotalUncompressedSize());
            assertThat(chunk.values()).isEqualTo(judged.getValueCount());
            assertThat(chunk.nulls()).hasValue(judged.getStatistics().getNumNulls());
            assertThat(chunk.hasDictionary()).isEqualTo(judged.hasDictionaryPage());
            assertThat(chunk.dictionaryFallback())
                    .isEqualTo(judged.hasDictionaryPage()
                            && judged.getEncodingStats().hasNonDictionaryEncodedPages());
            assertThat(chunk.codec()).isEqualTo(judged.getCodec().name());
            assertThat(chunk.max()).isEqualTo(judged.getStatistics().maxAsString());
        }
    }

    @Test
    void tellsInWhichOrderFilesAreAndHowItKnows() {
        TestTable table = TestTable.in(directory)
                .property("delta.parquet.vorder.enabled", "true")
                .append(rows(100, 5));
        maintain(table).optimize().execute();
        long version = table.version() + 1;
        NaiveFile ours = NaiveLog.latest(directory).files().get(0);

        TableLayout layout = maintain(table).layout();

        assertThat(layout.version()).isEqualTo(version);
        assertThat(layout.vOrderWanted()).hasValue(true);
        assertThat(layout.order()).containsExactly(new OrderShare(Order.AUTOMATIC, 1, 100, 1));
        assertThat(layout.files()).singleElement().satisfies(file -> {
            assertThat(file.path()).isEqualTo(directory.relativize(ours.file()).toString());
            assertThat(file.evidence()).isEqualTo("footer");
            assertThat(file.profile()).hasValue("SCAN");
        });
    }

    @Test
    void believesMicrosoftsTag() {
        TestTable table = TestTable.in(directory).append(rows(100, 5)).append(rows(300, 5));
        ObjectNode add = table.files().get(0).add().deepCopy();
        add.putObject("tags").put("VORDER", "true");
        table.commitRaw("{\"add\":" + add + "}");

        TableLayout layout = maintain(table).layout();

        assertThat(layout.order())
                .containsExactly(
                        new OrderShare(Order.MICROSOFT, 1, 100, 0.25), new OrderShare(Order.NONE, 1, 300, 0.75));
        assertThat(layout.files()).extracting(TableLayout.File::evidence).containsExactlyInAnyOrder("tag", "");
    }

    @Test
    void countsDeletedRowsAndComparesWithDirectLake() {
        TestTable table = TestTable.in(directory).feature("deletionVectors").append(rows(100, 5));
        table.deleteRows(table.files().get(0), 3, 4);

        TableLayout layout = maintain(table).layout();

        assertThat(layout.files()).extracting(TableLayout.File::deletedRows).containsExactly(2L);
        DirectLakeFit smallest = layout.directLake().get(0);
        assertThat(smallest.capacities()).isEqualTo(List.of("F2", "F4", "F8"));
        assertThat(smallest.maxFiles()).isEqualTo(1000);
        assertThat(smallest.maxRows()).isEqualTo(300_000_000);
        assertThat(smallest.fits()).isTrue();
        assertThat(smallest.headroom()).isEqualTo(0.999);
        assertThat(layout.directLake()).hasSize(9);
    }

    @Test
    void anEmptyTableHasNoFiles() {
        TestTable table = TestTable.in(directory).columns(rows(1, 1).type()).create();
        TableLayout layout = maintain(table).layout();
        assertThat(layout.numFiles()).isZero();
        assertThat(layout.order()).isEmpty();
        assertThat(layout.rowGroups().count()).isZero();
    }
}
