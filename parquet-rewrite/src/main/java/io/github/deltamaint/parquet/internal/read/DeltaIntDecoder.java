package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/** DELTA_BINARY_PACKED values of INT32. Sums wrap around at 32 bits, so of wider deltas the lower 32 bits count. */
final class DeltaIntDecoder extends ValueDecoder {
    private static final int PIECE = 512;

    private final DeltaBlocks blocks = new DeltaBlocks();
    private long[] wide = {};
    private int[] skipped = {};
    private boolean started;
    private int last;

    @Override
    void start(byte[] bytes, int from, int to, int count) throws MalformedDataException {
        blocks.start(bytes, from, to);
        started = false;
        if (blocks.count() < count) {
            throw new MalformedDataException("deltas of " + blocks.count() + " values in a page of " + count);
        }
    }

    /** The number of values of the stream, which may be more than were announced. */
    int count() {
        return blocks.count();
    }

    int endOfStream() throws MalformedDataException {
        return blocks.endOfStream();
    }

    @Override
    void readInts(int count, int[] into, int at) throws MalformedDataException {
        int out = at;
        int stop = at + count;
        if (!started && count > 0) {
            started = true;
            last = (int) blocks.first();
            into[out++] = last;
        }
        while (out < stop) {
            int n = blocks.advance(stop - out);
            if (blocks.width() <= Integer.SIZE) {
                BitUnpacker.unpack(blocks.bytes(), blocks.bit(), blocks.width(), into, out, n);
            } else {
                n = Math.min(n, PIECE);
                unpackWide(into, out, n);
            }
            last = sum(into, out, n, last, (int) blocks.minDelta());
            blocks.consume(n);
            out += n;
        }
    }

    private void unpackWide(int[] into, int at, int count) {
        if (wide.length == 0) {
            wide = new long[PIECE];
        }
        BitUnpacker.unpack(blocks.bytes(), blocks.bit(), blocks.width(), wide, 0, count);
        for (int i = 0; i < count; i++) {
            into[at + i] = (int) wide[i];
        }
    }

    private static int sum(int[] values, int from, int count, int before, int minDelta) {
        int value = before;
        for (int i = from; i < from + count; i++) {
            value += values[i] + minDelta;
            values[i] = value;
        }
        return value;
    }

    @Override
    void skip(int count) throws MalformedDataException {
        if (skipped.length == 0) {
            skipped = new int[PIECE];
        }
        for (int left = count; left > 0; left -= PIECE) {
            readInts(Math.min(left, PIECE), skipped, 0);
        }
    }
}
