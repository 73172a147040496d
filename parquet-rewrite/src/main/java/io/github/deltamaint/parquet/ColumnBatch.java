package io.github.deltamaint.parquet;

import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * The records of one batch in one leaf column, as Parquet shreds them: level entries and dense non-null values.
 *
 * <p>An <em>entry</em> is a value or a null. In a column without repetition, record {@code r} has exactly one entry, number
 * {@code r}. In a repeated column it has one entry per innermost list element, and one for each null or empty list; leaves
 * under the same list or map have the same entries, so one walk serves keys and values:
 *
 * <pre>{@code
 * for (int record = 0; record < key.records(); record++) {
 *     for (int entry = key.firstEntry(record); entry < key.firstEntry(record + 1); entry++) {
 *         if (!key.isNull(entry)) {
 *             map.put(key.stringAt(key.value(entry)), value.isNull(entry) ? null : value.stringAt(value.value(entry)));
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Arrays may be longer than what they hold, belong to the reader and are <em>used again for the next batch</em>. Used by
 * one thread.
 */
public final class ColumnBatch {

    ColumnBatch() {}

    /** The leaf column, as the target schema has it. */
    public ColumnDescriptor column() {
        throw new UnsupportedOperationException();
    }

    /** The array in which values are held. */
    public ValueKind kind() {
        throw new UnsupportedOperationException();
    }

    /** The number of records. */
    public int records() {
        throw new UnsupportedOperationException();
    }

    /** The number of entries: values and nulls. */
    public int entries() {
        throw new UnsupportedOperationException();
    }

    /** The number of non-null values. */
    public int values() {
        throw new UnsupportedOperationException();
    }

    /** The definition level of each entry; null if the column's maximum is 0. */
    public byte @Nullable [] definitionLevels() {
        throw new UnsupportedOperationException();
    }

    /** The repetition level of each entry; null if the column's maximum is 0. */
    public byte @Nullable [] repetitionLevels() {
        throw new UnsupportedOperationException();
    }

    /** The non-null values of kind INT. */
    public int[] ints() {
        throw new UnsupportedOperationException();
    }

    /** The non-null values of kind LONG. */
    public long[] longs() {
        throw new UnsupportedOperationException();
    }

    /** The non-null values of kind BYTES, one after the other; {@link #offsets()} says where each starts. */
    public byte[] bytes() {
        throw new UnsupportedOperationException();
    }

    /** Where values of kind BYTES start and end: value {@code i} is {@code bytes[offsets[i], offsets[i + 1])}. */
    public int[] offsets() {
        throw new UnsupportedOperationException();
    }

    /**
     * The first entry of a record.
     *
     * @param record 0 to {@link #records()}; for the latter the number of entries
     */
    public int firstEntry(int record) {
        throw new UnsupportedOperationException();
    }

    /** The definition level of an entry, the column's maximum if that is 0. */
    public int definitionLevel(int entry) {
        throw new UnsupportedOperationException();
    }

    /** The repetition level of an entry. */
    public int repetitionLevel(int entry) {
        throw new UnsupportedOperationException();
    }

    /** Whether an entry has no value: it, or a struct, list or map around it, is null or empty. */
    public boolean isNull(int entry) {
        throw new UnsupportedOperationException();
    }

    /** The number of the value of an entry among the non-null values, or -1 if it has none. */
    public int value(int entry) {
        throw new UnsupportedOperationException();
    }

    /** Value number {@code value} of an INT32 column. */
    public int intAt(int value) {
        throw new UnsupportedOperationException();
    }

    /** Value number {@code value} of an INT64 column. */
    public long longAt(int value) {
        throw new UnsupportedOperationException();
    }

    /** Value number {@code value} of a BOOLEAN column. */
    public boolean booleanAt(int value) {
        throw new UnsupportedOperationException();
    }

    /** Value number {@code value} of a BINARY column as UTF-8 text. */
    public String stringAt(int value) {
        throw new UnsupportedOperationException();
    }

    /** Value number {@code value} of kind BYTES, copied. */
    public byte[] bytesAt(int value) {
        throw new UnsupportedOperationException();
    }
}
