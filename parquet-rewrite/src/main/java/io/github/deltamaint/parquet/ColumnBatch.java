package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.read.LeafBatch;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * The records of one batch in one leaf column, as Parquet shreds them: entries with levels, and dense non-null values.
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
 * <p>Arrays may be longer than what they hold, belong to the reader and are <em>used again for the next batch</em>, and so is
 * this object. Used by one thread.
 */
public final class ColumnBatch {
    private static final int[] NONE = {};

    private final LeafBatch batch;
    private final int maxDefinition;
    private int[] valueOfEntry = NONE;
    private boolean valuesNumbered;
    private int[] entryOfRecord = NONE;
    private boolean recordsNumbered;

    ColumnBatch(LeafBatch batch) {
        this.batch = batch;
        this.maxDefinition = batch.column().getMaxDefinitionLevel();
    }

    LeafBatch batch() {
        return batch;
    }

    /** Forgets what was derived from the batch before. */
    void changed() {
        valuesNumbered = false;
        recordsNumbered = false;
    }

    /** The leaf column, as the target schema has it. */
    public ColumnDescriptor column() {
        return batch.column();
    }

    /** The array in which values are held. */
    public ValueKind kind() {
        return batch.values().kind();
    }

    /** The number of records. */
    public int records() {
        return batch.records();
    }

    /** The number of entries: values and nulls. */
    public int entries() {
        return batch.entries();
    }

    /** The number of non-null values. */
    public int values() {
        return batch.values().size();
    }

    /** The definition level of each entry; null if the column's maximum is 0. */
    public byte @Nullable [] definitionLevels() {
        return batch.definitions();
    }

    /** The repetition level of each entry; null if the column's maximum is 0. */
    public byte @Nullable [] repetitionLevels() {
        return batch.repetitions();
    }

    /** The non-null values of kind INT. */
    public int[] ints() {
        return batch.values().ints();
    }

    /** The non-null values of kind LONG. */
    public long[] longs() {
        return batch.values().longs();
    }

    /** The non-null values of kind BYTES, one after the other; {@link #offsets()} says where each starts. */
    public byte[] bytes() {
        return batch.values().bytes();
    }

    /** Where values of kind BYTES start and end: value {@code i} is {@code bytes[offsets[i], offsets[i + 1])}. */
    public int[] offsets() {
        return batch.values().offsets();
    }

    /**
     * The first entry of a record.
     *
     * @param record 0 to {@link #records()}; for the latter the number of entries
     */
    public int firstEntry(int record) {
        if (batch.repetitions() == null) {
            return record;
        }
        if (!recordsNumbered) {
            numberRecords();
        }
        return entryOfRecord[record];
    }

    private void numberRecords() {
        byte[] repetitions = Objects.requireNonNull(batch.repetitions());
        if (entryOfRecord.length <= records()) {
            entryOfRecord = new int[records() + (records() >> 3) + 1];
        }
        int record = 0;
        for (int entry = 0; entry < entries(); entry++) {
            if (repetitions[entry] == 0) {
                entryOfRecord[record++] = entry;
            }
        }
        entryOfRecord[record] = entries();
        recordsNumbered = true;
    }

    /** The definition level of an entry. */
    public int definitionLevel(int entry) {
        byte[] definitions = batch.definitions();
        return definitions == null ? 0 : definitions[entry];
    }

    /** The repetition level of an entry. */
    public int repetitionLevel(int entry) {
        byte[] repetitions = batch.repetitions();
        return repetitions == null ? 0 : repetitions[entry];
    }

    /** Whether an entry has no value: it, or a struct, list or map around it, is null or empty. */
    public boolean isNull(int entry) {
        byte[] definitions = batch.definitions();
        return definitions != null && definitions[entry] != maxDefinition;
    }

    /** The number of the value of an entry among the non-null values, or -1 if it has none. */
    public int value(int entry) {
        if (values() == entries()) {
            return entry;
        }
        if (!valuesNumbered) {
            numberValues();
        }
        return valueOfEntry[entry];
    }

    private void numberValues() {
        byte[] definitions = Objects.requireNonNull(batch.definitions());
        if (valueOfEntry.length < entries()) {
            valueOfEntry = new int[entries() + (entries() >> 3)];
        }
        int value = 0;
        for (int entry = 0; entry < entries(); entry++) {
            boolean present = definitions[entry] == maxDefinition;
            valueOfEntry[entry] = present ? value : -1;
            value += present ? 1 : 0;
        }
        valuesNumbered = true;
    }

    /** Value number {@code value} of an INT32 column, or the bits of one of a FLOAT column. */
    public int intAt(int value) {
        return ints()[Objects.checkIndex(value, values())];
    }

    /** Value number {@code value} of an INT64 column, or the bits of one of a DOUBLE column. */
    public long longAt(int value) {
        return longs()[Objects.checkIndex(value, values())];
    }

    /** Value number {@code value} of a BOOLEAN column. */
    public boolean booleanAt(int value) {
        return intAt(value) != 0;
    }

    /** Value number {@code value} of kind BYTES as UTF-8 text. */
    public String stringAt(int value) {
        Objects.checkIndex(value, values());
        int start = offsets()[value];
        return new String(bytes(), start, offsets()[value + 1] - start, StandardCharsets.UTF_8);
    }

    /** Value number {@code value} of kind BYTES, copied. */
    public byte[] bytesAt(int value) {
        return batch.values().bytesAt(Objects.checkIndex(value, values()));
    }
}
