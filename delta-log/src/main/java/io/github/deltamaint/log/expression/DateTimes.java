package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.schema.TimestampText;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Dates and instants as timestamps. */
final class DateTimes {
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final int NANOS_PER_MICRO = 1000;

    private DateTimes() {}

    /** The beginning of a day; null where 64 bits do not reach. */
    static @Nullable Long startOfDay(long epochDay) {
        boolean reachable = Math.abs(epochDay) < Long.MAX_VALUE / MICROS_PER_DAY;
        return reachable ? epochDay * MICROS_PER_DAY : null;
    }

    /** The instant of a local time; null where 64 bits do not reach. */
    static @Nullable Long instantOf(long localMicros, ZoneId zone) {
        return new TimestampText(localMicros, null).instantMicros(zone).orElse(null);
    }

    /**
     * The microseconds since the epoch; those of {@code ChronoUnit.MICROS.between} overflow after three centuries on some JDKs.
     *
     * @throws ArithmeticException if 64 bits do not hold them
     */
    static long microsOf(Instant instant) {
        long seconds = Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND);
        return Math.addExact(seconds, instant.getNano() / NANOS_PER_MICRO);
    }
}
