package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.ActionReader;
import io.github.deltamaint.log.actions.MalformedActionException;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.SourceInputStream;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ByteSource;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads files of the log of one table, and turns every failure into one that names table and file. */
final class LogReader {
    private final Storage storage;
    private final TablePath table;

    LogReader(Storage storage, TablePath table) {
        this.storage = storage;
        this.table = table;
    }

    Storage storage() {
        return storage;
    }

    TablePath table() {
        return table;
    }

    /** The path of a file as messages show it: below the root where it is. */
    String shown(String path) {
        return table.relativize(path).orElse(path);
    }

    CorruptTableException corrupt(String path, long version, String problem, @Nullable Throwable cause) {
        String file = shown(path);
        return new CorruptTableException(table.root(), file, OptionalLong.of(version), file + " " + problem, cause);
    }

    /** A table property that is needed has a value that it cannot have. */
    InvalidOperationException invalid(InvalidPropertyException cause) {
        return new InvalidOperationException(table.root(), String.valueOf(cause.getMessage()));
    }

    /** The failure to read a file that a version needs: a missing one is corruption, anything else is the storage's. */
    RuntimeException failure(String path, long version, IOException cause) {
        if (cause instanceof MalformedActionException) {
            return corrupt(path, version, "is not valid at " + cause.getMessage(), cause);
        }
        if (cause instanceof NoSuchFileException) {
            return corrupt(path, version, "is missing; it was listed or referred to a moment ago", cause);
        }
        return new StorageException(table.root(), "read", path, cause);
    }

    /** The content of a file whose length is known. */
    byte[] bytes(FileStatus file, long version) {
        byte[] bytes = new byte[Math.toIntExact(file.size())];
        if (bytes.length == 0) {
            return bytes;
        }
        try (ByteSource source = storage.open(file.path(), file.size())) {
            source.readFully(0, bytes, 0, bytes.length);
            return bytes;
        } catch (IOException e) {
            throw failure(file.path(), version, e);
        }
    }

    /** The actions of a JSON file, streamed. */
    Actions actions(FileStatus file, long version, Set<ActionKind> wanted, boolean withStats) {
        if (file.size() == 0) {
            return actions(new byte[0], file.path(), version, wanted, withStats);
        }
        try {
            ByteSource source = storage.open(file.path(), file.size());
            try {
                ActionReader reader = ActionReader.open(new SourceInputStream(source, file.size()), wanted, withStats);
                return new Actions(reader, file.path(), version);
            } catch (IOException | RuntimeException e) {
                source.close();
                throw e;
            }
        } catch (IOException e) {
            throw failure(file.path(), version, e);
        }
    }

    /** The actions of a JSON file that is in memory. */
    Actions actions(byte[] bytes, String path, long version, Set<ActionKind> wanted, boolean withStats) {
        try {
            return new Actions(ActionReader.open(bytes, wanted, withStats), path, version);
        } catch (IOException e) {
            throw failure(path, version, e);
        }
    }

    /** Actions one after the other; whoever asked for them closes them. */
    final class Actions extends PullIterator<Action> {
        private final ActionReader reader;
        private final String path;
        private final long version;

        private Actions(ActionReader reader, String path, long version) {
            this.reader = reader;
            this.path = path;
            this.version = version;
        }

        @Override
        @Nullable Action pull() {
            try {
                return reader.next();
            } catch (IOException e) {
                throw failure(path, version, e);
            }
        }

        @Override
        public void close() {
            super.close();
            try {
                reader.close();
            } catch (IOException e) {
                throw failure(path, version, e);
            }
        }
    }
}
