package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ValueKind;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Some records of one leaf column: levels and dense values, in arrays that are used again for the next records. Used by one
 * thread.
 *
 * <p>A batch that takes ids has, in place of values, ids of the dictionary of its column chunk, if all of its values come from pages of
 * ids.
 */
public final class LeafBatch {
    private static final byte[] NONE = {};

    private final ColumnDescriptor column;
    private final int maxDefinition;
    private final boolean repeated;
    private final ValueVector values;
    private byte[] definitions = NONE;
    private byte[] repetitions = NONE;
    private final boolean takesIds;
    private @Nullable ValueVector dictionary;
    private int[] ids = {};
    private int idCount;
    private int records;
    private int entries;

    /** An empty batch of a column, which takes values. */
    public LeafBatch(ColumnDescriptor column) {
        this(column, false);
    }

    /**
     * An empty batch of a column.
     *
     * @param takesIds whether it takes ids where it can
     */
    public LeafBatch(ColumnDescriptor column, boolean takesIds) {
        this.takesIds = takesIds;
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

    /** The non-null values; none if there is a {@link #dictionary()}. */
    public ValueVector values() {
        return values;
    }

    /** The number of non-null values, or of ids. */
    public int valueCount() {
        return dictionary == null ? values.size() : idCount;
    }

    /** What the {@link #ids()} stand for; null if the batch has values. */
    public @Nullable ValueVector dictionary() {
        return dictionary;
    }

    /** The ids of the non-null values, if there is a {@link #dictionary()}. */
    public int[] ids() {
        return ids;
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
        dictionary = null;
        idCount = 0;
    }

    /** Appends {@code count} values of a page. */
    void addValues(ChunkReader page, int count) throws IOException {
        if (count == 0) {
            return;
        }
        ValueVector ofPage = takesIds && values.size() == 0 && page.pageIsDictionary() ? page.dictionary() : null;
        if (ofPage != null) {
            addIds(page, ofPage, count);
            return;
        }
        lookUpIds();
        switch (page.kind()) {
            case INT -> {
                values.reserve(count);
                page.readInts(count, values.ints(), values.size());
                values.added(count);
            }
            case LONG -> {
                values.reserve(count);
                page.readLongs(count, values.longs(), values.size());
                values.added(count);
            }
            case BYTES -> page.appendBytes(count, values);
        }
    }

    private void addIds(ChunkReader page, ValueVector ofPage, int count) throws IOException {
        dictionary = ofPage;
        int needed = Math.addExact(idCount, count);
        if (ids.length < needed) {
            ids = Arrays.copyOf(ids, needed + (needed >> 2));
        }
        page.readIds(count, ids, idCount, null);
        idCount = needed;
    }

    /** Turns ids into values, because a page of values follows. */
    private void lookUpIds() {
        ValueVector entriesOfIds = dictionary;
        if (entriesOfIds != null) {
            values.appendLookedUp(entriesOfIds, ids, idCount);
            dictionary = null;
            idCount = 0;
        }
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
        if (dictionary == null) {
            plan.compact(values, 0);
        } else {
            plan.compact(ids, 0);
            idCount = plan.values();
        }
        entries = plan.levels();
        records = plan.records();
    }
}
