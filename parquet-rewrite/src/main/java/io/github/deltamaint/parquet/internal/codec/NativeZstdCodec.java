package io.github.deltamaint.parquet.internal.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** Zstandard by the native library of zstd-jni; loaded only where {@link NativeLibraries} found that library. */
final class NativeZstdCodec implements Codec, AutoCloseable {
    private final ZstdCompressCtx compressor = new ZstdCompressCtx();
    private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();

    NativeZstdCodec(int level) {
        compressor.setLevel(level);
    }

    @Override
    public int maxCompressedLength(int length) {
        return Math.toIntExact(Zstd.compressBound(length));
    }

    @Override
    public int compress(byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset) {
        return compressor.compressByteArray(
                output, outputOffset, output.length - outputOffset, input, inputOffset, inputLength);
    }

    @Override
    public long maxDecompressedLength(int compressedLength) {
        return ZstdFormat.maxDecompressedLength(compressedLength);
    }

    @Override
    public void decompress(
            byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset, int outputLength)
            throws MalformedDataException {
        try {
            MalformedDataException.checkLength(
                    decompressor.decompressByteArray(
                            output, outputOffset, outputLength, input, inputOffset, inputLength),
                    outputLength);
        } catch (ZstdException e) {
            throw new MalformedDataException("is not valid zstd: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        compressor.close();
        decompressor.close();
    }
}
