package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.IOException;

/** A file that was read into memory at once. */
final class WholeFile implements ByteSource {
    private final String name;
    private final byte[] content;

    private WholeFile(String name, byte[] content) {
        this.name = name;
        this.content = content;
    }

    /** Reads a file and closes its source. */
    static WholeFile read(ByteSource source) throws IOException {
        try (source) {
            byte[] content = new byte[Math.toIntExact(source.length())];
            source.readFully(0, content, 0, content.length);
            return new WholeFile(source.name(), content);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return content.length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws EOFException {
        if (position < 0 || position > content.length - (long) length) {
            throw new EOFException(
                    name + ": " + length + " bytes at " + position + " reach beyond its end at " + content.length);
        }
        System.arraycopy(content, (int) position, buffer, offset, length);
    }

    @Override
    public void close() {}
}
