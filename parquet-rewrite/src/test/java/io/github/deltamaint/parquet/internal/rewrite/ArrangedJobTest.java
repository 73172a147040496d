package io.github.deltamaint.parquet.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.parquet.Dictionaries;
import io.github.deltamaint.parquet.Encodings;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.MemoryFile;
import io.github.deltamaint.parquet.MemoryOutputs;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RandomInputs;
import io.github.deltamaint.parquet.RandomSchemas;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowArrangement;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.Shredded;
import io.github.deltamaint.parquet.WriteSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

class ArrangedJobTest {

    /** The naive model picks records one by one. With little memory, columns are read again for each row group. */
    @Property(tries = 150)
    void everyOutputHasTheRowsThatItIsToHaveInTheirOrder(
            @ForAll @IntRange(min = 1, max = 4) int inputs,
            @ForAll @IntRange(min = 0, max = 300) int records,
            @ForAll @IntRange(min = 1, max = 400) int rowGroupRows,
            @ForAll @IntRange(min = 1, max = 300) int pageRows,
            @ForAll @IntRange(min = 0, max = 3000) int dictionaryBytes,
            @ForAll @IntRange(min = 0, max = 30_000) int heldBytes,
            @ForAll Encodings encodings,
            @ForAll Dictionaries dictionaries,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        Shredded surviving = Shredded.empty(schema);
        List<RewriteInput> requested = inputs(inputs, records, schema, surviving, random);
        int[] order = shuffled(surviving.records(), random);
        int[] ends = ends(order.length, random);
        MemoryOutputs outputs = new MemoryOutputs();

        RewriteResult result = new ArrangedJob(
                        RewriteRequest.builder(schema)
                                .inputs(requested)
                                .settings(WriteSettings.builder()
                                        .rowGroupRows(rowGroupRows)
                                        .pageRows(pageRows)
                                        .pageBytes(64 + random.nextInt(4000))
                                        .dictionaryBytes(dictionaryBytes)
                                        .encodings(encodings)
                                        .dictionaries(dictionaries)
                                        .build())
                                .arrangement(RowArrangement.of(order, ends))
                                .outputs(outputs)
                                .build(),
                        heldBytes)
                .run();

        outputs.check(result, surviving.pick(order));
        assertThat(result.rowsWritten()).isEqualTo(order.length);
        assertThat(result.files().stream().map(file -> (int) file.rowCount())).isEqualTo(sizes(ends));
        for (int leaf = 0; leaf < schema.getColumns().size(); leaf++) {
            assertThat(result.nullCounts().get(leaf)).isEqualTo(surviving.nullCount(leaf));
        }
    }

    @Property(tries = 60)
    void anOrderWithinRowGroupsMovesNoRowToAnotherOutput(
            @ForAll @IntRange(min = 1, max = 300) int records,
            @ForAll @IntRange(min = 0, max = 30_000) int heldBytes,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        Shredded surviving = Shredded.empty(schema);
        List<RewriteInput> requested = inputs(2, records, schema, surviving, random);
        int[] order = shuffled(surviving.records(), random);
        int[] ends = ends(order.length, random);
        MemoryOutputs outputs = new MemoryOutputs();

        RewriteResult result = new ArrangedJob(
                        RewriteRequest.builder(schema)
                                .inputs(requested)
                                .order(RowOrder.automatic())
                                .arrangement(RowArrangement.of(order, ends))
                                .outputs(outputs)
                                .build(),
                        heldBytes)
                .run();

        Shredded expected = surviving.pick(order);
        for (int file = 0, from = 0; file < ends.length; from = ends[file++]) {
            int start = from;
            int end = ends[file];
            assertThat(rows(Shredded.read(outputs.files.get(file))))
                    .containsExactlyInAnyOrderElementsOf(rows(expected.select(row -> row >= start && row < end)));
        }
        assertThat(result.rowsWritten()).isEqualTo(order.length);
    }

    @Test
    void rowsStayInTheOrderOfTheArrangementWhereThereIsNoMemoryToSortMany() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { required int32 a; required int32 b; required int32 c; required int32 d; }");
        int records = 150_000;
        Random random = new Random(5);
        Shredded shredded = Shredded.empty(schema);
        for (int i = 0; i < records; i++) {
            for (List<List<Shredded.Entry>> column : shredded.columns()) {
                column.add(List.of(new Shredded.Entry(0, 0, random.nextInt(8))));
            }
        }
        int[] order = shuffled(records, random);
        for (long memory : new long[] {MemoryBudget.LOWEST_LIMIT_BYTES, 64L << 20}) {
            MemoryOutputs outputs = new MemoryOutputs();
            RewriteResult result = ParquetRewriter.rewrite(RewriteRequest.builder(schema)
                    .input(RandomInputs.write(shredded, "input", random).input())
                    .order(RowOrder.automatic())
                    .arrangement(RowArrangement.of(order, new int[] {records}))
                    .memoryLimitBytes(memory)
                    .outputs(outputs)
                    .build());
            boolean isShort = memory == MemoryBudget.LOWEST_LIMIT_BYTES;
            assertThat(result.files().get(0).layouts())
                    .extracting(RowGroupLayout::decision)
                    .containsOnly(isShort ? Decision.KEPT_MEMORY : Decision.SORTED_SMALLER);
            if (isShort) {
                outputs.check(result, shredded.pick(order));
            }
        }
    }

    static List<List<Object>> rows(Shredded shredded) {
        return IntStream.range(0, shredded.records())
                .mapToObj(row -> shredded.columns().stream()
                        .<Object>map(column -> column.get(row))
                        .toList())
                .toList();
    }

    static List<RewriteInput> inputs(int inputs, int records, MessageType schema, Shredded surviving, Random random) {
        List<RewriteInput> requested = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            Shredded shredded = Shredded.random(schema, random.nextInt(records + 1), random);
            MemoryFile file = RandomInputs.write(shredded, "input-" + i, random);
            RowSelection selection = RandomInputs.selection(shredded.records(), random);
            requested.add(file.input().select(selection));
            surviving.append(shredded.select(selection::survives));
        }
        return requested;
    }

    static int[] shuffled(int rows, Random random) {
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, rows).boxed().toList());
        Collections.shuffle(numbers, random);
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int[] ends(int rows, Random random) {
        TreeSet<Integer> ends = new TreeSet<>();
        for (int i = random.nextInt(5); i > 0 && rows > 0; i--) {
            ends.add(1 + random.nextInt(rows));
        }
        if (rows > 0) {
            ends.add(rows);
        }
        return ends.stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<Integer> sizes(int[] ends) {
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            sizes.add(ends[i] - (i == 0 ? 0 : ends[i - 1]));
        }
        return sizes;
    }

    @Test
    void anArrangementHasEachRowOnceAndNoEmptyOutput() {
        assertThatThrownBy(() -> RowArrangement.of(new int[] {0, 2, 2}, new int[] {3}))
                .hasMessageContaining("row 2 of 3 is not there, or has two places");
        assertThatThrownBy(() -> RowArrangement.of(new int[] {0, 3, 1}, new int[] {3}))
                .hasMessageContaining("row 3 of 3");
        assertThatThrownBy(() -> RowArrangement.of(new int[] {0, -1}, new int[] {2}))
                .hasMessageContaining("row -1 of 2");
        assertThatThrownBy(() -> RowArrangement.of(new int[] {0, 1}, new int[] {1, 1, 2}))
                .hasMessageContaining("from 1 to 1 of 2");
        assertThatThrownBy(() -> RowArrangement.of(new int[] {0, 1}, new int[] {1}))
                .hasMessageContaining("outputs have 1 rows of 2");
    }

    @Test
    void anArrangementOfAnotherNumberOfRowsIsRefusedBeforeAnythingIsWritten() {
        Random random = new Random(1);
        MessageType schema = RandomSchemas.schema(random, 2);
        MemoryFile input = RandomInputs.write(Shredded.random(schema, 5, random), "input", random);
        MemoryOutputs outputs = new MemoryOutputs();
        assertThatThrownBy(() -> ParquetRewriter.rewrite(RewriteRequest.builder(schema)
                        .input(input.input())
                        .arrangement(RowArrangement.of(new int[] {0, 1}, new int[] {2}))
                        .outputs(outputs)
                        .build()))
                .hasMessage("the arrangement is of 2 rows, but 5 survive in the inputs");
        assertThat(outputs.files).isEmpty();
    }
}
