package io.github.deltamaint.vacuum.internal;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** How many requests run at the same time, whoever makes them: those who list the store and those who read the log. First come, first served. Thread-safe. */
final class RequestLimit {
    private final Semaphore free;

    RequestLimit(int requests) {
        this.free = new Semaphore(requests, true);
    }

    /** One request, or several one after the other. */
    @FunctionalInterface
    interface Call<T extends @Nullable Object, X extends Exception> {
        T run() throws X;
    }

    /**
     * Makes a request as soon as there is room for it.
     *
     * @throws CancellationException if interrupted
     */
    <T extends @Nullable Object, X extends Exception> T run(Call<T, X> call) throws X {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
        try {
            return call.run();
        } finally {
            free.release();
        }
    }
}
