package io.github.deltamaint.log;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as table properties write them: Spark's calendar intervals, for example {@code interval 1 week 2 days}.
 *
 * <p>Months and years have no fixed length and are refused, as Delta Spark refuses them.
 */
final class CalendarIntervals {
    private static final Pattern TERM = Pattern.compile("([+-]?\\d+)(\\.\\d+)?\\s+([a-z]+)(?:\\s+|$)");
    private static final long MICROS_PER_SECOND = 1_000_000L;

    /** The units and their lengths, the largest first. */
    private static final Map<String, Long> MICROS = micros();

    private CalendarIntervals() {}

    /**
     * Reads an interval.
     *
     * @throws IllegalArgumentException if the text is none, is negative, or has months or years
     */
    static Duration parse(String text) {
        String rest = text.strip().toLowerCase(Locale.ROOT);
        if (rest.startsWith("interval") && rest.length() > 8 && Character.isWhitespace(rest.charAt(8))) {
            rest = rest.substring(8).strip();
        }
        Matcher term = TERM.matcher(rest);
        long micros = 0;
        int at = 0;
        try {
            while (term.find() && term.start() == at) {
                micros = Math.addExact(micros, micros(term.group(1), term.group(2), term.group(3)));
                at = term.end();
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("it is longer than can be counted in microseconds", e);
        }
        if (at == 0 || at < rest.length()) {
            throw new IllegalArgumentException("it is no interval such as 'interval 7 days'");
        }
        if (micros < 0) {
            throw new IllegalArgumentException("it is negative");
        }
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    private static long micros(String whole, String fraction, String unit) {
        String singular = unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit;
        if (singular.equals("month") || singular.equals("year")) {
            throw new IllegalArgumentException("months and years have no fixed length; write days or weeks");
        }
        Long perUnit = MICROS.get(singular);
        if (perUnit == null) {
            throw new IllegalArgumentException("'" + unit + "' is no unit of time");
        }
        if (fraction == null) {
            return Math.multiplyExact(Long.parseLong(whole), perUnit);
        }
        if (!singular.equals("second")) {
            throw new IllegalArgumentException("only seconds may have a fraction");
        }
        return new BigDecimal(whole + fraction)
                .movePointRight(6)
                .setScale(0, RoundingMode.DOWN)
                .longValueExact();
    }

    /** Writes an interval with the largest units that divide it, such as {@code interval 1 week 2 days}. */
    static String format(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a retention must not be negative but was " + duration);
        }
        long micros =
                Math.addExact(Math.multiplyExact(duration.getSeconds(), MICROS_PER_SECOND), duration.getNano() / 1000);
        List<String> terms = new ArrayList<>();
        for (Map.Entry<String, Long> entry : MICROS.entrySet()) {
            String unit = entry.getKey();
            long perUnit = entry.getValue();
            long count = micros / perUnit;
            micros %= perUnit;
            if (count > 0) {
                terms.add(count + " " + unit + (count == 1 ? "" : "s"));
            }
        }
        return "interval " + (terms.isEmpty() ? "0 seconds" : String.join(" ", terms));
    }

    private static Map<String, Long> micros() {
        Map<String, Long> micros = new LinkedHashMap<>();
        micros.put("week", 7 * 24 * 3600 * MICROS_PER_SECOND);
        micros.put("day", 24 * 3600 * MICROS_PER_SECOND);
        micros.put("hour", 3600 * MICROS_PER_SECOND);
        micros.put("minute", 60 * MICROS_PER_SECOND);
        micros.put("second", MICROS_PER_SECOND);
        micros.put("millisecond", 1000L);
        micros.put("microsecond", 1L);
        return Collections.unmodifiableMap(micros);
    }
}
