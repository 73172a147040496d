package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.util.Arrays;

/**
 * DELTA_BYTE_ARRAY: how many bytes each value shares with the one before it, then the rests as DELTA_LENGTH_BYTE_ARRAY. Serves
 * BINARY and FIXED_LEN_BYTE_ARRAY.
 */
final class DeltaByteArrayDecoder extends ValueDecoder {
    private final DeltaLengths prefixes = new DeltaLengths();
    private final DeltaLengths suffixes = new DeltaLengths();
    private final int fixedLength;
    private byte[] bytes = {};
    private int position;
    private int index;
    private long bytesLeft;
    private byte[] last = {};
    private int lastLength;

    /** @param fixedLength the length of every value, or -1 */
    DeltaByteArrayDecoder(int fixedLength) {
        this.fixedLength = fixedLength;
    }

    @Override
    void start(byte[] source, int from, int to, int count) throws MalformedDataException {
        bytes = source;
        int suffixStart = prefixes.read(source, from, to, count);
        position = suffixes.read(source, suffixStart, to, count);
        index = 0;
        lastLength = 0;
        checkRoom(suffixes.sum(0, count), position, to);
        bytesLeft = checkLengths(count);
    }

    /** Checks that each prefix is there to be shared, and adds up the lengths of all values. */
    private long checkLengths(int count) throws MalformedDataException {
        long total = 0;
        long before = 0;
        for (int i = 0; i < count; i++) {
            if (prefixes.get(i) > before) {
                throw new MalformedDataException(
                        "a value shares " + prefixes.get(i) + " bytes with one of " + before + " bytes");
            }
            before = (long) prefixes.get(i) + suffixes.get(i);
            if (fixedLength >= 0 && before != fixedLength) {
                throw new MalformedDataException("a value of " + before + " bytes where all have " + fixedLength);
            }
            total += before;
        }
        return total;
    }

    @Override
    void appendBytes(int count, ValueVector into) {
        into.reserve(count);
        into.reserveBytes(prefixes.sum(index, index + count) + suffixes.sum(index, index + count));
        byte[] target = into.bytes();
        int[] offsets = into.offsets();
        int size = into.size();
        int out = offsets[size];
        // The value before lies in front of the next one, except for the first.
        byte[] before = last;
        int beforeAt = 0;
        for (int i = 1; i <= count; i++) {
            int prefix = prefixes.get(index);
            int suffix = suffixes.get(index++);
            System.arraycopy(before, beforeAt, target, out, prefix);
            System.arraycopy(bytes, position, target, out + prefix, suffix);
            position += suffix;
            before = target;
            beforeAt = out;
            lastLength = prefix + suffix;
            out += lastLength;
            offsets[size + i] = out;
        }
        bytesLeft -= out - offsets[size];
        into.added(count);
        if (count > 0) {
            ensureLast();
            System.arraycopy(before, beforeAt, last, 0, lastLength);
        }
    }

    @Override
    void skip(int count) {
        for (int i = 0; i < count; i++) {
            int prefix = prefixes.get(index);
            int suffix = suffixes.get(index++);
            lastLength = prefix + suffix;
            ensureLast();
            System.arraycopy(bytes, position, last, prefix, suffix);
            position += suffix;
            bytesLeft -= lastLength;
        }
    }

    private void ensureLast() {
        if (last.length < lastLength) {
            last = Arrays.copyOf(last, Math.max(lastLength, Math.min(2 * last.length, 1 << 20)));
        }
    }

    @Override
    long bytesLeft() {
        return bytesLeft;
    }
}
