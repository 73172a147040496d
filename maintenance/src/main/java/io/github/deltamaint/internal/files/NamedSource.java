package io.github.deltamaint.internal.files;

import io.github.deltamaint.parquet.ByteSource;
import java.io.IOException;

/** A source under the name by which the user knows the file, in failures too. */
record NamedSource(String name, ByteSource source) implements ByteSource {

    @Override
    public long length() throws IOException {
        return source.length();
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        try {
            source.readFully(position, buffer, offset, length);
        } catch (IOException e) {
            throw new FileAccessException("read", name, e);
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
