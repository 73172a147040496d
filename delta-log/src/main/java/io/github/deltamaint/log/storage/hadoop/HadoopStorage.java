package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.log.storage.UnsupportedStorageException;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;

/**
 * The files of one Hadoop file system: HDFS, or an object store through its connector.
 *
 * <p>It has a file system of its own, not one from Hadoop's cache, so closing it disturbs nobody and its settings are its own. How files are created atomically
 * depends on the scheme, see {@link AtomicWrites}.
 */
public final class HadoopStorage implements Storage {
    private final FileSystem fileSystem;
    private final String prefix;
    private final AtomicWrites atomicWrites;

    private HadoopStorage(FileSystem fileSystem, String prefix, AtomicWrites atomicWrites) {
        this.fileSystem = fileSystem;
        this.prefix = prefix;
        this.atomicWrites = atomicWrites;
    }

    /**
     * Opens the file system that a path is in.
     *
     * @param path any path in it
     * @param options settings on top of what Hadoop finds on the class path
     * @param singleWriter whether the caller vouches for being the only writer, which allows schemes without an atomic primitive
     * @throws UnsupportedStorageException if no connector for the scheme is on the class path
     * @throws IOException if the store cannot be reached
     */
    public static HadoopStorage open(String path, Map<String, String> options, boolean singleWriter)
            throws IOException {
        Configuration configuration = new Configuration();
        options.forEach(configuration::set);
        String scheme = StoragePaths.scheme(path);
        String authority = StoragePaths.authority(path);
        FileSystem fileSystem;
        try {
            URI root = authority.isEmpty() ? new URI(scheme + ":///") : new URI(scheme, authority, "/", null, null);
            fileSystem = FileSystem.newInstance(root, configuration);
        } catch (URISyntaxException e) {
            throw new UnsupportedStorageException(path + ": not a path of a Hadoop file system: " + e.getReason(), e);
        } catch (org.apache.hadoop.fs.UnsupportedFileSystemException e) {
            throw new UnsupportedStorageException(
                    path + ": no file system for this scheme is on the class path; add the connector for " + scheme, e);
        }
        return of(fileSystem, scheme, authority, singleWriter);
    }

    static HadoopStorage of(FileSystem fileSystem, String scheme, String authority, boolean singleWriter) {
        String prefix = authority.isEmpty() ? scheme + ":" : scheme + "://" + authority;
        return new HadoopStorage(fileSystem, prefix, AtomicWrites.of(fileSystem, scheme, singleWriter));
    }

    /** Text to path without any decoding: percent signs and colons are part of the name. */
    private Path path(String path) {
        if (!path.startsWith(prefix + "/")) {
            throw new IllegalArgumentException("'" + path + "' is not in " + prefix);
        }
        return hadoopPath(prefix, path.substring(prefix.length()));
    }

    private static Path hadoopPath(String prefix, String rest) {
        return new Path(StoragePaths.scheme(prefix + "/"), emptyToNull(StoragePaths.authority(prefix + "/")), rest);
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private String text(Path path) {
        return prefix + path.toUri().getPath();
    }

    private FileStatus status(org.apache.hadoop.fs.FileStatus status) {
        boolean directory = status.isDirectory();
        return new FileStatus(
                text(status.getPath()), directory ? 0 : status.getLen(), status.getModificationTime(), directory);
    }

    private static IOException translate(String path, IOException e) {
        if (e instanceof FileNotFoundException) {
            NoSuchFileException missing = new NoSuchFileException(path, null, e.getMessage());
            missing.initCause(e);
            return missing;
        }
        return e;
    }

    @Override
    public FileListing list(String directory, String startAfter) throws IOException {
        List<FileStatus> entries = new ArrayList<>();
        try {
            RemoteIterator<org.apache.hadoop.fs.FileStatus> remote = fileSystem.listStatusIterator(path(directory));
            while (remote.hasNext()) {
                FileStatus entry = status(remote.next());
                if (entry.name().compareTo(startAfter) > 0) {
                    entries.add(entry);
                }
            }
        } catch (IOException e) {
            throw translate(directory, e);
        }
        entries.sort(Comparator.comparing(FileStatus::name));
        return new StoredListing(entries.iterator());
    }

    private record StoredListing(Iterator<FileStatus> entries) implements FileListing {
        @Override
        public @Nullable FileStatus next() {
            return entries.hasNext() ? entries.next() : null;
        }

        @Override
        public void close() {}
    }

    @Override
    public FileListing listRecursively(String directory, Predicate<FileStatus> enters) throws IOException {
        return atomicWrites.isObjectStore() ? listKeys(directory, enters) : listTree(directory, enters);
    }

    /** Object stores list all keys below a prefix much faster than directory by directory; what is not to be entered is left out here. */
    private FileListing listKeys(String directory, Predicate<FileStatus> enters) throws IOException {
        RemoteIterator<LocatedFileStatus> keys;
        try {
            keys = fileSystem.listFiles(path(directory), true);
        } catch (IOException e) {
            throw translate(directory, e);
        }
        return new KeyListing(keys, directory, enters);
    }

    private final class KeyListing implements FileListing {
        private final RemoteIterator<LocatedFileStatus> keys;
        private final String root;
        private final Predicate<FileStatus> enters;

        /** The last directory that was decided, with the answer; keys come directory by directory. */
        private String decided = "";

        private boolean entered;

        KeyListing(RemoteIterator<LocatedFileStatus> keys, String root, Predicate<FileStatus> enters) {
            this.keys = keys;
            this.root = root;
            this.enters = enters;
        }

        @Override
        public @Nullable FileStatus next() throws IOException {
            while (keys.hasNext()) {
                FileStatus file = status(keys.next());
                if (!file.isDirectory() && isEntered(StoragePaths.parent(file.path()))) {
                    return file;
                }
            }
            return null;
        }

        private boolean isEntered(String directory) {
            if (!directory.equals(decided)) {
                entered = decide(directory);
                decided = directory;
            }
            return entered;
        }

        private boolean decide(String directory) {
            int slash = root.length();
            while (slash < directory.length()) {
                int next = directory.indexOf('/', slash + 1);
                slash = next < 0 ? directory.length() : next;
                if (!enters.test(new FileStatus(directory.substring(0, slash), 0, 0, true))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() {}
    }

    private FileListing listTree(String directory, Predicate<FileStatus> enters) throws IOException {
        Deque<FileListing> open = new ArrayDeque<>();
        open.push(list(directory, ""));
        return new FileListing() {
            @Override
            public @Nullable FileStatus next() throws IOException {
                while (!open.isEmpty()) {
                    FileStatus entry = open.peek().next();
                    if (entry == null) {
                        open.pop();
                        continue;
                    }
                    if (entry.isDirectory() && enters.test(entry)) {
                        enter(entry);
                    }
                    return entry;
                }
                return null;
            }

            private void enter(FileStatus entry) throws IOException {
                try {
                    open.push(list(entry.path(), ""));
                } catch (NoSuchFileException e) {
                    // Vanished since it was listed, so there is nothing in it.
                }
            }

            @Override
            public void close() {
                open.clear();
            }
        };
    }

    @Override
    public FileStatus status(String path) throws IOException {
        try {
            return status(fileSystem.getFileStatus(path(path)));
        } catch (IOException e) {
            throw translate(path, e);
        }
    }

    @Override
    public ByteSource open(String path) throws IOException {
        return open(path, status(path).size());
    }

    @Override
    public ByteSource open(String path, long knownLength) throws IOException {
        try {
            FutureDataInputStreamBuilder builder = fileSystem
                    .openFile(path(path))
                    .opt(Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "random")
                    .optLong(Options.OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, knownLength);
            FSDataInputStream in = FutureIO.awaitFuture(builder.build());
            return new HadoopByteSource(path, in, knownLength);
        } catch (IOException e) {
            throw translate(path, e);
        }
    }

    @Override
    public byte[] read(String path) throws IOException {
        try (FSDataInputStream in = fileSystem.open(path(path))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw translate(path, e);
        }
    }

    @Override
    public ByteSink create(String path) throws IOException {
        Path target = path(path);
        try {
            return new HadoopByteSink(path, fileSystem, target, fileSystem.create(target, false), out -> {});
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw exists(path, e);
        }
    }

    private static FileAlreadyExistsException exists(String path, IOException cause) {
        FileAlreadyExistsException exists = new FileAlreadyExistsException(path, null, cause.getMessage());
        exists.initCause(cause);
        return exists;
    }

    @Override
    public ByteSink createAtomically(String path) throws IOException {
        return atomicWrites.createReplacing(path, path(path));
    }

    @Override
    public void putIfAbsent(String path, byte[] content) throws IOException {
        atomicWrites.putIfAbsent(path, path(path), content);
    }

    @Override
    public List<FailedDelete> deleteAll(Collection<String> paths) {
        return new Deletion(fileSystem, this::path).deleteAll(paths);
    }

    @Override
    public void move(String from, String to) throws IOException {
        Path source = path(from);
        Path target = path(to);
        try {
            if (fileSystem.getFileStatus(source).isDirectory()) {
                throw new IOException(from + ": is a directory");
            }
            if (fileSystem.exists(target)) {
                throw new FileAlreadyExistsException(to);
            }
            fileSystem.mkdirs(target.getParent());
            if (!fileSystem.rename(source, target)) {
                if (fileSystem.exists(target)) {
                    throw new FileAlreadyExistsException(to);
                }
                throw new IOException(from + ": could not be moved to " + to);
            }
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw exists(to, e);
        } catch (IOException e) {
            throw translate(from, e);
        }
    }

    @Override
    public boolean movesByCopying() {
        return atomicWrites.isObjectStore();
    }

    @Override
    public boolean listsKeys() {
        return atomicWrites.isObjectStore();
    }

    @Override
    public void createDirectory(String path) throws IOException {
        if (!fileSystem.mkdirs(path(path))) {
            throw new IOException(path + ": the directory could not be created");
        }
    }

    @Override
    public boolean deleteEmptyDirectory(String path) throws IOException {
        Path directory = path(path);
        try {
            if (!fileSystem.getFileStatus(directory).isDirectory()) {
                throw new java.nio.file.NotDirectoryException(path);
            }
            if (fileSystem.listStatusIterator(directory).hasNext()) {
                return false;
            }
            return fileSystem.delete(directory, false) || !fileSystem.exists(directory);
        } catch (FileNotFoundException e) {
            return true;
        } catch (PathIsNotEmptyDirectoryException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        fileSystem.close();
    }
}
