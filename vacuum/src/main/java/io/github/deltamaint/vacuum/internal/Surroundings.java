package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.vacuum.KeptFiles;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a listing shows that the log does not know: other tables in folders below, links, and directories that are not empty. It is only complete when the listing is, so
 * candidates are held against it at the end. Thread-safe.
 */
final class Surroundings {
    private static final Set<String> SIGNS_OF_A_TABLE = Set.of(PathRules.LOG, ".hoodie");
    private static final String ICEBERG_DIRECTORY = "metadata";
    private static final String ICEBERG_SUFFIX = ".metadata.json";

    private final Links links;
    private final Set<String> tables = ConcurrentHashMap.newKeySet();
    private final Set<String> targets = ConcurrentHashMap.newKeySet();
    private final Set<Long> occupied = ConcurrentHashMap.newKeySet();

    Surroundings(Links links) {
        this.links = links;
    }

    /** A hidden entry, which may be the log of another table. */
    void hidden(FileStatus entry, String relative) {
        String parent = PathRules.parent(relative);
        if (entry.isDirectory() && !parent.isEmpty() && SIGNS_OF_A_TABLE.contains(name(relative))) {
            tables.add(parent);
        }
    }

    /** A file, which may be a link, or belong to the metadata of another table. */
    void file(FileStatus file, String relative) {
        if (file.isLink()) {
            String target = links.target(relative);
            if (target != null) {
                targets.add(target);
            }
        }
        if (relative.endsWith(ICEBERG_SUFFIX)) {
            String directory = PathRules.parent(relative);
            String owner = PathRules.parent(directory);
            if (!owner.isEmpty() && name(directory).equals(ICEBERG_DIRECTORY)) {
                tables.add(owner);
            }
        }
    }

    /** A directory that stays, and with it those above it. */
    void occupy(String directory) {
        for (int end = directory.length(); end > 0; end = directory.lastIndexOf('/', end - 1)) {
            if (!occupied.add(KeyHash.ofDirectory(directory, 0, end))) {
                return;
            }
        }
    }

    /** Whether a directory, or one below it, has something in it that stays or goes in this run only. */
    boolean isOccupied(String directory) {
        return occupied.contains(KeyHash.ofDirectory(directory, 0, directory.length()));
    }

    private static String name(String relative) {
        return relative.substring(relative.lastIndexOf('/') + 1);
    }

    /** Whether anything was found that can matter to a candidate. */
    boolean isEmpty() {
        return tables.isEmpty() && targets.isEmpty();
    }

    /** Why a candidate has to stay; null if nothing here is against its going. */
    KeptFiles.@Nullable Reason need(String relative) {
        if (targets.contains(relative)) {
            return KeptFiles.Reason.LINKED;
        }
        if (!tables.isEmpty()) {
            for (String above = relative; !above.isEmpty(); above = PathRules.parent(above)) {
                if (tables.contains(above)) {
                    return KeptFiles.Reason.OTHER_TABLE;
                }
            }
        }
        return null;
    }
}
