package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

class ParquetRewriterTest {
    private static final CompressionCodecName[] CODECS = {
        CompressionCodecName.UNCOMPRESSED,
        CompressionCodecName.SNAPPY,
        CompressionCodecName.GZIP,
        CompressionCodecName.ZSTD,
        CompressionCodecName.LZ4_RAW
    };

    @Property(tries = 200)
    void parquetJavaReadsTheSurvivingRowsOfAllInputsInTheirOrder(
            @ForAll @IntRange(min = 1, max = 5) int inputs,
            @ForAll @IntRange(min = 0, max = 300) int records,
            @ForAll @IntRange(min = 1, max = 400) int pageRows,
            @ForAll @IntRange(min = 1, max = 900) int rowGroupRows,
            @ForAll @IntRange(min = 0, max = 3000) int dictionaryBytes,
            @ForAll Compression compression,
            @ForAll Encodings encodings,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        Shredded expected = Shredded.empty(schema);
        List<RewriteInput> requested = new ArrayList<>();
        long rowsRead = 0;
        for (int i = 0; i < inputs; i++) {
            Shredded shredded = Shredded.random(schema, random.nextInt(records + 1), random);
            MemoryFile file = write(shredded, "input-" + i, random);
            RowSelection selection = selection(shredded.records(), random);
            requested.add(file.input().select(selection));
            expected.append(shredded.select(selection::survives));
            rowsRead += shredded.records();
        }
        WriteSettings settings = WriteSettings.builder()
                .compression(compression)
                .encodings(encodings)
                .pageRows(pageRows)
                .pageBytes(64 + random.nextInt(4000))
                .rowGroupRows(rowGroupRows)
                .rowGroupBytes(1024 + random.nextInt(50_000))
                .dictionaryBytes(dictionaryBytes)
                .build();
        Outputs outputs = new Outputs();

        RewriteResult result = ParquetRewriter.rewrite(RewriteRequest.builder(schema)
                .inputs(requested)
                .settings(settings)
                .targetFileBytes(random.nextBoolean() ? Long.MAX_VALUE : 5000 + random.nextInt(50_000))
                .outputs(outputs)
                .build());

        assertThat(result.rowsRead()).isEqualTo(rowsRead);
        assertThat(result.rowsWritten()).isEqualTo(expected.records());
        assertThat(result.rowsDeleted()).isEqualTo(rowsRead - expected.records());
        for (int leaf = 0; leaf < schema.getColumns().size(); leaf++) {
            assertThat(result.nullCounts().get(leaf)).isEqualTo(expected.nullCount(leaf));
        }
        outputs.check(result, expected);
    }

    static MemoryFile write(Shredded shredded, String name, Random random) {
        ParquetProperties properties = ParquetProperties.builder()
                .withPageRowCountLimit(1 + random.nextInt(400))
                .withPageSize(64 + random.nextInt(2000))
                .withMinRowCountForPageSizeCheck(1 + random.nextInt(50))
                .withDictionaryEncoding(random.nextInt(4) > 0)
                .withDictionaryPageSize(64 + random.nextInt(2000))
                .withByteStreamSplitEncoding(random.nextInt(4) == 0)
                .withWriterVersion(
                        random.nextBoolean()
                                ? ParquetProperties.WriterVersion.PARQUET_1_0
                                : ParquetProperties.WriterVersion.PARQUET_2_0)
                .build();
        return shredded.write(
                name, properties, CODECS[random.nextInt(CODECS.length)], 1 + random.nextInt(300), Map.of("a", "b"));
    }

    static RowSelection selection(int records, Random random) {
        RowSelection.Builder builder = RowSelection.builder();
        switch (random.nextInt(4)) {
            case 0 -> {}
            case 1 -> builder.delete(0, random.nextInt(records + 1));
            default -> {
                int in = 1 + random.nextInt(20);
                for (int i = 0; i < records; i++) {
                    if (random.nextInt(in) == 0) {
                        builder.delete(i);
                    }
                }
            }
        }
        return builder.build();
    }

    /** Keeps the outputs in memory. */
    static final class Outputs implements OutputFiles {
        final Map<Integer, MemoryFile> files = new HashMap<>();

        @Override
        public ByteSink create(int index) {
            MemoryFile file = new MemoryFile("output-" + index);
            assertThat(files.put(index, file)).isNull();
            return file;
        }

        void check(RewriteResult result, Shredded expected) throws IOException {
            assertThat(files).hasSameSizeAs(result.files());
            int from = 0;
            for (WrittenFile written : result.files()) {
                MemoryFile file = files.get(written.index());
                assertThat(file.isClosed()).isTrue();
                assertThat(written.name()).isEqualTo(file.name());
                int start = from;
                int end = from + Math.toIntExact(written.rowCount());
                Shredded part = expected.select(record -> record >= start && record < end);
                Shredded read = Shredded.read(file);
                assertThat(read.schemaText()).isEqualTo(expected.schemaText());
                assertThat(read.columns()).isEqualTo(part.columns());
                FileTruth.check(file, written, part);
                from = end;
            }
            assertThat(from).isEqualTo(expected.records());
        }
    }
}
