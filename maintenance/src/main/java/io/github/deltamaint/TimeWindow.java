package io.github.deltamaint;

import static java.util.Objects.requireNonNull;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time of the day, every day.
 *
 * @param from when it begins
 * @param to when it ends, which is not part of it; before {@code from}, it is on the next day
 * @param zone where clocks show these times
 */
public record TimeWindow(LocalTime from, LocalTime to, ZoneId zone) {
    private static final Pattern TEXT = Pattern.compile("(\\d{2}:\\d{2})\\s*-\\s*(\\d{2}:\\d{2})(?:\\s+(\\S+))?");

    /** Checks that it is not empty. */
    public TimeWindow {
        requireNonNull(zone, "zone");
        if (from.equals(to)) {
            throw new IllegalArgumentException("a window from " + from + " to " + to + " has no length");
        }
    }

    /**
     * Reads a text such as {@code 22:00-06:00} or {@code 22:00-06:00 Europe/Berlin}; UTC unless a zone is given.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public static TimeWindow parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "a window should be two times and maybe a zone, such as 22:00-06:00 Europe/Berlin, but was "
                            + text);
        }
        try {
            return new TimeWindow(
                    LocalTime.parse(matcher.group(1)),
                    LocalTime.parse(matcher.group(2)),
                    matcher.group(3) == null ? ZoneOffset.UTC : ZoneId.of(matcher.group(3)));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("there is no time " + e.getParsedString(), e);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("there is no time zone " + matcher.group(3), e);
        }
    }

    /** Whether a moment is in it. */
    public boolean contains(Instant moment) {
        LocalTime time = moment.atZone(zone).toLocalTime();
        return from.isBefore(to)
                ? !time.isBefore(from) && time.isBefore(to)
                : !time.isBefore(from) || time.isBefore(to);
    }

    /** When it begins the next time after a moment. */
    public Instant nextAfter(Instant moment) {
        ZonedDateTime now = moment.atZone(zone);
        ZonedDateTime today = now.toLocalDate().atTime(from).atZone(zone);
        return (today.toInstant().isAfter(moment)
                        ? today
                        : now.toLocalDate().plusDays(1).atTime(from).atZone(zone))
                .toInstant();
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return from + "-" + to + (zone.equals(ZoneOffset.UTC) ? "" : " " + zone);
    }
}
