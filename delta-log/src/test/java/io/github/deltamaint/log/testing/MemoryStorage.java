package io.github.deltamaint.log.testing;

import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A store in memory that does exactly what {@link Storage} says. A directory is there as long as something is in it, or once it was created. */
public final class MemoryStorage implements Storage {
    private final Clock clock;
    private final TreeMap<String, Content> files = new TreeMap<>();
    private final TreeMap<String, Long> directories = new TreeMap<>();

    private record Content(byte[] bytes, long modificationTime) {}

    /** An empty store whose files get their times from {@code clock}. */
    public MemoryStorage(Clock clock) {
        this.clock = clock;
    }

    /** Puts a file there, whatever was before. */
    public synchronized MemoryStorage put(String path, byte[] bytes) {
        put(path, bytes, clock.millis());
        return this;
    }

    /** Puts a file there with a modification time in milliseconds since 1970, whatever was before. */
    public synchronized MemoryStorage putAt(String path, byte[] bytes, long time) {
        put(path, bytes, time);
        return this;
    }

    private void put(String path, byte[] bytes, long time) {
        files.put(path, new Content(bytes.clone(), time));
        String parent = StoragePaths.parent(path);
        while (!parent.equals("/") && directories.putIfAbsent(parent, time) == null) {
            parent = StoragePaths.parent(parent);
        }
    }

    /** The paths of all files, sorted. */
    public synchronized List<String> paths() {
        return List.copyOf(files.keySet());
    }

    /** The same files, in a store of their own. */
    public synchronized MemoryStorage copy() {
        MemoryStorage copy = new MemoryStorage(clock);
        copy.files.putAll(files);
        copy.directories.putAll(directories);
        return copy;
    }

    @Override
    public synchronized FileListing list(String directory, String startAfter) throws IOException {
        requireDirectory(directory);
        List<FileStatus> entries = new ArrayList<>();
        for (FileStatus entry : below(directory)) {
            if (StoragePaths.parent(entry.path()).equals(directory)
                    && entry.name().compareTo(startAfter) > 0) {
                entries.add(entry);
            }
        }
        return listing(entries);
    }

    private void requireDirectory(String directory) throws NoSuchFileException {
        if (!directories.containsKey(directory)) {
            throw new NoSuchFileException(directory);
        }
    }

    private List<FileStatus> below(String directory) {
        SortedMap<String, FileStatus> entries = new TreeMap<>();
        String prefix = directory + "/";
        for (Map.Entry<String, Content> file : files.tailMap(prefix).entrySet()) {
            if (!file.getKey().startsWith(prefix)) {
                break;
            }
            entries.put(file.getKey(), fileStatus(file.getKey(), file.getValue()));
        }
        for (Map.Entry<String, Long> entry : directories.tailMap(prefix).entrySet()) {
            if (entry.getKey().startsWith(prefix)) {
                entries.put(entry.getKey(), new FileStatus(entry.getKey(), 0, entry.getValue(), true));
            }
        }
        return List.copyOf(entries.values());
    }

    private static FileStatus fileStatus(String path, Content content) {
        return new FileStatus(path, content.bytes().length, content.modificationTime(), false);
    }

    private static FileListing listing(List<FileStatus> entries) {
        Iterator<FileStatus> iterator = entries.iterator();
        return new FileListing() {
            @Override
            public @Nullable FileStatus next() {
                return iterator.hasNext() ? iterator.next() : null;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized FileListing listRecursively(String directory, Predicate<FileStatus> enters) throws IOException {
        requireDirectory(directory);
        List<FileStatus> entries = new ArrayList<>();
        List<String> closed = new ArrayList<>();
        for (FileStatus entry : below(directory)) {
            if (closed.stream().anyMatch(path -> entry.path().startsWith(path + "/"))) {
                continue;
            }
            if (entry.isDirectory() && !enters.test(entry)) {
                closed.add(entry.path());
            }
            entries.add(entry);
        }
        return listing(entries);
    }

    @Override
    public synchronized FileStatus status(String path) throws IOException {
        Long directory = directories.get(path);
        return directory != null ? new FileStatus(path, 0, directory, true) : fileStatus(path, content(path));
    }

    private Content content(String path) throws NoSuchFileException {
        Content content = files.get(path);
        if (content == null) {
            throw new NoSuchFileException(path);
        }
        return content;
    }

    @Override
    public synchronized ByteSource open(String path) throws IOException {
        return open(path, content(path).bytes().length);
    }

    @Override
    public synchronized ByteSource open(String path, long knownLength) throws IOException {
        byte[] bytes = content(path).bytes();
        return new ByteSource() {
            @Override
            public String name() {
                return path;
            }

            @Override
            public long length() {
                return knownLength;
            }

            @Override
            public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
                if (position + length > bytes.length) {
                    throw new EOFException(path + ": ends at " + bytes.length);
                }
                System.arraycopy(bytes, Math.toIntExact(position), buffer, offset, length);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized byte[] read(String path) throws IOException {
        return content(path).bytes().clone();
    }

    @Override
    public synchronized ByteSink create(String path) throws IOException {
        if (files.containsKey(path)) {
            throw new FileAlreadyExistsException(path);
        }
        return new MemorySink(path);
    }

    @Override
    public ByteSink createAtomically(String path) {
        return new MemorySink(path);
    }

    private final class MemorySink implements ByteSink {
        private final String path;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean finished;

        MemorySink(String path) {
            this.path = path;
        }

        @Override
        public String name() {
            return path;
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            bytes.write(from, offset, length);
        }

        @Override
        public long position() {
            return bytes.size();
        }

        @Override
        public void close() {
            if (!finished) {
                finished = true;
                MemoryStorage.this.put(path, bytes.toByteArray());
            }
        }

        @Override
        public void abort() {
            finished = true;
        }
    }

    @Override
    public synchronized void putIfAbsent(String path, byte[] content) throws IOException {
        if (files.containsKey(path)) {
            throw new FileAlreadyExistsException(path);
        }
        put(path, content);
    }

    @Override
    public synchronized List<FailedDelete> deleteAll(Collection<String> paths) {
        List<FailedDelete> failures = new ArrayList<>();
        for (String path : paths) {
            if (directories.containsKey(path)) {
                failures.add(new FailedDelete(path, new IOException(path + ": is a directory")));
            } else {
                files.remove(path);
            }
        }
        return failures;
    }

    @Override
    public synchronized void move(String from, String to) throws IOException {
        Content moved = content(from);
        if (files.containsKey(to) || directories.containsKey(to)) {
            throw new FileAlreadyExistsException(to);
        }
        put(to, moved.bytes(), moved.modificationTime());
        files.remove(from);
    }

    @Override
    public synchronized void createDirectory(String path) {
        directories.putIfAbsent(path, clock.millis());
    }

    @Override
    public synchronized boolean deleteEmptyDirectory(String path) {
        if (!below(path).isEmpty()) {
            return false;
        }
        directories.remove(path);
        return true;
    }

    @Override
    public void close() {}
}
