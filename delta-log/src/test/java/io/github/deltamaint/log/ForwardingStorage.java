package io.github.deltamaint.log;

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

/** A storage whose listings can leave files out. */
abstract class ForwardingStorage implements Storage {
    private final Storage storage;

    ForwardingStorage(Storage storage) {
        this.storage = storage;
    }

    /** Whether a listing leaves out a file; called for each file of each listing. */
    abstract boolean hides(String listed);

    @Override
    public FileListing list(String directory, String startAfter) throws IOException {
        FileListing listing = storage.list(directory, startAfter);
        return new FileListing() {
            @Override
            public @Nullable FileStatus next() throws IOException {
                FileStatus status = listing.next();
                while (status != null && hides(status.path())) {
                    status = listing.next();
                }
                return status;
            }

            @Override
            public void close() throws IOException {
                listing.close();
            }
        };
    }

    @Override
    public FileListing listRecursively(String directory, Predicate<FileStatus> enters) throws IOException {
        return storage.listRecursively(directory, enters);
    }

    @Override
    public FileStatus status(String path) throws IOException {
        return storage.status(path);
    }

    @Override
    public ByteSource open(String path) throws IOException {
        return storage.open(path);
    }

    @Override
    public ByteSource open(String path, long knownLength) throws IOException {
        return storage.open(path, knownLength);
    }

    @Override
    public byte[] read(String path) throws IOException {
        return storage.read(path);
    }

    @Override
    public ByteSink create(String path) throws IOException {
        return storage.create(path);
    }

    @Override
    public ByteSink createAtomically(String path) throws IOException {
        return storage.createAtomically(path);
    }

    @Override
    public void putIfAbsent(String path, byte[] content) throws IOException {
        storage.putIfAbsent(path, content);
    }

    @Override
    public List<FailedDelete> deleteAll(Collection<String> paths) {
        return storage.deleteAll(paths);
    }

    @Override
    public void createDirectory(String path) throws IOException {
        storage.createDirectory(path);
    }

    @Override
    public boolean deleteEmptyDirectory(String path) throws IOException {
        return storage.deleteEmptyDirectory(path);
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }
}
