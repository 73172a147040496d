package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where files really are, on stores that have links. A file can be live under one path and be listed under another, and a path below the root can lead out of it.
 *
 * <p>Thread-safe. Directories that were looked at lately are remembered.
 */
final class Links {
    private static final int REMEMBERED = 4096;

    private final Storage storage;
    private final TablePath table;
    private final String realRoot;

    /** By directory below the root: its real path below the real root, or null if it is elsewhere; directories that are not there map to themselves. */
    private final Map<String, Optional<String>> directories = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<String>> eldest) {
            return size() > REMEMBERED;
        }
    };

    Links(Storage storage, TablePath table) {
        this.storage = storage;
        this.table = table;
        try {
            this.realRoot = storage.realPath(table.root());
        } catch (IOException e) {
            throw failure(table.root(), e);
        }
    }

    /** The path of a file with the links of the directories above it resolved; null if that leads out of the table. */
    @Nullable String resolveParents(String relative) {
        String parent = PathRules.parent(relative);
        if (parent.isEmpty()) {
            return relative;
        }
        String real = directory(parent);
        if (real == null) {
            return null;
        }
        return real.equals(parent)
                ? relative
                : real.isEmpty() ? StoragePaths.name(relative) : real + "/" + StoragePaths.name(relative);
    }

    /** Whether no link is among the directories above a file. */
    boolean hasPlainParents(String relative) {
        return relative.equals(resolveParents(relative));
    }

    private synchronized @Nullable String directory(String relative) {
        Optional<String> known = directories.get(relative);
        if (known == null) {
            known = Optional.ofNullable(lookUp(relative));
            directories.put(relative, known);
        }
        return known.orElse(null);
    }

    private @Nullable String lookUp(String relative) {
        try {
            return belowRealRoot(storage.realPath(StoragePaths.resolve(table.root(), relative)));
        } catch (NoSuchFileException e) {
            return relative;
        } catch (IOException e) {
            throw failure(relative, e);
        }
    }

    /** What a link leads to, as a path below the root; null if it is elsewhere. */
    @Nullable String target(String relative) {
        try {
            return belowRealRoot(storage.realPath(StoragePaths.resolve(table.root(), relative)));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw failure(relative, e);
        }
    }

    private @Nullable String belowRealRoot(String real) {
        if (real.equals(realRoot)) {
            return "";
        }
        return new TablePath(realRoot).relativize(real).orElse(null);
    }

    private StorageException failure(String path, IOException cause) {
        return new StorageException(table.root(), "find out what is really at", path, cause);
    }
}
