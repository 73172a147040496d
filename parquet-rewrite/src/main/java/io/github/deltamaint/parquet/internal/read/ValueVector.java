package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ValueKind;
import java.util.Arrays;

/**
 * A growing list of non-null values of one {@link ValueKind}, held in one primitive array. Used by one thread.
 *
 * <p>The arrays are handed out as they are, for loops that cannot afford a call per value: they are longer than
 * {@link #size()} and are replaced when the vector grows. Values of kind BYTES lie one after the other in
 * {@link #bytes()}: value {@code i} is {@code bytes[offsets[i], offsets[i + 1])}.
 */
public final class ValueVector {
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;
    private static final int[] NO_INTS = {};
    private static final long[] NO_LONGS = {};
    private static final byte[] NO_BYTES = {};

    private final ValueKind kind;
    private int[] ints = NO_INTS;
    private long[] longs = NO_LONGS;
    private byte[] bytes = NO_BYTES;
    private int[] offsets = {0};
    private int size;

    /** An empty vector. */
    public ValueVector(ValueKind kind) {
        this.kind = kind;
    }

    /** The kind of its values: which of the arrays is used. */
    public ValueKind kind() {
        return kind;
    }

    /** The number of values. */
    public int size() {
        return size;
    }

    /** The values of kind INT. */
    public int[] ints() {
        return ints;
    }

    /** The values of kind LONG. */
    public long[] longs() {
        return longs;
    }

    /** The values of kind BYTES, one after the other. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the values of kind BYTES start and end: {@code size() + 1} offsets into {@link #bytes()}, the first is 0. */
    public int[] offsets() {
        return offsets;
    }

    /** The number of bytes that all values of kind BYTES take. */
    public int byteCount() {
        return offsets[size];
    }

    /** Forgets all values and keeps the arrays. */
    public void clear() {
        size = 0;
    }

    /** Forgets all values from {@code newSize} on. */
    public void truncate(int newSize) {
        if (newSize < 0 || newSize > size) {
            throw new IndexOutOfBoundsException("cannot cut " + size + " values to " + newSize);
        }
        size = newSize;
    }

    /** Makes room for {@code count} more values; of kind BYTES, room for their offsets. */
    public void reserve(int count) {
        int needed = Math.addExact(size, count);
        switch (kind) {
            case INT -> {
                if (needed > ints.length) {
                    ints = Arrays.copyOf(ints, grown(ints.length, needed));
                }
            }
            case LONG -> {
                if (needed > longs.length) {
                    longs = Arrays.copyOf(longs, grown(longs.length, needed));
                }
            }
            case BYTES -> {
                if (needed >= offsets.length) {
                    offsets = Arrays.copyOf(offsets, grown(offsets.length, Math.addExact(needed, 1)));
                }
            }
        }
    }

    /**
     * Makes room for {@code count} more bytes of values of kind BYTES.
     *
     * @throws ArithmeticException if the values together would be longer than an array can be
     */
    public void reserveBytes(long count) {
        long needed = byteCount() + count;
        if (needed > MAX_ARRAY) {
            throw new ArithmeticException("values of " + needed + " bytes together do not fit into one array");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, grown(bytes.length, (int) needed));
        }
    }

    /** Counts {@code count} values as added that the caller has written behind the last one, after {@link #reserve(int)}. */
    public void added(int count) {
        size += count;
    }

    /** Appends a value of kind INT. */
    public void add(int value) {
        if (size == ints.length) {
            reserve(1);
        }
        ints[size++] = value;
    }

    /** Appends a value of kind LONG. */
    public void add(long value) {
        if (size == longs.length) {
            reserve(1);
        }
        longs[size++] = value;
    }

    /** Appends a value of kind BYTES: {@code source[from, from + length)}. */
    public void add(byte[] source, int from, int length) {
        reserve(1);
        reserveBytes(length);
        int start = offsets[size];
        System.arraycopy(source, from, bytes, start, length);
        offsets[++size] = start + length;
    }

    /** Appends {@code count} values of kind BYTES, all of {@code width} bytes, that lie one after the other. */
    public void appendFixed(byte[] source, int from, int width, int count) {
        int start = appendFixed(width, count);
        System.arraycopy(source, from, bytes, start, width * count);
    }

    /**
     * Appends {@code count} values of kind BYTES, all of {@code width} bytes, whose content the caller writes.
     *
     * @return where they start in {@link #bytes()}
     */
    int appendFixed(int width, int count) {
        reserve(count);
        reserveBytes((long) width * count);
        int start = offsets[size];
        for (int i = 1; i <= count; i++) {
            offsets[size + i] = start + i * width;
        }
        size += count;
        return start;
    }

    /** Appends {@code entries[ids[0]], entries[ids[1]], …}, {@code count} values of the same kind. */
    void appendLookedUp(ValueVector entries, int[] ids, int count) {
        switch (kind) {
            case INT -> {
                reserve(count);
                for (int i = 0; i < count; i++) {
                    ints[size + i] = entries.ints[ids[i]];
                }
                size += count;
            }
            case LONG -> {
                reserve(count);
                for (int i = 0; i < count; i++) {
                    longs[size + i] = entries.longs[ids[i]];
                }
                size += count;
            }
            case BYTES -> appendBytesLookedUp(entries, ids, count);
        }
    }

    private void appendBytesLookedUp(ValueVector entries, int[] ids, int count) {
        int[] from = entries.offsets;
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += from[ids[i] + 1] - from[ids[i]];
        }
        reserve(count);
        reserveBytes(total);
        int out = offsets[size];
        for (int i = 0; i < count; i++) {
            int start = from[ids[i]];
            int length = from[ids[i] + 1] - start;
            ShortCopy.copy(entries.bytes, start, bytes, out, length);
            out += length;
            offsets[size + i + 1] = out;
        }
        size += count;
    }

    /** Value {@code index} of kind BYTES, copied. */
    public byte[] bytesAt(int index) {
        return Arrays.copyOfRange(bytes, offsets[index], offsets[index + 1]);
    }

    private static int grown(int length, int needed) {
        return Math.max(needed, Math.min(Math.max(16, length + (length >> 1)), MAX_ARRAY));
    }
}
