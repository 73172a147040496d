package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.parquet.Shredded.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is foretold of a rewrite, compared with what was really lent and spilled. */
class RewriteEstimateTest {
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(2, work -> {
        Thread thread = new Thread(work, "helper");
        thread.setDaemon(true);
        return thread;
    });

    @TempDir
    private Path directory;

    private static RewriteRequest.Builder request(MessageType schema, List<RewriteInput> inputs, int helpers) {
        return RewriteRequest.builder(schema)
                .inputs(inputs)
                .memoryLimitBytes(MemoryBudget.LOWEST_LIMIT_BYTES)
                .helpers(new RewriteRequest.Helpers(THREADS, helpers))
                .outputs(new MemoryOutputs());
    }

    private static List<RewriteInput> inputs(MessageType schema, int records, Random random) {
        List<RewriteInput> inputs = new ArrayList<>();
        for (int file = 0; file < 1 + random.nextInt(4); file++) {
            Shredded shredded = Shredded.random(schema, random.nextInt(records), random);
            inputs.add(RandomInputs.write(shredded, "input" + file, random)
                    .input()
                    .select(RandomInputs.selection(shredded.records(), random)));
        }
        return inputs;
    }

    @Property(tries = 60)
    void noMoreIsLentThanForetold(
            @ForAll @IntRange(min = 1, max = 600) int records,
            @ForAll @IntRange(max = 2) int helpers,
            @ForAll boolean summing,
            @ForAll @IntRange(max = 2) int order,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 2);
        List<RewriteInput> inputs = inputs(schema, records, random);
        RewriteRequest.Builder request = request(schema, inputs, helpers)
                .summing(summing)
                .settings(WriteSettings.builder()
                        .rowGroupRows(1 + random.nextInt(1000))
                        .build());
        if (order > 0) {
            boolean sorts = order == 1 && schema.getColumns().get(0).getMaxRepetitionLevel() == 0;
            request.order(
                    sorts
                            ? RowOrder.columns(new SortColumn(
                                    List.of(schema.getColumns().get(0).getPath()), false))
                            : RowOrder.automatic());
        }
        RewriteEstimate estimate = ParquetRewriter.estimate(request.build());

        MemoryBudget rewriting = MemoryBudget.of(MemoryBudget.LOWEST_LIMIT_BYTES);
        RewriteResult result = ParquetRewriter.rewrite(request.memory(rewriting).build());
        assertThat(rewriting.peakBytes())
                .isLessThanOrEqualTo(estimate.rewriting().bytes(helpers));
        assertThat(estimate.arrangement().rows()).isEqualTo(result.rowsWritten());

        MemoryBudget proving = MemoryBudget.of(MemoryBudget.LOWEST_LIMIT_BYTES);
        ContentDigests.ofInputs(request.memory(proving).build());
        assertThat(proving.peakBytes()).isLessThanOrEqualTo(estimate.proving().bytes(helpers));
    }

    private enum Order {
        AS_READ(RowOrder.asRead()),
        SORTED(RowOrder.columns(SortColumn.of("a"))),
        AUTOMATIC(RowOrder.automatic());

        private final RowOrder order;

        Order(RowOrder order) {
            this.order = order;
        }
    }

    private static List<RewriteInput> table() {
        Random random = new Random(7);
        MessageType schema = TABLE;
        Shredded rows = Shredded.empty(schema);
        for (int row = 0; row < 60_000; row++) {
            rows.columns().get(0).add(List.of(new Entry(0, 0, (long) random.nextInt(50))));
            rows.columns().get(1).add(List.of(new Entry(0, 0, random.nextLong())));
        }
        return List.of(
                rows.write("input", ParquetProperties.builder().build(), CompressionCodecName.SNAPPY, 20_000, Map.of())
                        .input());
    }

    private static final MessageType TABLE =
            MessageTypeParser.parseMessageType("message m { required int64 a; required int64 b; }");

    @ParameterizedTest
    @EnumSource
    void oneThreadBorrowsWhatIsForetold(Order order) throws IOException {
        RewriteRequest request = request(TABLE, table(), 0).order(order.order).build();
        RewriteEstimate estimate = ParquetRewriter.estimate(request);
        ParquetRewriter.rewrite(request);
        assertThat(request.memory().peakBytes()).isEqualTo(estimate.rewriting().bytes(0));
    }

    @Test
    void spillingTakesWhatIsForetold() throws IOException {
        for (int helpers = 0; helpers < 3; helpers++) {
            RewriteRequest request = request(TABLE, table(), helpers).build();
            RewriteEstimate estimate = ParquetRewriter.estimate(request);
            RowBuckets buckets = new RowBuckets() {
                private int row;

                @Override
                public int count() {
                    return 4;
                }

                @Override
                public void next(int[] target, int rows) {
                    for (int i = 0; i < rows; i++) {
                        target[i] = row++ * 31 % 4;
                    }
                }
            };
            try (SpilledRows spilled = ParquetRewriter.spill(request, buckets, directory, Clock.systemUTC())) {
                assertThat((double) estimate.arrangement().spillBytes())
                        .isBetween((double) spilled.bytes(), 1.2 * spilled.bytes());
                assertThat(request.memory().peakBytes())
                        .isPositive()
                        .isLessThanOrEqualTo(estimate.spilling().bytes(helpers));
            }
        }
    }

    @Test
    void anEstimateCanBeCancelledAndNamesTheFileThatIsDamaged() {
        assertThatThrownBy(() -> ParquetRewriter.estimate(
                        request(TABLE, table(), 0).cancelled(() -> true).build()))
                .isInstanceOf(CancellationException.class);
        RewriteInput damaged =
                RewriteInput.of("damaged.parquet", () -> new MemorySource("damaged.parquet", new byte[99]));
        assertThatThrownBy(() -> ParquetRewriter.estimate(
                        request(TABLE, List.of(damaged), 2).build()))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("damaged.parquet");
    }
}
