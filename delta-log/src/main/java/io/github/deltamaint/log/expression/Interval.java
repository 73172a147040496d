package io.github.deltamaint.log.expression;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * A span of time. Its parts are added one after the other, months first; months and days are those of the calendar.
 *
 * @param months years and months, as months
 * @param days weeks and days, as days
 * @param micros hours and smaller units, as microseconds
 */
public record Interval(long months, long days, long micros) {
    static final Interval ZERO = new Interval(0, 0, 0);

    private static final long MICROS_PER_SECOND = 1_000_000L;

    /** So many of a unit of SQL, such as {@code DAY} or {@code DAYS}; empty if it is no unit. */
    static Optional<Interval> of(long count, String unit) {
        String upper = unit.toUpperCase(Locale.ROOT);
        return switch (upper.endsWith("S") ? upper.substring(0, upper.length() - 1) : upper) {
            case "YEAR" -> Optional.of(new Interval(Math.multiplyExact(count, 12), 0, 0));
            case "MONTH" -> Optional.of(new Interval(count, 0, 0));
            case "WEEK" -> Optional.of(new Interval(0, Math.multiplyExact(count, 7), 0));
            case "DAY" -> Optional.of(new Interval(0, count, 0));
            case "HOUR" -> Optional.of(new Interval(0, 0, Math.multiplyExact(count, 3600 * MICROS_PER_SECOND)));
            case "MINUTE" -> Optional.of(new Interval(0, 0, Math.multiplyExact(count, 60 * MICROS_PER_SECOND)));
            case "SECOND" -> Optional.of(new Interval(0, 0, Math.multiplyExact(count, MICROS_PER_SECOND)));
            case "MILLISECOND" -> Optional.of(new Interval(0, 0, Math.multiplyExact(count, 1000)));
            case "MICROSECOND" -> Optional.of(new Interval(0, 0, count));
            default -> Optional.empty();
        };
    }

    /** The span that leads back. */
    public Interval negated() {
        return new Interval(Math.negateExact(months), Math.negateExact(days), Math.negateExact(micros));
    }

    Interval plus(Interval other) {
        return new Interval(
                Math.addExact(months, other.months),
                Math.addExact(days, other.days),
                Math.addExact(micros, other.micros));
    }

    boolean isWholeDays() {
        return micros == 0;
    }

    /** The days since the epoch, this span after a day. */
    long addToDate(long epochDay) {
        return LocalDate.ofEpochDay(epochDay).plusMonths(months).plusDays(days).toEpochDay();
    }

    /** The microseconds since the epoch, this span after an instant in a zone. */
    long addToInstant(long epochMicros, ZoneId zone) {
        ZonedDateTime time = Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS).atZone(zone);
        Instant instant = time.plusMonths(months)
                .plusDays(days)
                .plus(micros, ChronoUnit.MICROS)
                .toInstant();
        return DateTimes.microsOf(instant);
    }

    /** As {@link #addToInstant} for a date and time of day without a zone. */
    long addToLocal(long localMicros) {
        LocalDateTime time =
                LocalDateTime.ofInstant(Instant.EPOCH.plus(localMicros, ChronoUnit.MICROS), ZoneOffset.UTC);
        LocalDateTime later = time.plusMonths(months).plusDays(days).plus(micros, ChronoUnit.MICROS);
        return DateTimes.microsOf(later.toInstant(ZoneOffset.UTC));
    }

    /** As SQL, such as {@code INTERVAL 1 MONTHS 2 DAYS}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("INTERVAL");
        append(text, months, "MONTHS");
        append(text, days, "DAYS");
        append(text, micros / MICROS_PER_SECOND, "SECONDS");
        append(text, micros % MICROS_PER_SECOND, "MICROSECONDS");
        return text.length() == "INTERVAL".length() ? "INTERVAL 0 DAYS" : text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(' ').append(count).append(' ').append(unit);
        }
    }

    /** Whether adding failed because the result is outside what can be counted. */
    static boolean isOutOfRange(RuntimeException e) {
        return e instanceof DateTimeException || e instanceof ArithmeticException;
    }
}
