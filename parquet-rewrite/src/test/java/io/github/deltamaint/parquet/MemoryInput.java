package io.github.deltamaint.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** Bytes as parquet-java's input file. */
final class MemoryInput implements InputFile {
    private final byte[] bytes;

    MemoryInput(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long getLength() {
        return bytes.length;
    }

    @Override
    public SeekableInputStream newStream() {
        Stream stream = new Stream(bytes);
        return new DelegatingSeekableInputStream(stream) {
            @Override
            public long getPos() {
                return stream.position();
            }

            @Override
            public void seek(long position) throws IOException {
                stream.seek(position);
            }
        };
    }

    private static final class Stream extends java.io.InputStream {
        private final ByteBuffer buffer;

        Stream(byte[] bytes) {
            buffer = ByteBuffer.wrap(bytes);
        }

        long position() {
            return buffer.position();
        }

        void seek(long position) throws IOException {
            if (position > buffer.limit()) {
                throw new EOFException("beyond the end: " + position);
            }
            buffer.position((int) position);
        }

        @Override
        public int read() {
            return buffer.hasRemaining() ? buffer.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (!buffer.hasRemaining()) {
                return length == 0 ? 0 : -1;
            }
            int n = Math.min(length, buffer.remaining());
            buffer.get(target, offset, n);
            return n;
        }
    }
}
