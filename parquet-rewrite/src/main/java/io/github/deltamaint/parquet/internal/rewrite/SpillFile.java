package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.SpillException;
import io.github.deltamaint.parquet.internal.write.PageOutput;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A temporary file that is appended to by one thread at a time, and read by any where it has been {@linkplain #flush flushed}. */
final class SpillFile implements PageOutput, Closeable {
    private static final int BUFFER_BYTES = 1 << 18;

    private final int index;
    private final Path directory;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private volatile long position;

    /**
     * An empty file.
     *
     * @param index which file of its space this is
     * @param channel closed with this object
     */
    SpillFile(int index, Path directory, FileChannel channel) {
        this.index = index;
        this.directory = directory;
        this.channel = channel;
    }

    /** Which file of its space this is. */
    int index() {
        return index;
    }

    /** Where the next byte goes. */
    long position() {
        return position;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        long end = position + length;
        if (length > buffer.remaining()) {
            flush();
        }
        if (length > buffer.remaining()) {
            send(ByteBuffer.wrap(bytes, offset, length), position);
        } else {
            buffer.put(bytes, offset, length);
        }
        position = end;
    }

    /** Makes everything readable. */
    void flush() throws IOException {
        buffer.flip();
        send(buffer, position - buffer.limit());
        buffer.clear();
    }

    private void send(ByteBuffer bytes, long at) throws IOException {
        try {
            for (long next = at; bytes.hasRemaining(); ) {
                next += channel.write(bytes, next);
            }
        } catch (IOException e) {
            throw new SpillException(directory, e);
        }
    }

    /** Reads bytes that have been flushed. */
    void read(long at, byte[] target, int offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(target, offset, length);
        try {
            for (long next = at; bytes.hasRemaining(); ) {
                int count = channel.read(bytes, next);
                if (count < 0) {
                    throw new EOFException(bytes.remaining() + " bytes are missing at " + next);
                }
                next += count;
            }
        } catch (IOException e) {
            throw new SpillException(directory, e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
