package io.github.deltamaint.common;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes that is zero or more, with units that are powers of 1024.
 *
 * @param bytes the number of bytes
 */
public record DataSize(long bytes) implements Comparable<DataSize> {

    /** No bytes at all. */
    public static final DataSize ZERO = new DataSize(0);

    private static final long KIBIBYTE = 1L << 10;
    private static final long MEBIBYTE = 1L << 20;
    private static final long GIBIBYTE = 1L << 30;
    private static final long TEBIBYTE = 1L << 40;

    private static final Pattern TEXT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([a-zA-Z]*)");

    private static final Map<String, Long> UNITS = Map.ofEntries(
            Map.entry("", 1L),
            Map.entry("b", 1L),
            Map.entry("byte", 1L),
            Map.entry("bytes", 1L),
            Map.entry("k", KIBIBYTE),
            Map.entry("kb", KIBIBYTE),
            Map.entry("kib", KIBIBYTE),
            Map.entry("m", MEBIBYTE),
            Map.entry("mb", MEBIBYTE),
            Map.entry("mib", MEBIBYTE),
            Map.entry("g", GIBIBYTE),
            Map.entry("gb", GIBIBYTE),
            Map.entry("gib", GIBIBYTE),
            Map.entry("t", TEBIBYTE),
            Map.entry("tb", TEBIBYTE),
            Map.entry("tib", TEBIBYTE));

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if {@code bytes} is negative
     */
    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size must not be negative but was " + bytes + " bytes");
        }
    }

    /** A size in bytes. */
    public static DataSize ofBytes(long bytes) {
        return new DataSize(bytes);
    }

    /** A size in units of 1024 bytes. */
    public static DataSize kibibytes(long count) {
        return new DataSize(Math.multiplyExact(count, KIBIBYTE));
    }

    /** A size in units of 1024² bytes. */
    public static DataSize mebibytes(long count) {
        return new DataSize(Math.multiplyExact(count, MEBIBYTE));
    }

    /** A size in units of 1024³ bytes. */
    public static DataSize gibibytes(long count) {
        return new DataSize(Math.multiplyExact(count, GIBIBYTE));
    }

    /**
     * Reads a size as people and table properties write it: {@code 134217728}, {@code 128MB}, {@code 1g}, {@code 1.5 GiB}.
     *
     * <p>Units are powers of 1024 whether written {@code MB} or {@code MiB}, because that is what Spark does with them. Letter case and
     * space around the unit do not matter. A fraction must come out as whole bytes.
     *
     * @throws IllegalArgumentException if the text is no size, or one of more than 2⁶³ − 1 bytes
     */
    public static DataSize parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        Long unit = matcher.matches() ? UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
        if (unit == null) {
            throw new IllegalArgumentException(
                    "not a size: '" + text + "'; write a number and a unit such as 128MB, 1g or 512 MiB");
        }
        try {
            return new DataSize(new BigDecimal(matcher.group(1))
                    .multiply(BigDecimal.valueOf(unit))
                    .longValueExact());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "not a whole number of bytes, or more than " + Long.MAX_VALUE + ": '" + text + "'", e);
        }
    }

    /**
     * The sum.
     *
     * @throws ArithmeticException if it exceeds 2⁶³ − 1 bytes
     */
    public DataSize plus(DataSize other) {
        return new DataSize(Math.addExact(bytes, other.bytes));
    }

    /**
     * The difference.
     *
     * @throws IllegalArgumentException if {@code other} is larger
     */
    public DataSize minus(DataSize other) {
        return new DataSize(Math.subtractExact(bytes, other.bytes));
    }

    /** Whether this is less than {@code other}. */
    public boolean isLessThan(DataSize other) {
        return bytes < other.bytes;
    }

    /** Whether this is more than {@code other}. */
    public boolean isGreaterThan(DataSize other) {
        return bytes > other.bytes;
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** For people: at most one decimal and the largest unit that fits, such as {@code 1.5 GiB}, {@code 128 MiB}, {@code 17 bytes}. */
    @Override
    public String toString() {
        if (bytes < KIBIBYTE) {
            return bytes == 1 ? "1 byte" : bytes + " bytes";
        }
        long unit = KIBIBYTE;
        int index = 0;
        while (index < 4 && bytes / 1024 >= unit) {
            unit <<= 10;
            index++;
        }
        String[] names = {"KiB", "MiB", "GiB", "TiB", "PiB"};
        String number = bytes % unit == 0
                ? Long.toString(bytes / unit)
                : String.format(Locale.ROOT, "%.1f", (double) bytes / unit);
        return number + " " + names[index];
    }
}
