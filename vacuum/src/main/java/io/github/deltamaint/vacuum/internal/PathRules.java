package io.github.deltamaint.vacuum.internal;

import java.util.List;

/**
 * Which paths below the table's root a vacuum may touch at all.
 *
 * <p>A name that begins with {@code _} or {@code .} is hidden, and so is everything below a directory of such a name. Not hidden are names that begin with
 * {@code _change_data} or {@code _delta_index}, and directories of a partition column, whatever it is called. The log comes before any rule.
 * Delta Spark has the same rules, so both agree about every file.
 */
public final class PathRules {
    /** The directory of the log. */
    public static final String LOG = "_delta_log";

    private static final String CHANGE_DATA = "_change_data";
    private static final List<String> SHOWN = List.of(CHANGE_DATA, "_delta_index");

    private final List<String> partitionPrefixes;

    /**
     * The rules of a table.
     *
     * @param partitionColumns the names of its partition columns
     */
    public PathRules(List<String> partitionColumns) {
        this.partitionPrefixes =
                partitionColumns.stream().map(column -> column + "=").toList();
    }

    /** Whether a file or directory of this name is hidden, in a directory that is not. */
    public boolean isHidden(String name) {
        if (name.isEmpty() || name.equals(LOG)) {
            return true;
        }
        char first = name.charAt(0);
        return (first == '_' || first == '.')
                && SHOWN.stream().noneMatch(name::startsWith)
                && partitionPrefixes.stream().noneMatch(name::startsWith);
    }

    /**
     * Whether a path lies below the root, seen by itself: it has no empty name, no {@code .} and no {@code ..} in it, and does not lead into the log.
     *
     * @param relative a path below the root, decoded
     */
    public static boolean isBelowRoot(String relative) {
        if (relative.indexOf('\0') >= 0) {
            return false;
        }
        int start = 0;
        while (true) {
            int slash = relative.indexOf('/', start);
            String name = relative.substring(start, slash < 0 ? relative.length() : slash);
            if (name.isEmpty() || name.equals(".") || name.equals("..") || (start == 0 && name.equals(LOG))) {
                return false;
            }
            if (slash < 0) {
                return true;
            }
            start = slash + 1;
        }
    }

    /** Whether a file at this path may be a candidate: it lies below the root, and nothing in the path is hidden. */
    public boolean mayGo(String relative) {
        if (!isBelowRoot(relative)) {
            return false;
        }
        int start = 0;
        while (true) {
            int slash = relative.indexOf('/', start);
            if (isHidden(relative.substring(start, slash < 0 ? relative.length() : slash))) {
                return false;
            }
            if (slash < 0) {
                return true;
            }
            start = slash + 1;
        }
    }

    /** Whether a path is where writers put change data. */
    public static boolean isChangeData(String relative) {
        return relative.startsWith(CHANGE_DATA);
    }

    /** The directory of a path below the root; empty for the root itself. */
    public static String parent(String relative) {
        int slash = relative.lastIndexOf('/');
        return slash < 0 ? "" : relative.substring(0, slash);
    }
}
