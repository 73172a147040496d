package io.github.deltamaint.parquet.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.Dictionaries;
import io.github.deltamaint.parquet.Encodings;
import io.github.deltamaint.parquet.MemoryFile;
import io.github.deltamaint.parquet.MemoryOutputs;
import io.github.deltamaint.parquet.RandomInputs;
import io.github.deltamaint.parquet.RandomSchemas;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.Shredded;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.order.OrderChooser;
import io.github.deltamaint.parquet.internal.order.WindowRows;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.schema.MessageType;

class RewriteJobTest {

    /** The naive model picks records one by one; every row group is permuted for itself. */
    @Property(tries = 120)
    void recordsAreWrittenInTheOrderOfThePermutation(
            @ForAll @IntRange(min = 1, max = 500) int records,
            @ForAll @IntRange(min = 1, max = 600) int rowGroupRows,
            @ForAll @IntRange(min = 1, max = 300) int pageRows,
            @ForAll @IntRange(min = 0, max = 3000) int dictionaryBytes,
            @ForAll @IntRange(min = 1_000, max = 100_000) int orderMemoryBytes,
            @ForAll Encodings encodings,
            @ForAll Dictionaries dictionaries,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        Shredded shredded = Shredded.random(schema, records, random);
        MemoryFile input = RandomInputs.write(shredded, "input", random);
        RowSelection selection = RandomInputs.selection(records, random);
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteRequest request = RewriteRequest.builder(schema)
                .input(input.input().select(selection))
                .settings(WriteSettings.builder()
                        .rowGroupRows(rowGroupRows)
                        .pageRows(pageRows)
                        .pageBytes(64 + random.nextInt(4000))
                        .dictionaryBytes(dictionaryBytes)
                        .encodings(encodings)
                        .dictionaries(dictionaries)
                        .build())
                .outputs(outputs)
                .build();
        Shredded surviving = shredded.select(selection::survives);
        Shredded expected = Shredded.empty(schema);
        int[] done = {0};
        RowGroupOrder order = new RowGroupOrder() {
            @Override
            public boolean isOptional() {
                return false;
            }

            @Override
            public OrderChooser.Choice choose(int rows, List<CodedColumn> columns, OrderChooser.Measure measure)
                    throws IOException {
                int[] permutation = shuffled(rows, random);
                int[] picked = IntStream.of(permutation).map(i -> done[0] + i).toArray();
                expected.append(surviving.pick(picked));
                done[0] += rows;
                if (random.nextBoolean()) {
                    assertThat(measure.bytes(windows(IntStream.range(0, rows).toArray())))
                            .isPositive();
                    assertThat(measure.bytes(windows(permutation))).isPositive();
                }
                return OrderChooser.Choice.given(permutation, null, List.of());
            }
        };

        RewriteResult result = new RewriteJob(request, order, orderMemoryBytes).run();

        assertThat(done[0]).isEqualTo(surviving.records());
        outputs.check(result, expected);
    }

    /** Two windows, of which the second may be empty. */
    private static WindowRows windows(int[] rows) {
        return new WindowRows(rows, new int[] {rows.length / 2 + 1, rows.length});
    }

    private static int[] shuffled(int count, Random random) {
        List<Integer> positions = IntStream.range(0, count).boxed().collect(Collectors.toList());
        Collections.shuffle(positions, random);
        return positions.stream().mapToInt(Integer::intValue).toArray();
    }
}
