package io.github.deltamaint.internal.files;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Looks at many files, several at a time: it is mostly waiting for the store. */
public final class ConcurrentFiles {
    private static final int THREADS = 16;
    private static final int BATCH = 1024;
    private static final AtomicInteger STARTED = new AtomicInteger();

    private ConcurrentFiles() {}

    /**
     * Does something with each file on some thread, and gives the results to the calling thread, in the order of the files. The first failure ends it.
     *
     * @param all the files; taken as they are needed
     * @param requireNotCancelled called before each batch, and after an interrupt; throws if the operation shall stop
     * @param work what is done with a file
     * @param sink is given each file with its result
     * @return how many files there were
     */
    public static <T, R> long forEach(
            Iterator<T> all, Runnable requireNotCancelled, Function<T, R> work, BiConsumer<T, R> sink) {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS, ConcurrentFiles::thread);
        try {
            long count = 0;
            while (all.hasNext()) {
                List<T> batch = new ArrayList<>();
                while (all.hasNext() && batch.size() < BATCH) {
                    batch.add(all.next());
                }
                requireNotCancelled.run();
                List<Callable<R>> calls = new ArrayList<>();
                batch.forEach(file -> calls.add(() -> work.apply(file)));
                List<Future<R>> results = executor.invokeAll(calls);
                for (int i = 0; i < batch.size(); i++) {
                    sink.accept(batch.get(i), results.get(i).get());
                }
                count += batch.size();
            }
            return count;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            requireNotCancelled.run();
            throw new CancellationException();
        } catch (ExecutionException e) {
            throw rethrow(e);
        } finally {
            executor.shutdownNow();
        }
    }

    private static RuntimeException rethrow(ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
            return failure;
        }
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e.getCause());
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "delta-maintenance-files-" + STARTED.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
