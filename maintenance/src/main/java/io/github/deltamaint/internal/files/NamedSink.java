package io.github.deltamaint.internal.files;

import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;

/** A sink under the name by which the user knows the file, in failures too. */
record NamedSink(String name, ByteSink sink) implements ByteSink {

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            sink.write(bytes, offset, length);
        } catch (IOException e) {
            throw new FileAccessException("write", name, e);
        }
    }

    @Override
    public long position() {
        return sink.position();
    }

    @Override
    public void close() throws IOException {
        try {
            sink.close();
        } catch (IOException e) {
            throw new FileAccessException("write", name, e);
        }
    }

    @Override
    public void abort() {
        sink.abort();
    }
}
