package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.log.storage.UnsupportedStorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Finds the tables below a root: one or two listings per folder, none inside tables. */
final class TableFinder {
    private static final String LOG = "_delta_log";
    /** Comes before the log in a listing, with as little as possible between. */
    private static final String JUST_BEFORE_LOG = "_delta_lof";

    private final String root;
    private final Storage storage;
    private final boolean isLocal;
    private final Set<Path> visited = new HashSet<>();
    private final List<String> tables = new ArrayList<>();
    private final SortedMap<String, IOException> unreadable = new TreeMap<>();

    private TableFinder(String root, Storage storage) {
        this.root = root;
        this.storage = storage;
        this.isLocal = StoragePaths.scheme(root).isEmpty();
    }

    /**
     * What is below a root.
     *
     * @param tables the tables as paths below the root, sorted; {@code .} for the root itself
     * @param unreadable folders that could not be listed, by path below the root
     */
    record Found(List<String> tables, SortedMap<String, IOException> unreadable) {}

    static Found below(String root, Storages storages, Predicate<String> isWanted) {
        try {
            TableFinder finder = new TableFinder(root, storages.forPath(root));
            finder.look("");
            finder.tables.sort(String::compareTo);
            IOException failure = finder.unreadable.get("");
            if (failure != null) {
                throw failure;
            }
            return new Found(finder.tables.stream().filter(isWanted).toList(), finder.unreadable);
        } catch (UnsupportedStorageException e) {
            throw new InvalidOperationException(root, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new StorageException(root, "list", root, e);
        }
    }

    /** Looks at a folder and those below it; its path is empty for the root. */
    private void look(String folder) {
        String path = folder.isEmpty() ? root : StoragePaths.resolve(root, folder);
        try {
            if (isLocal && !visited.add(Path.of(path).toRealPath())) {
                return;
            }
            if (hasLog(path)) {
                tables.add(folder.isEmpty() ? "." : folder);
                return;
            }
            for (String name : folders(path)) {
                look(folder.isEmpty() ? name : folder + "/" + name);
            }
        } catch (IOException e) {
            unreadable.put(folder, e);
        }
    }

    private boolean hasLog(String path) throws IOException {
        try (FileListing entries = storage.list(path, JUST_BEFORE_LOG)) {
            FileStatus entry = entries.next();
            while (entry != null && entry.name().compareTo(LOG) < 0) {
                entry = entries.next();
            }
            return entry != null && entry.isDirectory() && entry.name().equals(LOG);
        }
    }

    private List<String> folders(String path) throws IOException {
        List<String> names = new ArrayList<>();
        try (FileListing entries = storage.list(path, "")) {
            for (FileStatus entry = entries.next(); entry != null; entry = entries.next()) {
                String name = entry.name();
                if (entry.isDirectory() && !name.startsWith("_") && !name.startsWith(".")) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
