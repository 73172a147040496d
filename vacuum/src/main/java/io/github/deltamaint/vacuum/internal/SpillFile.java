package io.github.deltamaint.vacuum.internal;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A temporary file on a local disk that is written once and read as often as wanted. It goes when it is closed, when nobody refers to it any more, and when
 * the process ends.
 */
final class SpillFile implements Closeable {
    private static final int BUFFER = 1 << 15;

    private final FileChannel channel;
    private @Nullable DataOutputStream out;
    private long written;

    SpillFile(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path file = Files.createTempFile(directory, "delta-maintenance-", ".spill");
        this.channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        this.out = new DataOutputStream(new java.io.BufferedOutputStream(new ChannelEnd(), BUFFER));
    }

    /** Where to write; only before the first {@link #read}. */
    DataOutputStream out() {
        if (out == null) {
            throw new IllegalStateException("the file is written already");
        }
        return out;
    }

    /** Everything that was written, from the start. Closing it does nothing. */
    DataInputStream read() throws IOException {
        if (out != null) {
            out.flush();
            out = null;
        }
        return new DataInputStream(new java.io.BufferedInputStream(new ChannelReader(), BUFFER));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private final class ChannelEnd extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
            while (buffer.hasRemaining()) {
                written += channel.write(buffer, written);
            }
        }
    }

    private final class ChannelReader extends InputStream {
        private long position;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (position >= written) {
                return -1;
            }
            int read =
                    channel.read(ByteBuffer.wrap(bytes, offset, (int) Math.min(length, written - position)), position);
            position += Math.max(0, read);
            return read;
        }
    }
}
