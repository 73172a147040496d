package io.github.deltamaint.parquet.internal.write;

import org.jspecify.annotations.Nullable;

/**
 * Finds where a page ends: at the border of a record, after the allowed number of rows, and when the next record would make
 * it larger than allowed. In repeated columns the record that crosses the limit still belongs to the page.
 */
final class PageCutter {
    private final int pageRows;
    private final long pageBits;
    private int entryEnd;
    private int valueEnd;
    private int records;
    private boolean complete;

    PageCutter(int pageRows, int pageBytes) {
        this.pageRows = pageRows;
        pageBits = 8L * pageBytes;
    }

    /** The entry behind the last one of the page. */
    int entryEnd() {
        return entryEnd;
    }

    /** The value behind the last one of the page. */
    int valueEnd() {
        return valueEnd;
    }

    /** The records of the page. */
    int records() {
        return records;
    }

    /** Whether a limit ended the page; if not, the data did. */
    boolean isComplete() {
        return complete;
    }

    /**
     * Cuts a page.
     *
     * @param entryFrom its first entry, which starts a record
     * @param valueFrom its first value
     * @param valueBits the bits of each value, without the content of values of varying length
     * @param lengths gives the length of the content of values; null if all have one length
     */
    void cut(ColumnData data, int entryFrom, int valueFrom, int valueBits, @Nullable ValueLengths lengths) {
        Leaf leaf = data.leaf();
        int levelBits =
                HybridEncoder.width(leaf.maxDefinitionLevel() + 1) + HybridEncoder.width(leaf.maxRepetitionLevel() + 1);
        if (!leaf.isFlat()) {
            cutNested(data, entryFrom, valueFrom, levelBits, valueBits, lengths);
        } else if (lengths == null) {
            cutFlat(data, entryFrom, valueFrom, Math.max(1, levelBits + valueBits));
        } else {
            cutFlat(data, entryFrom, valueFrom, levelBits, valueBits, lengths);
        }
    }

    private void cutFlat(ColumnData data, int entryFrom, int valueFrom, int entryBits) {
        long rows = Math.max(1, Math.min(pageRows, pageBits / entryBits));
        records = (int) Math.min(rows, data.entries() - entryFrom);
        complete = records == rows;
        entryEnd = entryFrom + records;
        valueEnd = valueFrom + data.valuesIn(entryFrom, entryEnd);
    }

    private void cutFlat(
            ColumnData data, int entryFrom, int valueFrom, int levelBits, int valueBits, ValueLengths lengths) {
        int end = (int) Math.min(data.entries(), (long) entryFrom + pageRows);
        int values = data.valuesIn(entryFrom, end);
        long allBits = (long) (end - entryFrom) * levelBits + (long) values * valueBits;
        if (!lengths.areLookedUp() && allBits + 8 * lengths.total(valueFrom, values) <= pageBits) {
            entryEnd = end;
            valueEnd = valueFrom + values;
            records = end - entryFrom;
            complete = end < data.entries() || records == pageRows;
            return;
        }
        byte[] definition = data.definitionLevels();
        boolean allPresent = data.allPresent();
        int present = data.leaf().maxDefinitionLevel();
        long bits = 0;
        int value = valueFrom;
        int entry = entryFrom;
        for (; entry < end; entry++) {
            boolean hasValue = allPresent || definition[entry] == present;
            long entryBits = levelBits + (hasValue ? valueBits + 8L * lengths.length(value) : 0);
            if (bits + entryBits > pageBits && entry > entryFrom) {
                break;
            }
            bits += entryBits;
            value += hasValue ? 1 : 0;
        }
        entryEnd = entry;
        valueEnd = value;
        records = entry - entryFrom;
        complete = entry < data.entries() || records == pageRows;
    }

    private void cutNested(
            ColumnData data,
            int entryFrom,
            int valueFrom,
            int levelBits,
            int valueBits,
            @Nullable ValueLengths lengths) {
        byte[] definition = data.definitionLevels();
        byte[] repetition = data.repetitionLevels();
        boolean allPresent = data.allPresent();
        int present = data.leaf().maxDefinitionLevel();
        long bits = 0;
        int value = valueFrom;
        int started = 0;
        complete = false;
        int entry = entryFrom;
        for (; entry < data.entries(); entry++) {
            if (repetition[entry] == 0) {
                if (started == pageRows || (bits >= pageBits && started > 0)) {
                    complete = true;
                    break;
                }
                started++;
            }
            bits += levelBits;
            if (allPresent || definition[entry] == present) {
                bits += valueBits + (lengths == null ? 0 : 8L * lengths.length(value));
                value++;
            }
        }
        entryEnd = entry;
        valueEnd = value;
        records = started;
    }

    /** The lengths of values that vary, for values that lie in a vector or are looked up there by id. */
    static final class ValueLengths {
        private final int[] offsets;
        private final int @Nullable [] ids;

        ValueLengths(int[] offsets, int @Nullable [] ids) {
            this.offsets = offsets;
            this.ids = ids;
        }

        boolean areLookedUp() {
            return ids != null;
        }

        int length(int value) {
            int position = ids == null ? value : ids[value];
            return offsets[position + 1] - offsets[position];
        }

        /** The length of consecutive values in a vector together. */
        long total(int value, int count) {
            return offsets[value + count] - (long) offsets[value];
        }
    }
}
