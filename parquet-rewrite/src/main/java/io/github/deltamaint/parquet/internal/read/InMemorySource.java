package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.IOException;

/** A piece of a file, read at once and then served from memory. */
public final class InMemorySource implements ByteSource {
    private final ByteSource source;
    private final long length;
    private final byte[] bytes;
    private final long start;
    private final int byteCount;

    private InMemorySource(ByteSource source, long length, byte[] bytes, long start, int byteCount) {
        this.source = source;
        this.length = length;
        this.bytes = bytes;
        this.start = start;
        this.byteCount = byteCount;
    }

    /** Reads all of {@code source}, which is closed with the result. */
    public static InMemorySource load(ByteSource source) throws IOException {
        int length = Math.toIntExact(source.length());
        return load(source, 0, new byte[length], length);
    }

    /**
     * Reads one range of {@code source} into {@code buffer}. Nothing else can be read from the result, which keeps the buffer;
     * {@code source} is closed with it.
     */
    static InMemorySource load(ByteSource source, long start, byte[] buffer, int byteCount) throws IOException {
        source.readFully(start, buffer, 0, byteCount);
        return new InMemorySource(source, source.length(), buffer, start, byteCount);
    }

    byte[] bytes() {
        return bytes;
    }

    long start() {
        return start;
    }

    int byteCount() {
        return byteCount;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int count) throws IOException {
        long from = position - start;
        if (from < 0 || count > byteCount - from) {
            throw new EOFException(name() + ": bytes [" + position + ", " + (position + count)
                    + ") were asked for, where [" + start + ", " + (start + byteCount) + ") were read");
        }
        System.arraycopy(bytes, (int) from, buffer, offset, count);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
