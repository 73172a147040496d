package io.github.deltamaint.parquet.internal.digest;

import io.github.deltamaint.parquet.RowDigest.ColumnDigest;

/** Adds up hashes of entries at given places, as {@link SequenceHasher} does it for entries one behind the other. Used by one thread. */
public final class PlacedSum {
    private final long firstPlace;
    private long high;
    private long low;

    /**
     * An empty sum.
     *
     * @param firstPlace where place 0 is
     */
    public PlacedSum(long firstPlace) {
        this.firstPlace = firstPlace;
    }

    /** Adds {@code count} hashes at the places from {@code place} on. */
    public void add(long[] hashes, int count, long place) {
        long key = (firstPlace + place) * SequenceHasher.GOLDEN;
        long sumHigh = 0;
        long sumLow = 0;
        for (int i = 0; i < count; i++) {
            long mixed = SequenceHasher.mix(hashes[i] + key);
            sumHigh += mixed;
            sumLow += mixed ^ mixed >>> 29;
            key += SequenceHasher.GOLDEN;
        }
        high += sumHigh;
        low += sumLow;
    }

    /** Adds {@code count} hashes at the places {@code places[from], places[from + 1], …}. */
    public void add(long[] hashes, int count, int[] places, int from) {
        long sumHigh = 0;
        long sumLow = 0;
        for (int i = 0; i < count; i++) {
            long mixed = SequenceHasher.mix(hashes[i] + (firstPlace + places[from + i]) * SequenceHasher.GOLDEN);
            sumHigh += mixed;
            sumLow += mixed ^ mixed >>> 29;
        }
        high += sumHigh;
        low += sumLow;
    }

    /** What was added. */
    public ColumnDigest digest(String column) {
        return new ColumnDigest(column, high, low);
    }
}
