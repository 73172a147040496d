package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.CodecPool;
import java.util.ArrayList;
import java.util.List;

/**
 * The buffers and codecs of one worker, used again for page after page. Used by one thread; {@link #close()} frees the native
 * parts of the codecs, after which no reader that uses these buffers may be used.
 */
public final class PageBuffers implements AutoCloseable {

    /** How much of a column chunk is read at once, unless a page is larger. */
    public static final int DEFAULT_WINDOW_BYTES = 8 << 20;

    private static final int MAX_FREE = 256;
    private static final int MIN_LENGTH = 1024;

    private final int windowBytes;
    private final CodecPool codecs;
    private final List<byte[]> free = new ArrayList<>();

    /** Buffers that read chunks in windows of {@link #DEFAULT_WINDOW_BYTES}. */
    public PageBuffers() {
        this(DEFAULT_WINDOW_BYTES, new CodecPool());
    }

    /**
     * Buffers of chosen size and codecs.
     *
     * @param windowBytes how much of a column chunk is read at once, unless a page is larger
     * @param codecs closed with this object
     */
    public PageBuffers(int windowBytes, CodecPool codecs) {
        this.windowBytes = windowBytes;
        this.codecs = codecs;
    }

    /** The codecs, which may be used for compressing as well. */
    public CodecPool codecs() {
        return codecs;
    }

    int windowBytes() {
        return windowBytes;
    }

    /** A buffer of at least {@code length} bytes with any content: the smallest one that is free, or a new one. */
    byte[] take(int length) {
        int best = -1;
        for (int i = 0; i < free.size(); i++) {
            int size = free.get(i).length;
            if (size >= length && (best < 0 || size < free.get(best).length)) {
                best = i;
            }
        }
        if (best < 0) {
            return new byte[Math.max(MIN_LENGTH, length + Math.min(length >> 3, Integer.MAX_VALUE - 8 - length))];
        }
        byte[] buffer = free.get(best);
        byte[] last = free.remove(free.size() - 1);
        if (best < free.size()) {
            free.set(best, last);
        }
        return buffer;
    }

    /** Takes a buffer back that nobody uses any more. */
    void give(byte[] buffer) {
        if (buffer.length > 0 && free.size() < MAX_FREE) {
            free.add(buffer);
        }
    }

    @Override
    public void close() {
        free.clear();
        codecs.close();
    }
}
