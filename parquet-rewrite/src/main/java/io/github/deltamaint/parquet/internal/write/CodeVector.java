package io.github.deltamaint.parquet.internal.write;

import java.util.Arrays;

/**
 * Small numbers, one for each row of a row group, in as few bytes as their range needs: one, two or four each. Used by one thread while it
 * grows.
 */
public final class CodeVector {
    private static final int BYTE_RANGE = 1 << 8;
    private static final int SHORT_RANGE = 1 << 16;

    /** The lower seven bits of each byte. */
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;

    private final int range;
    private final byte[] bytes;
    private final short[] shorts;
    private final int[] ints;
    private int size;

    /**
     * An empty vector.
     *
     * @param range all codes are at least 0 and less than this
     * @param capacity how many codes it has room for
     */
    public CodeVector(int range, int capacity) {
        this.range = range;
        bytes = new byte[range <= BYTE_RANGE ? capacity : 0];
        shorts = new short[range > BYTE_RANGE && range <= SHORT_RANGE ? capacity : 0];
        ints = new int[range > SHORT_RANGE ? capacity : 0];
    }

    /** All codes are less than this. */
    public int range() {
        return range;
    }

    /** The number of codes. */
    public int size() {
        return size;
    }

    /** The bytes that the codes take in memory. */
    public long bytes() {
        return bytes.length + 2L * shorts.length + 4L * ints.length;
    }

    /** The code of a row. */
    public int get(int row) {
        if (range <= BYTE_RANGE) {
            return bytes[row] & 0xFF;
        }
        return range <= SHORT_RANGE ? shorts[row] & 0xFFFF : ints[row];
    }

    /** Appends {@code codes[from, from + count)}. */
    public void append(int[] codes, int from, int count) {
        if (range <= BYTE_RANGE) {
            for (int i = 0; i < count; i++) {
                bytes[size + i] = (byte) codes[from + i];
            }
        } else if (range <= SHORT_RANGE) {
            for (int i = 0; i < count; i++) {
                shorts[size + i] = (short) codes[from + i];
            }
        } else {
            System.arraycopy(codes, from, ints, size, count);
        }
        size += count;
    }

    /** Appends {@code map[ids[from]], map[ids[from + 1]], …}, {@code count} codes. */
    public void appendMapped(int[] ids, int from, int count, int[] map) {
        if (range <= BYTE_RANGE) {
            for (int i = 0; i < count; i++) {
                bytes[size + i] = (byte) map[ids[from + i]];
            }
        } else if (range <= SHORT_RANGE) {
            for (int i = 0; i < count; i++) {
                shorts[size + i] = (short) map[ids[from + i]];
            }
        } else {
            for (int i = 0; i < count; i++) {
                ints[size + i] = map[ids[from + i]];
            }
        }
        size += count;
    }

    /** Appends the same code some times. */
    public void appendRun(int code, int count) {
        if (range <= BYTE_RANGE) {
            Arrays.fill(bytes, size, size + count, (byte) code);
        } else if (range <= SHORT_RANGE) {
            Arrays.fill(shorts, size, size + count, (short) code);
        } else {
            Arrays.fill(ints, size, size + count, code);
        }
        size += count;
    }

    /** Copies the codes of the rows {@code [from, from + count)}. */
    public void copy(int from, int count, int[] target) {
        if (range <= BYTE_RANGE) {
            for (int i = 0; i < count; i++) {
                target[i] = bytes[from + i] & 0xFF;
            }
        } else if (range <= SHORT_RANGE) {
            for (int i = 0; i < count; i++) {
                target[i] = shorts[from + i] & 0xFFFF;
            }
        } else {
            System.arraycopy(ints, from, target, 0, count);
        }
    }

    /** Copies the codes of the rows {@code rows[from, from + count)} to {@code target} from {@code at} on. */
    public void gather(int[] rows, int from, int count, int[] target, int at) {
        if (range <= BYTE_RANGE) {
            gather(bytes, rows, from, count, target, at);
        } else if (range <= SHORT_RANGE) {
            gather(shorts, rows, from, count, target, at);
        } else {
            Vectors.gather(ints, rows, from, count, target, at);
        }
    }

    private static void gather(byte[] source, int[] rows, int from, int count, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            target[at + i] = source[rows[from + i]] & 0xFF;
        }
    }

    private static void gather(short[] source, int[] rows, int from, int count, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            target[at + i] = source[rows[from + i]] & 0xFFFF;
        }
    }

    /**
     * Shifts keys to the left and adds the codes of the rows {@code [from, from + count)}.
     *
     * @param keys the first is that of row {@code from}
     * @param shift by how many bits
     * @param lows so many of the lowest codes are to come behind all others
     */
    public void shiftInto(long[] keys, int shift, int lows, int from, int count) {
        if (lows > 0) {
            for (int i = 0; i < count; i++) {
                keys[i] = keys[i] << shift | turned(get(from + i), lows);
            }
        } else if (range <= BYTE_RANGE) {
            for (int i = 0; i < count; i++) {
                keys[i] = keys[i] << shift | (bytes[from + i] & 0xFF);
            }
        } else if (range <= SHORT_RANGE) {
            for (int i = 0; i < count; i++) {
                keys[i] = keys[i] << shift | (shorts[from + i] & 0xFFFF);
            }
        } else {
            for (int i = 0; i < count; i++) {
                keys[i] = keys[i] << shift | ints[from + i];
            }
        }
    }

    /** As {@link #shiftInto} for the rows {@code rows[from, from + count)}. */
    public void shiftInto(long[] keys, int shift, int lows, int[] rows, int from, int count) {
        for (int i = 0; i < count; i++) {
            keys[i] = keys[i] << shift | turned(get(rows[from + i]), lows);
        }
    }

    private int turned(int code, int lows) {
        return code < lows ? code + range - lows : code - lows;
    }

    /** How often the code changes from one row to the next, plus one. */
    public long runs() {
        if (size == 0) {
            return 0;
        }
        if (range <= BYTE_RANGE) {
            return 1 + changes(bytes, size);
        }
        if (range <= SHORT_RANGE) {
            return 1 + changes(shorts, size);
        }
        return 1 + changes(ints, size);
    }

    /** Compares eight codes at a time with those before them. */
    private static long changes(byte[] codes, int size) {
        long changes = 0;
        int at = 1;
        for (; at <= size - Long.BYTES; at += Long.BYTES) {
            long difference = (long) PageBuffer.LONG.get(codes, at) ^ (long) PageBuffer.LONG.get(codes, at - 1);
            long lowBits = (difference & LOW_BITS) + LOW_BITS;
            changes += Long.bitCount((lowBits | difference) & ~LOW_BITS);
        }
        for (; at < size; at++) {
            changes += codes[at] == codes[at - 1] ? 0 : 1;
        }
        return changes;
    }

    private static long changes(short[] codes, int size) {
        int changes = 0;
        for (int i = 1; i < size; i++) {
            changes += differ(codes[i], codes[i - 1]);
        }
        return changes;
    }

    /** How often a code of the first {@code size} differs from the one before it. */
    static long changes(int[] codes, int size) {
        int changes = 0;
        for (int i = 1; i < size; i++) {
            changes += differ(codes[i], codes[i - 1]);
        }
        return changes;
    }

    /** One if they do, else zero; without a jump. */
    private static int differ(int one, int other) {
        int difference = one ^ other;
        return (difference | -difference) >>> (Integer.SIZE - 1);
    }

    /** The codes with the rows in groups. */
    public CodeVector grouped(RowGroups groups) {
        CodeVector grouped = new CodeVector(range, size);
        if (range <= BYTE_RANGE) {
            groups.group(bytes, grouped.bytes);
        } else if (range <= SHORT_RANGE) {
            groups.group(shorts, grouped.shorts);
        } else {
            groups.group(ints, grouped.ints);
        }
        grouped.size = size;
        return grouped;
    }
}
