package io.github.deltamaint.parquet.internal.write;

import java.util.Arrays;

/**
 * Copies records of a column in any order. A flat column without nulls is a plain gather; otherwise the first entry and the
 * first value of every record are found once, and then slices are copied.
 */
final class RecordGather {
    private final ColumnData source;
    private final int[] entryStarts;
    private final int[] valueStarts;
    private int[] valuePositions = {};
    private byte[] definition = {};
    private byte[] repetition = {};

    RecordGather(ColumnData source) {
        this.source = source;
        boolean simple = source.leaf().isFlat() && source.allPresent();
        entryStarts = simple || source.leaf().isFlat() ? new int[0] : entryStarts();
        valueStarts = simple ? new int[0] : valueStarts();
    }

    private int[] entryStarts() {
        byte[] levels = source.repetitionLevels();
        int[] starts = new int[source.entries() + 1];
        int records = 0;
        for (int i = 0; i < source.entries(); i++) {
            if (levels[i] == 0) {
                starts[records++] = i;
            }
        }
        starts[records] = source.entries();
        return Arrays.copyOf(starts, records + 1);
    }

    /** The number of values before each entry. */
    private int[] valueStarts() {
        int[] starts = new int[source.entries() + 1];
        byte[] levels = source.definitionLevels();
        int present = source.leaf().maxDefinitionLevel();
        int values = 0;
        for (int i = 0; i < source.entries(); i++) {
            starts[i] = values;
            values += source.allPresent() || levels[i] == present ? 1 : 0;
        }
        starts[source.entries()] = values;
        return starts;
    }

    /** Appends the records {@code permutation[from, from + count)} to {@code target}. */
    void append(int[] permutation, int from, int count, ColumnData target) {
        if (valueStarts.length == 0) {
            target.addPresent(count, repetition, 0);
            appendValues(permutation, from, count, target);
        } else {
            appendEntries(permutation, from, count, target);
        }
    }

    private void appendEntries(int[] permutation, int from, int count, ColumnData target) {
        if (source.leaf().isFlat()) {
            appendFlat(permutation, from, count, target);
            return;
        }
        byte[] levels = source.definitionLevels();
        int entries = 0;
        int values = 0;
        for (int i = from; i < from + count; i++) {
            int first = entryStarts[permutation[i]];
            int end = entryStarts[permutation[i] + 1];
            reserve(entries + (end - first));
            if (!source.allPresent()) {
                System.arraycopy(levels, first, definition, entries, end - first);
            }
            System.arraycopy(source.repetitionLevels(), first, repetition, entries, end - first);
            for (int value = valueStarts[first]; value < valueStarts[end]; value++) {
                valuePositions[values++] = value;
            }
            entries += end - first;
        }
        if (values == entries) {
            target.addPresent(entries, repetition, 0);
        } else {
            target.addEntries(entries, definition, repetition, 0);
        }
        appendValues(valuePositions, 0, values, target);
    }

    /** Entries with nulls among them. */
    private void appendFlat(int[] permutation, int from, int count, ColumnData target) {
        byte[] levels = source.definitionLevels();
        int present = source.leaf().maxDefinitionLevel();
        reserve(count);
        int values = 0;
        for (int i = 0; i < count; i++) {
            int row = permutation[from + i];
            definition[i] = levels[row];
            valuePositions[values] = valueStarts[row];
            values += levels[row] == present ? 1 : 0;
        }
        if (values == count) {
            target.addPresent(count, repetition, 0);
        } else {
            target.addEntries(count, definition, repetition, 0);
        }
        appendValues(valuePositions, 0, values, target);
    }

    private void reserve(int entries) {
        if (entries > definition.length) {
            int length = (int) Math.max(entries, Math.min(2L * definition.length + 64, 1 << 30));
            definition = Arrays.copyOf(definition, length);
            repetition = Arrays.copyOf(repetition, length);
            valuePositions = Arrays.copyOf(valuePositions, length);
        }
    }

    private void appendValues(int[] positions, int from, int count, ColumnData target) {
        if (source.holdsIds()) {
            int[] ids = target.reserveIds(count);
            Vectors.gather(source.ids(), positions, from, count, ids, target.valueCount());
            target.addedIds(count);
        } else {
            Vectors.gather(source.values(), positions, from, count, target.values());
        }
    }
}
