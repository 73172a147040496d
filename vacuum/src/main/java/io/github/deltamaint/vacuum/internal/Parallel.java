package io.github.deltamaint.vacuum.internal;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Work that mostly waits for a store, done by a bounded number of threads. The first failure stops the rest and is thrown once all threads have stopped.
 */
final class Parallel implements AutoCloseable {
    private static final AtomicInteger THREADS = new AtomicInteger();

    private final ExecutorService executor;
    private final Semaphore room;
    private final int threads;
    private final BooleanSupplier cancelled;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * Starts nothing yet.
     *
     * @param threads how many threads
     * @param cancelled asked by the thread that submits, before each piece of work
     */
    Parallel(int threads, BooleanSupplier cancelled) {
        this.threads = threads;
        this.executor = Executors.newFixedThreadPool(threads, Parallel::thread);
        this.room = new Semaphore(2 * threads);
        this.cancelled = cancelled;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "delta-maintenance-vacuum-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /** Does something with each element. */
    static <T> void forEach(List<T> elements, int threads, BooleanSupplier cancelled, Consumer<? super T> work) {
        if (elements.isEmpty()) {
            return;
        }
        try (Parallel parallel = new Parallel(Math.min(threads, elements.size()), cancelled)) {
            for (T element : elements) {
                parallel.submit(() -> work.accept(element));
            }
            parallel.await();
        }
    }

    /**
     * Hands work to a thread; waits while too much waits already.
     *
     * @throws CancellationException if cancelled or interrupted
     */
    void submit(Runnable work) {
        rethrow();
        if (cancelled.getAsBoolean()) {
            throw new CancellationException();
        }
        acquire(1);
        executor.execute(() -> {
            try {
                if (failure.get() == null) {
                    work.run();
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            } finally {
                room.release();
            }
        });
    }

    private void acquire(int permits) {
        try {
            room.acquire(permits);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
    }

    /** Waits until everything is done. */
    void await() {
        acquire(2 * threads);
        room.release(2 * threads);
        rethrow();
    }

    private void rethrow() {
        Throwable first = failure.get();
        if (first instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (first instanceof Error error) {
            throw error;
        }
    }

    /** Waits for the threads to stop: what they do must not go on behind the back of the caller. */
    @Override
    public void close() {
        failure.compareAndSet(null, new CancellationException());
        executor.shutdown();
        boolean interrupted = false;
        while (!executor.isTerminated()) {
            try {
                executor.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
