package io.github.deltamaint.parquet.internal.codec;

/** Copies. */
final class UncompressedCodec implements Codec {

    @Override
    public int maxCompressedLength(int length) {
        return length;
    }

    @Override
    public int compress(byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset) {
        System.arraycopy(input, inputOffset, output, outputOffset, inputLength);
        return inputLength;
    }

    @Override
    public long maxDecompressedLength(int compressedLength) {
        return compressedLength;
    }

    @Override
    public void decompress(
            byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset, int outputLength)
            throws MalformedDataException {
        MalformedDataException.checkLength(inputLength, outputLength);
        System.arraycopy(input, inputOffset, output, outputOffset, inputLength);
    }
}
