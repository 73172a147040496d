package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.IOException;

/** A small file, read whole at once and then served from memory. */
public final class InMemorySource implements ByteSource {
    private final ByteSource source;
    private final byte[] bytes;

    private InMemorySource(ByteSource source, byte[] bytes) {
        this.source = source;
        this.bytes = bytes;
    }

    /** Reads all of {@code source}, which is closed with the result. */
    public static InMemorySource load(ByteSource source) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(source.length())];
        source.readFully(0, bytes, 0, bytes.length);
        return new InMemorySource(source, bytes);
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        if (position < 0 || length > bytes.length - position) {
            throw new EOFException(name() + ": bytes [" + position + ", " + (position + length) + ") of a file of "
                    + bytes.length + " bytes were asked for");
        }
        System.arraycopy(bytes, (int) position, buffer, offset, length);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
