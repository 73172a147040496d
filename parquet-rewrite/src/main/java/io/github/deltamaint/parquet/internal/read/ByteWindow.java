package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import java.io.IOException;

/**
 * Looks at the bytes of a column chunk through a buffer that is moved forward over the file, so that they are read in few large
 * requests. A file in memory is looked at where it is.
 */
final class ByteWindow {
    private static final byte[] NONE = {};

    private final ByteSource source;
    private final long end;
    private long limit = Long.MAX_VALUE;
    private final PageBuffers buffers;
    private final boolean borrowed;
    private byte[] bytes = NONE;
    private long start;
    private int length;

    /**
     * @param end where the chunk is supposed to end: nothing behind it is read before it is asked for
     */
    ByteWindow(ByteSource source, long end, PageBuffers buffers) {
        this.source = source;
        this.end = end;
        this.buffers = buffers;
        this.borrowed = source instanceof InMemorySource;
        if (source instanceof InMemorySource memory) {
            bytes = memory.bytes();
            start = memory.start();
            length = memory.byteCount();
        }
    }

    /** The array that holds what {@link #locate} located. */
    byte[] bytes() {
        return bytes;
    }

    /**
     * Makes the bytes {@code [position, position + needed)} available until the next call.
     *
     * @return where they start in {@link #bytes()}
     */
    int locate(long position, int needed) throws IOException {
        if (position < start || position + needed > start + length) {
            if (borrowed) {
                // Reads nothing; reports the end of the file as any source does.
                source.readFully(position, NONE, 0, needed);
            }
            fill(position, needed);
        }
        return (int) (position - start);
    }

    /** Says that little is wanted behind a position: nothing there is read before it is asked for. */
    void readAheadTo(long position) {
        limit = position;
    }

    /** How many bytes from {@code position} on are available without reading. */
    int available(long position) {
        return position < start ? 0 : (int) Math.max(0, start + length - position);
    }

    private void fill(long position, int needed) throws IOException {
        int wanted = (int) Math.max(needed, Math.min(buffers.windowBytes(), Math.min(end, limit) - position));
        int kept = Math.min(available(position), wanted);
        int from = kept == 0 ? 0 : (int) (position - start);
        if (bytes.length < wanted) {
            byte[] larger = buffers.take(wanted);
            System.arraycopy(bytes, from, larger, 0, kept);
            buffers.give(bytes);
            bytes = larger;
        } else {
            System.arraycopy(bytes, from, bytes, 0, kept);
        }
        length = 0; // nothing is valid if reading fails
        source.readFully(position + kept, bytes, kept, wanted - kept);
        start = position;
        length = wanted;
    }

    void close() {
        if (!borrowed) {
            buffers.give(bytes);
        }
        bytes = NONE;
        length = 0;
    }
}
