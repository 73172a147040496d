package io.github.deltamaint.log.partition;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A path of the log, decoded: what it says about the store, and the path as the store knows it.
 *
 * @param scheme the scheme of an absolute path, such as {@code s3a}, as spelled
 * @param authority what stands between {@code //} and the path, such as a bucket
 * @param path the decoded path; relative to the table's root unless it starts with a slash
 */
public record LogPath(Optional<String> scheme, Optional<String> authority, String path) {
    /** Spellings of one kind of store: the same bucket is the same bucket under each of them. */
    private static final List<Set<String>> SAME_STORE = List.of(
            Set.of("s3", "s3a", "s3n"), Set.of("abfs", "abfss"), Set.of("wasb", "wasbs"), Set.of("hdfs", "viewfs"));

    /** Checks that all parts are given. */
    public LogPath {
        requireNonNull(scheme, "scheme");
        requireNonNull(authority, "authority");
        requireNonNull(path, "path");
    }

    /** Whether the path starts at the table's root. */
    public boolean isRelative() {
        return scheme.isEmpty() && !path.startsWith("/");
    }

    /**
     * Whether the path is relative and cannot leave the table's root: it has no {@code ..} in it. Paths of what we are about to
     * delete or overwrite must be.
     */
    public boolean isContained() {
        return isRelative() && !List.of(path.split("/", -1)).contains("..");
    }

    /**
     * The whole path of the file, in the form that stores take: decoded; for local files without a scheme.
     *
     * @param tableRoot the table's root in the same form, such as {@code /lake/sales} or {@code s3a://bucket/lake/sales}
     * @return the path without empty and {@code .} names, {@code ..} resolved
     * @throws IllegalArgumentException if {@code ..} would leave the store
     */
    public String resolve(String tableRoot) {
        Location root = Location.of(tableRoot);
        if (isRelative()) {
            return root.prefix() + normalized(root.path() + "/" + path);
        }
        if (scheme.isEmpty()) {
            return root.prefix() + normalized(path);
        }
        return new Location(scheme.get(), authority.orElse(""), path).prefix() + normalized(path);
    }

    /**
     * The path relative to the table's root, if the file is below it; in the same decoded form in which a listing names files.
     *
     * <p>An absolute path counts as below the root also if it names the same store by another of its schemes ({@code s3} and
     * {@code s3a}) or leaves out the authority: a file that is taken to be inside by mistake is only protected by mistake.
     *
     * @param tableRoot as for {@link #resolve}
     * @return empty if the file is not below the root
     * @throws IllegalArgumentException if {@code ..} would leave the store
     */
    public Optional<String> relativeTo(String tableRoot) {
        Location root = Location.of(tableRoot);
        if (!scheme.map(own -> sameStore(new Location(own, authority.orElse(""), path), root))
                .orElse(true)) {
            return Optional.empty();
        }
        String rootPath = normalized(root.path());
        String below = rootPath.endsWith("/") ? rootPath : rootPath + "/";
        String own = normalized(isRelative() ? root.path() + "/" + path : path);
        return own.startsWith(below) && own.length() > below.length()
                ? Optional.of(own.substring(below.length()))
                : Optional.empty();
    }

    private static boolean sameStore(Location left, Location right) {
        boolean sameAuthority = left.authority().isEmpty()
                || right.authority().isEmpty()
                || left.authority().equalsIgnoreCase(right.authority());
        return sameAuthority && family(left.scheme()).equals(family(right.scheme()));
    }

    private static String family(String scheme) {
        String lower = scheme.toLowerCase(Locale.ROOT);
        for (Set<String> schemes : SAME_STORE) {
            if (schemes.contains(lower)) {
                return schemes.iterator().next();
            }
        }
        return lower;
    }

    private static String normalized(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                if (names.pollLast() == null) {
                    throw new IllegalArgumentException("the path leaves the store: " + path);
                }
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return "/" + String.join("/", names);
    }

    /** A place in a store; the scheme of local files is {@code file}, whether it was written or not. */
    private record Location(String scheme, String authority, String path) {

        static Location of(String text) {
            int colon = text.indexOf(":/");
            if (text.startsWith("/") || colon < 0) {
                return new Location("file", "", text);
            }
            String scheme = text.substring(0, colon);
            if (!text.startsWith("//", colon + 1)) {
                return new Location(scheme, "", text.substring(colon + 1));
            }
            int slash = text.indexOf('/', colon + 3);
            int end = slash < 0 ? text.length() : slash;
            return new Location(scheme, text.substring(colon + 3, end), text.substring(end));
        }

        /** What stands before the path in the form that stores take. */
        String prefix() {
            return scheme.equalsIgnoreCase("file") ? "" : scheme + "://" + authority;
        }
    }
}
