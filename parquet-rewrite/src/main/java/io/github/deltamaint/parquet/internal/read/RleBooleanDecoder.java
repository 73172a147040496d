package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/** RLE values of BOOLEAN: the length of the stream (4 bytes, little-endian), then the hybrid of width 1. */
final class RleBooleanDecoder extends ValueDecoder {
    private final HybridDecoder runs = new HybridDecoder();

    @Override
    void start(byte[] source, int from, int to, int count) throws MalformedDataException {
        checkRoom(Integer.BYTES, from, to);
        int length = LittleEndian.getInt(source, from);
        if (length < 0) {
            throw new MalformedDataException("booleans of " + Integer.toUnsignedString(length) + " bytes");
        }
        checkRoom((long) Integer.BYTES + length, from, to);
        runs.start(source, from + Integer.BYTES, from + Integer.BYTES + length, 1);
    }

    @Override
    void readInts(int count, int[] into, int at) throws MalformedDataException {
        runs.read(count, into, at, null, 2);
    }

    @Override
    void skip(int count) throws MalformedDataException {
        runs.skip(count);
    }
}
