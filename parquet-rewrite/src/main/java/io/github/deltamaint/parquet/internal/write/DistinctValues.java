package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.ValueVector;

/**
 * The distinct values of a column, numbered in the order in which they were first seen: the dictionary while it grows.
 *
 * <p>Values are distinct when their bytes differ: -0.0 and 0.0 are two values, and so are two NaN of different payload.
 * Used by one thread.
 */
public abstract sealed class DistinctValues permits DistinctNumbers, DistinctBytes {
    private static final int SMALLEST_LIMIT = 1 << 16;
    private static final int LARGEST_LIMIT = 1 << 22;

    /**
     * No values.
     *
     * @param dictionaryBytes the size of a dictionary at which it is given up, for a measure of the memory that may be used
     */
    static DistinctValues of(ValueKind kind, long dictionaryBytes) {
        long slots = Math.max(SMALLEST_LIMIT, Math.min(LARGEST_LIMIT, Long.highestOneBit(dictionaryBytes / 2)));
        return kind == ValueKind.BYTES ? new DistinctBytes() : new DistinctNumbers(kind, (int) slots);
    }

    /** The values by id. Not to be changed. */
    abstract ValueVector values();

    /** The number of values. */
    final int size() {
        return values().size();
    }

    /** Finds or adds {@code count} values of {@code vector} from {@code from} on and stores their ids. */
    abstract void add(ValueVector vector, int from, int count, int[] ids, int at);

    /** Finds or adds every value of a vector; the result maps positions in the vector to ids. */
    public final int[] addAll(ValueVector vector) {
        int[] ids = new int[vector.size()];
        add(vector, 0, ids.length, ids, 0);
        return ids;
    }

    /**
     * As {@link #addAll}; if there are no values yet, they are numbered in their order, so that what comes later may find that
     * ids are ranks.
     */
    public final int[] addAllInOrder(ValueVector vector, ValueOrder order) {
        if (size() > 0) {
            return addAll(vector);
        }
        addAll(vector);
        ValueVector sorted = new ValueVector(vector.kind());
        Vectors.gather(values(), sorted(order), 0, size(), sorted);
        clear();
        addAll(sorted);
        return addAll(vector);
    }

    /** Forgets all values. Keeps memory unless there was a lot of it. */
    abstract void clear();

    /** The ids in ascending order of their values. */
    abstract int[] sorted(ValueOrder order);
}
