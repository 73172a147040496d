package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.storage.StoragePaths;
import java.util.Locale;

/**
 * When two paths in the log are the same key: when they are equal as URIs. Hexadecimal digits of escapes and the scheme may be written in either
 * case, and an absolute path without a scheme is one of the table's own store. Nothing else is unified; in particular an absolute path
 * into the table is not the relative path to the same file.
 */
final class PathKeys {
    private final String absolutePrefix;

    /** Keys for a table at {@code root}. */
    PathKeys(String root) {
        String scheme = StoragePaths.scheme(root);
        String authority = StoragePaths.authority(root);
        this.absolutePrefix =
                scheme.isEmpty() ? "file:" : authority.isEmpty() ? scheme + ":" : scheme + "://" + authority;
    }

    /** The canonical form of a path; the same object for nearly all. */
    String canonical(String path) {
        String escapes = path.indexOf('%') < 0 ? path : upperCaseEscapes(path);
        if (escapes.startsWith("/")) {
            return absolutePrefix + escapes;
        }
        String scheme = StoragePaths.scheme(escapes);
        if (scheme.isEmpty()) {
            return escapes;
        }
        String rest = escapes.substring(scheme.length());
        // An empty authority is none.
        return scheme + (rest.startsWith(":///") ? ":" + rest.substring(3) : rest);
    }

    /** Whether a path is its own canonical form, judged by its bytes alone; false if that takes a closer look. */
    static boolean isPlain(byte[] bytes, int offset, int length) {
        if (length > 0 && bytes[offset] == '/') {
            return false;
        }
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '%' || bytes[i] == ':') {
                return false;
            }
        }
        return true;
    }

    private static String upperCaseEscapes(String path) {
        StringBuilder result = new StringBuilder(path);
        for (int i = path.indexOf('%'); i >= 0 && i + 2 < path.length(); i = path.indexOf('%', i + 3)) {
            if (Character.digit(path.charAt(i + 1), 16) < 0 || Character.digit(path.charAt(i + 2), 16) < 0) {
                return path;
            }
            result.replace(i + 1, i + 3, path.substring(i + 1, i + 3).toUpperCase(Locale.ROOT));
        }
        return result.toString();
    }
}
