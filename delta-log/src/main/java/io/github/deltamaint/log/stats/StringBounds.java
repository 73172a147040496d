package io.github.deltamaint.log.stats;

import java.util.Optional;

/**
 * Bounds of strings that are too long for statistics, in the order of UTF-8 bytes, which is that of code points.
 *
 * <p>A prefix of a string is never above it. It is never at or above it either if the string goes on, so an upper bound needs one more code point that is
 * above the next one of the string: U+007F if that is enough, which it is for plain text and takes one byte; else U+10FFFF, above which there is nothing. A string
 * that goes on with U+10FFFF itself keeps those and is bounded behind them.
 */
final class StringBounds {
    private static final int ASCII_TIE_BREAKER = 0x7F;

    private StringBounds() {}

    /** At most {@code length} code points; not above the string. */
    static String lower(String text, int length) {
        return text.codePointCount(0, text.length()) <= length
                ? text
                : text.substring(0, text.offsetByCodePoints(0, length));
    }

    /**
     * Little more than {@code length} code points; not below the string.
     *
     * @return empty if that takes more than twice as many
     */
    static Optional<String> upper(String text, int length) {
        if (text.codePointCount(0, text.length()) <= length) {
            return Optional.of(text);
        }
        int end = text.offsetByCodePoints(0, length);
        for (int extra = 0; extra < length; extra++) {
            if (end == text.length()) {
                return Optional.of(text);
            }
            int next = text.codePointAt(end);
            if (next < ASCII_TIE_BREAKER) {
                return Optional.of(text.substring(0, end) + (char) ASCII_TIE_BREAKER);
            }
            if (next < Character.MAX_CODE_POINT) {
                return Optional.of(text.substring(0, end) + Character.toString(Character.MAX_CODE_POINT));
            }
            end += Character.charCount(next);
        }
        return end == text.length() ? Optional.of(text) : Optional.empty();
    }

    /** Whether a text is Unicode: no half of a surrogate pair alone, which UTF-8 cannot hold. */
    static boolean isWellFormed(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
