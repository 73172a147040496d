package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.RowSelection;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Removes deleted rows from the levels and values of a piece of a column, in place. Used by one thread, again and again.
 *
 * <p>First {@link #plan} finds the stretches of entries that stay, then each array is compacted by its own call.
 */
public final class RowCompactor {
    /** Pairs of first and end of the entries that stay. */
    private int[] levelRuns = new int[16];
    /** The same for the values of these entries. */
    private int[] valueRuns = new int[16];

    private int runs;
    private int records;
    private int levels;
    private int values;

    /** An object without a plan. */
    public RowCompactor() {}

    /**
     * Finds what stays of {@code levelCount} entries.
     *
     * @param selection the rows that survive
     * @param firstRow the position in the file of the row to which the first entry with repetition level 0 belongs; entries
     *     before it continue row {@code firstRow - 1}
     * @param levelCount the number of entries
     * @param definitionLevels of the entries, or null if they are uniform
     * @param definitionAt where they start
     * @param uniformDefinitionLevel the level of all entries if {@code definitionLevels} is null
     * @param maxDefinitionLevel the level of a value that is present
     * @param repetitionLevels of the entries, or null if all are 0
     * @param repetitionAt where they start
     * @return whether anything goes; if not, nothing has to be compacted
     */
    public boolean plan(
            RowSelection selection,
            long firstRow,
            int levelCount,
            byte @Nullable [] definitionLevels,
            int definitionAt,
            int uniformDefinitionLevel,
            int maxDefinitionLevel,
            byte @Nullable [] repetitionLevels,
            int repetitionAt) {
        runs = 0;
        records = 0;
        levels = 0;
        values = 0;
        Entries entries = new Entries(
                definitionLevels,
                definitionAt,
                uniformDefinitionLevel == maxDefinitionLevel,
                maxDefinitionLevel,
                repetitionLevels,
                repetitionAt,
                levelCount);
        int level = 0;
        int value = 0;
        long row = firstRow;
        int continued = entries.endOfRecords(0, 0);
        if (continued > 0) {
            int n = entries.valuesIn(0, continued);
            if (firstRow == 0 || selection.survives(firstRow - 1)) {
                keep(0, continued, 0, n);
            }
            level = continued;
            value = n;
        }
        while (level < levelCount) {
            boolean stays = selection.survives(row);
            long to = stays
                    ? selection.nextDeleted(row, row + levelCount - level)
                    : selection.nextSurvivor(row, row + levelCount - level);
            int end = entries.endOfRecords(level, to - row);
            int n = entries.valuesIn(level, end);
            if (stays) {
                keep(level, end, value, n);
                records += entries.recordsIn(level, end);
            }
            level = end;
            value += n;
            row = to;
        }
        return levels < levelCount;
    }

    private void keep(int level, int levelEnd, int value, int valueCount) {
        if (2 * runs == levelRuns.length) {
            levelRuns = Arrays.copyOf(levelRuns, 4 * runs);
            valueRuns = Arrays.copyOf(valueRuns, 4 * runs);
        }
        levelRuns[2 * runs] = level;
        levelRuns[2 * runs + 1] = levelEnd;
        valueRuns[2 * runs] = value;
        valueRuns[2 * runs + 1] = value + valueCount;
        runs++;
        levels += levelEnd - level;
        values += valueCount;
    }

    /** The number of entries that stay. */
    public int levels() {
        return levels;
    }

    /** The number of records that start among the entries that stay. */
    public int records() {
        return records;
    }

    /** The number of non-null values that stay. */
    public int values() {
        return values;
    }

    /** Compacts definition or repetition levels that start at {@code at}. */
    public void compactLevels(byte[] array, int at) {
        move(array, at, levelRuns);
    }

    /** Compacts ids or values of kind INT that start at {@code at}. */
    public void compact(int[] array, int at) {
        move(array, at, valueRuns);
    }

    /** Compacts values of kind LONG that start at {@code at}. */
    public void compact(long[] array, int at) {
        move(array, at, valueRuns);
    }

    /** Compacts the values of a vector from value {@code at} to its end, and cuts it. */
    public void compact(ValueVector vector, int at) {
        switch (vector.kind()) {
            case INT -> compact(vector.ints(), at);
            case LONG -> compact(vector.longs(), at);
            case BYTES -> compactBytes(vector.bytes(), vector.offsets(), at);
        }
        vector.truncate(at + values);
    }

    private void compactBytes(byte[] bytes, int[] offsets, int at) {
        int out = at;
        for (int run = 0; run < 2 * runs; run += 2) {
            int first = at + valueRuns[run];
            int count = valueRuns[run + 1] - valueRuns[run];
            int start = offsets[first];
            int shift = start - offsets[out];
            System.arraycopy(bytes, start, bytes, offsets[out], offsets[first + count] - start);
            for (int i = 1; i <= count; i++) {
                offsets[out + i] = offsets[first + i] - shift;
            }
            out += count;
        }
    }

    // System.arraycopy takes any array, and allows the two stretches to overlap.
    @SuppressWarnings("SuspiciousSystemArraycopy")
    private void move(Object array, int at, int[] pairs) {
        int out = at;
        for (int run = 0; run < 2 * runs; run += 2) {
            int count = pairs[run + 1] - pairs[run];
            System.arraycopy(array, at + pairs[run], array, out, count);
            out += count;
        }
    }

    /** The entries of a piece, asked for ends of records and for values. */
    private static final class Entries {
        private final byte @Nullable [] definitions;
        private final int definitionAt;
        private final boolean uniformPresent;
        private final int maxDefinition;
        private final byte @Nullable [] repetitions;
        private final int repetitionAt;
        private final int count;

        Entries(
                byte @Nullable [] definitions,
                int definitionAt,
                boolean uniformPresent,
                int maxDefinition,
                byte @Nullable [] repetitions,
                int repetitionAt,
                int count) {
            this.definitions = definitions;
            this.definitionAt = definitionAt;
            this.uniformPresent = uniformPresent;
            this.maxDefinition = maxDefinition;
            this.repetitions = repetitions;
            this.repetitionAt = repetitionAt;
            this.count = count;
        }

        /** Where {@code records} records end that start at entry {@code from}; with 0, where a continued record ends. */
        int endOfRecords(int from, long records) {
            byte[] levels = repetitions;
            if (levels == null) {
                return (int) Math.min(count, from + records);
            }
            long started = 0;
            int entry = from;
            while (entry < count && (levels[repetitionAt + entry] != 0 || started++ < records)) {
                entry++;
            }
            return entry;
        }

        int valuesIn(int from, int to) {
            byte[] levels = definitions;
            if (levels == null) {
                return uniformPresent ? to - from : 0;
            }
            int values = 0;
            for (int i = definitionAt + from; i < definitionAt + to; i++) {
                values += levels[i] == maxDefinition ? 1 : 0;
            }
            return values;
        }

        int recordsIn(int from, int to) {
            byte[] levels = repetitions;
            if (levels == null) {
                return to - from;
            }
            int records = 0;
            for (int i = from; i < to; i++) {
                records += levels[repetitionAt + i] == 0 ? 1 : 0;
            }
            return records;
        }
    }
}
