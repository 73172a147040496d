package io.github.deltamaint.log.storage;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Files on a disk of this machine, or one mounted like it.
 *
 * <p>{@link #putIfAbsent} writes a temporary file {@code .name.uuid.tmp} beside the target and makes the target a hard link to it: the operating system lets
 * exactly one process succeed, and the content is complete from the first moment. Everything that is created is forced to disk before it is
 * visible under its name, the directory entry too.
 *
 * <p>Symbolic links: reading follows them. {@link #listRecursively} lists a link to a file as that file, deleting it deletes the link alone; it neither lists nor
 * enters a link to a directory, so nothing behind it can be taken for garbage, and passes over links that lead nowhere.
 */
public final class LocalStorage implements Storage {
    private final boolean singleWriter;

    /** The disks of this machine; file systems without hard links are refused by {@link #putIfAbsent}. */
    public LocalStorage() {
        this(false);
    }

    /**
     * The disks of this machine.
     *
     * @param singleWriter whether the caller vouches that nobody else writes to the table; only then a file system without hard links is used
     */
    public LocalStorage(boolean singleWriter) {
        this.singleWriter = singleWriter;
    }

    @Override
    public FileListing list(String directory, String startAfter) throws IOException {
        Path path = Path.of(directory);
        Iterator<Path> entries = sortedEntries(path, startAfter).iterator();
        return new FileListing() {
            @Override
            public @Nullable FileStatus next() throws IOException {
                while (entries.hasNext()) {
                    Path entry = entries.next();
                    Optional<FileStatus> status = entry(entry);
                    if (status.isPresent()) {
                        return status.get();
                    }
                }
                return null;
            }

            @Override
            public void close() {}
        };
    }

    private static List<Path> sortedEntries(Path directory, String startAfter) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path entry : stream) {
                if (entry.getFileName().toString().compareTo(startAfter) > 0) {
                    entries.add(entry);
                }
            }
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(
                (a, b) -> a.getFileName().toString().compareTo(b.getFileName().toString()));
        return entries;
    }

    /** An entry, or what a link leads to; empty if it is gone, or the link leads nowhere. Any other failure must not look like a missing file. */
    private static Optional<FileStatus> entry(Path path) throws IOException {
        try {
            BasicFileAttributes own = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return own.isSymbolicLink() ? behindLink(path) : Optional.of(fileStatus(path, own, false));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static Optional<FileStatus> behindLink(Path link) {
        try {
            return Optional.of(fileStatus(link, Files.readAttributes(link, BasicFileAttributes.class), true));
        } catch (IOException e) {
            // It leads nowhere, in a circle, or where we may not look.
            return Optional.empty();
        }
    }

    private static FileStatus fileStatus(Path path, BasicFileAttributes attributes, boolean link) {
        boolean directory = attributes.isDirectory();
        return new FileStatus(
                path.toString(),
                directory ? 0 : attributes.size(),
                attributes.lastModifiedTime().toMillis(),
                directory,
                link);
    }

    @Override
    public FileListing listRecursively(String directory, Predicate<FileStatus> enters) throws IOException {
        Deque<Iterator<Path>> open = new ArrayDeque<>();
        open.push(sortedEntries(Path.of(directory), "").iterator());
        return new FileListing() {
            @Override
            public @Nullable FileStatus next() throws IOException {
                while (!open.isEmpty()) {
                    if (!open.peek().hasNext()) {
                        open.pop();
                        continue;
                    }
                    Path entry = open.peek().next();
                    Optional<FileStatus> status = entry(entry);
                    if (status.isEmpty()
                            || (status.get().isLink() && status.get().isDirectory())) {
                        continue;
                    }
                    if (status.get().isDirectory() && enters.test(status.get())) {
                        enter(entry);
                    }
                    return status.get();
                }
                return null;
            }

            private void enter(Path entry) throws IOException {
                try {
                    open.push(sortedEntries(entry, "").iterator());
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
        Path file = Path.of(path);
        return fileStatus(file, Files.readAttributes(file, BasicFileAttributes.class), Files.isSymbolicLink(file));
    }

    @Override
    public ByteSource open(String path) throws IOException {
        FileChannel channel = channel(path);
        try {
            return new LocalByteSource(path, channel, channel.size());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public ByteSource open(String path, long knownLength) throws IOException {
        return new LocalByteSource(path, channel(path), knownLength);
    }

    private static FileChannel channel(String path) throws IOException {
        return FileChannel.open(Path.of(path), StandardOpenOption.READ);
    }

    /** Not through a channel: what reads a commit back must not fail because the thread was interrupted. */
    @Override
    public byte[] read(String path) throws IOException {
        Path file = Path.of(path);
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return in.readAllBytes();
        } catch (FileNotFoundException e) {
            // The older API has one exception for missing and unreadable files.
            Files.readAttributes(file, BasicFileAttributes.class);
            throw e;
        }
    }

    @Override
    public ByteSink create(String path) throws IOException {
        Path target = Path.of(path);
        createParents(target);
        Files.createFile(target);
        return new LocalByteSink(target, target);
    }

    @Override
    public ByteSink createAtomically(String path) throws IOException {
        Path target = Path.of(path);
        createParents(target);
        return new LocalByteSink(target, temporaryFile(target));
    }

    @Override
    public void publish(String staged, String target) throws IOException {
        Path path = Path.of(target);
        Files.move(Path.of(staged), path, StandardCopyOption.ATOMIC_MOVE);
        forceDirectory(path);
    }

    private static void createParents(Path target) throws IOException {
        Path parent = target.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
    }

    private static Path temporaryFile(Path target) {
        return target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    }

    @Override
    public void putIfAbsent(String path, byte[] content) throws IOException {
        Path target = Path.of(path);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(path);
        }
        createParents(target);
        Path temporary = temporaryFile(target);
        try {
            // Not a channel: an interrupt would close it, and a commit is not to be cancelled half way.
            try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
                out.write(content);
                out.getFD().sync();
            }
            publish(temporary, target);
            forceDirectory(target);
        } finally {
            deleteQuietly(temporary);
        }
    }

    /** Whether the target was written is decided by then; a temporary file that stays behind harms nobody. */
    private static void deleteQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // Its name begins with a dot, so nobody reads it.
        }
    }

    private void publish(Path temporary, Path target) throws IOException {
        try {
            Files.createLink(target, temporary);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            if (isLinkedAfterAll(temporary, target)) {
                return;
            }
            if (!singleWriter) {
                throw new UnsupportedStorageException(
                        target + ": cannot be created atomically, the file system refuses hard links (" + e.getMessage()
                                + "). Move the table, or allow singleWriter if nothing else ever writes to it",
                        e);
            }
            publishAlone(temporary, target);
        }
    }

    /** Network file systems can perform a link and lose the answer. */
    private static boolean isLinkedAfterAll(Path temporary, Path target) throws IOException {
        return Files.exists(target, LinkOption.NOFOLLOW_LINKS) && Files.isSameFile(temporary, target);
    }

    private static void publishAlone(Path temporary, Path target) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Makes the entry of a new file durable. File systems that cannot do that keep their own promises. */
    static void forceDirectory(Path file) {
        Path directory = file.getParent();
        if (directory == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not possible here, and the file itself is safe.
        }
    }

    @Override
    public List<FailedDelete> deleteAll(Collection<String> paths) {
        List<FailedDelete> failures = new ArrayList<>();
        for (String path : paths) {
            try {
                deleteFile(Path.of(path));
            } catch (NoSuchFileException e) {
                // Gone is what was asked for.
            } catch (IOException e) {
                failures.add(new FailedDelete(path, e));
            }
        }
        return failures;
    }

    private static void deleteFile(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(path.toString(), null, "is a directory");
        }
        Files.delete(path);
    }

    /**
     * By a second name and the removal of the first, because renaming would replace what is at the target; where the file system refuses hard links,
     * by looking and renaming.
     */
    @Override
    public void move(String from, String to) throws IOException {
        Path source = Path.of(from);
        Path target = Path.of(to);
        if (Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(from, to, "is a directory");
        }
        createParents(target);
        try {
            Files.createLink(target, source);
        } catch (FileAlreadyExistsException e) {
            if (!isSecondName(source, target)) {
                throw e;
            }
        } catch (NoSuchFileException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            moveByRenaming(source, target);
            return;
        }
        forceDirectory(target);
        Files.delete(source);
        forceDirectory(source);
    }

    /** Whether an earlier move of the same file was cut short between its two steps. */
    private static boolean isSecondName(Path source, Path target) throws IOException {
        return !Files.isSymbolicLink(source)
                && !Files.isSymbolicLink(target)
                && Files.exists(source)
                && Files.isSameFile(source, target);
    }

    private static void moveByRenaming(Path source, Path target) throws IOException {
        if (!Files.exists(source, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(source.toString());
        }
        publishAlone(source, target);
        forceDirectory(target);
        forceDirectory(source);
    }

    @Override
    public String realPath(String path) throws IOException {
        return Path.of(path).toRealPath().toString();
    }

    @Override
    public void createDirectory(String path) throws IOException {
        Files.createDirectories(Path.of(path));
    }

    @Override
    public boolean deleteEmptyDirectory(String path) throws IOException {
        Path directory = Path.of(path);
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(path);
        }
        try {
            Files.deleteIfExists(directory);
            return true;
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
    }

    /** Does nothing: no file is kept open. */
    @Override
    public void close() {}
}
