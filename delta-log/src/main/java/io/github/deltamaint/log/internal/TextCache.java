package io.github.deltamaint.log.internal;

import io.github.deltamaint.parquet.ColumnBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes one object of equal short texts that come again and again, such as partition values. What is rare or long just passes. */
final class TextCache {
    private static final int SLOTS = 1 << 10;
    private static final int LONGEST = 64;

    private final byte @Nullable [][] bytes = new byte[SLOTS][];
    private final @Nullable String[] texts = new String[SLOTS];

    /** Value number {@code value} of a column of text. */
    String text(ColumnBatch column, int value) {
        int start = column.offsets()[value];
        int end = column.offsets()[value + 1];
        if (end - start > LONGEST) {
            return column.stringAt(value);
        }
        int slot = (int) Hashing.hash(column.bytes(), start, end - start) & SLOTS - 1;
        byte[] cached = bytes[slot];
        String text = texts[slot];
        if (cached != null && text != null && Arrays.equals(cached, 0, cached.length, column.bytes(), start, end)) {
            return text;
        }
        text = column.stringAt(value);
        bytes[slot] = Arrays.copyOfRange(column.bytes(), start, end);
        texts[slot] = text;
        return text;
    }
}
