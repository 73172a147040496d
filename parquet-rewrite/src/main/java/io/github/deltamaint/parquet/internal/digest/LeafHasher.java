package io.github.deltamaint.parquet.internal.digest;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.LeafBatch;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.IntToLongFunction;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Hashes the records of one leaf column to two times 64 bits, each from all bits of the record, seeded by the column's path.
 *
 * <p>A value of up to 64 bits, moved by the seed, goes through a bijection: within a column, different values never collide.
 * Longer values are folded in 8 bytes at a time. A record of a repeated column folds its entries, with their levels.
 */
public final class LeafHasher {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final long ODD_1 = 0x87c37b91114253d5L;
    private static final long ODD_2 = 0x4cf5ad432745937fL;
    private static final long NULL = 0xd6e8feb86659fd93L;

    final ColumnDescriptor column;
    final String path;
    final Sum sum = new Sum();
    private final int maxDefinition;
    private final long seedHigh;
    private final long seedLow;
    /** The hashes of the non-null values of a batch, or of its entries. */
    private long[] high = {};

    private long[] low = {};

    /** The hashes of the records of a batch. */
    private long[] recordHigh = {};

    private long[] recordLow = {};

    /** The hashes of the values of the dictionary that was seen last, two for each. */
    private long[] dictionaryHashes = {};

    private @Nullable ValueVector hashed;

    LeafHasher(ColumnDescriptor column) {
        this.column = column;
        this.path = String.join(".", column.getPath());
        this.maxDefinition = column.getMaxDefinitionLevel();
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        this.seedHigh = Mix.first(foldHigh(name, 0, name.length, GOLDEN));
        this.seedLow = Mix.second(foldLow(name, 0, name.length, GOLDEN));
    }

    /** Adds the hash of each record to those of its row, {@code at} and following, and to the sum. */
    void addTo(LeafBatch batch, long[] rowHigh, long[] rowLow, int at) {
        if (batch.repetitions() == null && batch.valueCount() == batch.records()) {
            ValueVector dictionary = batch.dictionary();
            if (dictionary != null) {
                hashDictionary(dictionary);
                addIds(batch.ids(), batch.records(), rowHigh, rowLow, at);
                return;
            }
            if (batch.values().kind() == ValueKind.LONG) {
                addLongs(batch.values().longs(), batch.records(), rowHigh, rowLow, at);
                return;
            }
        }
        if (recordHigh.length < batch.records()) {
            recordHigh = new long[batch.records()];
            recordLow = new long[batch.records()];
        }
        hash(batch, recordHigh, recordLow);
        add(recordHigh, recordLow, batch.records(), rowHigh, rowLow, at);
    }

    /** Adds hashes of records. */
    void add(long[] highs, long[] lows, int count, long[] rowHigh, long[] rowLow, int at) {
        for (int i = 0; i < count; i++) {
            rowHigh[at + i] += highs[i];
        }
        for (int i = 0; i < count; i++) {
            rowLow[at + i] += lows[i];
        }
        sum.add(highs, lows, count);
    }

    private void addIds(int[] ids, int count, long[] rowHigh, long[] rowLow, int at) {
        long[] hashes = dictionaryHashes;
        long sumHigh = 0;
        long sumLow = 0;
        for (int i = 0; i < count; i++) {
            int entry = 2 * ids[i];
            long h = hashes[entry];
            long l = hashes[entry + 1];
            rowHigh[at + i] += h;
            rowLow[at + i] += l;
            sumHigh += h;
            sumLow += l;
        }
        sum.high += sumHigh;
        sum.low += sumLow;
    }

    private void addLongs(long[] values, int count, long[] rowHigh, long[] rowLow, int at) {
        long sumHigh = 0;
        long sumLow = 0;
        for (int i = 0; i < count; i++) {
            long h = Mix.first(values[i] + seedHigh);
            long l = Mix.second(values[i] + seedLow);
            rowHigh[at + i] += h;
            rowLow[at + i] += l;
            sumHigh += h;
            sumLow += l;
        }
        sum.high += sumHigh;
        sum.low += sumLow;
    }

    /** Writes the hash of each record. */
    void hash(LeafBatch batch, long[] intoHigh, long[] intoLow) {
        byte[] repetitions = batch.repetitions();
        byte[] definitions = batch.definitions();
        if (repetitions == null && batch.valueCount() == batch.records()) {
            hashValues(batch, intoHigh, intoLow);
            return;
        }
        if (high.length < batch.entries()) {
            high = new long[batch.entries()];
            low = new long[batch.entries()];
        }
        hashValues(batch, high, low);
        if (repetitions == null) {
            spread(definitions, batch.entries(), intoHigh, intoLow);
        } else {
            fold(repetitions, definitions, batch.entries(), intoHigh, intoLow);
        }
    }

    private void hashValues(LeafBatch batch, long[] intoHigh, long[] intoLow) {
        ValueVector dictionary = batch.dictionary();
        if (dictionary == null) {
            hashValues(batch.values(), intoHigh, intoLow);
            return;
        }
        hashDictionary(dictionary);
        int[] ids = batch.ids();
        int count = batch.valueCount();
        for (int i = 0; i < count; i++) {
            intoHigh[i] = dictionaryHashes[2 * ids[i]];
            intoLow[i] = dictionaryHashes[2 * ids[i] + 1];
        }
    }

    @SuppressWarnings("ReferenceEquality") // each column chunk has a dictionary of its own, which never changes
    private void hashDictionary(ValueVector dictionary) {
        if (hashed == dictionary) {
            return;
        }
        hashed = dictionary;
        int size = dictionary.size();
        long[] highs = new long[size];
        long[] lows = new long[size];
        hashValues(dictionary, highs, lows);
        if (dictionaryHashes.length < 2 * size) {
            dictionaryHashes = new long[2 * size];
        }
        for (int i = 0; i < size; i++) {
            dictionaryHashes[2 * i] = highs[i];
            dictionaryHashes[2 * i + 1] = lows[i];
        }
    }

    private void hashValues(ValueVector values, long[] intoHigh, long[] intoLow) {
        int count = values.size();
        switch (values.kind()) {
            case INT -> hashInts(values.ints(), count, intoHigh, intoLow);
            case LONG -> hashLongs(values.longs(), count, intoHigh, intoLow);
            case BYTES -> hashBytes(values.bytes(), values.offsets(), count, intoHigh, intoLow);
        }
    }

    private void hashInts(int[] values, int count, long[] intoHigh, long[] intoLow) {
        for (int i = 0; i < count; i++) {
            long value = values[i] & 0xffffffffL;
            intoHigh[i] = Mix.first(value + seedHigh);
            intoLow[i] = Mix.second(value + seedLow);
        }
    }

    private void hashLongs(long[] values, int count, long[] intoHigh, long[] intoLow) {
        for (int i = 0; i < count; i++) {
            intoHigh[i] = Mix.first(values[i] + seedHigh);
            intoLow[i] = Mix.second(values[i] + seedLow);
        }
    }

    private void hashBytes(byte[] bytes, int[] offsets, int count, long[] intoHigh, long[] intoLow) {
        for (int i = 0; i < count; i++) {
            int length = offsets[i + 1] - offsets[i];
            intoHigh[i] = Mix.first(foldHigh(bytes, offsets[i], length, seedHigh));
            intoLow[i] = Mix.second(foldLow(bytes, offsets[i], length, seedLow));
        }
    }

    static long foldHigh(byte[] bytes, int from, int length, long seed) {
        long hash = seed + length * GOLDEN;
        int at = from;
        int end = from + length;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = (hash ^ (long) LONG.get(bytes, at)) * ODD_1;
            hash ^= hash >>> 29;
        }
        return at == end ? hash : (hash ^ rest(bytes, at, end)) * ODD_1;
    }

    private static long foldLow(byte[] bytes, int from, int length, long seed) {
        long hash = seed ^ length * ODD_1;
        int at = from;
        int end = from + length;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = Long.rotateLeft(hash + (long) LONG.get(bytes, at), 27) * ODD_2;
            hash ^= hash >>> 32;
        }
        return at == end ? hash : Long.rotateLeft(hash + rest(bytes, at, end), 27) * ODD_2;
    }

    /** The last 1 to 7 bytes. */
    private static long rest(byte[] bytes, int at, int end) {
        if (at <= bytes.length - Long.BYTES) {
            return (long) LONG.get(bytes, at) & (-1L >>> (64 - 8 * (end - at)));
        }
        long value = 0;
        for (int i = at; i < end; i++) {
            value |= (bytes[i] & 0xffL) << (8 * (i - at));
        }
        return value;
    }

    private long nullHigh(int definition) {
        return Mix.first(seedHigh ^ NULL * (definition + 1));
    }

    private long nullLow(int definition) {
        return Mix.second(seedLow ^ NULL * (definition + 1));
    }

    /** Puts the hashes of values to their records, and those of nulls between them. */
    private void spread(byte @Nullable [] definitions, int entries, long[] intoHigh, long[] intoLow) {
        int value = 0;
        for (int i = 0; i < entries; i++) {
            int definition = definitions == null ? maxDefinition : definitions[i];
            if (definition == maxDefinition) {
                intoHigh[i] = high[value];
                intoLow[i] = low[value++];
            } else {
                intoHigh[i] = nullHigh(definition);
                intoLow[i] = nullLow(definition);
            }
        }
    }

    private void fold(byte[] repetitions, byte @Nullable [] definitions, int entries, long[] intoHigh, long[] intoLow) {
        int value = 0;
        int record = -1;
        for (int i = 0; i < entries; i++) {
            int definition = definitions == null ? maxDefinition : definitions[i];
            boolean present = definition == maxDefinition;
            long entryHigh = present ? high[value] : nullHigh(definition);
            long entryLow = present ? low[value] : nullLow(definition);
            value += present ? 1 : 0;
            int repetition = repetitions[i];
            if (repetition == 0) {
                record++;
                intoHigh[record] = seedHigh;
                intoLow[record] = seedLow;
            }
            intoHigh[record] =
                    Mix.first(Long.rotateLeft(intoHigh[record], 23) * ODD_1 + entryHigh + repetition * GOLDEN);
            intoLow[record] = Mix.second(Long.rotateLeft(intoLow[record], 41) * ODD_2 + entryLow + repetition * NULL);
        }
    }

    /** Puts the hashes of numbers in place of those of nulls, in a column of INT64 values without repetition. */
    void fill(LeafBatch batch, IntToLongFunction numberOfRecord, long[] intoHigh, long[] intoLow) {
        byte[] definitions = batch.definitions();
        for (int i = 0; definitions != null && i < batch.records(); i++) {
            if (definitions[i] < maxDefinition) {
                long value = numberOfRecord.applyAsLong(i);
                intoHigh[i] = Mix.first(value + seedHigh);
                intoLow[i] = Mix.second(value + seedLow);
            }
        }
    }

    /** The hash of one value in every record. */
    Constant constant(@Nullable Object value) {
        if (column.getMaxRepetitionLevel() > 0) {
            throw new IllegalArgumentException("column " + path + " is repeated and cannot be constant");
        }
        if (value == null) {
            if (maxDefinition == 0) {
                throw new IllegalArgumentException("column " + path + " is required and cannot be null");
            }
            return new Constant(nullHigh(0), nullLow(0));
        }
        long[] hashHigh = new long[1];
        long[] hashLow = new long[1];
        switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> hashInts(new int[] {as(Boolean.class, value) ? 1 : 0}, 1, hashHigh, hashLow);
            case INT32 -> hashInts(new int[] {as(Integer.class, value)}, 1, hashHigh, hashLow);
            case FLOAT -> hashInts(new int[] {Float.floatToRawIntBits(as(Float.class, value))}, 1, hashHigh, hashLow);
            case INT64 -> hashLongs(new long[] {as(Long.class, value)}, 1, hashHigh, hashLow);
            case DOUBLE ->
                hashLongs(new long[] {Double.doubleToRawLongBits(as(Double.class, value))}, 1, hashHigh, hashLow);
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> {
                byte[] bytes = as(byte[].class, value);
                hashBytes(bytes, new int[] {0, bytes.length}, 1, hashHigh, hashLow);
            }
        }
        return new Constant(hashHigh[0], hashLow[0]);
    }

    /** The hash of a value that all records have. */
    public record Constant(long high, long low) {}

    private <T> T as(Class<T> type, Object value) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("column " + path + " needs a " + type.getSimpleName() + ", not "
                    + value.getClass().getSimpleName());
        }
        return type.cast(value);
    }
}
