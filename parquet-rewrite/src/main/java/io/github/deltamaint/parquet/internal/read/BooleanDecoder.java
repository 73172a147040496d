package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/** PLAIN values of BOOLEAN: bits, from the lowest of each byte on. */
final class BooleanDecoder extends ValueDecoder {
    private byte[] bytes = {};
    private long bit;
    private long end;

    @Override
    void start(byte[] source, int from, int to, int count) throws MalformedDataException {
        bytes = source;
        bit = (long) from << 3;
        end = (long) to << 3;
    }

    @Override
    void readInts(int count, int[] into, int at) throws MalformedDataException {
        long from = bit;
        skip(count);
        BitUnpacker.unpack(bytes, from, 1, into, at, count);
    }

    @Override
    void skip(int count) throws MalformedDataException {
        if (count > end - bit) {
            throw new MalformedDataException(count + " booleans where " + (end - bit) + " are left");
        }
        bit += count;
    }
}
