package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** A file of a Hadoop file system being written, possibly under a temporary name. */
final class HadoopByteSink implements ByteSink {
    private final String name;
    private final FSDataOutputStream out;
    private final Ending ending;
    private boolean finished;

    /** What becomes of a file that was written. */
    interface Ending {

        /** Makes it complete, durable and visible under its name. */
        void complete(FSDataOutputStream out) throws IOException;

        /** Leaves nothing of it, as far as the store allows. */
        void giveUp(FSDataOutputStream out) throws IOException;
    }

    HadoopByteSink(String name, FSDataOutputStream out, Ending ending) {
        this.name = name;
        this.out = out;
        this.ending = ending;
    }

    /** Begins a file under its own name. */
    static HadoopByteSink create(String name, FileSystem fileSystem, Path target) throws IOException {
        try {
            return new HadoopByteSink(name, fileSystem.create(target, false), new RemovableFile(fileSystem, target));
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw AtomicWrites.exists(name, e);
        }
    }

    /** A file that is there from the beginning on, and is removed when it is given up. */
    static class RemovableFile implements Ending {
        private final FileSystem fileSystem;
        private final Path written;

        RemovableFile(FileSystem fileSystem, Path written) {
            this.fileSystem = fileSystem;
            this.written = written;
        }

        @Override
        public void complete(FSDataOutputStream out) throws IOException {
            force(out);
            out.close();
        }

        @Override
        public void giveUp(FSDataOutputStream out) throws IOException {
            try {
                out.close();
            } finally {
                fileSystem.delete(written, false);
            }
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public long position() {
        return out.getPos();
    }

    @Override
    public void close() throws IOException {
        if (finished) {
            return;
        }
        finished = true;
        try {
            ending.complete(out);
        } catch (IOException | RuntimeException e) {
            try {
                ending.giveUp(out);
            } catch (IOException | RuntimeException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    /** Makes the content durable where closing alone does not (HDFS); object stores do that when they answer. */
    static void force(FSDataOutputStream out) throws IOException {
        if (out.hasCapability(StreamCapabilities.HSYNC)) {
            out.hsync();
        }
    }

    @Override
    public void abort() {
        if (finished) {
            return;
        }
        finished = true;
        try {
            ending.giveUp(out);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the unfinished " + name, e);
        }
    }
}
