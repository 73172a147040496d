package io.github.deltamaint.log.partition;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Paths as the log writes them: URI references, percent-encoded exactly once (PROTOCOL.md, "Add File and Remove File").
 *
 * <p>A directory of a partition may have percent signs of its own, because the partition value was escaped when the directory was
 * named; then the text in the log is encoded twice, and decoding it once gives the name in storage. Decoding it twice, or not at
 * all, names another file: a live file would look like one that nobody needs.
 */
public final class LogPaths {
    private static final String UNRESERVED_MARKS = "-_.!~*'()";
    private static final String LEGAL_IN_PATHS = UNRESERVED_MARKS + ":@&=+$,;/";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private LogPaths() {}

    /**
     * Decodes the path of an {@code add}, {@code remove} or {@code cdc} action, of a sidecar or of a deletion vector.
     *
     * <p>Percent sequences are decoded once, as UTF-8. All other characters stand for themselves, also those that a URI would
     * have to encode: some writers log spaces and other characters as they are, and {@code ?} and {@code #} have no meaning of
     * their own in the log.
     *
     * @throws IllegalArgumentException if the text cannot name one file: it is empty, opaque ({@code scheme:x} without a slash), has
     *     a percent sign without two hexadecimal digits after it, or percent sequences that are not UTF-8
     */
    public static LogPath decode(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a path in the log is empty");
        }
        int schemeLength = schemeLength(text);
        if (schemeLength < 0) {
            return new LogPath(Optional.empty(), Optional.empty(), percentDecoded(text, 0));
        }
        int rest = schemeLength + 1;
        if (rest >= text.length() || text.charAt(rest) != '/') {
            throw malformed(
                    text, "it has a scheme but no absolute path; a colon in the first name must be written %3A");
        }
        Optional<String> scheme = Optional.of(text.substring(0, schemeLength));
        if (!text.startsWith("//", rest)) {
            return new LogPath(scheme, Optional.empty(), percentDecoded(text, rest));
        }
        int path = text.indexOf('/', rest + 2);
        if (path < 0) {
            throw malformed(text, "it names a store but no file in it");
        }
        String authority = text.substring(rest + 2, path);
        return new LogPath(
                scheme, authority.isEmpty() ? Optional.empty() : Optional.of(authority), percentDecoded(text, path));
    }

    /**
     * Encodes the path of a file relative to the table's root, as {@code java.net.URI} and with it every known writer does.
     *
     * @param name the path as the store knows it, names separated by slashes
     * @throws IllegalArgumentException if the path is empty, absolute, contains an empty, {@code .} or {@code ..} name, or half of a
     *     surrogate pair
     */
    public static String encodeRelative(String name) {
        for (String segment : name.split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                throw new IllegalArgumentException("not a path below the table's root: '" + name + "'");
            }
        }
        int firstSlash = name.indexOf('/');
        int firstName = firstSlash < 0 ? name.length() : firstSlash;
        StringBuilder encoded = new StringBuilder(name.length() + 16);
        for (int i = 0; i < name.length(); ) {
            int c = name.codePointAt(i);
            // A colon in the first name would make what stands before it a scheme.
            if (standsForItself(c) && !(c == ':' && i < firstName)) {
                encoded.appendCodePoint(c);
            } else {
                appendEncoded(name, c, encoded);
            }
            i += Character.charCount(c);
        }
        return encoded.toString();
    }

    private static boolean standsForItself(int c) {
        if (c < 0x80) {
            return (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || LEGAL_IN_PATHS.indexOf(c) >= 0;
        }
        return !Character.isISOControl(c) && !Character.isSpaceChar(c) && !isSurrogate(c);
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    private static void appendEncoded(String name, int c, StringBuilder encoded) {
        if (isSurrogate(c)) {
            throw new IllegalArgumentException("not a file name: half of a surrogate pair in '" + name + "'");
        }
        for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
            encoded.append('%').append(HEX[b >> 4 & 0xF]).append(HEX[b & 0xF]);
        }
    }

    /** The length of the scheme that a text starts with, or -1. */
    private static int schemeLength(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (c == ':' && i > 0) {
                return i;
            }
            if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))) {
                return -1;
            }
        }
        return -1;
    }

    private static String percentDecoded(String text, int start) {
        if (text.indexOf('\0', start) >= 0) {
            throw malformed(text, "it contains a zero character");
        }
        if (text.indexOf('%', start) < 0) {
            return text.substring(start);
        }
        StringBuilder decoded = new StringBuilder(text.length() - start);
        int i = start;
        while (i < text.length()) {
            int end = i;
            while (end < text.length() && text.charAt(end) == '%') {
                end += 3;
            }
            if (end == i) {
                decoded.append(text.charAt(i++));
            } else {
                decoded.append(utf8(text, i, end));
                i = end;
            }
        }
        return decoded.toString();
    }

    private static CharBuffer utf8(String text, int start, int end) {
        byte[] bytes = new byte[(end - start) / 3];
        for (int i = 0; i < bytes.length; i++) {
            int at = start + 3 * i;
            int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
            int low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
            if (high < 0 || low < 0 || (high == 0 && low == 0)) {
                throw malformed(
                        text,
                        "the percent sign at position " + at
                                + " is not followed by the code of a character; a percent sign itself is written %25");
            }
            bytes[i] = (byte) (high << 4 | low);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw malformed(text, "the percent sequences from position " + start + " on are not UTF-8");
        }
    }

    private static IllegalArgumentException malformed(String text, String problem) {
        return new IllegalArgumentException("malformed path in the log: " + text + ": " + problem);
    }
}
