package io.github.deltamaint.log.storage.hadoop;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Runs something in threads that nobody can interrupt, and waits for their end. */
final class Uninterrupted {
    private Uninterrupted() {}

    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    static void run(String name, Work work) throws IOException {
        Outcome outcome = new Outcome();
        join(start(name, () -> outcome.of(work)));
        outcome.rethrow();
    }

    static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Outcome {
        private @Nullable Throwable failure;

        void of(Work work) {
            try {
                work.run();
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        }

        void rethrow() throws IOException {
            if (failure instanceof IOException io) {
                throw io;
            }
            if (failure instanceof RuntimeException runtime) {
                throw runtime;
            }
            if (failure instanceof Error error) {
                throw error;
            }
        }
    }
}
