package io.github.deltamaint.testsupport;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The path of an action: percent-encoded in the log, decoded exactly once on the way to storage. */
final class LogPath {

    private static final String PLAIN =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()/:@&=+$,;";

    private LogPath() {}

    /** Decodes {@code %XX} once; everything else stays as it is. */
    static String decode(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '%' && i + 2 < bytes.length && isHex(bytes[i + 1]) && isHex(bytes[i + 2])) {
                decoded.write(Character.digit(bytes[i + 1], 16) << 4 | Character.digit(bytes[i + 2], 16));
                i += 2;
            } else {
                decoded.write(bytes[i]);
            }
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }

    private static boolean isHex(byte character) {
        return Character.digit(character, 16) >= 0;
    }

    /** Encodes a name relative to the table root for an action. Characters outside ASCII stay as they are. */
    static String encode(String relativeName) {
        StringBuilder encoded = new StringBuilder();
        relativeName.codePoints().forEach(point -> {
            if (point > 0x7f || PLAIN.indexOf(point) >= 0) {
                encoded.appendCodePoint(point);
            } else {
                encoded.append(String.format("%%%02X", point));
            }
        });
        return encoded.toString();
    }

    /** The file that the path of an action means. Absolute paths must be local. */
    static Path resolve(Path tableRoot, String path) {
        if (path.startsWith("file:")) {
            return Path.of(decode(path.substring("file:".length()).replaceFirst("^//+", "/")));
        }
        if (path.matches("[A-Za-z][A-Za-z0-9+.-]+://.*")) {
            throw new IllegalArgumentException(tableRoot + ": not a local path: " + path);
        }
        return tableRoot.resolve(decode(path));
    }
}
