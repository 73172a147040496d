package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** All records of one leaf column of a row group in memory, so that they can be written in any order. */
public abstract sealed class HeldColumn permits CodedColumn, StoredColumn {
    private final Leaf leaf;

    HeldColumn(Leaf leaf) {
        this.leaf = leaf;
    }

    /** The column. */
    public final Leaf leaf() {
        return leaf;
    }

    /** The number of records. */
    public abstract int rows();

    /** About the bytes that the column takes in memory. */
    public abstract long bytes();

    /**
     * Some records as a column of their own, whose dictionary holds what occurs in them.
     *
     * @param rows the records, in the order wanted
     * @param pipeline is used in between
     * @param how whether ids are wanted; columns that have ids keep them
     */
    public abstract HeldColumn pick(int[] rows, ColumnPipeline pipeline, ColumnPipeline.Hold how) throws IOException;

    /** The same records, put into groups; null if that is not possible. */
    public abstract @Nullable HeldColumn grouped(RowGroups groups);

    /** The number of values, nulls not counted. */
    abstract long valueCount();

    /** The dictionary whose ranks {@link #append} gives as ids; null if it gives values. */
    abstract @Nullable SortedDictionary dictionary();

    /** Appends the records {@code rows[from, from + count)} to {@code target}. */
    abstract void append(int[] rows, int from, int count, ColumnData target);

    /** Appends the records {@code [from, from + count)} to {@code target}. */
    void append(int from, int count, ColumnData target) {
        int[] records = new int[count];
        for (int i = 0; i < count; i++) {
            records[i] = from + i;
        }
        append(records, 0, count, target);
    }

    /** Where ids are looked up that are to be written as values; null if there are no ids. */
    final @Nullable ValueVector looked() {
        SortedDictionary dictionary = dictionary();
        return dictionary == null ? null : dictionary.values();
    }
}
