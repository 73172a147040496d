package io.github.deltamaint.testsupport;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A file that was read at once, for parquet-java. */
final class MemoryInputFile implements InputFile {

    private final String name;
    private final byte[] bytes;

    private MemoryInputFile(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    static MemoryInputFile of(Path file) {
        try {
            return new MemoryInputFile(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    @Override
    public long getLength() {
        return bytes.length;
    }

    @Override
    public SeekableInputStream newStream() {
        return new Stream(bytes);
    }

    @Override
    public String toString() {
        return name;
    }

    private static final class Stream extends SeekableInputStream {
        private final byte[] bytes;
        private ByteArrayInputStream rest;

        Stream(byte[] bytes) {
            this.bytes = bytes;
            this.rest = new ByteArrayInputStream(bytes);
        }

        @Override
        public long getPos() {
            return (long) bytes.length - rest.available();
        }

        @Override
        public void seek(long position) throws IOException {
            if (position < 0 || position > bytes.length) {
                throw new EOFException("position " + position + " of " + bytes.length);
            }
            rest = new ByteArrayInputStream(bytes, (int) position, bytes.length - (int) position);
        }

        @Override
        public int read() {
            return rest.read();
        }

        @Override
        public int read(byte[] into, int at, int length) {
            return rest.read(into, at, length);
        }

        @Override
        public void readFully(byte[] into) throws IOException {
            readFully(into, 0, into.length);
        }

        @Override
        public void readFully(byte[] into, int at, int length) throws IOException {
            if (rest.readNBytes(into, at, length) < length) {
                throw new EOFException("file ends at " + bytes.length);
            }
        }

        @Override
        public int read(ByteBuffer into) {
            byte[] part = new byte[Math.min(into.remaining(), rest.available())];
            int count = rest.read(part, 0, part.length);
            into.put(part, 0, Math.max(count, 0));
            return count;
        }

        @Override
        public void readFully(ByteBuffer into) throws IOException {
            byte[] part = new byte[into.remaining()];
            readFully(part);
            into.put(part);
        }
    }
}
