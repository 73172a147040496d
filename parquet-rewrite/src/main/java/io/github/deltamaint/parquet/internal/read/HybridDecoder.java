package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the RLE/bit-packing hybrid: runs, each with a varint before it. If its lowest bit is 0, the rest counts repetitions of one
 * value, which follows in as many bytes as the width needs; if it is 1, the rest counts groups of 8 bit-packed values.
 *
 * <p>Values can be taken in any number of pieces. Used by one thread, for stream after stream.
 */
final class HybridDecoder {
    private byte[] bytes = {};
    private int position;
    private int end;
    private int width;

    private boolean repeated;
    private int runValue;
    /** How many values of the current run are left; of a packed run it may be more than the stream has bits for. */
    private long runLeft;
    /** Where the next value of a packed run starts. */
    private long bit;

    /** Starts on the stream {@code source[from, to)}; {@code bitWidth} is 0 to 32. */
    void start(byte[] source, int from, int to, int bitWidth) {
        bytes = source;
        position = from;
        end = to;
        width = bitWidth;
        repeated = true;
        runValue = 0;
        // No bits are needed to say 0 again and again, and some writers write none.
        runLeft = bitWidth == 0 ? Long.MAX_VALUE : 0;
    }

    /** The value of all of the next {@code count} values if they are one repeated run, else -1. Consumes nothing. */
    int peekRepeated(int count) throws MalformedDataException {
        while (runLeft == 0) {
            nextRun();
        }
        return repeated && runLeft >= count ? runValue : -1;
    }

    /**
     * Reads {@code count} values, each below {@code limit} as an unsigned number.
     *
     * @param remap if not null, {@code remap[value]} is written in place of the value
     */
    void read(int count, int[] into, int at, int @Nullable [] remap, int limit) throws MalformedDataException {
        int out = at;
        int stop = at + count;
        while (out < stop) {
            int n = run(stop - out);
            if (repeated) {
                checkValue(runValue, limit);
                Arrays.fill(into, out, out + n, remap == null ? runValue : remap[runValue]);
            } else {
                BitUnpacker.unpack(bytes, bit, width, into, out, n);
                if (remap == null || remap.length != limit) {
                    checkValue(max(into, out, n), limit);
                }
                if (remap != null) {
                    remap(into, out, n, remap);
                }
            }
            consume(n);
            out += n;
        }
    }

    /** Reads {@code count} values of at most 8 bits, none above {@code max}. */
    void read(int count, byte[] into, int at, int max) throws MalformedDataException {
        int out = at;
        int stop = at + count;
        while (out < stop) {
            int n = run(stop - out);
            if (repeated) {
                checkValue(runValue, max + 1);
                Arrays.fill(into, out, out + n, (byte) runValue);
            } else {
                BitUnpacker.unpack(bytes, bit, width, into, out, n);
                // When all bits of the width are used, nothing can be too large.
                if (max + 1 != 1 << width) {
                    checkValue(max(into, out, n), max + 1);
                }
            }
            consume(n);
            out += n;
        }
    }

    /** Passes over {@code count} values. */
    void skip(int count) throws MalformedDataException {
        int left = count;
        while (left > 0) {
            int n = run(left);
            consume(n);
            left -= n;
        }
    }

    /** Makes sure that the current run has values, and says how many of {@code wanted} it can give. */
    private int run(int wanted) throws MalformedDataException {
        while (runLeft == 0) {
            nextRun();
        }
        int n = (int) Math.min(wanted, runLeft);
        if (!repeated && bit + (long) n * width > (long) end << 3) {
            // The padding of the last group may have been left away, values may not.
            throw new MalformedDataException("a bit-packed run of " + runLeft + " values breaks off");
        }
        return n;
    }

    private void consume(int n) {
        runLeft -= n;
        if (!repeated) {
            bit += (long) n * width;
        }
    }

    private void nextRun() throws MalformedDataException {
        long header = varint();
        if ((header & 1) == 0) {
            repeated = true;
            runLeft = header >>> 1;
            runValue = runValue();
        } else {
            repeated = false;
            runLeft = (header >>> 1) << 3;
            bit = (long) position << 3;
            position = (int) Math.min(end, position + (header >>> 1) * width);
        }
    }

    private int runValue() throws MalformedDataException {
        int length = (width + 7) >>> 3;
        if (length > end - position) {
            throw new MalformedDataException("the value of a repeated run is missing");
        }
        int value = 0;
        for (int i = 0; i < length; i++) {
            value |= (bytes[position + i] & 0xff) << (8 * i);
        }
        position += length;
        return value;
    }

    private long varint() throws MalformedDataException {
        long value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (position >= end) {
                throw new MalformedDataException("the runs end before all values are read");
            }
            int b = bytes[position++];
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedDataException("the length of a run has more than 5 bytes");
    }

    private static void checkValue(int value, int limit) throws MalformedDataException {
        if (Integer.compareUnsigned(value, limit) >= 0) {
            throw new MalformedDataException(
                    "a value of " + Integer.toUnsignedString(value) + " where less than " + limit + " was expected");
        }
    }

    /** The largest value as an unsigned number. */
    private static int max(int[] values, int from, int count) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < from + count; i++) {
            max = Math.max(max, values[i] + Integer.MIN_VALUE);
        }
        return max + Integer.MIN_VALUE;
    }

    private static int max(byte[] values, int from, int count) {
        int max = 0;
        for (int i = from; i < from + count; i++) {
            max = Math.max(max, values[i] & 0xff);
        }
        return max;
    }

    /** Where {@code remap} is as long as the limit, the check of its bounds is that of the values. */
    private static void remap(int[] values, int from, int count, int[] remap) throws MalformedDataException {
        int i = from;
        try {
            for (; i < from + count; i++) {
                values[i] = remap[values[i]];
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            throw malformed(values[i], remap.length, e);
        }
    }

    private static MalformedDataException malformed(int value, int limit, RuntimeException cause) {
        return new MalformedDataException(
                "a value of " + Integer.toUnsignedString(value) + " where less than " + limit + " was expected", cause);
    }
}
