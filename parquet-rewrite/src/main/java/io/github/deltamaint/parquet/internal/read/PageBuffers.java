package io.github.deltamaint.parquet.internal.read;

/**
 * The buffers and decompressors of one worker, used again for page after page. Used by one thread; {@link #close()} frees
 * the native parts of decompressors.
 */
public final class PageBuffers implements AutoCloseable {

    /** Buffers that read chunks in windows of up to 8 MiB. */
    public PageBuffers() {}

    @Override
    public void close() {}
}
