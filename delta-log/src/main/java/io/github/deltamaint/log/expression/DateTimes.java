package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.schema.TimestampText;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Dates as timestamps; null where 64 bits of microseconds do not reach. */
final class DateTimes {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private DateTimes() {}

    static @Nullable Long startOfDay(long epochDay) {
        boolean reachable = Math.abs(epochDay) < Long.MAX_VALUE / MICROS_PER_DAY;
        return reachable ? epochDay * MICROS_PER_DAY : null;
    }

    static @Nullable Long instantOf(long localMicros, ZoneId zone) {
        return new TimestampText(localMicros, null).instantMicros(zone).orElse(null);
    }
}
