package io.github.deltamaint.log.internal;

import io.github.deltamaint.parquet.ColumnBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes one object of equal short texts that come again and again, such as partition values. What is rare or long just passes. */
final class TextCache {
    private static final int SLOTS = 1 << 10;
    private static final int LONGEST = 64;

    private final @Nullable Entry[] entries = new Entry[SLOTS];

    private static final class Entry {
        private final byte[] bytes;
        private final String text;

        Entry(byte[] bytes, String text) {
            this.bytes = bytes;
            this.text = text;
        }

        boolean isAt(byte[] other, int start, int end) {
            return Arrays.equals(bytes, 0, bytes.length, other, start, end);
        }
    }

    /** Value number {@code value} of a column of text. */
    String text(ColumnBatch column, int value) {
        int start = column.offsets()[value];
        int end = column.offsets()[value + 1];
        if (end - start > LONGEST) {
            return column.stringAt(value);
        }
        int slot = (int) Hashing.hash(column.bytes(), start, end - start) & (SLOTS - 1);
        Entry cached = entries[slot];
        if (cached == null || !cached.isAt(column.bytes(), start, end)) {
            cached = new Entry(Arrays.copyOfRange(column.bytes(), start, end), column.stringAt(value));
            entries[slot] = cached;
        }
        return cached.text;
    }
}
