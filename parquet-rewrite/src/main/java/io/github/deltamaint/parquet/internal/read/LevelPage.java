package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * The repetition and definition levels of one page after the other. Most pages say in a single run that all values are there;
 * then no level is stored.
 */
final class LevelPage {
    private static final byte[] NONE = {};

    private final int maxRepetition;
    private final int maxDefinition;
    private final PageBuffers buffers;
    private final HybridDecoder runs = new HybridDecoder();

    private byte[] repetitionBuffer = NONE;
    private byte[] definitionBuffer = NONE;

    /** The entries are {@code [from, to)} of the arrays. */
    private int from;

    private int to;
    private boolean repeats;
    private int uniformDefinition;
    private int records;
    private int values;
    private int valuesSkipped;

    LevelPage(int maxRepetition, int maxDefinition, PageBuffers buffers) {
        this.maxRepetition = maxRepetition;
        this.maxDefinition = maxDefinition;
        this.buffers = buffers;
    }

    /**
     * Reads the levels at the start of a V1 page.
     *
     * @return where its values start
     */
    int readV1(byte[] body, int start, int end, PageHeader header) throws MalformedDataException {
        int at = start;
        begin(header.values);
        if (maxRepetition > 0) {
            Encoding encoding = header.repetitionEncoding();
            at = readRepetition(body, at, streamEnd(body, at, end, header.values, encoding, maxRepetition), encoding);
        }
        if (maxDefinition > 0) {
            Encoding encoding = header.definitionEncoding();
            at = readDefinition(body, at, streamEnd(body, at, end, header.values, encoding, maxDefinition), encoding);
        }
        count();
        return at;
    }

    /** Reads the levels of a V2 page, which have no length before them. */
    void readV2(byte[] body, int start, int repetitionLength, int definitionLength, int count)
            throws MalformedDataException {
        begin(count);
        int definitionStart = start + repetitionLength;
        if (maxRepetition > 0) {
            readRuns(body, start, definitionStart, true);
        }
        if (maxDefinition > 0) {
            readRuns(body, definitionStart, definitionStart + definitionLength, false);
        }
        count();
    }

    private void begin(int count) {
        from = 0;
        to = count;
        repeats = false;
        uniformDefinition = maxDefinition;
        valuesSkipped = 0;
    }

    private static int streamEnd(byte[] body, int at, int end, int count, Encoding encoding, int max)
            throws MalformedDataException {
        long length;
        if (encoding == Encoding.RLE) {
            ValueDecoder.checkRoom(Integer.BYTES, at, end);
            length = Integer.BYTES + (long) LittleEndian.getInt(body, at);
        } else if (encoding == Encoding.BIT_PACKED) {
            length = ((long) count * width(max) + 7) >>> 3;
        } else {
            throw new MalformedDataException("levels are encoded as " + encoding);
        }
        if (length < 0 || length > end - at) {
            throw new MalformedDataException(
                    "levels of " + length + " bytes in a page that has " + (end - at) + " left");
        }
        return at + (int) length;
    }

    private int readRepetition(byte[] body, int at, int end, Encoding encoding) throws MalformedDataException {
        if (encoding == Encoding.RLE) {
            readRuns(body, at + Integer.BYTES, end, true);
        } else {
            repeats = true;
            repetitionBuffer = ensure(repetitionBuffer);
            readBitPacked(body, at, maxRepetition, repetitionBuffer);
        }
        return end;
    }

    private int readDefinition(byte[] body, int at, int end, Encoding encoding) throws MalformedDataException {
        if (encoding == Encoding.RLE) {
            readRuns(body, at + Integer.BYTES, end, false);
        } else {
            uniformDefinition = -1;
            definitionBuffer = ensure(definitionBuffer);
            readBitPacked(body, at, maxDefinition, definitionBuffer);
        }
        return end;
    }

    private void readRuns(byte[] body, int start, int end, boolean repetition) throws MalformedDataException {
        int max = repetition ? maxRepetition : maxDefinition;
        runs.start(body, start, end, width(max));
        int uniform = to == 0 ? -1 : runs.peekRepeated(to);
        if (uniform > max) {
            throw new MalformedDataException("a level of " + uniform + " where " + max + " is the maximum");
        }
        if (repetition) {
            repeats = uniform != 0;
            if (repeats) {
                repetitionBuffer = ensure(repetitionBuffer);
                runs.read(to, repetitionBuffer, 0, max);
            }
        } else {
            uniformDefinition = uniform;
            if (uniform < 0) {
                definitionBuffer = ensure(definitionBuffer);
                runs.read(to, definitionBuffer, 0, max);
            }
        }
    }

    /** The deprecated BIT_PACKED encoding fills bytes from their highest bit on. */
    private void readBitPacked(byte[] body, int start, int max, byte[] into) throws MalformedDataException {
        int width = width(max);
        long bit = (long) start << 3;
        for (int i = 0; i < to; i++) {
            int value = 0;
            for (int b = 0; b < width; b++) {
                value = (value << 1) | ((body[(int) (bit >>> 3)] >>> (7 - (bit & 7))) & 1);
                bit++;
            }
            if (value > max) {
                throw new MalformedDataException("a level of " + value + " where " + max + " is the maximum");
            }
            into[i] = (byte) value;
        }
    }

    private byte[] ensure(byte[] buffer) {
        if (buffer.length >= to) {
            return buffer;
        }
        buffers.give(buffer);
        return buffers.take(to);
    }

    private static int width(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    private void count() {
        records = repeats ? countEqual(repetitionBuffer, from, to, 0) : to - from;
        values = valuesIn(from, to);
    }

    /** The number of entries in {@code [start, end)} that are values. */
    private int valuesIn(int start, int end) {
        if (uniformDefinition >= 0) {
            return uniformDefinition == maxDefinition ? end - start : 0;
        }
        return countEqual(definitionBuffer, start, end, maxDefinition);
    }

    private static int countEqual(byte[] levels, int from, int to, int level) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += levels[i] == level ? 1 : 0;
        }
        return count;
    }

    /** Removes all entries that repeat deeper than {@code max}: what is left are the entries of something further out. */
    void dropDeeper(int max) {
        if (!repeats) {
            return;
        }
        int kept = from;
        for (int i = from; i < to; i++) {
            if (repetitionBuffer[i] <= max) {
                repetitionBuffer[kept] = repetitionBuffer[i];
                if (uniformDefinition < 0) {
                    definitionBuffer[kept] = definitionBuffer[i];
                }
                kept++;
            }
        }
        to = kept;
        count();
    }

    /** Removes the entries that come before record number {@code record} of those that start here. */
    void dropRecords(int record) {
        int start = from;
        if (repeats) {
            for (int seen = 0; start < to; start++) {
                if (repetitionBuffer[start] == 0 && seen++ == record) {
                    break;
                }
            }
        } else {
            start = Math.min(to, from + record);
        }
        valuesSkipped += valuesIn(from, start);
        from = start;
        count();
    }

    /** Whether the first entry continues a record of the page before. */
    boolean startsInsideRecord() {
        return repeats && from < to && repetitionBuffer[from] != 0;
    }

    /** How many values the dropped entries had. */
    int valuesSkipped() {
        return valuesSkipped;
    }

    int entries() {
        return to - from;
    }

    int records() {
        return records;
    }

    int values() {
        return values;
    }

    /** The level that all entries have, or -1. */
    int uniformDefinition() {
        return uniformDefinition;
    }

    /** Where the entries start in the arrays. */
    int from() {
        return from;
    }

    /** The definition levels, from {@link #from()} on; null if they are uniform. May be changed by the caller. */
    byte @Nullable [] definitions() {
        return uniformDefinition >= 0 ? null : definitionBuffer;
    }

    /** The repetition levels, from {@link #from()} on; null if all are 0. */
    byte @Nullable [] repetitions() {
        return repeats ? repetitionBuffer : null;
    }

    void close() {
        buffers.give(repetitionBuffer);
        buffers.give(definitionBuffer);
        repetitionBuffer = NONE;
        definitionBuffer = NONE;
    }
}
