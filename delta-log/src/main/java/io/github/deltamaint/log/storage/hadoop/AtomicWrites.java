package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.log.storage.UnsupportedStorageException;
import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.jspecify.annotations.Nullable;

/**
 * How a file comes into being all at once, by scheme.
 *
 * <table>
 * <caption>Primitive per scheme</caption>
 * <tr><th>scheme</th><th>primitive</th><th>why</th></tr>
 * <tr><td>hdfs, viewfs</td><td>temporary file, rename</td><td>the name node renames onto nothing atomically; a file being created is visible</td></tr>
 * <tr><td>abfs, abfss, wasb, wasbs, adl</td><td>temporary file, rename</td><td>creating without overwriting lets two writers win</td></tr>
 * <tr><td>s3, s3a, s3n</td><td>conditional PUT</td><td>If-None-Match is the only thing that S3 decides for all clients</td></tr>
 * <tr><td>gs</td><td>create without overwriting</td><td>the connector asks for generation 0</td></tr>
 * <tr><td>others</td><td>refused</td><td>unless the caller vouches for being the only writer: temporary file, look, rename</td></tr>
 * </table>
 */
abstract class AtomicWrites {
    final FileSystem fileSystem;

    AtomicWrites(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    static AtomicWrites of(FileSystem fileSystem, String scheme, boolean singleWriter) {
        return switch (scheme) {
            case "hdfs", "viewfs", "abfs", "abfss", "wasb", "wasbs", "adl" -> new ByRename(fileSystem);
            case "s3", "s3a", "s3n" -> new ByConditionalPut(fileSystem);
            case "gs" -> new ByGeneration(fileSystem);
            default -> new ByTrust(fileSystem, scheme, singleWriter);
        };
    }

    /** See {@link io.github.deltamaint.log.storage.Storage#putIfAbsent}. */
    abstract void putIfAbsent(String name, Path target, byte[] content) throws IOException;

    /** See {@link io.github.deltamaint.log.storage.Storage#createAtomically}. */
    abstract ByteSink createReplacing(String name, Path target) throws IOException;

    /** Whether the store knows keys, not directories, and shows a file only when it is complete. */
    abstract boolean isObjectStore();

    static FileAlreadyExistsException exists(String name, @Nullable Throwable cause) {
        FileAlreadyExistsException exists = new FileAlreadyExistsException(name);
        if (cause != null) {
            exists.initCause(cause);
        }
        return exists;
    }

    static Path temporary(Path target) {
        return new Path(target.getParent(), "." + target.getName() + "." + UUID.randomUUID() + ".tmp");
    }

    /** Stores that rename atomically onto a name that is free, and say so when it is not. */
    private static class ByRename extends AtomicWrites {
        ByRename(FileSystem fileSystem) {
            super(fileSystem);
        }

        @Override
        void putIfAbsent(String name, Path target, byte[] content) throws IOException {
            if (fileSystem.exists(target)) {
                throw exists(name, null);
            }
            Path temporary = temporary(target);
            boolean renamed = false;
            try {
                write(temporary, content);
                rename(name, temporary, target);
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

        private void rename(String name, Path temporary, Path target) throws IOException {
            boolean renamed;
            try {
                renamed = fileSystem.rename(temporary, target);
            } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
                throw exists(name, e);
            } catch (IOException e) {
                throw new AmbiguousWriteException(name, e);
            }
            if (!renamed) {
                if (fileSystem.exists(target)) {
                    throw exists(name, null);
                }
                throw new IOException(name + ": could not be renamed from " + temporary.getName());
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
        ByteSink createReplacing(String name, Path target) throws IOException {
            Path temporary = temporary(target);
            return new HadoopByteSink(
                    name,
                    fileSystem,
                    temporary,
                    fileSystem.create(temporary, false),
                    out -> replace(name, out, target));
        }

        /** Hadoop has no public rename that replaces. Between delete and rename the file is missing, which a reader of the log can bear. */
        private void replace(String name, Path temporary, Path target) throws IOException {
            if (fileSystem.exists(target)) {
                fileSystem.delete(target, false);
            }
            if (!fileSystem.rename(temporary, target)) {
                throw new IOException(name + ": could not be renamed from " + temporary.getName());
            }
        }

        @Override
        boolean isObjectStore() {
            return false;
        }
    }

    /** A store whose rename may replace: safe only while there is one writer, who has to say so. */
    private static final class ByTrust extends ByRename {
        private final String scheme;
        private final boolean singleWriter;

        ByTrust(FileSystem fileSystem, String scheme, boolean singleWriter) {
            super(fileSystem);
            this.scheme = scheme;
            this.singleWriter = singleWriter;
        }

        @Override
        void putIfAbsent(String name, Path target, byte[] content) throws IOException {
            if (!singleWriter) {
                throw new UnsupportedStorageException(
                        name + ": no way is known to create a file atomically on '" + scheme
                                + "', so a commit could be lost to another writer. Allow singleWriter if nothing else ever writes to the table");
            }
            super.putIfAbsent(name, target, content);
        }
    }

    /** Stores that show a file only when it is complete: creating is atomic by itself, and so is replacing. */
    private abstract static class ByKey extends AtomicWrites {
        ByKey(FileSystem fileSystem) {
            super(fileSystem);
        }

        @Override
        ByteSink createReplacing(String name, Path target) throws IOException {
            return new HadoopByteSink(name, fileSystem, target, fileSystem.create(target, true), out -> {});
        }

        @Override
        boolean isObjectStore() {
            return true;
        }

        /** The request decides when the stream is closed; before, nothing can have been written. */
        static void finish(String name, FSDataOutputStream out, byte[] content) throws IOException {
            boolean written = false;
            try {
                out.write(content);
                written = true;
            } finally {
                if (!written && out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
                    out.abort();
                }
            }
            try {
                out.close();
            } catch (IOException e) {
                if (saysExists(e)) {
                    throw exists(name, e);
                }
                throw new AmbiguousWriteException(name, e);
            }
        }

        static boolean saysExists(Throwable failure) {
            for (Throwable t = failure; t != null; t = t.getCause()) {
                String message = t.getMessage() == null ? "" : t.getMessage().toLowerCase(Locale.ROOT);
                if (t instanceof org.apache.hadoop.fs.FileAlreadyExistsException
                        || t.getClass().getSimpleName().equals("RemoteFileChangedException")
                        || message.contains("precondition failed")
                        || message.contains("preconditionfailed")
                        || message.contains("status code: 412")) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class ByConditionalPut extends ByKey {
        private static final String CONDITIONAL = "fs.option.create.conditional.overwrite";

        ByConditionalPut(FileSystem fileSystem) {
            super(fileSystem);
        }

        @Override
        void putIfAbsent(String name, Path target, byte[] content) throws IOException {
            FSDataOutputStream out;
            try {
                // must(), not opt(): a connector that does not know the option has to say so instead of overwriting.
                FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(target);
                out = builder.overwrite(false)
                        .recursive()
                        .must(CONDITIONAL, true)
                        .build();
            } catch (IllegalArgumentException e) {
                throw new UnsupportedStorageException(
                        name + ": this S3 connector cannot create a file conditionally (" + e.getMessage()
                                + "). Use hadoop-aws 3.4.2 or newer, with fs.s3a.create.conditional.enabled",
                        e);
            } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
                throw exists(name, e);
            }
            finish(name, out, content);
        }
    }

    private static final class ByGeneration extends ByKey {
        ByGeneration(FileSystem fileSystem) {
            super(fileSystem);
        }

        /** In a thread of its own: the connector publishes what it has when the writing thread is interrupted. */
        @Override
        void putIfAbsent(String name, Path target, byte[] content) throws IOException {
            Uninterrupted.run("put " + target.getName(), () -> {
                FSDataOutputStream out;
                try {
                    out = fileSystem.create(target, false);
                } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
                    throw exists(name, e);
                }
                finish(name, out, content);
            });
        }
    }
}
