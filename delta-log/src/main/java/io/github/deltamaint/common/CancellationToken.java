package io.github.deltamaint.common;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells a running operation that it should stop.
 *
 * <p>An operation looks between row groups, between files, before a commit and between batches of deletions, never inside a commit.
 * It then ends with {@link OperationCancelledException}; versions committed before stay. Thread-safe.
 */
public final class CancellationToken {
    private final @Nullable Clock clock;
    private final @Nullable Instant deadline;
    private final boolean ignoresCancel;
    private final List<CancellationToken> others;
    private volatile boolean cancelled;

    private CancellationToken(
            @Nullable Clock clock, @Nullable Instant deadline, boolean ignoresCancel, List<CancellationToken> others) {
        this.clock = clock;
        this.deadline = deadline;
        this.ignoresCancel = ignoresCancel;
        this.others = others;
    }

    /** A token that is cancelled by {@link #cancel()} alone. */
    public static CancellationToken create() {
        return new CancellationToken(null, null, false, List.of());
    }

    /** A token that also cancels itself once {@code delay} has passed on the system's clock. */
    public static CancellationToken after(Duration delay) {
        return after(delay, Clock.systemUTC());
    }

    /** A token that also cancels itself once {@code delay} has passed on {@code clock}. */
    public static CancellationToken after(Duration delay, Clock clock) {
        return new CancellationToken(clock, clock.instant().plus(delay), false, List.of());
    }

    /**
     * A token that nobody can cancel; only {@linkplain Thread#interrupt() interrupting} the thread stops the operation.
     *
     * <p>Calling {@link #cancel()} on it is an {@link UnsupportedOperationException}.
     */
    public static CancellationToken none() {
        return new CancellationToken(null, null, true, List.of());
    }

    /** A token that is cancelled by {@link #cancel()}, and as soon as one of the others is. */
    public static CancellationToken any(CancellationToken... others) {
        return new CancellationToken(null, null, false, List.of(others));
    }

    /** Asks the operation to stop. May be called from any thread, and more than once. */
    public void cancel() {
        if (ignoresCancel) {
            throw new UnsupportedOperationException("this token cannot be cancelled; create one with create()");
        }
        cancelled = true;
    }

    /** Whether to stop: {@link #cancel()} was called, the time is up, or the calling thread was interrupted (its flag is kept). */
    public boolean isCancelled() {
        return cancelled
                || isExpired()
                || Thread.currentThread().isInterrupted()
                || others.stream().anyMatch(CancellationToken::isCancelled);
    }

    private boolean isExpired() {
        return clock != null && deadline != null && !clock.instant().isBefore(deadline);
    }
}
