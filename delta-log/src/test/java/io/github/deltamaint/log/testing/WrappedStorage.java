package io.github.deltamaint.log.testing;

import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A storage through which every operation passes {@link #around}, those on open files too. */
abstract class WrappedStorage implements Storage {
    private final Storage storage;

    WrappedStorage(Storage storage) {
        this.storage = storage;
    }

    /** An operation and what it gives. */
    @FunctionalInterface
    interface Call<T extends @Nullable Object> {
        T run() throws IOException;
    }

    /** Performs an operation, or not. */
    abstract <T extends @Nullable Object> T around(StorageOperation operation, String path, Call<T> call)
            throws IOException;

    @Override
    public FileListing list(String directory, String startAfter) throws IOException {
        return around(StorageOperation.LIST, directory, () -> storage.list(directory, startAfter));
    }

    @Override
    public FileListing listRecursively(String directory, Predicate<FileStatus> enters) throws IOException {
        return around(StorageOperation.LIST_RECURSIVELY, directory, () -> storage.listRecursively(directory, enters));
    }

    @Override
    public FileStatus status(String path) throws IOException {
        return around(StorageOperation.STATUS, path, () -> storage.status(path));
    }

    @Override
    public ByteSource open(String path) throws IOException {
        return source(path, around(StorageOperation.OPEN, path, () -> storage.open(path)));
    }

    @Override
    public ByteSource open(String path, long knownLength) throws IOException {
        return source(path, around(StorageOperation.OPEN, path, () -> storage.open(path, knownLength)));
    }

    private ByteSource source(String path, ByteSource source) {
        return new ByteSource() {
            @Override
            public String name() {
                return source.name();
            }

            @Override
            public long length() throws IOException {
                return source.length();
            }

            @Override
            public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
                around(StorageOperation.READ_RANGE, path, () -> {
                    source.readFully(position, buffer, offset, length);
                    return null;
                });
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }

    @Override
    public byte[] read(String path) throws IOException {
        return around(StorageOperation.READ, path, () -> storage.read(path));
    }

    @Override
    public ByteSink create(String path) throws IOException {
        return sink(path, around(StorageOperation.CREATE, path, () -> storage.create(path)));
    }

    @Override
    public ByteSink createAtomically(String path) throws IOException {
        return sink(path, around(StorageOperation.CREATE_ATOMICALLY, path, () -> storage.createAtomically(path)));
    }

    private ByteSink sink(String path, ByteSink sink) {
        return new ByteSink() {
            @Override
            public String name() {
                return sink.name();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                around(StorageOperation.WRITE, path, () -> {
                    sink.write(bytes, offset, length);
                    return null;
                });
            }

            @Override
            public long position() {
                return sink.position();
            }

            @Override
            public void close() throws IOException {
                around(StorageOperation.CLOSE_WRITTEN, path, () -> {
                    sink.close();
                    return null;
                });
            }

            @Override
            public void abort() {
                sink.abort();
            }
        };
    }

    @Override
    public void putIfAbsent(String path, byte[] content) throws IOException {
        around(StorageOperation.PUT_IF_ABSENT, path, () -> {
            storage.putIfAbsent(path, content);
            return null;
        });
    }

    @Override
    public List<FailedDelete> deleteAll(Collection<String> paths) {
        List<FailedDelete> failures = new java.util.ArrayList<>();
        for (String path : paths) {
            try {
                failures.addAll(around(StorageOperation.DELETE, path, () -> storage.deleteAll(List.of(path))));
            } catch (IOException e) {
                failures.add(new FailedDelete(path, e));
            }
        }
        return failures;
    }

    @Override
    public void move(String from, String to) throws IOException {
        around(StorageOperation.MOVE, from, () -> {
            storage.move(from, to);
            return null;
        });
    }

    @Override
    public boolean movesByCopying() {
        return storage.movesByCopying();
    }

    @Override
    public boolean listsKeys() {
        return storage.listsKeys();
    }

    @Override
    public String realPath(String path) throws IOException {
        return storage.realPath(path);
    }

    @Override
    public void createDirectory(String path) throws IOException {
        around(StorageOperation.CREATE_DIRECTORY, path, () -> {
            storage.createDirectory(path);
            return null;
        });
    }

    @Override
    public boolean deleteEmptyDirectory(String path) throws IOException {
        return around(StorageOperation.DELETE_DIRECTORY, path, () -> storage.deleteEmptyDirectory(path));
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }
}
