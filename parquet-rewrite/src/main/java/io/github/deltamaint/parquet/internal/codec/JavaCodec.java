package io.github.deltamaint.parquet.internal.codec;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;

/** A format in pure Java, by aircompressor. */
final class JavaCodec implements Codec {
    private final String format;
    private final Compressor compressor;
    private final Decompressor decompressor;
    private final int expansion;

    /**
     * @param expansion the most bytes that a compressed byte can stand for
     */
    JavaCodec(String format, Compressor compressor, Decompressor decompressor, int expansion) {
        this.format = format;
        this.compressor = compressor;
        this.decompressor = decompressor;
        this.expansion = expansion;
    }

    @Override
    public int maxCompressedLength(int length) {
        return compressor.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset) {
        return compressor.compress(input, inputOffset, inputLength, output, outputOffset, output.length - outputOffset);
    }

    @Override
    public long maxDecompressedLength(int compressedLength) {
        return (long) compressedLength * expansion + 64;
    }

    @Override
    public void decompress(
            byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset, int outputLength)
            throws MalformedDataException {
        if (outputLength == 0) {
            // Without room, some decompressors do not look at their input.
            MalformedDataException.checkLength(decompressPart(input, inputOffset, inputLength, new byte[1], 0, 1), 0);
            return;
        }
        MalformedDataException.checkLength(
                decompressPart(input, inputOffset, inputLength, output, outputOffset, outputLength), outputLength);
    }

    /** Decompresses to at most {@code maxOutputLength} bytes and returns how many it were. */
    int decompressPart(
            byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset, int maxOutputLength)
            throws MalformedDataException {
        try {
            int length =
                    decompressor.decompress(input, inputOffset, inputLength, output, outputOffset, maxOutputLength);
            if (length < 0) {
                throw new MalformedDataException("is not valid " + format + ", or longer than " + maxOutputLength);
            }
            return length;
        } catch (MalformedInputException
                | IllegalArgumentException
                | IllegalStateException
                | IndexOutOfBoundsException e) {
            // Which of these it is depends on the format and on where the damage is.
            throw new MalformedDataException("is not valid " + format + ": " + e.getMessage(), e);
        }
    }
}
