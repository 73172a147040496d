package io.github.deltamaint.parquet;

import java.io.EOFException;

/** Bytes that pretend to be a file. */
final class MemorySource implements ByteSource {
    private final String name;
    private final byte[] bytes;

    MemorySource(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws EOFException {
        if (position < 0 || length > bytes.length - position) {
            throw new EOFException(name + " ends before " + (position + length));
        }
        System.arraycopy(bytes, (int) position, buffer, offset, length);
    }

    @Override
    public void close() {}
}
