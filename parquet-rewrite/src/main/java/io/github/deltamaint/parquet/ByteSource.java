package io.github.deltamaint.parquet;

import java.io.Closeable;
import java.io.IOException;

/**
 * The bytes of one file that does not change, read by position.
 *
 * <p>Safe for use by several threads. Whoever opened it closes it; {@link #close()} may be called more than once.
 */
public interface ByteSource extends Closeable {

    /** Names the file in messages: its path as the user would write it. */
    String name();

    /** The length of the file in bytes. */
    long length() throws IOException;

    /**
     * Fills {@code buffer[offset, offset + length)} with the bytes from {@code position} on.
     *
     * @throws java.io.EOFException if the file ends before {@code length} bytes were read
     * @throws IOException if the file cannot be read
     */
    void readFully(long position, byte[] buffer, int offset, int length) throws IOException;

    @Override
    void close() throws IOException;
}
