package io.github.deltamaint.parquet.internal.codec;

import java.io.IOException;
import org.xerial.snappy.Snappy;

/** Snappy by the native library of snappy-java; loaded only where {@link NativeLibraries} found that library. */
final class NativeSnappyCodec implements Codec {

    @Override
    public int maxCompressedLength(int length) {
        return SnappyFormat.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset) {
        try {
            return Snappy.compress(input, inputOffset, inputLength, output, outputOffset);
        } catch (IOException e) {
            throw new IllegalStateException("Snappy cannot compress " + inputLength + " bytes", e);
        }
    }

    @Override
    public long maxDecompressedLength(int compressedLength) {
        return SnappyFormat.maxDecompressedLength(compressedLength);
    }

    @Override
    public void decompress(
            byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset, int outputLength)
            throws MalformedDataException {
        // The native code trusts the length that the data announces and would write past the end of the array.
        MalformedDataException.checkLength(SnappyFormat.announcedLength(input, inputOffset, inputLength), outputLength);
        try {
            MalformedDataException.checkLength(
                    Snappy.uncompress(input, inputOffset, inputLength, output, outputOffset), outputLength);
        } catch (IOException | RuntimeException e) {
            throw new MalformedDataException("is not valid Snappy: " + e.getMessage(), e);
        }
    }
}
