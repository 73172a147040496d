package io.github.deltamaint.parquet.internal.digest;

import io.github.deltamaint.parquet.RowDigest.ColumnDigest;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the entries of one leaf column together with their places: a value that is changed, lost, doubled or moved to another
 * row changes the sum. What a dictionary holds is hashed once, and each id that stands for it costs a look-up.
 *
 * <p>An entry hashes from its value, or its definition level if that is null, and from its repetition level; then its place in the column is
 * mixed in. Used by one thread, for one column after the other.
 */
public final class SequenceHasher {
    static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final long ODD_1 = 0xbf58476d1ce4e5b9L;
    private static final long ODD_2 = 0x94d049bb133111ebL;
    private static final long ODD_3 = 0xd6e8feb86659fd93L;

    /** The hashes of this many ids are kept for the next column. */
    private static final int KEPT_HASHES = 1 << 20;

    private String path = "";
    private int maxDefinition;
    private long seed;
    private long place;
    private long high;
    private long low;
    private long[] hashes = {};
    private int hashCount;
    private long[] scratch = {};

    /**
     * Starts a column, or a part of one.
     *
     * @param newPath the names from the root to it
     * @param newMaxDefinition the definition level of a value that is present
     * @param firstEntry the number of entries of the column before this part
     */
    public void start(List<String> newPath, int newMaxDefinition, long firstEntry) {
        path = String.join(".", newPath);
        maxDefinition = newMaxDefinition;
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        seed = Mix.first(LeafHasher.foldHigh(name, 0, name.length, GOLDEN));
        place = firstEntry;
        high = 0;
        low = 0;
        forget();
    }

    /** Forgets what ids stand for. */
    public void forget() {
        if (hashes.length > KEPT_HASHES) {
            hashes = new long[0];
        }
        hashCount = 0;
    }

    /** The place of the next entry: the number of entries so far, and before the part. */
    public long place() {
        return place;
    }

    /** What the part sums up to. */
    public ColumnDigest digest() {
        return new ColumnDigest(path, high, low);
    }

    /**
     * Takes in what ids stand for.
     *
     * @param dictionary values
     * @param ids the id of each; null if they are numbered as they lie
     * @throws IllegalStateException if an id stood for another value before
     */
    public void learn(ValueVector dictionary, int @Nullable [] ids) {
        int size = dictionary.size();
        if (ids == null) {
            reserve(size);
            hash(dictionary, 0, size, hashes);
            hashCount = size;
            return;
        }
        long[] learnt = new long[size];
        hash(dictionary, 0, size, learnt);
        for (int i = 0; i < size; i++) {
            int id = ids[i];
            if (id >= hashCount) {
                reserve(id + 1);
                Arrays.fill(hashes, hashCount, id + 1, 0);
                hashCount = id + 1;
            }
            if (hashes[id] != 0 && hashes[id] != learnt[i]) {
                throw new IllegalStateException("two values of column " + path + " were given the same number " + id);
            }
            hashes[id] = learnt[i];
        }
    }

    private void reserve(int size) {
        if (hashes.length < size) {
            hashes = Arrays.copyOf(hashes, Math.max(size, (int) Math.min(Integer.MAX_VALUE - 8, hashes.length * 2L)));
        }
    }

    /**
     * Adds entries whose values are ids of what was {@linkplain #learn learnt}.
     *
     * @param firstId the first of the ids
     * @param values how many of the entries have a value
     * @param definitions their definition levels from {@code levelsAt} on; null if all have a value
     * @param repetitions their repetition levels from {@code levelsAt} on; null in a column without repetition
     */
    public void addIds(
            int[] ids,
            int firstId,
            int values,
            int entries,
            byte @Nullable [] definitions,
            byte @Nullable [] repetitions,
            int levelsAt) {
        if (definitions == null && repetitions == null) {
            addIds(ids, firstId, entries);
            return;
        }
        long[] valueHashes = scratch(values);
        for (int i = 0; i < values; i++) {
            valueHashes[i] = hashes[ids[firstId + i]];
        }
        addEntries(valueHashes, entries, definitions, repetitions, levelsAt);
    }

    private void addIds(int[] ids, int from, int entries) {
        long[] table = hashes;
        long key = place * GOLDEN;
        long sumHigh = 0;
        long sumLow = 0;
        int end = from + entries;
        for (int i = from; i < end; i++) {
            long mixed = table[ids[i]] + key;
            mixed = mix(mixed);
            sumHigh += mixed;
            sumLow += mixed ^ mixed >>> 29;
            key += GOLDEN;
        }
        sum(sumHigh, sumLow, entries);
    }

    /** Adds entries, as {@link #addIds} does, whose values are {@code count} of {@code values} from {@code firstValue} on. */
    public void addValues(
            ValueVector values,
            int firstValue,
            int count,
            int entries,
            byte @Nullable [] definitions,
            byte @Nullable [] repetitions,
            int levelsAt) {
        long[] valueHashes = scratch(count);
        hash(values, firstValue, count, valueHashes);
        if (definitions == null && repetitions == null) {
            addHashes(valueHashes, entries);
        } else {
            addEntries(valueHashes, entries, definitions, repetitions, levelsAt);
        }
    }

    /** Adds entries of one definition level, all without a value. */
    public void addNulls(int entries, int definition, byte @Nullable [] repetitions, int levelsAt) {
        long[] entryHashes = scratch(entries);
        long hash = nullHash(definition);
        for (int i = 0; i < entries; i++) {
            entryHashes[i] = repetitions == null ? hash : repeated(hash, repetitions[levelsAt + i]);
        }
        addHashes(entryHashes, entries);
    }

    private void addHashes(long[] entryHashes, int entries) {
        long key = place * GOLDEN;
        long sumHigh = 0;
        long sumLow = 0;
        for (int i = 0; i < entries; i++) {
            long mixed = entryHashes[i] + key;
            mixed = mix(mixed);
            sumHigh += mixed;
            sumLow += mixed ^ mixed >>> 29;
            key += GOLDEN;
        }
        sum(sumHigh, sumLow, entries);
    }

    private void addEntries(
            long[] valueHashes,
            int entries,
            byte @Nullable [] definitions,
            byte @Nullable [] repetitions,
            int levelsAt) {
        long key = place * GOLDEN;
        long sumHigh = 0;
        long sumLow = 0;
        int value = 0;
        for (int i = levelsAt; i < levelsAt + entries; i++) {
            long hash = definitions == null || definitions[i] == maxDefinition
                    ? valueHashes[value++]
                    : nullHash(definitions[i]);
            long mixed = (repetitions == null ? hash : repeated(hash, repetitions[i])) + key;
            mixed = mix(mixed);
            sumHigh += mixed;
            sumLow += mixed ^ mixed >>> 29;
            key += GOLDEN;
        }
        sum(sumHigh, sumLow, entries);
    }

    private void sum(long sumHigh, long sumLow, int entries) {
        high += sumHigh;
        low += sumLow;
        place += entries;
    }

    /** Mixes a hash and a place that were added. */
    static long mix(long sum) {
        return (sum ^ sum >>> 32) * ODD_3;
    }

    /** The hash of a value that is missing at a definition level, without its place. */
    public long hashOfNull(int definition) {
        return nullHash(definition);
    }

    /** The hashes of values, without their places. */
    public void hashesOf(ValueVector values, int from, int count, long[] into, int at) {
        if (at == 0) {
            hash(values, from, count, into);
            return;
        }
        long[] some = scratch(count);
        hash(values, from, count, some);
        System.arraycopy(some, 0, into, at, count);
    }

    private long nullHash(int definition) {
        return Mix.second(seed ^ ODD_3 * (definition + 1));
    }

    /** The hash of an entry of a column with repetition, of that of its value. */
    public static long repeated(long hash, int repetition) {
        return Mix.first(hash + repetition * ODD_2);
    }

    private long[] scratch(int size) {
        if (scratch.length < size) {
            scratch = new long[size];
        }
        return scratch;
    }

    private void hash(ValueVector values, int from, int count, long[] into) {
        switch (values.kind()) {
            case INT -> hashInts(values.ints(), from, count, into);
            case LONG -> hashLongs(values.longs(), from, count, into);
            case BYTES -> hashBytes(values.bytes(), values.offsets(), from, count, into);
        }
    }

    private void hashInts(int[] values, int from, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            long mixed = ((values[from + i] & 0xffffffffL) + seed) * ODD_1;
            into[i] = (mixed ^ mixed >>> 32) * ODD_2;
        }
    }

    private void hashLongs(long[] values, int from, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            long mixed = (values[from + i] + seed) * ODD_1;
            into[i] = (mixed ^ mixed >>> 32) * ODD_2;
        }
    }

    private void hashBytes(byte[] bytes, int[] offsets, int from, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            int start = offsets[from + i];
            long mixed = LeafHasher.foldHigh(bytes, start, offsets[from + i + 1] - start, seed);
            into[i] = (mixed ^ mixed >>> 32) * ODD_2;
        }
    }
}
