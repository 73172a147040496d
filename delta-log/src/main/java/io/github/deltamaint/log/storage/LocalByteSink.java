package io.github.deltamaint.log.storage;

import io.github.deltamaint.parquet.ByteSink;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A local file that is written under its own name, or under a temporary one that it loses when it is complete. */
final class LocalByteSink implements ByteSink {
    private static final int BUFFER = 1 << 16;

    private final Path target;
    private final Path written;
    private final FileOutputStream file;
    private final BufferedOutputStream out;
    private long position;
    private boolean finished;

    LocalByteSink(Path target, Path written) throws IOException {
        this.target = target;
        this.written = written;
        this.file = new FileOutputStream(written.toFile());
        this.out = new BufferedOutputStream(file, BUFFER);
    }

    @Override
    public String name() {
        return target.toString();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        position += length;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        if (finished) {
            return;
        }
        boolean complete = false;
        try {
            out.flush();
            file.getFD().sync();
            file.close();
            if (!written.equals(target)) {
                Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
            }
            LocalStorage.forceDirectory(target);
            complete = true;
        } finally {
            if (!complete) {
                abort();
            }
            finished = true;
        }
    }

    @Override
    public void abort() {
        if (finished) {
            return;
        }
        finished = true;
        try {
            file.close();
            Files.deleteIfExists(written);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the unfinished " + written, e);
        }
    }
}
