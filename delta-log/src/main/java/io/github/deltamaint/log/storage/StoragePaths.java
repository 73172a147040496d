package io.github.deltamaint.log.storage;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;

/** Takes the paths of a {@link Storage} apart and puts them together. They are texts without any percent-encoding. */
public final class StoragePaths {
    private StoragePaths() {}

    /**
     * The path that {@link Storage} takes for what a user wrote.
     *
     * <p>A local path is made absolute; a {@code file:} URI is decoded; anything else with a scheme stays as it is, undecoded. Slashes at the end go.
     *
     * @throws IllegalArgumentException if the text is empty, or a malformed {@code file:} URI
     */
    public static String normalize(String userPath) {
        if (userPath.isBlank()) {
            throw new IllegalArgumentException("a path must not be empty");
        }
        String scheme = scheme(userPath);
        if (scheme.isEmpty()) {
            return local(Path.of(userPath));
        }
        if (scheme.equals("file")) {
            return local(Path.of(localPart(userPath)));
        }
        String path = scheme + userPath.substring(scheme.length());
        int end = path.length();
        int root = rootLength(path);
        while (end > root && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    private static String local(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    private static String localPart(String uriText) {
        try {
            URI uri = new URI(uriText);
            String path = uri.getPath();
            if (path != null
                    && (uri.getAuthority() == null || uri.getAuthority().equals("localhost"))) {
                return path;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "not a file URI: '" + uriText + "' (" + e.getReason() + "); write the plain path instead", e);
        }
        throw new IllegalArgumentException(
                "not a URI of a local file: '" + uriText + "'; write the plain path instead");
    }

    /** The scheme in lower case, such as {@code s3a}; empty for a local path. */
    public static String scheme(String path) {
        int colon = path.indexOf(':');
        if (colon < 2 || !isLetter(path.charAt(0))) {
            return "";
        }
        for (int i = 1; i < colon; i++) {
            char c = path.charAt(i);
            boolean isDigit = c >= '0' && c <= '9';
            if (!isLetter(c) && !isDigit && c != '+' && c != '-' && c != '.') {
                return "";
            }
        }
        return path.substring(0, colon).toLowerCase(Locale.ROOT);
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /** The bucket, container or host after {@code scheme://}; empty if there is none. */
    public static String authority(String path) {
        String scheme = scheme(path);
        if (scheme.isEmpty() || !path.startsWith("://", scheme.length())) {
            return "";
        }
        return path.substring(scheme.length() + 3, rootLength(path) - (endsAtAuthority(path) ? 0 : 1));
    }

    private static boolean endsAtAuthority(String path) {
        return path.indexOf('/', scheme(path).length() + 3) < 0;
    }

    /** The last part of a path. */
    public static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /**
     * The directory that a path is in.
     *
     * @throws IllegalArgumentException if the path is a root
     */
    public static String parent(String path) {
        int slash = path.lastIndexOf('/');
        int root = rootLength(path);
        if (path.length() <= root || slash < 0) {
            throw new IllegalArgumentException("'" + path + "' is in no directory");
        }
        return path.substring(0, Math.max(slash, root));
    }

    /** The path of something inside a directory; {@code relative} may have several parts. */
    public static String resolve(String directory, String relative) {
        return directory.endsWith("/") ? directory + relative : directory + "/" + relative;
    }

    /** How much of a path is its root: {@code /}, {@code s3a://bucket/} or {@code scheme:/}. */
    private static int rootLength(String path) {
        String scheme = scheme(path);
        if (scheme.isEmpty()) {
            return path.startsWith("/") ? 1 : 0;
        }
        int start = scheme.length() + 1;
        if (!path.startsWith("//", start)) {
            return Math.min(start + 1, path.length());
        }
        int slash = path.indexOf('/', start + 2);
        return slash < 0 ? path.length() : slash + 1;
    }
}
