package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ValueKind;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Some records of one leaf column: levels and dense values, in arrays that are used again for the next records. Used by one
 * thread.
 */
public final class LeafBatch {
    private static final byte[] NONE = {};

    private final ColumnDescriptor column;
    private final int maxDefinition;
    private final boolean repeated;
    private final ValueVector values;
    private byte[] definitions = NONE;
    private byte[] repetitions = NONE;
    private int records;
    private int entries;

    /** An empty batch of a column. */
    public LeafBatch(ColumnDescriptor column) {
        this.column = column;
        this.maxDefinition = column.getMaxDefinitionLevel();
        this.repeated = column.getMaxRepetitionLevel() > 0;
        this.values = new ValueVector(ValueKind.of(column.getPrimitiveType().getPrimitiveTypeName()));
    }

    /** The column. */
    public ColumnDescriptor column() {
        return column;
    }

    /** The number of records. */
    public int records() {
        return records;
    }

    /** The number of entries. */
    public int entries() {
        return entries;
    }

    /** The non-null values. */
    public ValueVector values() {
        return values;
    }

    /** The definition level of each entry; null if the column's maximum is 0. */
    public byte @Nullable [] definitions() {
        return maxDefinition == 0 ? null : definitions;
    }

    /** The repetition level of each entry; null if the column's maximum is 0. */
    public byte @Nullable [] repetitions() {
        return repeated ? repetitions : null;
    }

    void clear() {
        records = 0;
        entries = 0;
        values.clear();
    }

    /** Appends the levels of the entries {@code [from, from + count)} of a page, of which {@code started} start a record. */
    void addLevels(ChunkReader page, int from, int count, int started) {
        if (maxDefinition > 0) {
            definitions = ensure(definitions, count);
            copy(page.definitions(), page.firstEntry() + from, page.uniformDefinitionLevel(), definitions, count);
        }
        if (repeated) {
            repetitions = ensure(repetitions, count);
            copy(page.repetitions(), page.firstEntry() + from, 0, repetitions, count);
        }
        entries += count;
        records += started;
    }

    private byte[] ensure(byte[] levels, int more) {
        int needed = Math.addExact(entries, more);
        return needed <= levels.length ? levels : Arrays.copyOf(levels, Math.max(needed, needed + (needed >> 2)));
    }

    private void copy(byte @Nullable [] source, int from, int uniform, byte[] target, int count) {
        if (source == null) {
            Arrays.fill(target, entries, entries + count, (byte) uniform);
        } else {
            System.arraycopy(source, from, target, entries, count);
        }
    }

    /** Removes what a plan says. */
    void compact(RowCompactor plan) {
        if (maxDefinition > 0) {
            plan.compactLevels(definitions, 0);
        }
        if (repeated) {
            plan.compactLevels(repetitions, 0);
        }
        plan.compact(values, 0);
        entries = plan.levels();
        records = plan.records();
    }
}
