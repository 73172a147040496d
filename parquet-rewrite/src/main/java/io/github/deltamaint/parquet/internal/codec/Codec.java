package io.github.deltamaint.parquet.internal.codec;

/**
 * Compresses and decompresses whole buffers in one format. Used by one thread at a time; made and closed by a {@link
 * CodecPool}.
 */
public interface Codec {

    /** The most bytes that {@code length} bytes can take compressed. */
    int maxCompressedLength(int length);

    /**
     * Compresses {@code input[inputOffset, inputOffset + inputLength)}.
     *
     * @param output has room for {@link #maxCompressedLength} bytes from {@code outputOffset} on
     * @return how many bytes were written
     */
    int compress(byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset);

    /**
     * The most bytes that {@code compressedLength} bytes can decompress to: what claims to be more is corrupt, and is refused
     * before memory is set aside for it.
     */
    long maxDecompressedLength(int compressedLength);

    /**
     * Decompresses {@code input[inputOffset, inputOffset + inputLength)} to exactly {@code outputLength} bytes.
     *
     * @throws MalformedDataException if the input is not of this format or decompresses to any other number of bytes
     */
    void decompress(byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset, int outputLength)
            throws MalformedDataException;
}
