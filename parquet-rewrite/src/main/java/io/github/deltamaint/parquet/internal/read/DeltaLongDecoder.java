package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/** DELTA_BINARY_PACKED values of INT64. Sums wrap around, as the format wants. */
final class DeltaLongDecoder extends ValueDecoder {
    private static final int PIECE = 512;

    private final DeltaBlocks blocks = new DeltaBlocks();
    private long[] skipped = {};
    private boolean started;
    private long last;

    @Override
    void start(byte[] bytes, int from, int to, int count) throws MalformedDataException {
        blocks.start(bytes, from, to);
        started = false;
        if (blocks.count() < count) {
            throw new MalformedDataException("deltas of " + blocks.count() + " values in a page of " + count);
        }
    }

    @Override
    void readLongs(int count, long[] into, int at) throws MalformedDataException {
        int out = at;
        int stop = at + count;
        if (!started && count > 0) {
            started = true;
            last = blocks.first();
            into[out++] = last;
        }
        while (out < stop) {
            int n = blocks.advance(stop - out);
            BitUnpacker.unpack(blocks.bytes(), blocks.bit(), blocks.width(), into, out, n);
            last = sum(into, out, n, last, blocks.minDelta());
            blocks.consume(n);
            out += n;
        }
    }

    private static long sum(long[] values, int from, int count, long before, long minDelta) {
        long value = before;
        for (int i = from; i < from + count; i++) {
            value += values[i] + minDelta;
            values[i] = value;
        }
        return value;
    }

    @Override
    void skip(int count) throws MalformedDataException {
        if (skipped.length == 0) {
            skipped = new long[PIECE];
        }
        for (int left = count; left > 0; left -= PIECE) {
            readLongs(Math.min(left, PIECE), skipped, 0);
        }
    }
}
