package io.github.deltamaint.vacuum.internal;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * How long to wait when a store asks for it: twice as long each time, from 100 milliseconds to 30 seconds, and a random part more so that not all come back at
 * once. Thread-safe.
 */
public final class Backoff {
    private static final long FIRST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 30_000;
    private static final List<String> SIGNS =
            List.of("slow down", "slowdown", "throttl", "too many requests", "server busy", "serverbusy", "503", "429");

    /** Waits. */
    @FunctionalInterface
    public interface Sleeper {
        /** Waits so many milliseconds. */
        void sleep(long millis) throws InterruptedException;
    }

    private final Sleeper sleeper;
    private final Supplier<UUID> identities;

    /**
     * With the means to wait.
     *
     * @param sleeper waits
     * @param identities give the random part
     */
    public Backoff(Sleeper sleeper, Supplier<UUID> identities) {
        this.sleeper = sleeper;
        this.identities = identities;
    }

    /** Waits in real time. */
    public static Backoff real(Supplier<UUID> identities) {
        return new Backoff(Thread::sleep, identities);
    }

    /** Whether a failure says that the store has too much to do. */
    static boolean isThrottling(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            if (SIGNS.stream().anyMatch(message::contains)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits before the next try.
     *
     * @param failures how many tries have failed, from 1
     */
    void await(int failures) {
        long longest = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures - 1, 20));
        try {
            sleeper.sleep(longest + Math.floorMod(identities.get().getLeastSignificantBits(), longest));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
    }
}
