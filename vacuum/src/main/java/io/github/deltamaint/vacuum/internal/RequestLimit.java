package io.github.deltamaint.vacuum.internal;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;

/** How many requests run at the same time, whoever makes them: those who list the store and those who read the log. First come, first served. Thread-safe. */
final class RequestLimit {
    private final Semaphore free;

    RequestLimit(int requests) {
        this.free = new Semaphore(requests, true);
    }

    /**
     * Does something that makes one request after the other, as soon as there is room for it.
     *
     * @throws CancellationException if interrupted
     */
    void run(Runnable work) {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
        try {
            work.run();
        } finally {
            free.release();
        }
    }
}
