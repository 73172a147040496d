package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/** PLAIN values of BINARY: each a length (4 bytes, little-endian) and so many bytes. */
final class PlainBinaryDecoder extends ValueDecoder {
    private byte[] bytes = {};
    private int position;
    private int end;

    @Override
    void start(byte[] source, int from, int to, int count) throws MalformedDataException {
        checkRoom((long) count * Integer.BYTES, from, to);
        bytes = source;
        position = from;
        end = to;
    }

    @Override
    void appendBytes(int count, ValueVector into) throws MalformedDataException {
        into.reserve(count);
        into.reserveBytes(bytesOf(count));
        byte[] target = into.bytes();
        int[] offsets = into.offsets();
        int size = into.size();
        int out = offsets[size];
        int at = position;
        for (int i = 1; i <= count; i++) {
            int length = LittleEndian.getInt(bytes, at);
            at += Integer.BYTES;
            ShortCopy.copy(bytes, at, target, out, length);
            at += length;
            out += length;
            offsets[size + i] = out;
        }
        position = at;
        into.added(count);
    }

    /** Checks the lengths of the next values and adds them up. */
    private int bytesOf(int count) throws MalformedDataException {
        return walk(count) - position - count * Integer.BYTES;
    }

    /** Where the next {@code count} values end. */
    private int walk(int count) throws MalformedDataException {
        int at = position;
        int last = end - Integer.BYTES;
        for (int i = 0; i < count; i++) {
            if (at > last) {
                throw new MalformedDataException("the page ends before all of its values");
            }
            int length = LittleEndian.getInt(bytes, at);
            at += Integer.BYTES;
            if (length < 0 || length > end - at) {
                throw new MalformedDataException("a value of " + Integer.toUnsignedString(length)
                        + " bytes in a page that has " + (end - at) + " left");
            }
            at += length;
        }
        return at;
    }

    @Override
    long bytesLeft() {
        return (long) end - position;
    }

    @Override
    void skip(int count) throws MalformedDataException {
        position = walk(count);
    }
}
