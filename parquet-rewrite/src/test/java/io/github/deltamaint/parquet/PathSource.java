package io.github.deltamaint.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A local file; counts the requests. */
final class PathSource implements ByteSource {
    private final Path path;
    private final FileChannel channel;
    private int requests;

    PathSource(Path path) throws IOException {
        this.path = path;
        this.channel = FileChannel.open(path);
    }

    static ParquetFile open(Path path) throws IOException {
        return ParquetFile.open(new PathSource(path));
    }

    int requests() {
        return requests;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public long length() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        requests++;
        ByteBuffer target = ByteBuffer.wrap(buffer, offset, length);
        while (target.hasRemaining()) {
            if (channel.read(target, position + target.position() - offset) < 0) {
                throw new EOFException(path + " ends before " + (position + length));
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
