package io.github.deltamaint.log.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it. Thread-safe. */
public final class ManualClock extends Clock {
    private Instant now;

    /** Stands at {@code start}. */
    public ManualClock(Instant start) {
        this.now = start;
    }

    /** Moves forward, or back if negative. */
    public synchronized ManualClock advance(Duration duration) {
        now = now.plus(duration);
        return this;
    }

    /** Moves to a time. */
    public synchronized ManualClock set(Instant time) {
        now = time;
        return this;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("times are UTC");
    }
}
