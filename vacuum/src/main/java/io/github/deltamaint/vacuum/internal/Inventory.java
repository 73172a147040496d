package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.SourceInputStream;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.UnsupportedFileException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that lists what is in a store: CSV with a header (also compressed by gzip, then named {@code .gz}) or Parquet, with the columns {@code path}, {@code length},
 * {@code isDir} and {@code modificationTime}. Others are ignored, anything missing or of another type is an error. Paths are as the store has
 * them, with scheme and bucket, and not percent-encoded.
 */
final class Inventory {
    private final TablePath table;
    private final String path;
    private final Storage storage;
    private final String rootPrefix;

    /** Is given the lines that lie below the table's root. */
    interface Sink {
        void line(String relative, long length, boolean isDirectory, long modificationTimeMillis);
    }

    /** Is given every line. */
    interface Lines {
        void line(String path, long length, boolean isDirectory, long modificationTimeMillis);
    }

    private Inventory(TablePath table, String path, Storage storage) {
        this.table = table;
        this.path = path;
        this.storage = storage;
        this.rootPrefix = table.root().endsWith("/") ? table.root() : table.root() + "/";
    }

    static Inventory open(TablePath table, String file, Storages storages) {
        String path = StoragePaths.normalize(file);
        try {
            return new Inventory(table, path, storages.forPath(path));
        } catch (IOException e) {
            throw new StorageException(table.root(), "open the inventory", path, e);
        }
    }

    /**
     * Reads the inventory from its first line to its last.
     *
     * @throws InvalidOperationException if it is none, or none of this table
     */
    void read(Sink sink) {
        long[] inside = new long[1];
        Lines lines = (line, length, isDirectory, time) -> {
            String relative = relative(line);
            if (relative != null) {
                inside[0]++;
                sink.line(relative, length, isDirectory, time);
            }
        };
        try {
            if (path.toLowerCase(Locale.ROOT).endsWith(".parquet")) {
                readParquet(lines);
            } else {
                readCsv(lines);
            }
        } catch (InventoryException | CorruptFileException | UnsupportedFileException e) {
            throw new InvalidOperationException(
                    table.root(), "the inventory " + path + " cannot be used: " + e.getMessage());
        } catch (IOException e) {
            throw new StorageException(table.root(), "read the inventory", path, e);
        }
        if (inside[0] == 0) {
            throw new InvalidOperationException(
                    table.root(),
                    "the inventory " + path + " has no line below " + table.root()
                            + ". Its paths must begin like the table's path");
        }
    }

    private void readParquet(Lines lines) throws IOException {
        try (ByteSource source = storage.open(path);
                ParquetFile file = ParquetFile.open(source)) {
            ParquetInventory.read(file, lines);
        }
    }

    private void readCsv(Lines lines) throws IOException {
        ByteSource source = storage.open(path);
        try (InputStream bytes = new SourceInputStream(source, source.length());
                InputStream plain = path.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
                BufferedReader reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            new CsvInventory(reader).read(lines);
        }
    }

    /** The path of a line below the root; null if it is elsewhere. */
    private @Nullable String relative(String line) {
        String full = line;
        if (StoragePaths.scheme(line).equals("file")) {
            full = "/" + line.substring("file:".length()).replaceFirst("^/+", "");
        }
        if (full.startsWith(rootPrefix)) {
            String relative = withoutSlash(full.substring(rootPrefix.length()));
            return relative.isEmpty() ? null : relative;
        }
        if (pathPart(full).startsWith(pathPart(rootPrefix)) && !isSamePlace(full)) {
            throw new InvalidOperationException(
                    table.root(),
                    "the inventory " + path + " names " + line
                            + ", which is at the table's own path but in another store. If it is the same"
                            + " store under another name, open the table by that name; nothing is deleted as long as listing and log disagree");
        }
        return null;
    }

    private static String withoutSlash(String relative) {
        return relative.endsWith("/") ? relative.substring(0, relative.length() - 1) : relative;
    }

    private boolean isSamePlace(String full) {
        return StoragePaths.scheme(full).equals(StoragePaths.scheme(rootPrefix))
                && StoragePaths.authority(full).equals(StoragePaths.authority(rootPrefix));
    }

    /** What stands behind scheme and authority. */
    private static String pathPart(String full) {
        String scheme = StoragePaths.scheme(full);
        if (scheme.isEmpty()) {
            return full;
        }
        int start = scheme.length() + 1;
        if (!full.startsWith("//", start)) {
            return full.substring(start);
        }
        int slash = full.indexOf('/', start + 2);
        return slash < 0 ? "/" : full.substring(slash);
    }
}
