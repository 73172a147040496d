package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * PLAIN values of one width: INT32, FLOAT, INT64 and DOUBLE as little-endian numbers, FIXED_LEN_BYTE_ARRAY and INT96 as they are.
 */
final class PlainFixedDecoder extends ValueDecoder {
    private final int width;
    private byte[] bytes = {};
    private int position;
    private int end;

    PlainFixedDecoder(int width) {
        this.width = width;
    }

    @Override
    void start(byte[] source, int from, int to, int count) throws MalformedDataException {
        checkRoom((long) count * width, from, to);
        bytes = source;
        position = from;
        end = to;
    }

    @Override
    void readInts(int count, int[] into, int at) throws MalformedDataException {
        int from = take(count);
        ByteBuffer.wrap(bytes, from, count * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(into, at, count);
    }

    @Override
    void readLongs(int count, long[] into, int at) throws MalformedDataException {
        int from = take(count);
        ByteBuffer.wrap(bytes, from, count * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .get(into, at, count);
    }

    @Override
    void appendBytes(int count, ValueVector into) throws MalformedDataException {
        int from = take(count);
        into.appendFixed(bytes, from, width, count);
    }

    @Override
    long bytesLeft() {
        return (long) end - position;
    }

    @Override
    void skip(int count) throws MalformedDataException {
        take(count);
    }

    private int take(int count) throws MalformedDataException {
        checkRoom((long) count * width, position, end);
        int from = position;
        position += count * width;
        return from;
    }
}
