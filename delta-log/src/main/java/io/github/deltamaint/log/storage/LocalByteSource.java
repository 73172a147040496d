package io.github.deltamaint.log.storage;

import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A local file, read through its channel. */
final class LocalByteSource implements ByteSource {

    /** The JDK keeps a direct buffer per thread as large as the largest read, so reads are cut into pieces. */
    private static final int PIECE = 1 << 18;

    private final String name;
    private final FileChannel channel;
    private final long length;

    LocalByteSource(String name, FileChannel channel, long length) {
        this.name = name;
        this.channel = channel;
        this.length = length;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            ByteBuffer piece = ByteBuffer.wrap(buffer, offset + done, Math.min(PIECE, length - done));
            int read = channel.read(piece, position + done);
            if (read < 0) {
                throw new EOFException(name + ": ends at " + (position + done) + ", before " + (position + length));
            }
            done += read;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
