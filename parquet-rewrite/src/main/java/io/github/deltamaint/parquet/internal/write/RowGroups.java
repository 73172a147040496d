package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.Arrays;

/**
 * Puts rows into groups: behind each other all rows of the first group as they were read, then those of the second, and so on. What lies near each other in some order may be far
 * apart as read; if it is in the same group, it is fetched from the cache. A group has whole buckets of rows.
 */
public final class RowGroups {
    /** A flat column has no repetition levels. */
    private static final byte[] NO_LEVELS = {};

    private final int[] starts;
    private final char[] groupOfRow;
    private final int largest;

    /**
     * Groups the rows of buckets.
     *
     * @param bucketOfRow is changed and kept
     * @param bucketStarts how many rows are in the buckets before each, one behind the last included
     * @param most the most rows of a group with several buckets
     */
    public RowGroups(char[] bucketOfRow, int[] bucketStarts, int most) {
        int buckets = bucketStarts.length - 1;
        char[] groupOfBucket = new char[buckets];
        int[] newStarts = new int[buckets + 1];
        int group = 0;
        int widest = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (bucketStarts[bucket + 1] - newStarts[group] > most && bucketStarts[bucket] > newStarts[group]) {
                newStarts[++group] = bucketStarts[bucket];
            }
            groupOfBucket[bucket] = (char) group;
            widest = Math.max(widest, bucketStarts[bucket + 1] - newStarts[group]);
        }
        newStarts[group + 1] = bucketOfRow.length;
        starts = Arrays.copyOf(newStarts, group + 2);
        largest = widest;
        for (int row = 0; row < bucketOfRow.length; row++) {
            bucketOfRow[row] = groupOfBucket[bucketOfRow[row]];
        }
        groupOfRow = bucketOfRow;
    }

    /** The number of groups. */
    public int count() {
        return starts.length - 1;
    }

    /** How many rows are in the groups before this one. */
    public int start(int group) {
        return starts[group];
    }

    /** A copy of the starts of all groups. */
    public int[] starts() {
        return starts.clone();
    }

    /** The rows of the largest group. */
    public int largest() {
        return largest;
    }

    /** The group of a row. */
    public int of(int row) {
        return groupOfRow[row];
    }

    void group(byte[] source, byte[] target) {
        int[] next = starts();
        for (int row = 0; row < groupOfRow.length; row++) {
            target[next[groupOfRow[row]]++] = source[row];
        }
    }

    void group(short[] source, short[] target) {
        int[] next = starts();
        for (int row = 0; row < groupOfRow.length; row++) {
            target[next[groupOfRow[row]]++] = source[row];
        }
    }

    void group(int[] source, int[] target) {
        group(source, groupOfRow.length, groupOfRow, starts(), target);
    }

    /** The entries of a flat column in groups. */
    ColumnData group(ColumnData source) {
        ColumnData target = new ColumnData(source.leaf());
        target.reset(source.leaf(), source.holdsIds(), source.entries());
        if (source.allPresent()) {
            target.addPresent(source.entries(), NO_LEVELS, 0);
            groupValues(source, groupOfRow, starts(), target);
            return target;
        }
        byte[] levels = new byte[source.entries()];
        group(source.definitionLevels(), levels);
        target.addEntries(levels.length, levels, NO_LEVELS, 0);
        groupValues(source, groupsOfValues(source), valueStarts(source), target);
        return target;
    }

    private char[] groupsOfValues(ColumnData source) {
        char[] groups = new char[source.valueCount() + 1];
        byte[] levels = source.definitionLevels();
        int present = source.leaf().maxDefinitionLevel();
        int value = 0;
        for (int row = 0; row < groupOfRow.length; row++) {
            groups[value] = groupOfRow[row];
            value += levels[row] == present ? 1 : 0;
        }
        return Arrays.copyOf(groups, source.valueCount());
    }

    private int[] valueStarts(ColumnData source) {
        int[] valueStarts = new int[starts.length];
        byte[] levels = source.definitionLevels();
        int present = source.leaf().maxDefinitionLevel();
        for (int row = 0; row < groupOfRow.length; row++) {
            valueStarts[groupOfRow[row] + 1] += levels[row] == present ? 1 : 0;
        }
        for (int group = 1; group < valueStarts.length; group++) {
            valueStarts[group] += valueStarts[group - 1];
        }
        return valueStarts;
    }

    /** Copies values to their groups; {@code next} has the place of the first value of each group. */
    private static void groupValues(ColumnData source, char[] groups, int[] next, ColumnData target) {
        int count = source.valueCount();
        if (source.holdsIds()) {
            group(source.ids(), count, groups, next, target.reserveIds(count));
            target.addedIds(count);
            return;
        }
        ValueVector from = source.values();
        ValueVector to = target.values();
        to.reserve(count);
        switch (from.kind()) {
            case INT -> group(from.ints(), count, groups, next, to.ints());
            case LONG -> {
                long[] longs = from.longs();
                long[] grouped = to.longs();
                for (int i = 0; i < count; i++) {
                    grouped[next[groups[i]]++] = longs[i];
                }
            }
            case BYTES -> groupBytes(from, groups, next, to);
        }
        to.added(count);
    }

    private static void group(int[] source, int count, char[] groups, int[] next, int[] target) {
        for (int i = 0; i < count; i++) {
            target[next[groups[i]]++] = source[i];
        }
    }

    private static void groupBytes(ValueVector from, char[] groups, int[] next, ValueVector to) {
        int[] offsets = from.offsets();
        int[] nextByte = new int[next.length + 1];
        for (int i = 0; i < from.size(); i++) {
            nextByte[groups[i] + 1] += offsets[i + 1] - offsets[i];
        }
        for (int group = 1; group < nextByte.length; group++) {
            nextByte[group] += nextByte[group - 1];
        }
        to.reserveBytes(from.byteCount());
        byte[] bytes = from.bytes();
        byte[] grouped = to.bytes();
        int[] groupedOffsets = to.offsets();
        for (int i = 0; i < from.size(); i++) {
            int group = groups[i];
            int length = offsets[i + 1] - offsets[i];
            groupedOffsets[next[group]++] = nextByte[group];
            System.arraycopy(bytes, offsets[i], grouped, nextByte[group], length);
            nextByte[group] += length;
        }
        groupedOffsets[from.size()] = from.byteCount();
    }
}
