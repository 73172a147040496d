package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/** Lengths as the DELTA_* encodings of byte arrays have them: a DELTA_BINARY_PACKED stream, read as a whole. */
final class DeltaLengths {
    private final DeltaIntDecoder decoder = new DeltaIntDecoder();
    private int[] lengths = {};

    /**
     * Reads the lengths at the start of {@code bytes[from, to)}.
     *
     * @return where what follows them starts
     */
    int read(byte[] bytes, int from, int to, int count) throws MalformedDataException {
        decoder.start(bytes, from, to, count);
        if (decoder.count() != count) {
            throw new MalformedDataException("lengths of " + decoder.count() + " values in a page of " + count);
        }
        if (lengths.length < count) {
            lengths = new int[count + (count >> 3)];
        }
        decoder.readInts(count, lengths, 0);
        for (int i = 0; i < count; i++) {
            if (lengths[i] < 0) {
                throw new MalformedDataException("a value of " + lengths[i] + " bytes");
            }
        }
        return decoder.endOfStream();
    }

    int get(int index) {
        return lengths[index];
    }

    long sum(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += lengths[i];
        }
        return sum;
    }
}
