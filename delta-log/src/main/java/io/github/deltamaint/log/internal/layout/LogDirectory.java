package io.github.deltamaint.log.internal.layout;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What is in the {@code _delta_log} of a table. */
public final class LogDirectory {
    /** How often the directory is listed before a gap is believed. */
    public static final int LISTINGS = 3;

    /** The name of the file that names the last checkpoint. */
    public static final String HINT = "_last_checkpoint";

    private static final JsonFactory JSON = new JsonFactory();

    private final Storage storage;
    private final TablePath table;
    private final String directory;

    /** The log of a table. */
    public LogDirectory(Storage storage, TablePath table) {
        this.storage = storage;
        this.table = table;
        this.directory = table.logDirectory();
    }

    /** The path of a file of the log. */
    public String path(String name) {
        return StoragePaths.resolve(directory, name);
    }

    /**
     * The files whose names mean something, sorted by name. Empty if there is no such directory.
     *
     * @param fromVersion the first version
     * @param toVersion the last version, by the first one of a compaction
     */
    public List<LogFile> list(long fromVersion, long toVersion) {
        List<LogFile> files = new ArrayList<>();
        try (FileListing listing = storage.list(directory, fromVersion == 0 ? "" : LogFileName.prefix(fromVersion))) {
            for (FileStatus status = listing.next(); status != null; status = listing.next()) {
                LogFileName name = status.isDirectory() ? null : LogFileName.parse(status.name());
                if (name != null && name.version() > toVersion) {
                    break;
                }
                if (name != null) {
                    files.add(new LogFile(name, status));
                }
            }
            return files;
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new StorageException(table.root(), "list", directory, e);
        }
    }

    /**
     * The version that {@code _last_checkpoint} names; empty if there is no such file or it is damaged. It is a hint where to begin listing and
     * nothing else, so only the version is read, and a wrong one does no harm.
     */
    public OptionalLong checkpointHint() {
        byte[] bytes;
        try {
            bytes = storage.read(path(HINT));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
        try (JsonParser parser = JSON.createParser(bytes)) {
            return version(parser);
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong version(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return OptionalLong.empty();
        }
        OptionalLong version = OptionalLong.empty();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            boolean isVersion = parser.currentName().equals("version");
            JsonToken value = parser.nextToken();
            if (isVersion && value == JsonToken.VALUE_NUMBER_INT && parser.getLongValue() >= 0) {
                version = OptionalLong.of(parser.getLongValue());
            }
            parser.skipChildren();
        }
        return version;
    }
}
