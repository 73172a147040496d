package io.github.deltamaint.parquet.internal.codec;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The codecs of one worker, each made when it is first asked for. Native libraries serve where they can be loaded, pure Java
 * where not. Used by one thread; {@link #close()} frees native memory, after which no codec of the pool may be used.
 */
public final class CodecPool implements AutoCloseable {

    /** The zstd level that is used unless another is asked for. */
    public static final int DEFAULT_ZSTD_LEVEL = 3;

    /** The gzip level that is used unless another is asked for. */
    public static final int DEFAULT_GZIP_LEVEL = 6;

    /** A pool that prefers native libraries. */
    public CodecPool() {}

    /** Whether the format is supported at all; BROTLI is not. */
    public static boolean isSupported(CompressionCodecName name) {
        throw new UnsupportedOperationException();
    }

    /**
     * The codec of a format, at its default level.
     *
     * @throws IllegalArgumentException if it is not {@linkplain #isSupported supported}
     */
    public Codec codec(CompressionCodecName name) {
        throw new UnsupportedOperationException();
    }

    /**
     * The codec of a format at a level. Decompression does not depend on it.
     *
     * @param level 1 to 22 for ZSTD, 1 to 9 for GZIP, null for the default; other formats have none
     * @throws IllegalArgumentException if the format is not supported or does not have the level
     */
    public Codec codec(CompressionCodecName name, @Nullable Integer level) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
