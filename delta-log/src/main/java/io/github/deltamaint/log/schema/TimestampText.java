package io.github.deltamaint.log.schema;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A date and time of day as a text gave it, with the zone if the text named one.
 *
 * @param localMicros the microseconds since the epoch that the date and time of day would be in UTC
 * @param zone the zone that the text named; null if it left that to the reader
 */
public record TimestampText(long localMicros, @Nullable ZoneId zone) {
    static final long MICROS_PER_SECOND = 1_000_000L;

    /**
     * Reads a timestamp as Spark's cast from string does: a date ({@code yyyy-MM-dd}, or its beginning), then a time of day after a blank or
     * a {@code T}, with up to nine digits of a second (those after the sixth are cut), then {@code Z}, an offset or the name of a zone. Everything
     * after the date may be missing from the right.
     *
     * @return empty if the text is no timestamp, or one that microseconds in 64 bits cannot hold
     */
    public static Optional<TimestampText> parse(String text) {
        return new TemporalParser(text).timestamp();
    }

    /** Whether the text left the zone to the reader. */
    public boolean isZoneless() {
        return zone == null;
    }

    /**
     * The instant, in microseconds since the epoch.
     *
     * @param zonelessZone the zone to use if the text named none
     * @return empty if microseconds in 64 bits cannot hold it
     */
    public Optional<Long> instantMicros(ZoneId zonelessZone) {
        ZoneId effective = zone == null ? zonelessZone : zone;
        try {
            long shiftSeconds =
                    effective instanceof ZoneOffset offset ? -offset.getTotalSeconds() : shiftSeconds(effective);
            return Optional.of(Math.addExact(localMicros, Math.multiplyExact(shiftSeconds, MICROS_PER_SECOND)));
        } catch (ArithmeticException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** What turns the local time into UTC; in the hour that a change to summer time leaves out, the offset before it counts. */
    private long shiftSeconds(ZoneId region) {
        return localDateTime().atZone(region).toEpochSecond() - Math.floorDiv(localMicros, MICROS_PER_SECOND);
    }

    private LocalDateTime localDateTime() {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(localMicros, MICROS_PER_SECOND),
                (int) Math.floorMod(localMicros, MICROS_PER_SECOND) * 1000,
                ZoneOffset.UTC);
    }
}
