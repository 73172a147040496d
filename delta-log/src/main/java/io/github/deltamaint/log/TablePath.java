package io.github.deltamaint.log;

import io.github.deltamaint.log.storage.StoragePaths;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of a table, and the way between the paths in its log and the paths of its storage.
 *
 * <p>Paths in the log are percent-encoded and either relative to the root or URIs. Paths of a {@link io.github.deltamaint.log.storage.Storage} are decoded and
 * absolute. The log is decoded exactly once: a directory {@code p=%23} on disk is {@code p=%2523} in the log.
 *
 * @param root the root as the storage takes it, without a slash at the end
 */
public record TablePath(String root) {

    /** The root for what a user wrote; see {@link StoragePaths#normalize}. */
    public static TablePath of(String userPath) {
        return new TablePath(StoragePaths.normalize(userPath));
    }

    /** The directory of the log. */
    public String logDirectory() {
        return StoragePaths.resolve(root, "_delta_log");
    }

    /**
     * The path in the storage of a file that the log names.
     *
     * @param logPath the {@code path} of an action
     * @throws IllegalArgumentException if the text is no path: a percent sign without two digits, or a URI without a slash
     */
    public String toStoragePath(String logPath) {
        String scheme = StoragePaths.scheme(logPath);
        if (scheme.isEmpty()) {
            requireNoOpaqueUri(logPath);
            String decoded = decode(logPath);
            return logPath.startsWith("/") ? rootPrefix() + decoded : StoragePaths.resolve(root, decoded);
        }
        String rest = logPath.substring(scheme.length() + 1);
        if (!rest.startsWith("/")) {
            throw new IllegalArgumentException("'" + logPath
                    + "' is a URI without a path; a relative path must not have a colon in its first part");
        }
        if (!scheme.equals("file")) {
            return scheme + ":" + decode(rest);
        }
        String path =
                rest.startsWith("//") ? rest.substring(rest.indexOf('/', 2) < 0 ? 2 : rest.indexOf('/', 2)) : rest;
        return decode(path);
    }

    private static void requireNoOpaqueUri(String logPath) {
        if (logPath.isEmpty()) {
            throw new IllegalArgumentException("an empty path");
        }
    }

    /** What comes before an absolute path without a scheme: the scheme and bucket of the root, or nothing on a local disk. */
    private String rootPrefix() {
        String scheme = StoragePaths.scheme(root);
        if (scheme.isEmpty()) {
            return "";
        }
        String authority = StoragePaths.authority(root);
        return authority.isEmpty() ? scheme + ":" : scheme + "://" + authority;
    }

    /**
     * The path that the log must have for a file below the root.
     *
     * @param relative the path below the root, decoded
     */
    public static String toLogPath(String relative) {
        StringBuilder encoded = null;
        for (int i = 0; i < relative.length(); i++) {
            char c = relative.charAt(i);
            boolean plain = isPlain(c);
            if (plain && encoded != null) {
                encoded.append(c);
            } else if (!plain) {
                if (encoded == null) {
                    encoded = new StringBuilder(relative.length() + 16).append(relative, 0, i);
                }
                encoded.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            }
        }
        return encoded == null ? relative : encoded.toString();
    }

    /** Whether a character stays as it is: what RFC 2396 allows in a path, and everything beyond ASCII that is no space or control character. */
    private static boolean isPlain(char c) {
        if (c >= 0x80) {
            return !Character.isISOControl(c) && !Character.isSpaceChar(c);
        }
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || "-_.!~*'():@&=+$,;/".indexOf(c) >= 0;
    }

    /**
     * Where a path of the storage lies below the root.
     *
     * @return the path below the root, decoded; empty if it is not below the root
     */
    public Optional<String> relativize(String storagePath) {
        String prefix = root.endsWith("/") ? root : root + "/";
        return storagePath.startsWith(prefix) ? Optional.of(storagePath.substring(prefix.length())) : Optional.empty();
    }

    /** Decodes percent signs as UTF-8, once. A plus sign is a plus sign. */
    static String decode(String encoded) {
        int percent = encoded.indexOf('%');
        if (percent < 0) {
            return encoded;
        }
        StringBuilder decoded = new StringBuilder(encoded.length());
        byte @Nullable [] bytes = null;
        int i = 0;
        while (i < encoded.length()) {
            char c = encoded.charAt(i);
            if (c != '%') {
                decoded.append(c);
                i++;
                continue;
            }
            if (bytes == null) {
                bytes = new byte[encoded.length() / 3];
            }
            int length = 0;
            while (i < encoded.length() && encoded.charAt(i) == '%') {
                bytes[length++] = (byte) (digit(encoded, i + 1) << 4 | digit(encoded, i + 2));
                i += 3;
            }
            decoded.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
        }
        return decoded.toString();
    }

    private static int digit(String encoded, int index) {
        int digit = index < encoded.length() ? Character.digit(encoded.charAt(index), 16) : -1;
        if (digit < 0) {
            throw new IllegalArgumentException(
                    "'" + encoded + "' has a percent sign that is not followed by two hexadecimal digits");
        }
        return digit;
    }

    @Override
    public String toString() {
        return root;
    }
}
