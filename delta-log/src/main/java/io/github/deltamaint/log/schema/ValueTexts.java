package io.github.deltamaint.log.schema;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Values as texts, as partition values, statistics and string literals in predicates have them.
 *
 * <p>Reading never rounds and never guesses: a text that is not exactly a value of the type gives none.
 */
public final class ValueTexts {
    private static final Pattern FLOATING =
            Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?", Pattern.CASE_INSENSITIVE);
    private static final int MAX_DECIMAL_TEXT = 1000;
    private static final int MAX_PLAIN_YEAR = 9999;

    private ValueTexts() {}

    /**
     * The value that a text stands for.
     *
     * @param zonelessZone the zone of timestamps that name none
     * @return a value in the form of {@link Values}; empty if the text is none of this type. Binary is the UTF-8 bytes of the text
     */
    public static Optional<Object> parse(PrimitiveType type, String text, ZoneId zonelessZone) {
        String stripped = text.strip();
        return switch (type.kind()) {
            case BOOLEAN -> parseBoolean(stripped);
            case BYTE, SHORT, INTEGER, LONG -> parseLong(type, stripped);
            case FLOAT -> floating(stripped).map(number -> Float.parseFloat(number));
            case DOUBLE -> floating(stripped).map(number -> Double.parseDouble(number));
            case DECIMAL -> parseDecimal(type, stripped);
            case STRING -> Optional.of(text);
            case BINARY -> Optional.of(new Values.Bytes(text.getBytes(StandardCharsets.UTF_8)));
            case DATE -> new TemporalParser(stripped).date().map(days -> days);
            case TIMESTAMP ->
                TimestampText.parse(stripped)
                        .flatMap(timestamp -> timestamp.instantMicros(zonelessZone))
                        .map(micros -> micros);
            case TIMESTAMP_NTZ ->
                TimestampText.parse(stripped).filter(TimestampText::isZoneless).map(TimestampText::localMicros);
        };
    }

    /**
     * A decimal of exactly the type's scale.
     *
     * @return empty if the number does not fit without rounding
     */
    public static Optional<BigDecimal> exactDecimal(PrimitiveType type, BigDecimal number) {
        if (number.signum() == 0) {
            return Optional.of(BigDecimal.ZERO.setScale(type.scale()));
        }
        BigDecimal stripped = number.stripTrailingZeros();
        boolean fits = stripped.scale() <= type.scale()
                && (long) stripped.precision() - stripped.scale() <= type.precision() - type.scale();
        return fits ? Optional.of(stripped.setScale(type.scale())) : Optional.empty();
    }

    /**
     * A whole number as a value of a type.
     *
     * @return empty if the type is too small for it
     */
    public static Optional<Object> exactLong(PrimitiveType type, long number) {
        boolean fits = switch (type.kind()) {
            case BYTE -> number == (byte) number;
            case SHORT -> number == (short) number;
            case INTEGER -> number == (int) number;
            default -> true;
        };
        return fits ? Optional.of(number) : Optional.empty();
    }

    /** Whether a day lies in the years 0001 to 9999, which every engine can write and read. */
    public static boolean isPlainDate(long epochDay) {
        return epochDay >= LocalDate.of(1, 1, 1).toEpochDay()
                && epochDay <= LocalDate.of(MAX_PLAIN_YEAR, 12, 31).toEpochDay();
    }

    /** A date as {@code yyyy-MM-dd}. */
    public static String formatDate(long epochDay) {
        return LocalDate.ofEpochDay(epochDay).toString();
    }

    /**
     * A date and time of day as {@code yyyy-MM-ddTHH:mm:ss} and as many digits of the second as asked for.
     *
     * @param localMicros the microseconds since the epoch that it would be in UTC
     * @param fractionDigits 0 to 6; further digits are cut
     */
    public static String formatTimestamp(long localMicros, int fractionDigits) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(localMicros, TimestampText.MICROS_PER_SECOND), 0, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(32)
                .append(time.toLocalDate())
                .append(String.format(
                        Locale.ROOT, "T%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond()));
        if (fractionDigits > 0) {
            long micros = Math.floorMod(localMicros, TimestampText.MICROS_PER_SECOND);
            text.append('.').append(String.format(Locale.ROOT, "%06d", micros), 0, fractionDigits);
        }
        return text.toString();
    }

    private static Optional<Object> parseBoolean(String text) {
        if (text.equalsIgnoreCase("true")) {
            return Optional.of(true);
        }
        return text.equalsIgnoreCase("false") ? Optional.of(false) : Optional.empty();
    }

    private static Optional<Object> parseLong(PrimitiveType type, String text) {
        try {
            return exactLong(type, Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A text that Java reads as the number that other engines read too. */
    private static Optional<String> floating(String text) {
        if (FLOATING.matcher(text).matches()) {
            return Optional.of(text);
        }
        boolean negative = text.startsWith("-");
        String name = negative || text.startsWith("+") ? text.substring(1) : text;
        if (name.equalsIgnoreCase("Infinity") || name.equalsIgnoreCase("inf")) {
            return Optional.of(negative ? "-Infinity" : "Infinity");
        }
        return text.equalsIgnoreCase("NaN") ? Optional.of("NaN") : Optional.empty();
    }

    private static Optional<Object> parseDecimal(PrimitiveType type, String text) {
        if (text.length() > MAX_DECIMAL_TEXT || !FLOATING.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return exactDecimal(type, new BigDecimal(text)).map(number -> number);
        } catch (NumberFormatException e) {
            return Optional.empty(); // an exponent beyond all measure
        }
    }
}
