package io.github.deltamaint.parquet;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one or several rewrites may take together for everything that grows with the data. Thread-safe.
 *
 * <p>A quarter is divided evenly among the rewrites, for what each of them keeps open. The rest is lent to them a row group at a
 * time, first come, first served: a rewrite that finds too little left waits until another one has finished a row group. How large
 * row groups are depends on the limit alone, not on how many rewrites share it, so the same inputs give the same files.
 */
public final class MemoryBudget {
    /** The smallest limit. */
    public static final long LOWEST_LIMIT_BYTES = 16L << 20;

    private static final long WAIT_MILLIS = 50;

    private final Pool pool;
    private final @Nullable MemoryBudget whole;
    private long lentBytes;
    private long peakBytes;

    private MemoryBudget(Pool pool, @Nullable MemoryBudget whole) {
        this.pool = pool;
        this.whole = whole;
    }

    /** Memory for one rewrite at a time; see {@link #of(long, int)}. */
    public static MemoryBudget of(long limitBytes) {
        return of(limitBytes, 1);
    }

    /**
     * Memory that several rewrites share.
     *
     * @param limitBytes at least {@link #LOWEST_LIMIT_BYTES}
     * @param rewrites how many rewrites run at the same time, at least one
     */
    public static MemoryBudget of(long limitBytes, int rewrites) {
        if (limitBytes < LOWEST_LIMIT_BYTES) {
            throw new IllegalArgumentException(
                    "the memory limit must be at least " + LOWEST_LIMIT_BYTES + " bytes, not " + limitBytes);
        }
        if (rewrites < 1) {
            throw new IllegalArgumentException("memory for " + rewrites + " rewrites");
        }
        return new MemoryBudget(new Pool(limitBytes, rewrites), null);
    }

    /** The same memory, of which {@link #peakBytes()} counts only what is lent through what is returned. */
    public MemoryBudget counted() {
        return new MemoryBudget(pool, this);
    }

    /** The limit, in bytes. */
    public long limitBytes() {
        return pool.limitBytes;
    }

    /** What each rewrite may take from its beginning to its end, in bytes. */
    public long shareBytes() {
        return pool.limitBytes / 4 / pool.rewrites;
    }

    /** What may be lent at the same time, in bytes. */
    public long lendableBytes() {
        return pool.lendableBytes;
    }

    /** The most that was lent at the same time, in bytes. */
    public synchronized long peakBytes() {
        return peakBytes;
    }

    /** Memory that is lent; {@link #close()} gives it back, once. */
    public static final class Loan implements AutoCloseable {
        private final MemoryBudget budget;
        private long bytes;

        private Loan(MemoryBudget budget, long bytes) {
            this.budget = budget;
            this.bytes = bytes;
        }

        @Override
        public void close() {
            long given = bytes;
            bytes = 0;
            budget.count(-given);
            budget.pool.giveBack(given);
        }
    }

    /**
     * Lends memory, and waits for it if need be. Whoever borrows must not have borrowed already, else two could wait for each other.
     *
     * @param bytes how much; more than there is means all of it
     * @throws CancellationException if {@code cancelled} while waiting, or the thread was interrupted
     */
    public Loan borrow(long bytes, BooleanSupplier cancelled) {
        long wanted = Math.min(bytes, pool.lendableBytes);
        pool.borrow(wanted, cancelled);
        return lent(wanted);
    }

    /** Lends memory if it is there and nobody waits for it; else null. */
    public @Nullable Loan tryBorrow(long bytes) {
        return pool.tryBorrow(bytes) ? lent(bytes) : null;
    }

    private Loan lent(long bytes) {
        count(bytes);
        return new Loan(this, bytes);
    }

    private void count(long bytes) {
        for (MemoryBudget budget = this; budget != null; budget = budget.whole) {
            budget.add(bytes);
        }
    }

    private synchronized void add(long bytes) {
        lentBytes += bytes;
        peakBytes = Math.max(peakBytes, lentBytes);
    }

    @Override
    public String toString() {
        return pool.limitBytes + " bytes for " + pool.rewrites + (pool.rewrites == 1 ? " rewrite" : " rewrites");
    }

    /** What there is. */
    private static final class Pool {
        private final long limitBytes;
        private final int rewrites;
        private final long lendableBytes;
        private final Deque<Long> waiting = new ArrayDeque<>();
        private long tickets;
        private long lentBytes;

        Pool(long limitBytes, int rewrites) {
            this.limitBytes = limitBytes;
            this.rewrites = rewrites;
            lendableBytes = limitBytes - limitBytes / 4;
        }

        synchronized void borrow(long wanted, BooleanSupplier cancelled) {
            long ticket = tickets++;
            waiting.addLast(ticket);
            try {
                while (waiting.getFirst() != ticket || lentBytes + wanted > lendableBytes) {
                    if (cancelled.getAsBoolean()) {
                        throw new CancellationException("the rewrite was cancelled");
                    }
                    wait(WAIT_MILLIS);
                }
                lentBytes += wanted;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("the rewrite was interrupted");
            } finally {
                waiting.remove(ticket);
                notifyAll();
            }
        }

        synchronized boolean tryBorrow(long bytes) {
            boolean isThere = waiting.isEmpty() && lentBytes + bytes <= lendableBytes;
            lentBytes += isThere ? bytes : 0;
            return isThere;
        }

        synchronized void giveBack(long bytes) {
            lentBytes -= bytes;
            notifyAll();
        }
    }
}
