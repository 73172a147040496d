package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Locale;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Google Cloud Storage: an object appears when its stream is closed, and only if its name still has the generation that it had when the stream was opened, which
 * is none where overwriting was not allowed.
 */
final class GenerationWrites implements AtomicWrites {
    private final FileSystem fileSystem;

    GenerationWrites(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    /** In a thread of its own: the connector publishes what it has when the writing thread is interrupted. */
    @Override
    public void putIfAbsent(String name, Path target, byte[] content) throws IOException {
        Uninterrupted.run("put " + target.getName(), () -> {
            FSDataOutputStream out = open(name, target);
            out.write(content);
            close(name, out);
        });
    }

    private FSDataOutputStream open(String name, Path target) throws IOException {
        try {
            return fileSystem.create(target, false);
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw AtomicWrites.exists(name, e);
        }
    }

    private static void close(String name, FSDataOutputStream out) throws IOException {
        try {
            out.close();
        } catch (IOException e) {
            throw saysExists(e) ? AtomicWrites.exists(name, e) : new AmbiguousWriteException(name, e);
        }
    }

    /** The connector has no exception of its own for a precondition that does not hold, so the answer's text has to do. */
    private static boolean saysExists(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String message = t.getMessage() == null ? "" : t.getMessage().toLowerCase(Locale.ROOT);
            if (t instanceof FileAlreadyExistsException
                    || t instanceof org.apache.hadoop.fs.FileAlreadyExistsException
                    || message.contains("412 precondition failed")
                    || message.contains("conditionnotmet")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public ByteSink create(String name, Path target) throws IOException {
        return new HadoopByteSink(name, open(name, target), new Unpublished() {
            @Override
            public void complete(FSDataOutputStream out) throws IOException {
                close(name, out);
            }
        });
    }

    @Override
    public ByteSink createReplacing(String name, Path target) throws IOException {
        return new HadoopByteSink(name, fileSystem.create(target, true), new Unpublished() {
            @Override
            public void complete(FSDataOutputStream out) throws IOException {
                out.close();
            }
        });
    }

    /** Closing the stream would publish what was written so far, in place of what is there. An upload that nobody finishes is discarded by the store. */
    private abstract static class Unpublished implements HadoopByteSink.Ending {
        @Override
        public void giveUp(FSDataOutputStream out) {}
    }
}
