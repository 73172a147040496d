package io.github.deltamaint.benchmarks;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Local files for the engine. */
final class LocalFile {
    private LocalFile() {}

    static ByteSource source(Path path) throws IOException {
        return new Source(path, FileChannel.open(path));
    }

    static ByteSink sink(Path path) throws IOException {
        return new Sink(path, Files.newOutputStream(path));
    }

    private record Source(Path path, FileChannel channel) implements ByteSource {
        @Override
        public String name() {
            return path.toString();
        }

        @Override
        public long length() throws IOException {
            return channel.size();
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            ByteBuffer target = ByteBuffer.wrap(buffer, offset, length);
            while (target.hasRemaining()) {
                if (channel.read(target, position + target.position() - offset) < 0) {
                    throw new EOFException(path + " ends before " + (position + length));
                }
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static final class Sink implements ByteSink {
        private final Path path;
        private final OutputStream stream;
        private long position;

        Sink(Path path, OutputStream stream) {
            this.path = path;
            this.stream = stream;
        }

        @Override
        public String name() {
            return path.toString();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            stream.write(bytes, offset, length);
            position += length;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }

        @Override
        public void abort() {
            try {
                stream.close();
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
