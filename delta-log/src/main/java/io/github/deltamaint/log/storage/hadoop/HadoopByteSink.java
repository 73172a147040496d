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
    private final FileSystem fileSystem;
    private final Path written;
    private final FSDataOutputStream out;
    private final Publication publication;
    private boolean finished;

    /** What makes a complete file visible under its name. */
    @FunctionalInterface
    interface Publication {
        void publish(Path written) throws IOException;
    }

    HadoopByteSink(String name, FileSystem fileSystem, Path written, FSDataOutputStream out, Publication publication) {
        this.name = name;
        this.fileSystem = fileSystem;
        this.written = written;
        this.out = out;
        this.publication = publication;
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
        boolean complete = false;
        try {
            force(out);
            out.close();
            publication.publish(written);
            complete = true;
        } finally {
            if (!complete) {
                abort();
            }
            finished = true;
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
            if (out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
                out.abort();
                return;
            }
            try {
                out.close();
            } finally {
                fileSystem.delete(written, false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the unfinished " + written, e);
        }
    }
}
