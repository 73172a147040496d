package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Writes values behind what a page holds, in any encoding but the dictionary's.
 *
 * <ul>
 *   <li>PLAIN: numbers as they are in memory, lowest byte first; booleans one bit each; byte strings behind their lengths.
 *   <li>DELTA_BINARY_PACKED: see {@link DeltaBinaryPackedEncoder}.
 *   <li>DELTA_LENGTH_BYTE_ARRAY: all lengths that way, then all bytes.
 *   <li>DELTA_BYTE_ARRAY: the lengths of the prefixes shared with the value before, then the rest of each value as
 *       DELTA_LENGTH_BYTE_ARRAY.
 *   <li>BYTE_STREAM_SPLIT: the first bytes of all values, then their second bytes, and so on.
 * </ul>
 */
final class ValueEncoder {
    private final DeltaBinaryPackedEncoder deltas = new DeltaBinaryPackedEncoder();
    private int[] lengths = {};
    private int[] prefixes = {};

    /** Encodes the values {@code [from, to)}. */
    void encode(Leaf leaf, Encoding encoding, ValueVector values, int from, int to, PageBuffer target) {
        switch (encoding) {
            case PLAIN -> plain(leaf, values, from, to, target);
            case DELTA_BINARY_PACKED -> {
                if (leaf.kind() == ValueKind.INT) {
                    deltas.encode(values.ints(), from, to - from, target);
                } else {
                    deltas.encode(values.longs(), from, to - from, target);
                }
            }
            case DELTA_LENGTH_BYTE_ARRAY -> deltaLengths(values, from, to, target);
            case DELTA_BYTE_ARRAY -> deltaBytes(values, from, to, target);
            case BYTE_STREAM_SPLIT -> byteStreamSplit(leaf, values, from, to, target);
            default -> throw new IllegalArgumentException("not an encoding that is written: " + encoding);
        }
    }

    private static void plain(Leaf leaf, ValueVector values, int from, int to, PageBuffer target) {
        if (leaf.isBoolean()) {
            booleans(values.ints(), from, to, target);
            return;
        }
        switch (leaf.kind()) {
            case INT -> ints(values.ints(), from, to - from, target);
            case LONG -> longs(values.longs(), from, to - from, target);
            case BYTES -> {
                if (leaf.isFixedLengthBytes()) {
                    bytes(values, from, to, target);
                } else {
                    bytesBehindLengths(values, from, to, target);
                }
            }
        }
    }

    private static void ints(int[] values, int from, int count, PageBuffer target) {
        byte[] bytes = target.reserve(4L * count);
        ByteBuffer.wrap(bytes, target.length(), 4 * count)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .put(values, from, count);
        target.length(target.length() + 4 * count);
    }

    private static void longs(long[] values, int from, int count, PageBuffer target) {
        byte[] bytes = target.reserve(8L * count);
        ByteBuffer.wrap(bytes, target.length(), 8 * count)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .put(values, from, count);
        target.length(target.length() + 8 * count);
    }

    private static void booleans(int[] values, int from, int to, PageBuffer target) {
        int count = to - from;
        int groups = count >> 3;
        byte[] bytes = target.reserve(groups + 1L);
        int position = BitPacking.pack(values, from, groups, 1, bytes, target.length());
        if ((count & 7) != 0) {
            int last = 0;
            for (int i = from + 8 * groups; i < to; i++) {
                last |= values[i] << (i - from & 7);
            }
            bytes[position++] = (byte) last;
        }
        target.length(position);
    }

    private static void bytes(ValueVector values, int from, int to, PageBuffer target) {
        int start = values.offsets()[from];
        target.write(values.bytes(), start, values.offsets()[to] - start);
    }

    private static void bytesBehindLengths(ValueVector values, int from, int to, PageBuffer target) {
        byte[] source = values.bytes();
        int[] offsets = values.offsets();
        byte[] bytes = target.reserve(offsets[to] - offsets[from] + 4L * (to - from));
        int position = target.length();
        int start = offsets[from];
        for (int i = from; i < to; i++) {
            int end = offsets[i + 1];
            int length = end - start;
            PageBuffer.INT.set(bytes, position, length);
            System.arraycopy(source, start, bytes, position + 4, length);
            position += 4 + length;
            start = end;
        }
        target.length(position);
    }

    private void deltaLengths(ValueVector values, int from, int to, PageBuffer target) {
        int count = to - from;
        int[] offsets = values.offsets();
        lengths = room(lengths, count);
        for (int i = 0; i < count; i++) {
            lengths[i] = offsets[from + i + 1] - offsets[from + i];
        }
        deltas.encode(lengths, 0, count, target);
        bytes(values, from, to, target);
    }

    private void deltaBytes(ValueVector values, int from, int to, PageBuffer target) {
        int count = to - from;
        byte[] source = values.bytes();
        int[] offsets = values.offsets();
        lengths = room(lengths, count);
        prefixes = room(prefixes, count);
        long rest = 0;
        for (int i = 0; i < count; i++) {
            int start = offsets[from + i];
            int end = offsets[from + i + 1];
            int prefix = i == 0 ? 0 : sharedPrefix(source, offsets[from + i - 1], start, end);
            prefixes[i] = prefix;
            lengths[i] = end - start - prefix;
            rest += lengths[i];
        }
        deltas.encode(prefixes, 0, count, target);
        deltas.encode(lengths, 0, count, target);
        byte[] bytes = target.reserve(rest);
        int position = target.length();
        for (int i = 0; i < count; i++) {
            System.arraycopy(source, offsets[from + i] + prefixes[i], bytes, position, lengths[i]);
            position += lengths[i];
        }
        target.length(position);
    }

    /** How many bytes the value {@code [start, end)} shares with the one right before it. */
    private static int sharedPrefix(byte[] bytes, int previousStart, int start, int end) {
        int mismatch = Arrays.mismatch(bytes, previousStart, start, bytes, start, end);
        return mismatch < 0 ? end - start : mismatch;
    }

    private static int[] room(int[] array, int count) {
        return array.length >= count ? array : new int[count];
    }

    private static void byteStreamSplit(Leaf leaf, ValueVector values, int from, int to, PageBuffer target) {
        int count = to - from;
        int width = leaf.plainBits() / 8;
        byte[] bytes = target.reserve((long) width * count);
        int at = target.length();
        for (int stream = 0; stream < width; stream++, at += count) {
            split(leaf, values, from, count, stream, bytes, at);
        }
        target.length(at);
    }

    private static void split(Leaf leaf, ValueVector values, int from, int count, int stream, byte[] bytes, int at) {
        switch (leaf.kind()) {
            case INT -> {
                int[] ints = values.ints();
                for (int i = 0; i < count; i++) {
                    bytes[at + i] = (byte) (ints[from + i] >>> (8 * stream));
                }
            }
            case LONG -> {
                long[] longs = values.longs();
                for (int i = 0; i < count; i++) {
                    bytes[at + i] = (byte) (longs[from + i] >>> (8 * stream));
                }
            }
            case BYTES ->
                throw new IllegalArgumentException(
                        PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY + " is not written as BYTE_STREAM_SPLIT");
        }
    }
}
