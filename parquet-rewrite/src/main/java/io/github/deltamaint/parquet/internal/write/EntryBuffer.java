package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.IOException;
import java.util.Arrays;

/** The entries of a leaf column that have been appended one by one and wait to be handed on. Used by one thread. */
public final class EntryBuffer {
    private final Leaf leaf;
    private final ValueVector values;
    private byte[] definitionLevels = new byte[64];
    private byte[] repetitionLevels = new byte[64];
    private int entries;
    private int records;
    private int nextRepetition;

    /** An empty buffer. */
    public EntryBuffer(Leaf leaf) {
        this.leaf = leaf;
        values = new ValueVector(leaf.kind());
    }

    /** The column. */
    public Leaf leaf() {
        return leaf;
    }

    /** The values; one that is added must be followed by {@link #addPresent}. */
    public ValueVector values() {
        return values;
    }

    /** The records that have been started. */
    public int records() {
        return records;
    }

    /** The bytes that the values take. */
    public long bytes() {
        return EncodingChooser.plainBytes(leaf, values);
    }

    /** The repetition level of the next entry, instead of 0. */
    public void repeat(int level) {
        if (entries == 0) {
            throw new IllegalArgumentException(
                    "column " + leaf + " cannot repeat a record that has not been started or has been ended");
        }
        nextRepetition = level;
    }

    /** Adds an entry whose value has been added to {@link #values()}. */
    public void addPresent() {
        add(leaf.maxDefinitionLevel());
    }

    /** Adds an entry without a value. */
    public void addNull(int definitionLevel) {
        add(definitionLevel);
    }

    /** Adds records of one entry each, without a value. */
    public void addNulls(int definitionLevel, int count) {
        reserve(count);
        Arrays.fill(definitionLevels, entries, entries + count, (byte) definitionLevel);
        Arrays.fill(repetitionLevels, entries, entries + count, (byte) 0);
        entries += count;
        records += count;
    }

    private void reserve(int count) {
        if (entries + count > definitionLevels.length) {
            int capacity = Math.max(2 * definitionLevels.length, entries + count);
            definitionLevels = Arrays.copyOf(definitionLevels, capacity);
            repetitionLevels = Arrays.copyOf(repetitionLevels, capacity);
        }
    }

    private void add(int definitionLevel) {
        reserve(1);
        definitionLevels[entries] = (byte) definitionLevel;
        repetitionLevels[entries] = (byte) nextRepetition;
        entries++;
        records += nextRepetition == 0 ? 1 : 0;
        nextRepetition = 0;
    }

    /** Hands the first {@code count} records on. */
    void moveTo(ColumnPipeline pipeline, int count) throws IOException {
        int entryCount = count == records ? entries : entriesOf(count);
        int valueCount = count == records ? values.size() : valuesOf(entryCount);
        ColumnData data = pipeline.data();
        if (valueCount == entryCount) {
            data.addPresent(entryCount, repetitionLevels, 0);
        } else {
            data.addEntries(entryCount, definitionLevels, repetitionLevels, 0);
        }
        pipeline.addValues(values, 0, valueCount);
        Vectors.removeFirst(values, valueCount);
        System.arraycopy(definitionLevels, entryCount, definitionLevels, 0, entries - entryCount);
        System.arraycopy(repetitionLevels, entryCount, repetitionLevels, 0, entries - entryCount);
        entries -= entryCount;
        records -= count;
        pipeline.added();
    }

    private int entriesOf(int recordCount) {
        int started = 0;
        for (int i = 0; i < entries; i++) {
            if (repetitionLevels[i] == 0 && started++ == recordCount) {
                return i;
            }
        }
        return entries;
    }

    private int valuesOf(int entryCount) {
        int count = 0;
        for (int i = 0; i < entryCount; i++) {
            count += definitionLevels[i] == leaf.maxDefinitionLevel() ? 1 : 0;
        }
        return count;
    }
}
