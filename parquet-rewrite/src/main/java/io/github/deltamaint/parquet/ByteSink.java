package io.github.deltamaint.parquet;

import java.io.Closeable;
import java.io.IOException;

/**
 * A file being written from its first byte to its last.
 *
 * <p>Used by one thread. The file is complete and durable once {@link #close()} has returned; before that nothing may rely
 * on it. {@link #abort()} instead of {@code close()} gives up and leaves no file behind where the store allows that.
 */
public interface ByteSink extends Closeable {

    /** Names the file in messages: its path as the user would write it. */
    String name();

    /** Appends {@code bytes[offset, offset + length)}. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** The number of bytes written so far. */
    long position();

    /** Makes the file complete and durable. Does nothing after {@code close()} or {@link #abort()}. */
    @Override
    void close() throws IOException;

    /** Gives up: closes the file and removes what was written, as far as possible. Does nothing after {@link #close()}. */
    void abort();
}
