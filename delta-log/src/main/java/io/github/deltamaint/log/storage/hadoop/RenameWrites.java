package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.parquet.ByteSink;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Stores that rename atomically onto a name that is free, and say so when it is not.
 *
 * <p>Where it is unclear whether the rename took place, the target is read back: its content tells whose it is.
 */
final class RenameWrites implements AtomicWrites {
    private final FileSystem fileSystem;
    private final Replacement replacement;

    RenameWrites(FileSystem fileSystem, Replacement replacement) {
        this.fileSystem = fileSystem;
        this.replacement = replacement;
    }

    /** How a file takes the place of another one. */
    @FunctionalInterface
    interface Replacement {
        void replace(String name, Path temporary, Path target) throws IOException;
    }

    @Override
    public void putIfAbsent(String name, Path target, byte[] content) throws IOException {
        Path temporary = AtomicWrites.temporary(target);
        boolean renamed = false;
        try {
            write(temporary, content);
            rename(name, temporary, target, content);
            renamed = true;
        } finally {
            if (!renamed) {
                deleteQuietly(temporary);
            }
        }
    }

    private void write(Path temporary, byte[] content) throws IOException {
        try (FSDataOutputStream out = fileSystem.create(temporary, false)) {
            out.write(content);
            HadoopByteSink.force(out);
        }
    }

    private void rename(String name, Path temporary, Path target, byte[] content) throws IOException {
        try {
            if (!fileSystem.rename(temporary, target)) {
                throw new RefusedException(name + ": could not be renamed from " + temporary.getName());
            }
        } catch (IOException e) {
            requireOurs(name, temporary, target, content, e);
        }
    }

    /** The store has looked at the rename, and did not do it. */
    private static final class RefusedException extends IOException {
        RefusedException(String message) {
            super(message);
        }
    }

    /** After a failure: returns if it happened all the same, as it does where a client repeats a rename whose answer was lost. */
    private void requireOurs(String name, Path temporary, Path target, byte[] content, IOException failure)
            throws IOException {
        boolean same;
        boolean kept;
        try (FSDataInputStream in = fileSystem.open(target)) {
            same = Arrays.equals(in.readAllBytes(), content);
            kept = fileSystem.exists(temporary);
        } catch (FileNotFoundException e) {
            if (failure instanceof RefusedException) {
                throw failure;
            }
            throw new AmbiguousWriteException(name, failure);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw new AmbiguousWriteException(name, failure);
        }
        if (!same || (kept && failure instanceof RefusedException)) {
            throw AtomicWrites.exists(name, failure);
        }
        if (kept) {
            deleteQuietly(temporary);
        }
    }

    private void deleteQuietly(Path temporary) {
        try {
            fileSystem.delete(temporary, false);
        } catch (IOException e) {
            // Its name begins with a dot, so nobody reads it.
        }
    }

    @Override
    public ByteSink create(String name, Path target) throws IOException {
        return HadoopByteSink.create(name, fileSystem, target);
    }

    @Override
    public ByteSink createReplacing(String name, Path target) throws IOException {
        Path temporary = AtomicWrites.temporary(target);
        return new HadoopByteSink(
                name, fileSystem.create(temporary, false), new HadoopByteSink.RemovableFile(fileSystem, temporary) {
                    @Override
                    public void complete(FSDataOutputStream out) throws IOException {
                        super.complete(out);
                        replacement.replace(name, temporary, target);
                    }
                });
    }
}
