package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever fails, at whatever moment: nothing is left that looks complete, every source is closed, the message says where. */
class RewriteFailureTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message m {
              optional int64 a;
              optional binary b (STRING);
              optional group c (LIST) { repeated group list { optional int32 element; } }
            }
            """);

    private final List<MemoryFile> inputs = new ArrayList<>();
    private final List<FailingSink> sinks = new ArrayList<>();
    private final AtomicInteger openSources = new AtomicInteger();
    private final AtomicInteger sourceReads = new AtomicInteger(Integer.MAX_VALUE);
    private int sinkWrites = Integer.MAX_VALUE;
    private boolean closeFails;
    private int checks = Integer.MAX_VALUE;

    /** Every other rewrite is helped by other threads. */
    private boolean helped;

    private final ExecutorService helpers = Executors.newFixedThreadPool(2);

    RewriteFailureTest() {
        Random random = new Random(5);
        for (int i = 0; i < 3; i++) {
            inputs.add(RandomInputs.write(Shredded.random(SCHEMA, 400, random), "input-" + i, random));
        }
    }

    @AfterEach
    void stopHelpers() {
        helpers.shutdownNow();
    }

    @Test
    void aSinkThatFailsIsAbortedAndNamed() throws IOException {
        int writes = 0;
        boolean failed = true;
        while (failed) {
            sinkWrites = writes++;
            failed = failsWith(IOException.class, "cannot write output-", "No space left on device");
        }
        assertThat(writes).isGreaterThan(5);
    }

    @Test
    void aSinkThatFailsToCloseIsNamed() throws IOException {
        closeFails = true;
        assertThat(failsWith(IOException.class, "cannot write output-0", "cannot sync"))
                .isTrue();
    }

    @Test
    void aSourceThatFailsIsNamed() throws IOException {
        int reads = 0;
        boolean failed = true;
        while (failed) {
            sourceReads.set(reads++);
            failed = failsWith(IOException.class, "input-", "connection reset");
        }
        assertThat(reads).isGreaterThan(3);
    }

    @Test
    void aSourceThatFailsInTheMiddleOfAColumnIsNamedWithTheColumn() {
        RewriteInput large = largeInput();
        sourceReads.set(5);
        assertThatThrownBy(() -> ParquetRewriter.rewrite(request(List.of(large), new MemoryOutputs())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot read column a of large: connection reset");
    }

    private RewriteInput largeInput() {
        MessageType schema = MessageTypeParser.parseMessageType("message m { required int64 a; required int64 z; }");
        Shredded shredded = Shredded.random(schema, 150_000, new Random(3));
        MemoryFile file = shredded.write(
                "large",
                org.apache.parquet.column.ParquetProperties.builder()
                        .withDictionaryEncoding(false)
                        .build(),
                org.apache.parquet.hadoop.metadata.CompressionCodecName.UNCOMPRESSED,
                50_000,
                java.util.Map.of());
        assertThat(file.getLength()).isGreaterThan(ParquetFile.SMALL_FILE_BYTES);
        return RewriteInput.of("large", () -> failing(file.source()));
    }

    @Test
    void cancellationIsSeenAtEveryMoment() throws IOException {
        int rounds = 0;
        boolean failed = true;
        while (failed) {
            checks = rounds++;
            failed = failsWith(CancellationException.class, "the rewrite was cancelled", "");
        }
        assertThat(rounds).isGreaterThan(20);
    }

    @Test
    void anOutputThatCannotBeCreatedIsNoProblemOfTheInputs() {
        RewriteRequest request = request(requested(), index -> {
            throw new IOException("the directory is gone");
        });
        assertThatThrownBy(() -> ParquetRewriter.rewrite(request))
                .isInstanceOf(IOException.class)
                .hasMessage("the directory is gone");
        assertThat(openSources).hasValue(0);
    }

    @Test
    void aSelectionOfAnotherFileIsRefused() {
        RewriteInput input =
                inputs.get(0).input().select(RowSelection.builder().delete(400).build());
        assertThatThrownBy(() -> ParquetRewriter.rewrite(request(List.of(input), new MemoryOutputs())))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage(
                        "input-0: row 400 is to be deleted, but the file has 400 rows: the selection belongs to another"
                                + " file");
    }

    @Test
    void nothingIsWrittenWhenNoRowSurvives() throws IOException {
        List<RewriteInput> requested = new ArrayList<>();
        for (MemoryFile file : inputs) {
            requested.add(
                    file.input().select(RowSelection.builder().delete(0, 400).build()));
        }
        RewriteResult result = ParquetRewriter.rewrite(request(requested, index -> {
            throw new AssertionError("created");
        }));
        assertThat(result.rowsDeleted()).isEqualTo(1200);
        assertThat(result.rowsWritten()).isZero();
        assertThat(result.files()).isEmpty();
        assertThat(result.nullCounts()).containsExactly(0L, 0L, 0L);
    }

    /** Whether the rewrite failed; then it must have failed in this way. */
    private boolean failsWith(Class<? extends Exception> type, String message, String cause) throws IOException {
        sinks.clear();
        try {
            ParquetRewriter.rewrite(request(requested(), index -> {
                FailingSink sink = new FailingSink("output-" + index);
                sinks.add(sink);
                return sink;
            }));
        } catch (IOException | RuntimeException e) {
            assertThat(e).isInstanceOf(type).hasMessageContaining(message).hasMessageContaining(cause);
            for (int i = 0; i < sinks.size(); i++) {
                assertThat(sinks.get(i).isAborted()).isEqualTo(i == sinks.size() - 1);
            }
            assertThat(openSources).hasValue(0);
            return true;
        }
        assertThat(openSources).hasValue(0);
        return false;
    }

    private List<RewriteInput> requested() {
        List<RewriteInput> requested = new ArrayList<>();
        for (MemoryFile file : inputs) {
            requested.add(RewriteInput.of(file.name(), () -> failing(file.source())));
        }
        return requested;
    }

    private RewriteRequest request(List<RewriteInput> requested, OutputFiles outputs) {
        helped = !helped;
        AtomicInteger asked = new AtomicInteger();
        return RewriteRequest.builder(requested.get(0).name().equals("large") ? largeSchema() : SCHEMA)
                .inputs(requested)
                .settings(
                        WriteSettings.builder().rowGroupRows(500).pageRows(100).build())
                .targetFileBytes(4096)
                .outputs(outputs)
                .helpers(helpers, helped ? 2 : 0)
                .cancelled(() -> asked.getAndIncrement() >= checks)
                .build();
    }

    private static MessageType largeSchema() {
        return MessageTypeParser.parseMessageType("message m { required int64 a; }");
    }

    private ByteSource failing(ByteSource source) {
        return new WatchedSource(source, openSources, sourceReads);
    }

    private final class FailingSink implements ByteSink {
        private final MemoryFile file;

        FailingSink(String name) {
            file = new MemoryFile(name);
        }

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (sinkWrites-- <= 0) {
                throw new IOException("No space left on device");
            }
            file.write(bytes, offset, length);
        }

        @Override
        public long position() {
            return file.position();
        }

        @Override
        public void close() throws IOException {
            if (closeFails) {
                throw new IOException("cannot sync");
            }
            file.close();
        }

        @Override
        public void abort() {
            file.abort();
        }

        boolean isAborted() {
            return file.isAborted();
        }
    }
}
