package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.Arrays;

/**
 * Consecutive records of one leaf column in memory: level entries, and the non-null values densely behind each other, either
 * as ids of a dictionary or as themselves. Used by one thread and again for the next column.
 *
 * <p>Definition levels are only stored once one of them is not the highest. Repetition levels are only there in repeated
 * columns. The last record may be incomplete until the next one has begun or the data has ended.
 */
public final class ColumnData {
    /** Vectors that have grown beyond this are not kept for the next column. */
    private static final int KEPT_BYTES = 8 << 20;

    /** The number of entries from which on arrays grow to the expected number at once. */
    private static final int LARGE = 1 << 20;

    private Leaf leaf;
    private ValueVector values;
    private int[] ids = {};
    private int idCount;
    private boolean holdsIds;
    private byte[] definitionLevels = {};
    private boolean allPresent = true;
    private byte[] repetitionLevels = {};
    private int entries;
    private int expected;

    ColumnData(Leaf leaf) {
        this.leaf = leaf;
        this.values = new ValueVector(leaf.kind());
    }

    /**
     * Forgets all records, for a column whose values are held as ids or as themselves.
     *
     * @param expectedEntries about how many entries the column will have; arrays that grow large grow to that at once
     */
    void reset(Leaf newLeaf, boolean asIds, int expectedEntries) {
        expected = expectedEntries;
        if (newLeaf.kind() != leaf.kind() || values.bytes().length > KEPT_BYTES) {
            values = new ValueVector(newLeaf.kind());
        }
        leaf = newLeaf;
        entries = 0;
        idCount = 0;
        values.clear();
        allPresent = true;
        holdsIds = asIds;
    }

    public Leaf leaf() {
        return leaf;
    }

    /** The number of values and nulls. */
    public int entries() {
        return entries;
    }

    /** The number of records; the data must have ended. */
    int records() {
        return leaf.isFlat() ? entries : count(repetitionLevels, 0, entries, (byte) 0);
    }

    /** The number of non-null values. */
    public int valueCount() {
        return holdsIds ? idCount : values.size();
    }

    /** Whether values are held as ids of a dictionary. */
    public boolean holdsIds() {
        return holdsIds;
    }

    public int[] ids() {
        return ids;
    }

    public ValueVector values() {
        return values;
    }

    /** Whether every entry has a value, so that definition levels are not stored. */
    public boolean allPresent() {
        return allPresent;
    }

    public byte[] definitionLevels() {
        return definitionLevels;
    }

    public byte[] repetitionLevels() {
        return repetitionLevels;
    }

    /** The bytes that entries and values take. */
    long bytes() {
        long levels = (allPresent ? 0L : entries) + (leaf.isFlat() ? 0L : entries);
        return levels + 4L * idCount + EncodingChooser.plainBytes(leaf, values);
    }

    /** Makes room for the ids of {@code count} more values; they go behind {@link #valueCount()} and are then {@link #addedIds}. */
    public int[] reserveIds(int count) {
        int needed = Math.addExact(idCount, count);
        if (needed > ids.length) {
            ids = Arrays.copyOf(ids, grown(ids.length, needed));
        }
        return ids;
    }

    public void addedIds(int count) {
        idCount += count;
    }

    /** Forgets the last values. */
    public void truncateValues(int count) {
        if (holdsIds) {
            idCount = count;
        } else {
            values.truncate(count);
        }
    }

    /** Adds entries that all have a value and, in a repeated column, their repetition levels at {@code levelsAt}. */
    public void addPresent(int count, byte[] repetition, int levelsAt) {
        addRepetition(count, repetition, levelsAt);
        if (!allPresent) {
            reserveDefinition(count);
            Arrays.fill(definitionLevels, entries, entries + count, (byte) leaf.maxDefinitionLevel());
        }
        entries += count;
    }

    /** Adds entries with their definition levels and, in a repeated column, their repetition levels, at {@code levelsAt}. */
    public void addEntries(int count, byte[] definition, byte[] repetition, int levelsAt) {
        addRepetition(count, repetition, levelsAt);
        storeDefinition(count);
        System.arraycopy(definition, levelsAt, definitionLevels, entries, count);
        entries += count;
    }

    /** Adds entries of one definition level below the highest and, in a repeated column, their repetition levels. */
    public void addNulls(int count, int definitionLevel, byte[] repetition, int levelsAt) {
        addRepetition(count, repetition, levelsAt);
        storeDefinition(count);
        Arrays.fill(definitionLevels, entries, entries + count, (byte) definitionLevel);
        entries += count;
    }

    private void storeDefinition(int count) {
        reserveDefinition(count);
        if (allPresent) {
            allPresent = false;
            Arrays.fill(definitionLevels, 0, entries, (byte) leaf.maxDefinitionLevel());
        }
    }

    private void reserveDefinition(int count) {
        int needed = Math.addExact(entries, count);
        if (needed > definitionLevels.length) {
            definitionLevels = Arrays.copyOf(definitionLevels, grown(definitionLevels.length, needed));
        }
    }

    private void addRepetition(int count, byte[] repetition, int levelsAt) {
        if (leaf.isFlat()) {
            return;
        }
        int needed = Math.addExact(entries, count);
        if (needed > repetitionLevels.length) {
            repetitionLevels = Arrays.copyOf(repetitionLevels, grown(repetitionLevels.length, needed));
        }
        System.arraycopy(repetition, levelsAt, repetitionLevels, entries, count);
    }

    private int grown(int length, int needed) {
        if (needed > LARGE && needed <= expected) {
            return expected;
        }
        long half = Math.max(64, length + (length >> 1));
        return (int) Math.max(needed, Math.min(half, PageBuffer.MAX_BYTES));
    }

    /** The number of values among the entries {@code [from, to)}. */
    int valuesIn(int from, int to) {
        return allPresent ? to - from : count(definitionLevels, from, to, (byte) leaf.maxDefinitionLevel());
    }

    private static int count(byte[] levels, int from, int to, byte level) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += levels[i] == level ? 1 : 0;
        }
        return count;
    }

    /** Replaces ids by what {@code map} has at them. */
    void mapIds(int[] map) {
        for (int i = 0; i < idCount; i++) {
            ids[i] = map[ids[i]];
        }
    }

    /** Replaces ids by the values that they stand for. */
    void lookUpIds(ValueVector byId) {
        Vectors.gather(byId, ids, 0, idCount, values);
        idCount = 0;
        holdsIds = false;
    }

    /** Forgets the first entries and their values, and moves the others to the front. */
    void removeFirst(int entryCount, int valueCount) {
        if (entryCount == 0) {
            return;
        }
        int keptValues = valueCount() - valueCount;
        if (holdsIds) {
            System.arraycopy(ids, valueCount, ids, 0, keptValues);
            idCount = keptValues;
        } else {
            Vectors.removeFirst(values, valueCount);
        }
        int kept = entries - entryCount;
        if (!allPresent) {
            System.arraycopy(definitionLevels, entryCount, definitionLevels, 0, kept);
            allPresent = keptValues == kept;
        }
        if (!leaf.isFlat()) {
            System.arraycopy(repetitionLevels, entryCount, repetitionLevels, 0, kept);
        }
        entries = kept;
    }
}
