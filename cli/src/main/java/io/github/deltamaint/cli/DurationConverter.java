package io.github.deltamaint.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Reads durations such as 168h, 7d, 90m or 30s. */
final class DurationConverter implements CommandLine.ITypeConverter<Duration> {
    private static final Pattern FORMAT = Pattern.compile("(\\d{1,12})\\s*([a-z]+)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1),
            "w", Duration.ofDays(7));

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORMAT.matcher(text.strip().toLowerCase(Locale.ROOT));
        Duration unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new CommandLine.TypeConversionException(
                    "'" + text + "' is no duration: write a whole number and ms, s, m, h, d or w, such as 168h");
        }
        return unit.multipliedBy(new BigDecimal(matcher.group(1)).longValueExact());
    }
}
