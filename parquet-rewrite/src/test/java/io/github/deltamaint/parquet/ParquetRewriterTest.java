package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.schema.MessageType;

class ParquetRewriterTest {
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
            MemoryFile file = RandomInputs.write(shredded, "input-" + i, random);
            RowSelection selection = RandomInputs.selection(shredded.records(), random);
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
        MemoryOutputs outputs = new MemoryOutputs();

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
}
