package io.github.deltamaint.log.storage;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * The files of one store, by path.
 *
 * <p>Paths are absolute and decoded: {@code /lake/sales/day=1/x.parquet} on a local disk, {@code s3a://bucket/lake/a b.parquet}
 * elsewhere. Nothing in them is percent-encoded; a percent sign is a percent sign. {@link StoragePaths} takes them apart.
 *
 * <p>What is written is visible to every reader at once when the method returns (or the sink is closed), here and in other processes, and
 * a listing shows it. Every method throws {@link NoSuchFileException} where the file or directory that it needs is absent, and another
 * {@link IOException} where the store fails.
 *
 * <p>Safe for use by several threads. Whoever created it closes it.
 */
public interface Storage extends Closeable {

    /**
     * The entries of one directory, sorted by name as {@link String#compareTo} does.
     *
     * @param directory the directory
     * @param startAfter only entries whose name comes after this one; empty for all
     * @return files and directories; never those below
     * @throws NoSuchFileException if there is no such directory; a store without directories may say so of an empty one too, or show it as empty
     */
    FileListing list(String directory, String startAfter) throws IOException;

    /**
     * Everything below a directory, in an order that stays the same while nothing changes.
     *
     * <p>Directories are listed before what is in them, where the store has directories. A directory that vanishes meanwhile counts as empty.
     *
     * @param directory where to begin; not itself in the result
     * @param enters whether to look into a directory below; it is listed either way
     */
    FileListing listRecursively(String directory, Predicate<FileStatus> enters) throws IOException;

    /** What is at a path. */
    FileStatus status(String path) throws IOException;

    /** Opens a file that does not change any more for reading by position. */
    ByteSource open(String path) throws IOException;

    /**
     * Opens a file whose length is known, which saves a request on remote stores.
     *
     * @param knownLength the length in bytes, as a listing gave it; a file that turns out shorter fails with {@link java.io.EOFException}
     */
    ByteSource open(String path, long knownLength) throws IOException;

    /** The content of a small file. */
    byte[] read(String path) throws IOException;

    /**
     * Begins a new file that nobody looks for before it is finished, such as a data file with a unique name. Directories above are created.
     *
     * <p>Part of the file may be visible before {@link ByteSink#close()}, and may stay behind when the process dies.
     *
     * @throws java.nio.file.FileAlreadyExistsException here or when it is closed, if there is such a file; it is left alone
     */
    ByteSink create(String path) throws IOException;

    /**
     * Begins a file that others may read at any time, such as a checkpoint. It appears complete when it is closed, in place of an older
     * one. Directories above are created.
     *
     * <p>Of several that write the same path at once the last one to close wins; no reader sees a mixture. Stores that cannot replace a file at once
     * (ABFS) show none for a moment.
     */
    ByteSink createAtomically(String path) throws IOException;

    /**
     * Writes a file unless there is one, atomically: of all callers in all processes at most one succeeds, and no reader ever sees a
     * part of the content. The content is durable when this returns. Directories above are created.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is such a file; it is untouched. On stores that repeat requests it can be the very
     *     one that this call wrote, where they leave no means to find that out
     * @throws AmbiguousWriteException if the outcome is unknown
     * @throws UnsupportedStorageException if the store has no such operation, and nobody vouched for being the only writer
     * @throws IOException in every other failure: the file was not written
     */
    void putIfAbsent(String path, byte[] content) throws IOException;

    /** Writes a small file in place of an older one, as {@link #createAtomically} does. */
    default void overwrite(String path, byte[] content) throws IOException {
        ByteSink sink = createAtomically(path);
        boolean written = false;
        try {
            sink.write(content, 0, content.length);
            sink.close();
            written = true;
        } finally {
            if (!written) {
                sink.abort();
            }
        }
    }

    /**
     * Puts a complete file, which nobody looks for under its name so far, under another one, in place of an older file. It appears there complete; no reader sees a
     * mixture. The old name is gone afterwards, or at least of no use.
     *
     * @param staged a file that {@link #create} made in the same directory
     */
    default void publish(String staged, String target) throws IOException {
        ByteSink sink = createAtomically(target);
        boolean written = false;
        try (ByteSource source = open(staged)) {
            byte[] buffer = new byte[(int) Math.min(source.length(), 1 << 20)];
            for (long position = 0; position < source.length(); ) {
                int length = (int) Math.min(buffer.length, source.length() - position);
                source.readFully(position, buffer, 0, length);
                sink.write(buffer, 0, length);
                position += length;
            }
            sink.close();
            written = true;
        } finally {
            if (!written) {
                sink.abort();
            }
        }
        deleteAll(List.of(staged));
    }

    /**
     * Deletes files, in as few requests as the store allows. One that is already gone counts as deleted. A directory is never deleted; where the store
     * has directories, that is a failure.
     *
     * @return those that are, or may be, still there, with the reason; empty if all went well
     */
    List<FailedDelete> deleteAll(Collection<String> paths);

    /**
     * Moves a file to a path where nothing is yet. Directories above are created.
     *
     * <p>It is never gone in between. It can be at both places when this fails or the process dies: as two files where {@link #movesByCopying()}, else as one file with two
     * names, which moving it again finishes.
     *
     * @throws NoSuchFileException if there is no file to move
     * @throws java.nio.file.FileAlreadyExistsException if something is at {@code to}; both are left alone
     * @throws UnsupportedStorageException if the store cannot do that
     */
    default void move(String from, String to) throws IOException {
        throw new UnsupportedStorageException(from + ": files cannot be moved in this storage");
    }

    /** Whether {@link #move} copies the file's bytes, because the store cannot rename. */
    default boolean movesByCopying() {
        return false;
    }

    /**
     * Whether the store knows keys, not directories: {@link #listRecursively} is then one stream for everything below, which takes far fewer requests than
     * listing directory by directory, and gives no directories.
     */
    default boolean listsKeys() {
        return false;
    }

    /**
     * The path of the same file or directory without any link in it; the path itself where the store has no links.
     *
     * @throws NoSuchFileException if there is nothing, or a link leads nowhere
     */
    default String realPath(String path) throws IOException {
        return path;
    }

    /** Creates a directory and those above it, where the store has directories. Does nothing if it is there. */
    void createDirectory(String path) throws IOException;

    /**
     * Deletes a directory if it is empty.
     *
     * @return whether it is gone now; false if something is in it
     */
    boolean deleteEmptyDirectory(String path) throws IOException;
}
