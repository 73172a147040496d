package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.log.storage.UnsupportedStorageException;
import io.github.deltamaint.parquet.ByteSink;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * S3: an object appears when its stream is closed, by a request that carries the condition that there is none.
 *
 * <p>Every such object is tagged with an identity of its own in its metadata. When the answer to the request was lost, or a repeated request found its own
 * object, the tag tells whose it is. A store that ignores the condition would let two writers win; so before the first commit the
 * store has to prove, on an object that nobody needs, that it does not.
 */
final class ConditionalWrites implements AtomicWrites {
    private static final String CONDITIONAL = "fs.option.create.conditional.overwrite";
    private static final String WITHOUT_LOOKING = "fs.s3a.create.performance";
    private static final String TAG = "deltamaint-write";
    private static final String TAG_OPTION = "fs.s3a.create.header." + TAG;
    private static final String TAG_ATTRIBUTE = "header." + TAG;
    private static final byte[] NOTHING = {};

    private final FileSystem fileSystem;
    private final boolean singleWriter;
    private Optional<Boolean> proven = Optional.empty();

    ConditionalWrites(FileSystem fileSystem, boolean singleWriter) {
        this.fileSystem = fileSystem;
        this.singleWriter = singleWriter;
    }

    @Override
    public void putIfAbsent(String name, Path target, byte[] content) throws IOException {
        if (!keepsConditions(target)) {
            putAlone(name, target, content);
            return;
        }
        put(name, target, content);
    }

    private void put(String name, Path target, byte[] content) throws IOException {
        String tag = AtomicWrites.unique();
        FSDataOutputStream out = openConditionally(name, target, tag);
        boolean written = false;
        try {
            out.write(content);
            written = true;
        } finally {
            if (!written) {
                out.abort();
            }
        }
        close(name, target, tag, out);
    }

    private FSDataOutputStream openConditionally(String name, Path target, String tag) throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(target);
        try {
            return builder.overwrite(false)
                    .recursive()
                    // must(), not opt(): a connector that does not know the option has to say so instead of
                    // overwriting.
                    .must(CONDITIONAL, true)
                    .opt(TAG_OPTION, tag)
                    .build();
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw AtomicWrites.exists(name, e);
        }
    }

    /** The request decides when the stream is closed; before, nothing can have been written. */
    private void close(String name, Path target, String tag, FSDataOutputStream out) throws IOException {
        try {
            out.close();
        } catch (IOException e) {
            requireOurs(name, target, tag, e);
        }
    }

    /** After a failure: returns if the object is there, and ours. */
    private void requireOurs(String name, Path target, String tag, IOException failure) throws IOException {
        Optional<String> found;
        try {
            byte[] value = fileSystem.getXAttr(target, TAG_ATTRIBUTE);
            found = Optional.ofNullable(value).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            if (!(e instanceof FileNotFoundException)) {
                failure.addSuppressed(e);
            }
            throw saysExists(failure) ? AtomicWrites.exists(name, failure) : new AmbiguousWriteException(name, failure);
        }
        if (found.filter(tag::equals).isEmpty()) {
            throw AtomicWrites.exists(name, failure);
        }
    }

    private static boolean saysExists(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof org.apache.hadoop.fs.FileAlreadyExistsException
                    || t.getClass().getSimpleName().equals("RemoteFileChangedException")) {
                return true;
            }
        }
        return false;
    }

    /** Whether conditions can be relied on; found out once. */
    private synchronized boolean keepsConditions(Path target) throws IOException {
        if (proven.isEmpty()) {
            proven = Optional.of(prove(target));
        }
        return proven.get();
    }

    private boolean prove(Path target) throws IOException {
        if (!fileSystem.hasPathCapability(target, CONDITIONAL)) {
            return orAlone(target
                    + ": this S3 connector cannot create a file conditionally. Use hadoop-aws 3.4.2 or newer, with "
                    + "fs.s3a.create.conditional.enabled");
        }
        Path probe = AtomicWrites.temporary(target);
        try {
            put(probe.getName(), probe, NOTHING);
            put(probe.getName(), probe, NOTHING);
        } catch (FileAlreadyExistsException e) {
            return true;
        } catch (AmbiguousWriteException e) {
            throw new IOException(target + ": not written, because writing a probe beside it failed", e);
        } finally {
            deleteQuietly(probe);
        }
        return orAlone(target
                + ": this store ignores the condition that a file must not exist (If-None-Match), so a commit could be "
                + "lost to another writer");
    }

    private boolean orAlone(String problem) throws UnsupportedStorageException {
        if (singleWriter) {
            return false;
        }
        throw new UnsupportedStorageException(
                problem + ", or allow singleWriter if nothing else ever writes to the table");
    }

    private void deleteQuietly(Path probe) {
        try (BulkDelete keys = fileSystem.createBulkDelete(probe.getParent())) {
            keys.bulkDelete(List.of(probe));
        } catch (IOException e) {
            // Its name begins with a dot, so nobody reads it.
        }
    }

    private void putAlone(String name, Path target, byte[] content) throws IOException {
        if (fileSystem.exists(target)) {
            throw AtomicWrites.exists(name, null);
        }
        FSDataOutputStream out = fileSystem.create(target, true);
        out.write(content);
        try {
            out.close();
        } catch (IOException e) {
            throw new AmbiguousWriteException(name, e);
        }
    }

    @Override
    public ByteSink create(String name, Path target) throws IOException {
        if (!fileSystem.hasPathCapability(target, CONDITIONAL)) {
            return HadoopByteSink.create(name, fileSystem, target);
        }
        String tag = AtomicWrites.unique();
        return new HadoopByteSink(name, openConditionally(name, target, tag), new AbortableUpload() {
            @Override
            public void complete(FSDataOutputStream out) throws IOException {
                close(name, target, tag, out);
            }
        });
    }

    @Override
    public ByteSink createReplacing(String name, Path target) throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(target);
        FSDataOutputStream stream =
                builder.overwrite(true).recursive().opt(WITHOUT_LOOKING, true).build();
        return new HadoopByteSink(name, stream, new AbortableUpload() {
            @Override
            public void complete(FSDataOutputStream out) throws IOException {
                out.close();
            }
        });
    }

    /** Closing the stream would publish what was written so far. */
    private abstract static class AbortableUpload implements HadoopByteSink.Ending {
        @Override
        public void giveUp(FSDataOutputStream out) {
            out.abort();
        }
    }
}
