package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.RowGroupLayout.Candidate;
import io.github.deltamaint.parquet.Shredded.Entry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.assertj.core.data.Offset;

/** What orders are weighed by, compared with what parquet-java finds in the files that are written. */
class OrderEstimatesTest {

    private static Shredded table(int records, Random random) {
        int count = 1 + random.nextInt(5);
        StringBuilder fields = new StringBuilder();
        for (int column = 0; column < count; column++) {
            fields.append(random.nextBoolean() ? "required" : "optional")
                    .append(random.nextInt(3) == 0 ? " double c" : " int64 c")
                    .append(column)
                    .append(';');
        }
        MessageType schema = MessageTypeParser.parseMessageType("message m {" + fields + "}");
        Shredded table = Shredded.empty(schema);
        for (int column = 0; column < count; column++) {
            int level = schema.getColumns().get(column).getMaxDefinitionLevel();
            int distinct = 1 + random.nextInt(1 << random.nextInt(11));
            int shape = random.nextInt(4);
            int nullPercent = random.nextInt(3) * 30;
            for (int row = 0; row < records; row++) {
                double position = switch (shape) {
                    case 0 -> random.nextDouble();
                    case 1 -> Math.pow(random.nextDouble(), 6);
                    case 2 -> (double) row / records;
                    default -> row / 100 * 100 * 7 % records / (double) records;
                };
                boolean isNull = level > 0 && random.nextInt(100) < nullPercent;
                table.columns()
                        .get(column)
                        .add(List.of(new Entry(0, isNull ? 0 : level, isNull ? null : (long) (position * distinct))));
            }
        }
        return table;
    }

    private record Written(RowGroupLayout layout, MemoryFile file, Shredded table) {}

    private static Written write(Shredded table, Random random, Compression compression, Dictionaries dictionaries)
            throws IOException {
        MemoryFile input = table.write(
                "input", ParquetProperties.builder().build(), CompressionCodecName.SNAPPY, Integer.MAX_VALUE, Map.of());
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteResult result = ParquetRewriter.rewrite(RewriteRequest.builder(table.schema())
                .input(input.input())
                .order(RowOrder.automatic())
                .settings(WriteSettings.builder()
                        .compression(compression)
                        .dictionaries(dictionaries)
                        .pageRows(1000 + random.nextInt(30_000))
                        .build())
                .outputs(outputs)
                .build());
        return new Written(result.files().get(0).layouts().get(0), outputs.files.get(0), table);
    }

    private static Candidate chosen(RowGroupLayout layout) {
        return layout.candidates().stream()
                .filter(candidate -> candidate.columns().equals(layout.orderedBy()))
                .findFirst()
                .orElseThrow();
    }

    /** The bytes of ids and levels, without their lengths and widths; empty if the column has other pages. */
    private static OptionalLong idBytes(PageReadStore group, ColumnDescriptor column) {
        PageReader reader = group.getPageReader(column);
        if (reader.readDictionaryPage() == null) {
            return OptionalLong.empty();
        }
        long bytes = 0;
        for (DataPage page = reader.readPage(); page != null; page = reader.readPage()) {
            DataPageV1 v1 = (DataPageV1) page;
            if (!v1.getValueEncoding().usesDictionary()) {
                return OptionalLong.empty();
            }
            bytes += v1.getUncompressedSize() - 1 - (column.getMaxDefinitionLevel() > 0 ? 4 : 0);
        }
        return OptionalLong.of(bytes);
    }

    @Property(tries = 40)
    void idsTakeWhatIsForetold(@ForAll @IntRange(min = 1, max = 60_000) int records, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        Written written =
                write(table(records, random), random, Compression.UNCOMPRESSED, Dictionaries.WHERE_VALUES_REPEAT);
        if (written.layout().candidates().isEmpty()) {
            return;
        }
        long ids = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(written.file())) {
            PageReadStore group = reader.readNextRowGroup();
            for (ColumnDescriptor column : written.table().schema().getColumns()) {
                OptionalLong ofColumn = idBytes(group, column);
                if (ofColumn.isEmpty()) {
                    return;
                }
                ids += ofColumn.getAsLong();
            }
        }
        double few = 4.0 * written.table().columns().size();
        assertThat((double) chosen(written.layout()).idBytes()).isCloseTo(ids, Offset.offset(ids * 0.02 + few));
    }

    /** The bytes of all pages as they are stored, without headers. */
    private static long pageBytes(Written written) throws IOException {
        long bytes = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(written.file())) {
            for (ColumnChunkMetaData chunk :
                    reader.getFooter().getBlocks().get(0).getColumns()) {
                ByteArrayInputStream pages = new ByteArrayInputStream(
                        written.file().content(), (int) chunk.getStartingPos(), (int) chunk.getTotalSize());
                while (pages.available() > 0) {
                    int stored = Util.readPageHeader(pages).getCompressed_page_size();
                    bytes += stored;
                    pages.skipNBytes(stored);
                }
            }
        }
        return bytes;
    }

    @Property(tries = 100)
    void columnsOfFewRowsTakeExactlyWhatIsForetold(
            @ForAll @IntRange(min = 1, max = 60_000) int records, @ForAll Compression compression, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        Written written = write(table(records, random), random, compression, Dictionaries.WHERE_SMALLER);
        if (written.layout().candidates().isEmpty()) {
            return;
        }
        long bytes = pageBytes(written);
        long foretold = chosen(written.layout()).sampledBytes().orElseThrow();
        assertThat(foretold).isEqualTo(bytes);
    }
}
