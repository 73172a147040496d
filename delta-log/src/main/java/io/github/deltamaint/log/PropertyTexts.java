package io.github.deltamaint.log;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.TableProperties.Codec;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the values of table properties. A text that is none throws {@link IllegalArgumentException} with what it should be. */
final class PropertyTexts {
    private static final Pattern PARQUET_VERSION = Pattern.compile("([12])\\.\\d+\\.\\d+");

    private PropertyTexts() {}

    static boolean flag(String text) {
        String lower = lower(text);
        if (!lower.equals("true") && !lower.equals("false")) {
            throw new IllegalArgumentException("it should be true or false");
        }
        return lower.equals("true");
    }

    /** As {@link #flag}; other vendors have two more words for true. */
    static boolean autoCompact(String text) {
        String lower = lower(text);
        return lower.equals("auto") || lower.equals("legacy") || flag(text);
    }

    static int positiveInt(String text) {
        return (int) atLeast(text, 1, Integer.MAX_VALUE);
    }

    static int indexedColumns(String text) {
        return (int) atLeast(text, -1, Integer.MAX_VALUE);
    }

    static long nonNegativeLong(String text) {
        return atLeast(text, 0, Long.MAX_VALUE);
    }

    static DataSize positiveSize(String text) {
        DataSize size = DataSize.parse(text);
        if (size.bytes() == 0) {
            throw new IllegalArgumentException("it should be more than nothing");
        }
        return size;
    }

    static <E extends Enum<E>> E constant(String text, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text.strip())) {
                return constant;
            }
        }
        throw new IllegalArgumentException("it should be one of "
                + Arrays.stream(type.getEnumConstants())
                        .map(constant -> lower(constant.name()))
                        .collect(Collectors.joining(", ")));
    }

    static Codec codec(String text) {
        return switch (lower(text)) {
            case "none" -> Codec.UNCOMPRESSED;
            case "lz4" -> Codec.LZ4_RAW;
            default -> constant(text, Codec.class);
        };
    }

    static boolean isParquetFormat2(String text) {
        if (!PARQUET_VERSION.matcher(text.strip()).matches()) {
            throw new IllegalArgumentException("it should be a version such as 1.0.0 or 2.12.0");
        }
        return text.strip().startsWith("2");
    }

    private static long atLeast(String text, long minimum, long maximum) {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= minimum && number <= maximum) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it should be a whole number, " + minimum + " or more", e);
        }
        throw new IllegalArgumentException("it should be a whole number from " + minimum + " to " + maximum);
    }

    private static String lower(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }
}
