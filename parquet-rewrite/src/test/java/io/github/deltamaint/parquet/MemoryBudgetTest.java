package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final long LENDABLE = 12 << 20;

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final MemoryBudget memory = MemoryBudget.of(16 << 20, 4);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void aQuarterIsDividedTheRestIsLent() {
        assertThat(memory.limitBytes()).isEqualTo(16 << 20);
        assertThat(memory.shareBytes()).isEqualTo(1 << 20);
        assertThat(memory.tryBorrow(LENDABLE + 1)).isNull();
        assertThat(memory.tryBorrow(LENDABLE)).isNotNull();
        assertThat(memory.tryBorrow(1)).isNull();
        assertThat(memory).hasToString("16777216 bytes for 4 rewrites");
    }

    @Test
    void moreThanThereIsMeansAllOfIt() {
        memory.borrow(Long.MAX_VALUE, () -> false).close();
        assertThat(memory.peakBytes()).isEqualTo(LENDABLE);
    }

    @Test
    void whatIsLentThroughACountedOneCountsForItAndForTheWhole() {
        MemoryBudget part = memory.counted();
        MemoryBudget partOfPart = part.counted();
        memory.borrow(5, () -> false).close();
        MemoryBudget.Loan first = partOfPart.borrow(LENDABLE - 3, () -> false);
        MemoryBudget.Loan second = part.tryBorrow(2);
        assertThat(second).isNotNull();
        assertThat(partOfPart.tryBorrow(2)).as("it is the same memory").isNull();
        first.close();
        first.close();
        partOfPart.borrow(7, () -> false).close();
        second.close();

        assertThat(partOfPart.peakBytes()).isEqualTo(LENDABLE - 3);
        assertThat(part.peakBytes()).isEqualTo(LENDABLE - 1);
        assertThat(memory.peakBytes()).isEqualTo(LENDABLE - 1);
        assertThat(memory.tryBorrow(LENDABLE)).as("all is back").isNotNull();
        assertThat(part.peakBytes()).isEqualTo(LENDABLE - 1);
        assertThat(partOfPart).hasToString(memory.toString());
    }

    @Test
    void whatIsGivenBackTwiceCountsOnce() {
        MemoryBudget.Loan loan = memory.borrow(LENDABLE / 2, () -> false);
        MemoryBudget.Loan other = memory.borrow(LENDABLE / 2, () -> false);
        loan.close();
        loan.close();
        assertThat(memory.tryBorrow(LENDABLE / 2 + 1)).isNull();
        other.close();
        assertThat(memory.tryBorrow(LENDABLE)).isNotNull();
    }

    @Test
    void nobodyIsServedBeforeThoseWhoWait() throws Exception {
        MemoryBudget.Loan half = memory.borrow(LENDABLE / 2, () -> false);
        CompletableFuture<MemoryBudget.Loan> large =
                CompletableFuture.supplyAsync(() -> memory.borrow(LENDABLE, () -> false), threads);
        awaitSomebodyWaiting();
        CompletableFuture<MemoryBudget.Loan> small =
                CompletableFuture.supplyAsync(() -> memory.borrow(1, () -> false), threads);
        half.close();
        large.get(10, TimeUnit.SECONDS).close();
        small.get(10, TimeUnit.SECONDS).close();
    }

    private void awaitSomebodyWaiting() {
        MemoryBudget.Loan little = memory.tryBorrow(1);
        while (little != null) {
            little.close();
            Thread.onSpinWait();
            little = memory.tryBorrow(1);
        }
    }

    @Test
    void waitingEndsWhenTheRewriteIsCancelledOrInterrupted() {
        memory.borrow(LENDABLE, () -> false);
        assertThatThrownBy(() -> memory.borrow(1, () -> true)).isInstanceOf(CancellationException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> memory.borrow(1, () -> false))
                .isInstanceOf(CancellationException.class)
                .hasMessage("the rewrite was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void manyThreadsNeverHoldMoreThanThereIs() throws Exception {
        AtomicLong held = new AtomicLong();
        AtomicLong most = new AtomicLong();
        CompletableFuture<?>[] all = new CompletableFuture<?>[4];
        for (int i = 0; i < all.length; i++) {
            Random random = new Random(i);
            all[i] = CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < 500; round++) {
                            long bytes = 1 + random.nextInt((int) LENDABLE);
                            MemoryBudget.Loan loan = memory.borrow(bytes, () -> false);
                            most.accumulateAndGet(held.addAndGet(bytes), Math::max);
                            held.addAndGet(-bytes);
                            loan.close();
                        }
                    },
                    threads);
        }
        CompletableFuture.allOf(all).get(30, TimeUnit.SECONDS);
        assertThat(most.get()).isLessThanOrEqualTo(LENDABLE).isLessThanOrEqualTo(memory.peakBytes());
        assertThat(memory.tryBorrow(LENDABLE)).isNotNull();
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> MemoryBudget.of(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the memory limit must be at least 16777216 bytes, not 1");
        assertThatThrownBy(() -> MemoryBudget.of(16 << 20, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("memory for 0 rewrites");
    }
}
