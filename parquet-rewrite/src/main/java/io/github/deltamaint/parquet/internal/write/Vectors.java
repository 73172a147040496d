package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;

/** Moves values within and between vectors, many at a time. */
final class Vectors {
    private Vectors() {}

    /** Removes the first {@code count} values. */
    static void removeFirst(ValueVector vector, int count) {
        int kept = vector.size() - count;
        switch (vector.kind()) {
            case INT -> System.arraycopy(vector.ints(), count, vector.ints(), 0, kept);
            case LONG -> System.arraycopy(vector.longs(), count, vector.longs(), 0, kept);
            case BYTES -> {
                int[] offsets = vector.offsets();
                int start = offsets[count];
                System.arraycopy(vector.bytes(), start, vector.bytes(), 0, vector.byteCount() - start);
                for (int i = 0; i <= kept; i++) {
                    offsets[i] = offsets[count + i] - start;
                }
            }
        }
        vector.truncate(kept);
    }

    /** Appends the values of {@code source} at {@code positions[from, from + count)} to {@code target}. */
    static void gather(ValueVector source, int[] positions, int from, int count, ValueVector target) {
        target.reserve(count);
        switch (source.kind()) {
            case INT -> gather(source.ints(), positions, from, count, target.ints(), target.size());
            case LONG -> gather(source.longs(), positions, from, count, target.longs(), target.size());
            case BYTES -> gatherBytes(source, positions, from, count, target);
        }
        target.added(count);
    }

    static void gather(int[] source, int[] positions, int from, int count, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            target[at + i] = source[positions[from + i]];
        }
    }

    private static void gather(long[] source, int[] positions, int from, int count, long[] target, int at) {
        for (int i = 0; i < count; i++) {
            target[at + i] = source[positions[from + i]];
        }
    }

    private static void gatherBytes(ValueVector source, int[] positions, int from, int count, ValueVector target) {
        byte[] bytes = source.bytes();
        int[] offsets = source.offsets();
        long length = 0;
        for (int i = 0; i < count; i++) {
            int position = positions[from + i];
            length += offsets[position + 1] - offsets[position];
        }
        target.reserveBytes(length);
        byte[] targetBytes = target.bytes();
        int[] targetOffsets = target.offsets();
        int at = target.size();
        int end = targetOffsets[at];
        for (int i = 0; i < count; i++) {
            int position = positions[from + i];
            int start = offsets[position];
            int valueLength = offsets[position + 1] - start;
            System.arraycopy(bytes, start, targetBytes, end, valueLength);
            end += valueLength;
            targetOffsets[++at] = end;
        }
    }

    /** Appends {@code count} values of {@code source} from {@code from} on to {@code target}. */
    static void append(ValueVector source, int from, int count, ValueVector target) {
        target.reserve(count);
        switch (source.kind()) {
            case INT -> System.arraycopy(source.ints(), from, target.ints(), target.size(), count);
            case LONG -> System.arraycopy(source.longs(), from, target.longs(), target.size(), count);
            case BYTES -> {
                int[] offsets = source.offsets();
                int start = offsets[from];
                int length = offsets[from + count] - start;
                target.reserveBytes(length);
                int end = target.byteCount();
                System.arraycopy(source.bytes(), start, target.bytes(), end, length);
                int[] targetOffsets = target.offsets();
                int at = target.size();
                for (int i = 1; i <= count; i++) {
                    targetOffsets[at + i] = offsets[from + i] - start + end;
                }
            }
        }
        target.added(count);
    }
}
