package io.github.deltamaint.log.storage;

import io.github.deltamaint.parquet.ByteSource;
import java.io.IOException;
import java.io.InputStream;

/** Reads a source from its first byte to its last in few large requests. Used by one thread. */
public final class SourceInputStream extends InputStream {
    private static final int WINDOW = 4 << 20;

    private final ByteSource source;
    private final long length;
    private final byte[] window;
    private long position;
    private int at;
    private int filled;

    /**
     * Reads a source, which is closed with this stream.
     *
     * @param length the length of the source
     */
    public SourceInputStream(ByteSource source, long length) {
        this.source = source;
        this.length = length;
        this.window = new byte[(int) Math.min(WINDOW, length)];
    }

    @Override
    public int read() throws IOException {
        return fill() ? window[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int copied = Math.min(count, filled - at);
        System.arraycopy(window, at, buffer, offset, copied);
        at += copied;
        return copied;
    }

    private boolean fill() throws IOException {
        if (at < filled) {
            return true;
        }
        int next = (int) Math.min(window.length, length - position);
        if (next == 0) {
            return false;
        }
        source.readFully(position, window, 0, next);
        position += next;
        at = 0;
        filled = next;
        return true;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
