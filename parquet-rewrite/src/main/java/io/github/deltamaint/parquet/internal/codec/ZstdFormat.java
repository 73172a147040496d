package io.github.deltamaint.parquet.internal.codec;

/** Facts of the Zstandard format (RFC 8878): the densest block stands for 128 KiB in 4 bytes. */
final class ZstdFormat {
    /** The most bytes that a compressed byte can stand for. */
    static final int EXPANSION = 32 << 10;

    private ZstdFormat() {}

    static long maxDecompressedLength(int compressedLength) {
        return (long) compressedLength * EXPANSION;
    }
}
