package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline.Hold;

/**
 * A column without lists whose distinct values are few enough to be numbered. One code stands for each record: the lowest ones for
 * a missing value, one for each definition level that it can have, the others for the ranks of the dictionary. So codes compare
 * as the values do, nulls first.
 */
public final class CodedColumn extends HeldColumn {
    private static final byte[] NO_LEVELS = {};

    private final CodeVector codes;
    private final int nullCodes;
    private final SortedDictionary dictionary;
    private final long valueCount;
    private int[] gathered = {};
    private byte[] definition = {};

    private CodedColumn(Leaf leaf, CodeVector codes, int nullCodes, SortedDictionary dictionary, long valueCount) {
        super(leaf);
        this.codes = codes;
        this.nullCodes = nullCodes;
        this.dictionary = dictionary;
        this.valueCount = valueCount;
    }

    /**
     * Makes codes of ids.
     *
     * @param data the ids of a flat column
     * @param sorted the dictionary that the ids are of; it is copied
     */
    static CodedColumn of(ColumnData data, SortedDictionary sorted) {
        Leaf leaf = data.leaf();
        int nullCodes = data.allPresent() ? 0 : leaf.maxDefinitionLevel();
        CodeVector codes = new CodeVector(Math.max(1, nullCodes + sorted.size()), data.entries());
        int[] map = new int[sorted.values().size()];
        for (int rank = 0; rank < sorted.size(); rank++) {
            map[sorted.id(rank)] = rank + nullCodes;
        }
        if (data.allPresent()) {
            codes.appendMapped(data.ids(), 0, data.valueCount(), map);
        } else {
            appendWithNulls(data, map, codes);
        }
        return new CodedColumn(leaf, codes, nullCodes, sorted.detached(leaf), data.valueCount());
    }

    private static void appendWithNulls(ColumnData data, int[] map, CodeVector codes) {
        byte[] levels = data.definitionLevels();
        int present = data.leaf().maxDefinitionLevel();
        int value = 0;
        int at = 0;
        while (at < data.entries()) {
            int end = at + 1;
            while (end < data.entries() && levels[end] == levels[at]) {
                end++;
            }
            if (levels[at] == present) {
                codes.appendMapped(data.ids(), value, end - at, map);
                value += end - at;
            } else {
                codes.appendRun(levels[at], end - at);
            }
            at = end;
        }
    }

    /** One code for each record. */
    public CodeVector codes() {
        return codes;
    }

    /** The number of codes that stand for a missing value: the lowest ones. */
    public int nullCodes() {
        return nullCodes;
    }

    /** The number of distinct values. */
    public int distinct() {
        return dictionary.size();
    }

    /** The distinct values, in their order. */
    public ValueVector values() {
        return dictionary.values();
    }

    /**
     * The same records in another order.
     *
     * @param newCodes the codes of all records in that order
     */
    public CodedColumn withCodes(CodeVector newCodes) {
        return new CodedColumn(leaf(), newCodes, nullCodes, dictionary, valueCount);
    }

    @Override
    public CodedColumn grouped(RowGroups groups) {
        return withCodes(codes.grouped(groups));
    }

    @Override
    public CodedColumn pick(int[] rows, ColumnPipeline pipeline, Hold how) {
        int[] old = new int[rows.length];
        codes.gather(rows, 0, rows.length, old, 0);
        boolean[] used = new boolean[codes.range()];
        for (int code : old) {
            used[code] = true;
        }
        int[] map = new int[used.length];
        int next = nullCodes;
        for (int code = 0; code < used.length; code++) {
            map[code] = code < nullCodes ? code : next;
            next += code >= nullCodes && used[code] ? 1 : 0;
        }
        CodeVector picked = new CodeVector(Math.max(1, next), rows.length);
        picked.appendMapped(old, 0, rows.length, map);
        int values = 0;
        for (int code : old) {
            values += code >= nullCodes ? 1 : 0;
        }
        return new CodedColumn(leaf(), picked, nullCodes, dictionary.subset(leaf(), used, nullCodes), values);
    }

    @Override
    public int rows() {
        return codes.size();
    }

    @Override
    public long bytes() {
        return codes.bytes() + EncodingChooser.plainBytes(leaf(), dictionary.values()) + 8L * dictionary.size();
    }

    @Override
    long valueCount() {
        return valueCount;
    }

    @Override
    SortedDictionary dictionary() {
        return dictionary;
    }

    /** The codes of the records that were last {@linkplain #append appended}. */
    int[] lastCodes() {
        return gathered;
    }

    @Override
    void append(int[] picked, int from, int count, ColumnData target) {
        reserve(count);
        codes.gather(picked, from, count, gathered, 0);
        appendGathered(count, target);
    }

    @Override
    void append(int from, int count, ColumnData target) {
        reserve(count);
        codes.copy(from, count, gathered);
        appendGathered(count, target);
    }

    private void reserve(int count) {
        if (gathered.length < count) {
            gathered = new int[count];
            definition = new byte[nullCodes == 0 ? 0 : count];
        }
    }

    private void appendGathered(int count, ColumnData target) {
        int[] ids = target.reserveIds(count);
        int at = target.valueCount();
        if (nullCodes == 0) {
            System.arraycopy(gathered, 0, ids, at, count);
            target.addedIds(count);
            target.addPresent(count, NO_LEVELS, 0);
        } else {
            appendWithNulls(count, ids, at, target);
        }
    }

    private void appendWithNulls(int count, int[] ids, int at, ColumnData target) {
        int present = leaf().maxDefinitionLevel();
        int values = 0;
        for (int i = 0; i < count; i++) {
            int code = gathered[i];
            boolean isNull = code < nullCodes;
            definition[i] = (byte) (isNull ? code : present);
            ids[at + values] = code - nullCodes;
            values += isNull ? 0 : 1;
        }
        target.addedIds(values);
        if (values == count) {
            target.addPresent(count, NO_LEVELS, 0);
        } else {
            target.addEntries(count, definition, NO_LEVELS, 0);
        }
    }
}
