package io.github.deltamaint.log.internal.checkpoint;

import java.nio.charset.StandardCharsets;

/** Texts as UTF-8, without ever replacing a character. */
public final class Utf8Text {
    private Utf8Text() {}

    /**
     * The bytes of a text.
     *
     * @throws IllegalArgumentException if it has half of a surrogate pair, for which there are none
     */
    static byte[] bytes(String text) {
        if (!isWellFormed(text)) {
            throw new IllegalArgumentException("'" + text
                    + "' is no Unicode text: it has half of a surrogate pair, which a checkpoint cannot hold");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether every surrogate has its other half. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** JSON that means the same and is well-formed: half of a surrogate pair becomes an escape. */
    public static String escapedJson(String json) {
        if (isWellFormed(json)) {
            return json;
        }
        StringBuilder text = new StringBuilder(json.length() + 16);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (!Character.isSurrogate(c)) {
                text.append(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < json.length()
                    && Character.isLowSurrogate(json.charAt(i + 1))) {
                text.append(c).append(json.charAt(++i));
            } else {
                text.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return text.toString();
    }
}
