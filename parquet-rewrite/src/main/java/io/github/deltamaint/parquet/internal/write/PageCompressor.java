package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.codec.Codec;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** Compresses pages as the settings say, into a buffer that is used again. Used by one thread. */
public final class PageCompressor implements AutoCloseable {
    /** The largest page: its compressed form must still fit into an array. */
    static final int LARGEST_PAGE = 1 << 30;

    private final CodecPool pool = new CodecPool();
    private final CompressionCodec format;
    private final @Nullable Codec codec;
    private final PageBuffer buffer = new PageBuffer();

    public PageCompressor(WriteSettings settings) {
        format = CompressionCodec.valueOf(settings.compression().name());
        codec = settings.compression() == Compression.UNCOMPRESSED
                ? null
                : pool.codec(
                        CompressionCodecName.valueOf(settings.compression().name()),
                        settings.compressionLevel().isPresent()
                                ? settings.compressionLevel().getAsInt()
                                : null);
    }

    /** The codec as the format names it. */
    CompressionCodec format() {
        return format;
    }

    /**
     * Compresses what {@code page} holds.
     *
     * @return the compressed page, valid until the next call; {@code page} itself if pages are not compressed
     */
    PageBuffer compress(PageBuffer page) {
        if (page.length() > LARGEST_PAGE) {
            throw new IllegalStateException("a page of " + page.length()
                    + " bytes is too large: a record may have at most " + LARGEST_PAGE + " bytes in one column");
        }
        Codec compressing = codec;
        if (compressing == null) {
            return page;
        }
        buffer.clear();
        byte[] target = buffer.reserve(compressing.maxCompressedLength(page.length()));
        buffer.length(compressing.compress(page.bytes(), 0, page.length(), target, 0));
        return buffer;
    }

    @Override
    public void close() {
        pool.close();
    }
}
