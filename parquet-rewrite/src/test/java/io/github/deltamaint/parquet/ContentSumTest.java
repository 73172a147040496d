package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.RowDigest.ColumnDigest;
import io.github.deltamaint.parquet.Shredded.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is summed up while inputs are read, against what files hold in which something was changed after they were written. */
class ContentSumTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message m { required int64 id; optional binary name (STRING); optional double amount; optional int32 code; "
                    + "required boolean flag; optional group tags (LIST) { repeated group list { optional int32 element; } } }");

    private static ExecutorService threads;

    @BeforeContainer
    static void startThreads() {
        threads = Executors.newFixedThreadPool(2);
    }

    @AfterContainer
    static void stopThreads() {
        threads.shutdownNow();
    }

    @Property(tries = 60)
    void outputsSumUpToWhatWasReadFromTheInputs(
            @ForAll @IntRange(min = 1, max = 3) int inputs,
            @ForAll @IntRange(min = 1, max = 900) int rowGroupRows,
            @ForAll @IntRange(min = 0, max = 2) int helpers,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 8);
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteRequest.Builder request = RewriteRequest.builder(schema)
                .outputs(outputs)
                .targetFileBytes(1024L << random.nextInt(12))
                .settings(WriteSettings.builder()
                        .rowGroupRows(rowGroupRows)
                        .pageRows(100)
                        .build())
                .helpers(threads, helpers)
                .summing(true);
        for (int i = 0; i < inputs; i++) {
            Shredded shredded = Shredded.random(schema, random.nextInt(300), random);
            request.input(RandomInputs.write(shredded, "input-" + i, random)
                    .input()
                    .select(RandomInputs.selection(shredded.records(), random)));
        }
        RewriteResult result = ParquetRewriter.rewrite(request.build());
        List<RewriteInput> written = result.files().stream()
                .map(file -> outputs.files.get(file.index()).input())
                .toList();
        if (!written.isEmpty()) {
            assertThat(result.content()).hasValue(ContentDigests.ofRowsInOrder(request.build(), written));
        }
    }

    @Property(tries = 100)
    void orderedOutputsSumUpToWhatTheOrderMakesOfWhatWasRead(
            @ForAll @IntRange(min = 1, max = 3) int inputs,
            @ForAll @IntRange(min = 1, max = 900) int rowGroupRows,
            @ForAll boolean automatic,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 6);
        List<String[]> flat = schema.getColumns().stream()
                .filter(column -> column.getMaxRepetitionLevel() == 0)
                .map(ColumnDescriptor::getPath)
                .toList();
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteRequest.Builder request = RewriteRequest.builder(schema)
                .outputs(outputs)
                .order(
                        automatic || flat.isEmpty()
                                ? RowOrder.automatic()
                                : RowOrder.columns(SortColumn.of(flat.get(random.nextInt(flat.size())))))
                .settings(WriteSettings.builder()
                        .rowGroupRows(rowGroupRows)
                        .pageRows(100)
                        .build())
                .summing(true);
        Shredded surviving = Shredded.empty(schema);
        for (int i = 0; i < inputs; i++) {
            Shredded shredded = Shredded.random(schema, random.nextInt(400), random);
            RowSelection selection = RandomInputs.selection(shredded.records(), random);
            request.input(
                    RandomInputs.write(shredded, "input-" + i, random).input().select(selection));
            surviving.append(shredded.select(selection::survives));
        }
        RewriteResult result = ParquetRewriter.rewrite(request.build());
        if (!result.files().isEmpty()) {
            MemoryFile output = outputs.files.get(0);
            assertThat(result.content())
                    .hasValue(ContentDigests.ofRowsInOrder(request.build(), List.of(output.input())));
            assertThat(Shredded.read(output).records()).isEqualTo(surviving.records());
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void everyFaultShowsWhereRowsAreOrdered(Fault fault) throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Shredded rows = Shredded.random(SCHEMA, 40 + random.nextInt(300), random);
            MemoryOutputs outputs = new MemoryOutputs();
            RewriteRequest request = RewriteRequest.builder(SCHEMA)
                    .input(RandomInputs.write(rows, "input", random).input())
                    .order(RowOrder.columns(SortColumn.of("name"), SortColumn.of("code")))
                    .outputs(outputs)
                    .summing(true)
                    .build();
            RowDigest expected = ParquetRewriter.rewrite(request).content().orElseThrow();
            Shredded written = Shredded.read(outputs.files.get(0));
            Shredded damaged =
                    damage(fault, written, random.nextInt(SCHEMA.getColumns().size()), random);
            if (!damaged.columns().equals(written.columns())) {
                MemoryFile file = new Shredded(SCHEMA, damaged.columns())
                        .write(
                                "damaged",
                                ParquetProperties.builder().build(),
                                CompressionCodecName.SNAPPY,
                                1000,
                                Map.of());
                assertThat(ContentDigests.ofRowsInOrder(request, List.of(file.input())))
                        .as("%s, seed %s", fault, seed)
                        .isNotEqualTo(expected);
            }
        }
    }

    /** What may go wrong between reading and reading back. */
    enum Fault {
        CHANGED,
        MOVED,
        LOST,
        DOUBLED,
        ORDER,
        TWICE_MOVED
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void everyFaultShows(Fault fault) throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Shredded rows = Shredded.random(SCHEMA, 40 + random.nextInt(300), random);
            int leaf = random.nextInt(SCHEMA.getColumns().size());
            Shredded damaged = damage(fault, rows, leaf, random);
            if (damaged.equals(rows)) {
                continue;
            }
            MemoryOutputs outputs = new MemoryOutputs();
            RewriteRequest request = RewriteRequest.builder(SCHEMA)
                    .input(RandomInputs.write(rows, "input", random).input())
                    .outputs(outputs)
                    .summing(true)
                    .build();
            RowDigest expected = ParquetRewriter.rewrite(request).content().orElseThrow();
            assertThat(ContentDigests.ofRowsInOrder(
                            request, List.of(outputs.files.get(0).input())))
                    .isEqualTo(expected);

            RowDigest found = ContentDigests.ofRowsInOrder(
                    request,
                    List.of(RandomInputs.write(damaged, "damaged", random).input()));

            assertThat(found).isNotEqualTo(expected);
            for (int column = 0; column < expected.columns().size(); column++) {
                boolean same =
                        damaged.columns().get(column).equals(rows.columns().get(column));
                assertThat(found.columns().get(column).equals(expected.columns().get(column)))
                        .as("%s, seed %s, column %s", fault, seed, column)
                        .isEqualTo(same);
            }
        }
    }

    private static Shredded damage(Fault fault, Shredded rows, int leaf, Random random) {
        int[] records = IntStream.range(0, rows.records()).toArray();
        int one = random.nextInt(records.length - 3);
        Shredded damaged = rows.pick(records);
        List<List<Entry>> column = damaged.columns().get(leaf);
        return switch (fault) {
            case CHANGED -> {
                column.set(one, column.get(random.nextInt(records.length)));
                yield damaged;
            }
            case MOVED -> {
                Collections.swap(column, one, random.nextInt(records.length));
                yield damaged;
            }
            case TWICE_MOVED -> {
                Collections.swap(column, one, one + 1);
                Collections.swap(column, one + 2, one + 3);
                yield damaged;
            }
            case LOST -> rows.select(record -> record != one);
            case DOUBLED -> {
                records[one + 1] = records[one];
                yield rows.pick(records);
            }
            case ORDER -> {
                records[one] = one + 1;
                records[one + 1] = one;
                yield rows.pick(records);
            }
        };
    }

    @Test
    void signsThatChangeInTwoRowsDoNotCancelOut() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m { required double a; }");
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Long> values = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                values.add(Double.doubleToRawLongBits(random.nextInt(5) + 0.25));
            }
            RowDigest before = digest(schema, values);
            int one = random.nextInt(20);
            int other = (one + 1 + random.nextInt(19)) % 20;
            values.set(one, values.get(one) ^ Long.MIN_VALUE);
            values.set(other, values.get(other) ^ Long.MIN_VALUE);
            assertThat(digest(schema, values).columns())
                    .extracting(ColumnDigest::high)
                    .isNotEqualTo(List.of(before.columns().get(0).high()));
        }
    }

    private static RowDigest digest(MessageType schema, List<Long> values) throws IOException {
        Shredded shredded = Shredded.empty(schema);
        values.forEach(value -> shredded.columns().get(0).add(List.of(new Entry(0, 0, value))));
        MemoryFile file = shredded.write(
                "file",
                ParquetProperties.builder().withDictionaryEncoding(false).build(),
                CompressionCodecName.SNAPPY,
                1000,
                Map.of());
        RewriteRequest request = RewriteRequest.builder(schema)
                .input(file.input())
                .outputs(new MemoryOutputs())
                .build();
        return ContentDigests.ofRowsInOrder(request, List.of(file.input()));
    }
}
