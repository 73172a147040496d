package io.github.deltamaint.parquet.internal.write;

/** How many entries of a page have each level. */
final class LevelHistograms {
    private static final long[] NONE = {};

    private final long[] definition;
    private final long[] repetition;
    private final long containerNulls;

    private LevelHistograms(long[] definition, long[] repetition, long containerNulls) {
        this.definition = definition;
        this.repetition = repetition;
        this.containerNulls = containerNulls;
    }

    /** By definition level; empty where the null count says the same. */
    long[] definition() {
        return definition;
    }

    /** By repetition level; empty in a column without repetition. */
    long[] repetition() {
        return repetition;
    }

    /** The records in which the {@linkplain Leaf#container container} is null. */
    long containerNulls() {
        return containerNulls;
    }

    static LevelHistograms of(ColumnData data, int from, int entries, int values) {
        Leaf leaf = data.leaf();
        return new LevelHistograms(
                definition(data, from, entries, values),
                leaf.isFlat() ? NONE : count(data.repetitionLevels(), from, entries, leaf.maxRepetitionLevel()),
                containerNulls(data, from, entries));
    }

    private static long[] definition(ColumnData data, int from, int entries, int values) {
        int highest = data.leaf().maxDefinitionLevel();
        if (highest <= 1) {
            return NONE;
        }
        if (values == entries) {
            long[] counts = new long[highest + 1];
            counts[highest] = entries;
            return counts;
        }
        return count(data.definitionLevels(), from, entries, highest);
    }

    private static long[] count(byte[] levels, int from, int entries, int highest) {
        long[] counts = new long[highest + 1];
        for (int i = from; i < from + entries; i++) {
            counts[levels[i]]++;
        }
        return counts;
    }

    private static long containerNulls(ColumnData data, int from, int entries) {
        Leaf leaf = data.leaf();
        if (leaf.container().isEmpty() || data.allPresent()) {
            return 0;
        }
        int notNull = leaf.container().get(0).definitionLevel();
        byte[] definition = data.definitionLevels();
        byte[] repetition = data.repetitionLevels();
        long nulls = 0;
        for (int i = from; i < from + entries; i++) {
            nulls += repetition[i] == 0 && definition[i] < notNull ? 1 : 0;
        }
        return nulls;
    }
}
