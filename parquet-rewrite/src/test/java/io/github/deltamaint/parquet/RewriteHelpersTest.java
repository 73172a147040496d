package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Other threads take over columns, and nobody can tell from the files. */
class RewriteHelpersTest {
    private static ExecutorService threads;

    @BeforeAll
    @BeforeContainer
    static void startThreads() {
        threads = Executors.newFixedThreadPool(3);
    }

    @AfterAll
    @AfterContainer
    static void stopThreads() {
        threads.shutdownNow();
    }

    @Property(tries = 60)
    void theFilesAreTheSameWithAndWithoutHelpers(
            @ForAll @IntRange(min = 1, max = 4) int inputs,
            @ForAll @IntRange(min = 1, max = 3) int helpers,
            @ForAll @IntRange(min = 1, max = 900) int rowGroupRows,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 8);
        List<RewriteInput> requested = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            Shredded shredded = Shredded.random(schema, random.nextInt(300), random);
            MemoryFile file = RandomInputs.write(shredded, "input-" + i, random);
            requested.add(file.input().select(RandomInputs.selection(shredded.records(), random)));
        }
        WriteSettings settings =
                WriteSettings.builder().rowGroupRows(rowGroupRows).pageRows(100).build();
        MemoryOutputs alone = new MemoryOutputs();
        MemoryOutputs helped = new MemoryOutputs();
        RewriteRequest.Builder request =
                RewriteRequest.builder(schema).inputs(requested).settings(settings);

        RewriteResult expected = ParquetRewriter.rewrite(request.outputs(alone).build());
        RewriteResult result = ParquetRewriter.rewrite(
                request.outputs(helped).helpers(threads, helpers).build());

        assertThat(result.nullCounts()).isEqualTo(expected.nullCounts());
        assertThat(helped.files.keySet()).isEqualTo(alone.files.keySet());
        for (Integer index : alone.files.keySet()) {
            assertThat(helped.files.get(index).content())
                    .isEqualTo(alone.files.get(index).content());
        }
    }

    @Test
    void helpersReallyTakeOverColumns() throws IOException {
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        rewrite(threads, 2, () -> workers.add(Thread.currentThread()));
        assertThat(workers).hasSizeGreaterThan(1);
    }

    @Test
    void aRewriteGoesOnWithoutHelpersThatComeTooLateOrAreRefused() throws IOException {
        List<Runnable> late = new ArrayList<>();
        Set<Thread> workers = new HashSet<>();
        rewrite(late::add, 2, () -> workers.add(Thread.currentThread()));
        assertThat(late).isNotEmpty();
        late.forEach(Runnable::run);
        rewrite(
                task -> {
                    throw new RejectedExecutionException();
                },
                2,
                () -> workers.add(Thread.currentThread()));
        assertThat(workers).containsExactly(Thread.currentThread());
    }

    @Test
    void helpersWaitForMemoryNobodyElseNeeds() throws IOException {
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        MemoryBudget memory = MemoryBudget.of(MemoryBudget.LOWEST_LIMIT_BYTES, 2);
        MemoryBudget.Loan other = memory.borrow(6 << 20, () -> false);
        rewrite(memory, threads, 2, () -> workers.add(Thread.currentThread()));
        assertThat(workers).containsExactly(Thread.currentThread());
        other.close();
    }

    @Test
    void whatFailsInAHelperFailsTheRewriteAsItDoesElsewhere() {
        Thread caller = Thread.currentThread();
        AtomicInteger failures = new AtomicInteger();
        assertThatThrownBy(() -> rewrite(threads, 2, () -> {
                    if (Thread.currentThread() != caller) {
                        failures.incrementAndGet();
                        throw new IllegalArgumentException("broken");
                    }
                    pause();
                }))
                .isInstanceOf(RuntimeException.class)
                .hasStackTraceContaining("broken");
        assertThat(failures).hasPositiveValue();
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aNumberOfHelpersBelowZeroIsRefused() {
        assertThatThrownBy(() -> RewriteRequest.builder(schema()).helpers(threads, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the number of helpers must not be negative, it is -1");
    }

    private static void rewrite(Executor executor, int helpers, Runnable watch) throws IOException {
        rewrite(MemoryBudget.of(RewriteRequest.DEFAULT_MEMORY_LIMIT_BYTES), executor, helpers, watch);
    }

    /** Rewrites a table of twelve columns; {@code watch} is called by every thread that works on it. */
    private static void rewrite(MemoryBudget memory, Executor executor, int helpers, Runnable watch)
            throws IOException {
        Shredded shredded = Shredded.random(schema(), 2000, new Random(7));
        MemoryFile file = RandomInputs.write(shredded, "input", new Random(7));
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteResult result = ParquetRewriter.rewrite(RewriteRequest.builder(schema())
                .input(file.input())
                .outputs(outputs)
                .memory(memory)
                .helpers(executor, helpers)
                .cancelled(() -> {
                    watch.run();
                    return false;
                })
                .build());
        outputs.check(result, shredded);
    }

    private static MessageType schema() {
        StringBuilder text = new StringBuilder("message m {");
        for (int i = 0; i < 12; i++) {
            text.append("optional int64 c").append(i).append(";");
        }
        return org.apache.parquet.schema.MessageTypeParser.parseMessageType(
                text.append("}").toString());
    }
}
