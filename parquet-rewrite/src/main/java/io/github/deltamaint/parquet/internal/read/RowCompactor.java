package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.RowSelection;
import org.jspecify.annotations.Nullable;

/**
 * Removes deleted rows from the levels and values of a piece of a column, in place. Used by one thread, again and again.
 *
 * <p>First {@link #plan} says which entries stay, then each array is compacted by its own call.
 */
public final class RowCompactor {

    /**
     * Finds what stays of {@code levels} entries.
     *
     * @param selection the rows that survive
     * @param firstRow the position in the file of the row to which the first entry with repetition level 0 belongs; entries
     *     before it continue row {@code firstRow - 1}
     * @param levels the number of entries
     * @param definitionLevels of the entries, or null if all values are present
     * @param definitionAt where they start
     * @param maxDefinitionLevel the level of a value that is present
     * @param repetitionLevels of the entries, or null if the column is not repeated
     * @param repetitionAt where they start
     * @return whether anything goes; if not, nothing has to be compacted
     */
    public boolean plan(
            RowSelection selection,
            long firstRow,
            int levels,
            byte @Nullable [] definitionLevels,
            int definitionAt,
            int maxDefinitionLevel,
            byte @Nullable [] repetitionLevels,
            int repetitionAt) {
        throw new UnsupportedOperationException();
    }

    /** The number of entries that stay. */
    public int levels() {
        throw new UnsupportedOperationException();
    }

    /** The number of records that start among the entries that stay. */
    public int records() {
        throw new UnsupportedOperationException();
    }

    /** The number of non-null values that stay. */
    public int values() {
        throw new UnsupportedOperationException();
    }

    /** Compacts definition or repetition levels that start at {@code at}. */
    public void compactLevels(byte[] levels, int at) {
        throw new UnsupportedOperationException();
    }

    /** Compacts ids or values of kind INT that start at {@code at}. */
    public void compact(int[] values, int at) {
        throw new UnsupportedOperationException();
    }

    /** Compacts values of kind LONG that start at {@code at}. */
    public void compact(long[] values, int at) {
        throw new UnsupportedOperationException();
    }

    /** Compacts the values of a vector from value {@code at} to its end, and cuts it. */
    public void compact(ValueVector values, int at) {
        throw new UnsupportedOperationException();
    }
}
