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
    static DistinctValues of(ValueKind kind) {
        return kind == ValueKind.BYTES ? new DistinctBytes() : new DistinctNumbers(kind);
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

    /** Forgets all values. Keeps memory unless there was a lot of it. */
    abstract void clear();

    /** The ids in ascending order of their values. */
    abstract int[] sorted(ValueOrder order);
}
