package io.github.deltamaint.log.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one date or timestamp from left to right. */
final class TemporalParser {
    private static final int MAX_YEAR_DIGITS = 6;
    private static final int MAX_FRACTION_DIGITS = 9;
    private static final long SECONDS_PER_DAY = 86_400;

    private final String text;
    private int at;

    TemporalParser(String text) {
        this.text = text.strip();
    }

    /** The days since the epoch; what follows the date after a blank or a T is ignored, as by Spark. */
    Optional<Long> date() {
        Long days = datePart();
        if (days == null || (at < text.length() && !atTimeSeparator())) {
            return Optional.empty();
        }
        return Optional.of(days);
    }

    Optional<TimestampText> timestamp() {
        Long days = datePart();
        if (days == null) {
            return Optional.empty();
        }
        long microsOfDay = 0;
        @Nullable ZoneId zone = null;
        if (at < text.length()) {
            if (!atTimeSeparator()) {
                return Optional.empty();
            }
            at++;
            microsOfDay = timeOfDay();
            if (microsOfDay < 0) {
                return Optional.empty();
            }
            if (at < text.length()) {
                zone = zone(text.substring(at).strip());
                if (zone == null) {
                    return Optional.empty();
                }
            }
        }
        try {
            long micros = Math.addExact(
                    Math.multiplyExact(days, SECONDS_PER_DAY * TimestampText.MICROS_PER_SECOND), microsOfDay);
            return Optional.of(new TimestampText(micros, zone));
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private @Nullable Long datePart() {
        boolean negative = at("-");
        boolean signed = negative || at("+");
        if (signed) {
            at++;
        }
        int yearStart = at;
        int year = digits(MAX_YEAR_DIGITS);
        if (year < 0 || at - yearStart < 4) {
            return null;
        }
        int month = 1;
        int day = 1;
        if (at("-")) {
            at++;
            month = digits(2);
            if (at("-")) {
                at++;
                day = digits(2);
            }
        }
        if (month < 0 || day < 0) {
            return null;
        }
        try {
            return LocalDate.of(negative ? -year : year, month, day).toEpochDay();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private boolean atTimeSeparator() {
        return at(" ") || at("T");
    }

    /** The microseconds since midnight, or -1. */
    private long timeOfDay() {
        int hour = digits(2);
        int minute = 0;
        int second = 0;
        int micros = 0;
        if (at(":")) {
            at++;
            minute = digits(2);
            if (at(":")) {
                at++;
                second = digits(2);
                if (at(".")) {
                    at++;
                    micros = fraction();
                }
            }
        }
        boolean sound =
                hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60 && micros >= 0;
        return sound ? ((hour * 60L + minute) * 60 + second) * TimestampText.MICROS_PER_SECOND + micros : -1;
    }

    /** Digits of a second as microseconds, or -1; Spark writes no digit at all after the point of a whole second never, but reads it. */
    private int fraction() {
        int micros = 0;
        int count = 0;
        while (at < text.length() && isDigit(text.charAt(at))) {
            if (count < 6) {
                micros = micros * 10 + (text.charAt(at) - '0');
            }
            count++;
            at++;
        }
        for (int i = count; i < 6; i++) {
            micros *= 10;
        }
        return count <= MAX_FRACTION_DIGITS ? micros : -1;
    }

    /** A number of at most {@code max} digits, or -1 if there is none. */
    private int digits(int max) {
        int start = at;
        int number = 0;
        while (at < text.length() && at - start < max && isDigit(text.charAt(at))) {
            number = number * 10 + (text.charAt(at++) - '0');
        }
        return at == start ? -1 : number;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private boolean at(String separator) {
        return text.startsWith(separator, at);
    }

    private static @Nullable ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
