package io.github.deltamaint.parquet.internal.codec;

/**
 * Facts of the Snappy format: a varint with the decompressed length, then literals and copies. The densest element is a copy of 64
 * bytes in 3.
 */
final class SnappyFormat {

    private SnappyFormat() {}

    static int maxCompressedLength(int length) {
        return Math.addExact(32 + length / 6, length);
    }

    static long maxDecompressedLength(int compressedLength) {
        return compressedLength * 22L + 64;
    }

    static long announcedLength(byte[] input, int offset, int length) throws MalformedDataException {
        long value = 0;
        for (int i = 0; i < Math.min(length, 5); i++) {
            byte b = input[offset + i];
            value |= (b & 0x7FL) << (7 * i);
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedDataException("is not valid Snappy: it does not start with a length");
    }
}
