package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/** Digests of inputs and outputs, against hashes of batches of decoded values. */
class ContentDigestsTest {
    private static ExecutorService threads;

    @BeforeContainer
    static void startThreads() {
        threads = Executors.newFixedThreadPool(2);
    }

    @AfterContainer
    static void stopThreads() {
        threads.shutdownNow();
    }

    @Property(tries = 80)
    void inputsAndOutputsSumUpToWhatTheirRowsDo(
            @ForAll @IntRange(min = 1, max = 3) int inputs,
            @ForAll @IntRange(min = 1, max = 900) int rowGroupRows,
            @ForAll @IntRange(min = 0, max = 2) int helpers,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 8);
        List<RewriteInput> requested = new ArrayList<>();
        RowHasher hasher = new RowHasher(schema);
        for (int i = 0; i < inputs; i++) {
            Shredded shredded = Shredded.random(schema, random.nextInt(300), random);
            RowSelection selection = RandomInputs.selection(shredded.records(), random);
            MemoryFile file = RandomInputs.write(shredded, "input-" + i, random);
            requested.add(file.input().select(selection));
            hash(file, schema, selection, hasher);
        }
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteRequest request = RewriteRequest.builder(schema)
                .inputs(requested)
                .outputs(outputs)
                .settings(WriteSettings.builder()
                        .rowGroupRows(rowGroupRows)
                        .pageRows(100)
                        .build())
                .helpers(threads, helpers)
                .build();
        ParquetRewriter.rewrite(request);

        assertThat(ContentDigests.ofInputs(request)).isEqualTo(hasher.digest());
        assertThat(ContentDigests.ofOutputs(request, inputs(outputs))).isEqualTo(hasher.digest());
    }

    private static void hash(MemoryFile file, MessageType schema, RowSelection selection, RowHasher hasher)
            throws IOException {
        try (ParquetFile open = ParquetFile.open(file.source());
                ColumnBatchReader reader = ColumnBatchReader.open(open, schema, FieldMatching.NAME, selection, 77)) {
            while (reader.next()) {
                hasher.update(reader.records(), reader.columns());
            }
        }
    }

    private static List<RewriteInput> inputs(MemoryOutputs outputs) {
        return outputs.files.values().stream().map(MemoryFile::input).toList();
    }

    @Test
    void aValueThatMovedToAnotherRowShowsThoughNoColumnChanged() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m { optional int64 a; optional int64 b; }");
        RowDigest digest = digest(schema, new long[][] {{1, 10}, {2, 20}});
        RowDigest moved = digest(schema, new long[][] {{1, 20}, {2, 10}});
        assertThat(moved.columns()).isEqualTo(digest.columns());
        assertThat(moved).isNotEqualTo(digest);
    }

    private static RowDigest digest(MessageType schema, long[][] rows) throws IOException {
        Shredded shredded = Shredded.empty(schema);
        for (long[] row : rows) {
            for (int column = 0; column < row.length; column++) {
                shredded.columns().get(column).add(List.of(new Shredded.Entry(0, 1, row[column])));
            }
        }
        return ContentDigests.ofInputs(request(schema, shredded));
    }

    private static RewriteRequest request(MessageType schema, Shredded shredded) throws IOException {
        return builder(schema, shredded).build();
    }

    private static RewriteRequest.Builder builder(MessageType schema, Shredded shredded) throws IOException {
        MemoryFile file = shredded.write(
                "input", ParquetProperties.builder().build(), CompressionCodecName.SNAPPY, 1000, Map.of());
        return RewriteRequest.builder(schema).input(file.input()).outputs(new MemoryOutputs());
    }

    @Test
    void rowGroupsLargerThanAPartAreTakenInParts() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { optional int32 a; optional group l (LIST) { repeated group list { optional int32 element; } } }");
        Shredded shredded = Shredded.random(schema, 150_000, new Random(3));
        MemoryFile file = shredded.write(
                "input", ParquetProperties.builder().build(), CompressionCodecName.SNAPPY, 1 << 30, Map.of());
        RowHasher hasher = new RowHasher(schema);
        hash(file, schema, RowSelection.all(), hasher);
        RewriteRequest request = RewriteRequest.builder(schema)
                .input(file.input())
                .outputs(new MemoryOutputs())
                .memoryLimitBytes(MemoryBudget.LOWEST_LIMIT_BYTES)
                .build();
        assertThat(ContentDigests.ofInputs(request)).isEqualTo(hasher.digest());
        assertThat(request.memory().peakBytes()).isPositive();
    }

    @Test
    void canBeCancelled() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m { optional int64 a; }");
        RewriteRequest request = builder(schema, Shredded.random(schema, 10, new Random(1)))
                .cancelled(() -> true)
                .build();
        assertThatThrownBy(() -> ContentDigests.ofInputs(request)).isInstanceOf(CancellationException.class);
    }
}
