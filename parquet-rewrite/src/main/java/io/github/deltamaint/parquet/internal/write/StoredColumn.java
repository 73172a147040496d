package io.github.deltamaint.parquet.internal.write;

import org.jspecify.annotations.Nullable;

/** A column held as it was read: one whose values hardly repeat, or one with lists. */
public final class StoredColumn extends HeldColumn {
    private final ColumnData data;
    private final @Nullable SortedDictionary dictionary;
    private final int rows;
    private @Nullable RecordGather gather;

    /**
     * Holds a column.
     *
     * @param dictionary if not null, {@code data} holds its ranks
     */
    StoredColumn(ColumnData data, @Nullable SortedDictionary dictionary) {
        super(data.leaf());
        this.data = data;
        this.dictionary = dictionary;
        rows = data.records();
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public long bytes() {
        return data.bytes() + (dictionary == null ? 0 : EncodingChooser.plainBytes(leaf(), dictionary.values()));
    }

    @Override
    long valueCount() {
        return data.valueCount();
    }

    @Override
    @Nullable SortedDictionary dictionary() {
        return dictionary;
    }

    @Override
    void append(int[] picked, int from, int count, ColumnData target) {
        RecordGather current = gather;
        if (current == null) {
            current = new RecordGather(data);
            gather = current;
        }
        current.append(picked, from, count, target);
    }
}
