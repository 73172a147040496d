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
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
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
 * depends on the scheme, see {@link AtomicWrites}. Requests that fail are repeated by the connectors, which know what may be repeated; nothing here
 * repeats them once more.
 */
public final class HadoopStorage implements Storage {
    private static final Set<String> S3 = Set.of("s3", "s3a");
    private static final Set<String> BY_KEY = Set.of("s3", "s3a", "gs");

    private final FileSystem fileSystem;
    private final PathTexts texts;
    private final AtomicWrites atomicWrites;
    private final FileMoves moves;
    private final boolean isS3;
    private final boolean listsByKey;

    private HadoopStorage(FileSystem fileSystem, String scheme, String authority, boolean singleWriter) {
        this.fileSystem = fileSystem;
        this.texts = PathTexts.of(scheme, authority);
        this.atomicWrites = AtomicWrites.of(fileSystem, scheme, singleWriter);
        this.isS3 = S3.contains(scheme);
        this.listsByKey = BY_KEY.contains(scheme);
        this.moves = new FileMoves(fileSystem, texts, scheme, listsByKey);
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
        Configuration configuration = configuration(options);
        String scheme = StoragePaths.scheme(path);
        String authority = StoragePaths.authority(path);
        try {
            URI root = authority.isEmpty() ? new URI(scheme + ":///") : new URI(scheme, authority, "/", null, null);
            return of(FileSystem.newInstance(root, configuration), scheme, authority, singleWriter);
        } catch (URISyntaxException e) {
            throw new UnsupportedStorageException(path + ": not a path of a Hadoop file system: " + e.getReason(), e);
        } catch (org.apache.hadoop.fs.UnsupportedFileSystemException e) {
            throw new UnsupportedStorageException(
                    path + ": no file system for this scheme is on the class path; add the connector for " + scheme, e);
        }
    }

    private static Configuration configuration(Map<String, String> options) {
        Configuration configuration = new Configuration();
        options.forEach(configuration::set);
        // Many write s3:// for what this connector calls s3a://.
        configuration.setIfUnset("fs.s3.impl", "org.apache.hadoop.fs.s3a.S3AFileSystem");
        // The engine asks for exactly what it needs; the other stream types read ahead of it, and ask for the length
        // first.
        configuration.setIfUnset("fs.s3a.input.stream.type", "classic");
        return configuration;
    }

    static HadoopStorage of(FileSystem fileSystem, String scheme, String authority, boolean singleWriter) {
        return new HadoopStorage(fileSystem, scheme, authority, singleWriter);
    }

    /** A missing file as {@link Storage} says it. */
    static IOException translate(String path, IOException e) {
        if (e instanceof FileNotFoundException) {
            NoSuchFileException missing = new NoSuchFileException(path, null, e.getMessage());
            missing.initCause(e);
            return missing;
        }
        return e;
    }

    @Override
    public FileListing list(String directory, String startAfter) throws IOException {
        List<FileStatus> entries = entriesAfter(directory, startAfter);
        entries.sort(Comparator.comparing(FileStatus::name));
        return new StoredListing(entries.iterator());
    }

    private List<FileStatus> entriesAfter(String directory, String startAfter) throws IOException {
        if (isS3 && !startAfter.isEmpty()) {
            Optional<List<FileStatus>> entries = S3Listing.after(fileSystem, directory, startAfter);
            if (entries.isPresent()) {
                return entries.get();
            }
        }
        List<FileStatus> entries = new ArrayList<>();
        try {
            RemoteIterator<org.apache.hadoop.fs.FileStatus> remote =
                    fileSystem.listStatusIterator(texts.path(directory));
            while (remote.hasNext()) {
                FileStatus entry = texts.status(remote.next());
                if (entry.name().compareTo(startAfter) > 0) {
                    entries.add(entry);
                }
            }
        } catch (IOException e) {
            throw translate(directory, e);
        }
        return entries;
    }

    /** Sorted entries; some stores show a directory twice, as a marker and as a prefix. */
    private static final class StoredListing implements FileListing {
        private final Iterator<FileStatus> entries;
        private String lastPath = "";

        StoredListing(Iterator<FileStatus> entries) {
            this.entries = entries;
        }

        @Override
        public @Nullable FileStatus next() {
            while (entries.hasNext()) {
                FileStatus entry = entries.next();
                if (!entry.path().equals(lastPath)) {
                    lastPath = entry.path();
                    return entry;
                }
            }
            return null;
        }

        @Override
        public void close() {}
    }

    @Override
    public FileListing listRecursively(String directory, Predicate<FileStatus> enters) throws IOException {
        try {
            return listsByKey
                    ? new KeyListing(fileSystem.listFiles(texts.path(directory), true), texts, directory, enters)
                    : new TreeListing(fileSystem, texts, directory, enters);
        } catch (IOException e) {
            throw translate(directory, e);
        }
    }

    @Override
    public FileStatus status(String path) throws IOException {
        try {
            return texts.status(fileSystem.getFileStatus(texts.path(path)));
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
                    .openFile(texts.path(path))
                    .opt(Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "random")
                    .optLong(Options.OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, knownLength)
                    // Reads by position go past the buffer of the ABFS stream, which reads ahead and makes threads wait
                    // for each other.
                    .opt("fs.azure.buffered.pread.disable", true);
            FSDataInputStream in = FutureIO.awaitFuture(builder.build());
            return new HadoopByteSource(path, in, knownLength, isS3);
        } catch (IOException e) {
            throw translate(path, e);
        }
    }

    @Override
    public byte[] read(String path) throws IOException {
        FutureDataInputStreamBuilder builder = fileSystem
                .openFile(texts.path(path))
                .opt(Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "whole-file, sequential");
        try (FSDataInputStream in = FutureIO.awaitFuture(builder.build())) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw translate(path, e);
        }
    }

    @Override
    public ByteSink create(String path) throws IOException {
        return atomicWrites.create(path, texts.path(path));
    }

    @Override
    public ByteSink createAtomically(String path) throws IOException {
        return atomicWrites.createReplacing(path, texts.path(path));
    }

    @Override
    public void putIfAbsent(String path, byte[] content) throws IOException {
        atomicWrites.putIfAbsent(path, texts.path(path), content);
    }

    @Override
    public List<FailedDelete> deleteAll(Collection<String> paths) {
        return new Deletion(fileSystem, texts, isS3).deleteAll(paths);
    }

    @Override
    public void move(String from, String to) throws IOException {
        moves.move(from, to);
    }

    @Override
    public boolean movesByCopying() {
        return moves.copies();
    }

    @Override
    public boolean listsKeys() {
        return listsByKey;
    }

    @Override
    public void createDirectory(String path) throws IOException {
        if (!fileSystem.mkdirs(texts.path(path))) {
            throw new IOException(path + ": the directory could not be created");
        }
    }

    @Override
    public boolean deleteEmptyDirectory(String path) throws IOException {
        Path directory = texts.path(path);
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
