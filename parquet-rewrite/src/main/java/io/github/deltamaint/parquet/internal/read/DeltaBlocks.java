package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/**
 * The layout of DELTA_BINARY_PACKED: {@code block size, miniblocks per block, number of values (varints), first value
 * (zigzag varint)}, then blocks. A block is {@code the smallest delta (zigzag varint), a width per miniblock (bytes)}, then
 * the miniblocks: deltas less the smallest one, bit-packed.
 *
 * <p>This class walks from miniblock to miniblock; what is in them, {@link DeltaIntDecoder} and {@link DeltaLongDecoder}
 * unpack. Miniblocks that no value needs have a width but no bytes.
 */
final class DeltaBlocks {
    private byte[] bytes = {};
    private int position;
    private int end;
    private int miniblocks;
    private int miniblockValues;
    /** The values of the stream that are not in the miniblocks so far. */
    private long valuesAhead;

    private int widthsAt;
    private int miniblock;

    private long count;
    private long first;

    private int width;
    private long minDelta;
    private long bit;
    private int miniblockLeft;

    /** Starts on {@code source[from, to)}. */
    void start(byte[] source, int from, int to) throws MalformedDataException {
        bytes = source;
        position = from;
        end = to;
        long blockValues = varint();
        long miniblockCount = varint();
        count = varint();
        first = zigzag();
        // No width check against 32 or 128: other values are against the format, but can be read all the same.
        if (miniblockCount <= 0
                || miniblockCount > blockValues
                || blockValues > Integer.MAX_VALUE
                || blockValues % miniblockCount != 0
                || (blockValues / miniblockCount & 7) != 0
                || count < 0
                || count > Integer.MAX_VALUE) {
            throw new MalformedDataException("deltas of " + count + " values in blocks of " + blockValues + " with "
                    + miniblockCount + " miniblocks");
        }
        miniblocks = (int) miniblockCount;
        miniblockValues = (int) (blockValues / miniblockCount);
        miniblock = miniblocks;
        valuesAhead = Math.max(0, count - 1);
        miniblockLeft = 0;
    }

    /** The number of values of the stream. */
    int count() {
        return (int) count;
    }

    long first() {
        return first;
    }

    byte[] bytes() {
        return bytes;
    }

    /** The width of the current miniblock. */
    int width() {
        return width;
    }

    long minDelta() {
        return minDelta;
    }

    /** The position of the next delta, in bits. */
    long bit() {
        return bit;
    }

    /** Goes to the next miniblock if the current one is used up, and says how many of {@code wanted} deltas it has. */
    int advance(int wanted) throws MalformedDataException {
        if (miniblockLeft == 0) {
            nextMiniblock();
        }
        int n = Math.min(wanted, miniblockLeft);
        if (bit + (long) n * width > (long) end << 3) {
            throw new MalformedDataException("a miniblock of deltas breaks off");
        }
        return n;
    }

    void consume(int n) {
        miniblockLeft -= n;
        bit += (long) n * width;
    }

    /** Where the stream ends: behind its last miniblock, padding included. Walks there. */
    int endOfStream() throws MalformedDataException {
        while (valuesAhead > 0) {
            nextMiniblock();
        }
        return position;
    }

    private void nextMiniblock() throws MalformedDataException {
        if (valuesAhead <= 0) {
            throw new MalformedDataException("only " + count + " values of a page are there");
        }
        if (miniblock == miniblocks) {
            minDelta = zigzag();
            if (miniblocks > end - position) {
                throw new MalformedDataException("a block of deltas breaks off");
            }
            widthsAt = position;
            position += miniblocks;
            miniblock = 0;
        }
        width = bytes[widthsAt + miniblock++] & 0xff;
        if (width > Long.SIZE) {
            throw new MalformedDataException("deltas of " + width + " bits");
        }
        miniblockLeft = (int) Math.min(miniblockValues, valuesAhead);
        valuesAhead -= miniblockLeft;
        bit = (long) position << 3;
        position = (int) Math.min(end, position + (((long) miniblockValues * width) >>> 3));
    }

    private long zigzag() throws MalformedDataException {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    private long varint() throws MalformedDataException {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (position >= end) {
                throw new MalformedDataException("deltas break off");
            }
            int b = bytes[position++];
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedDataException("deltas have a number of more than 10 bytes");
    }
}
