package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/** DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. */
final class DeltaLengthDecoder extends ValueDecoder {
    private final DeltaLengths lengths = new DeltaLengths();
    private byte[] bytes = {};
    private int position;
    private int index;
    private long bytesLeft;

    @Override
    void start(byte[] source, int from, int to, int count) throws MalformedDataException {
        bytes = source;
        position = lengths.read(source, from, to, count);
        index = 0;
        bytesLeft = lengths.sum(0, count);
        checkRoom(bytesLeft, position, to);
    }

    @Override
    void appendBytes(int count, ValueVector into) {
        int total = (int) lengths.sum(index, index + count);
        into.reserve(count);
        into.reserveBytes(total);
        int[] offsets = into.offsets();
        int size = into.size();
        int out = offsets[size];
        System.arraycopy(bytes, position, into.bytes(), out, total);
        for (int i = 1; i <= count; i++) {
            out += lengths.get(index++);
            offsets[size + i] = out;
        }
        into.added(count);
        position += total;
        bytesLeft -= total;
    }

    @Override
    long bytesLeft() {
        return bytesLeft;
    }

    @Override
    void skip(int count) {
        long total = lengths.sum(index, index + count);
        index += count;
        position += (int) total;
        bytesLeft -= total;
    }
}
