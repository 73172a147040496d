package io.github.deltamaint.parquet.internal.codec;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.HashMap;
import java.util.Map;
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

    private static final int LZ4_EXPANSION = 255;

    private final boolean nativeLibraries;
    private final Map<Key, Codec> codecs = new HashMap<>();

    /** A pool that prefers native libraries. */
    public CodecPool() {
        this(true);
    }

    /**
     * A pool that prefers native libraries, or never uses them.
     *
     * @param nativeLibraries false to use pure Java in any case
     */
    public CodecPool(boolean nativeLibraries) {
        this.nativeLibraries = nativeLibraries;
    }

    /** Whether the format is supported at all; BROTLI is not. */
    public static boolean isSupported(CompressionCodecName name) {
        return name != CompressionCodecName.BROTLI;
    }

    /**
     * The codec of a format, at its default level.
     *
     * @throws IllegalArgumentException if it is not {@linkplain #isSupported supported}
     */
    public Codec codec(CompressionCodecName name) {
        return codec(name, null);
    }

    /**
     * The codec of a format at a level. Decompression does not depend on it, and neither does zstd in pure Java, which has a
     * single level.
     *
     * @param level 1 to 22 for ZSTD, 1 to 9 for GZIP, null for the default; other formats have none
     * @throws IllegalArgumentException if the format is not supported or does not have the level
     */
    public Codec codec(CompressionCodecName name, @Nullable Integer level) {
        int effective = level(name, level);
        Key key = new Key(name, effective);
        Codec codec = codecs.get(key);
        if (codec == null) {
            codec = create(name, effective);
            codecs.put(key, codec);
        }
        return codec;
    }

    private static int level(CompressionCodecName name, @Nullable Integer level) {
        int max = switch (name) {
            case ZSTD -> 22;
            case GZIP -> 9;
            default -> 0;
        };
        if (level == null) {
            return max == 0 ? 0 : name == CompressionCodecName.ZSTD ? DEFAULT_ZSTD_LEVEL : DEFAULT_GZIP_LEVEL;
        }
        if (level < 1 || level > max) {
            throw new IllegalArgumentException(
                    max == 0
                            ? name + " has no compression levels"
                            : name + " has the levels 1 to " + max + ", not " + level);
        }
        return level;
    }

    private Codec create(CompressionCodecName name, int level) {
        return switch (name) {
            case UNCOMPRESSED -> new UncompressedCodec();
            case SNAPPY ->
                nativeLibraries && NativeLibraries.hasSnappy()
                        ? new NativeSnappyCodec()
                        : new JavaCodec("Snappy", new SnappyCompressor(), new SnappyDecompressor(), 22);
            case GZIP -> new GzipCodec(level);
            case ZSTD ->
                nativeLibraries && NativeLibraries.hasZstd()
                        ? new NativeZstdCodec(level)
                        : new JavaCodec("zstd", new ZstdCompressor(), new ZstdDecompressor(), ZstdFormat.EXPANSION);
            case LZ4_RAW -> lz4();
            case LZ4 -> new HadoopBlockCodec(lz4(), true);
            case LZO ->
                new HadoopBlockCodec(new JavaCodec("LZO", new LzoCompressor(), new LzoDecompressor(), 256), false);
            case BROTLI -> throw new IllegalArgumentException("the codec BROTLI is not supported");
        };
    }

    private static JavaCodec lz4() {
        return new JavaCodec("LZ4", new Lz4Compressor(), new Lz4Decompressor(), LZ4_EXPANSION);
    }

    @Override
    public void close() {
        for (Codec codec : codecs.values()) {
            if (codec instanceof GzipCodec gzip) {
                gzip.close();
            } else if (codec instanceof NativeZstdCodec zstd) {
                zstd.close();
            }
        }
        codecs.clear();
    }

    private record Key(CompressionCodecName name, int level) {}
}
