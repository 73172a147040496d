package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.util.Arrays;

/** BYTE_STREAM_SPLIT: the first bytes of all values, then all second bytes, and so on. */
final class ByteStreamSplitDecoder extends ValueDecoder {
    private final int width;
    private byte[] bytes = {};
    private int position;
    private int streamLength;
    private int left;

    ByteStreamSplitDecoder(int width) {
        this.width = width;
    }

    @Override
    void start(byte[] source, int from, int to, int count) throws MalformedDataException {
        if ((to - from) % width != 0) {
            throw new MalformedDataException((to - from) + " bytes cannot be split into streams of values of " + width);
        }
        checkRoom((long) count * width, from, to);
        bytes = source;
        position = from;
        streamLength = (to - from) / width;
        left = count;
    }

    @Override
    void readInts(int count, int[] into, int at) throws MalformedDataException {
        int a = take(count);
        int b = a + streamLength;
        int c = b + streamLength;
        int d = c + streamLength;
        for (int i = 0; i < count; i++) {
            into[at + i] = (bytes[a + i] & 0xff)
                    | ((bytes[b + i] & 0xff) << 8)
                    | ((bytes[c + i] & 0xff) << 16)
                    | (bytes[d + i] << 24);
        }
    }

    @Override
    void readLongs(int count, long[] into, int at) throws MalformedDataException {
        int from = take(count);
        Arrays.fill(into, at, at + count, 0);
        for (int stream = 0; stream < Long.BYTES; stream++) {
            int start = from + stream * streamLength;
            int shift = 8 * stream;
            for (int i = 0; i < count; i++) {
                into[at + i] |= (bytes[start + i] & 0xffL) << shift;
            }
        }
    }

    @Override
    void appendBytes(int count, ValueVector into) throws MalformedDataException {
        int from = take(count);
        int out = into.appendFixed(width, count);
        byte[] target = into.bytes();
        for (int stream = 0; stream < width; stream++) {
            int start = from + stream * streamLength;
            for (int i = 0; i < count; i++) {
                target[out + i * width + stream] = bytes[start + i];
            }
        }
    }

    @Override
    long bytesLeft() {
        return (long) left * width;
    }

    @Override
    void skip(int count) throws MalformedDataException {
        take(count);
    }

    private int take(int count) throws MalformedDataException {
        if (count > left) {
            throw new MalformedDataException(count + " values where " + left + " are left");
        }
        int from = position;
        position += count;
        left -= count;
        return from;
    }
}
