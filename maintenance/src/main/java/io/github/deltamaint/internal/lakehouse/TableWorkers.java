package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.common.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Does the same to many tables, some of them at a time, and gives the results in their order. */
final class TableWorkers {
    private static final AtomicInteger THREADS = new AtomicInteger();

    private final int concurrent;
    private final CancellationToken cancellation;

    TableWorkers(int concurrent, CancellationToken cancellation) {
        this.concurrent = concurrent;
        this.cancellation = cancellation;
    }

    /**
     * Runs {@code work} for every table. When the thread is interrupted, what runs is interrupted too, and the rest is not begun.
     *
     * @param work must not throw; an error of the machine that it throws nevertheless ends everything
     * @param notBegun the result for a table that nobody came to
     */
    <T, R> List<R> forEach(List<T> tables, Function<T, R> work, Function<T, R> notBegun) {
        ExecutorService executor =
                Executors.newFixedThreadPool(Math.max(1, Math.min(concurrent, tables.size())), TableWorkers::thread);
        List<Future<R>> results = new ArrayList<>();
        for (T table : tables) {
            results.add(executor.submit(() -> cancellation.isCancelled() ? notBegun.apply(table) : work.apply(table)));
        }
        executor.shutdown();
        if (!end(executor)) {
            Thread.currentThread().interrupt();
        }
        List<R> all = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            all.add(results.get(i).isDone() ? get(results.get(i)) : notBegun.apply(tables.get(i)));
        }
        return all;
    }

    /** Waits until nothing runs any more; an interruption only makes that come sooner. Returns whether there was none. */
    private static boolean end(ExecutorService executor) {
        boolean undisturbed = true;
        while (!executor.isTerminated()) {
            try {
                executor.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                undisturbed = false;
                executor.shutdownNow();
            }
        }
        return undisturbed;
    }

    private static <R> R get(Future<R> result) {
        boolean interrupted = Thread.interrupted();
        try {
            return result.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("work on a table failed in an unforeseen way", e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("the result was there", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "delta-maintenance-table-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
