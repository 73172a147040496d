package io.github.deltamaint.parquet.internal.write;

/** Counts runs of equal codes. Used by one thread. */
public final class RunCounter {
    private long runs;
    private int last = -1;

    /** Adds the next codes, none of them negative. */
    public void add(int[] codes, int count) {
        int previous = last;
        int changes = 0;
        for (int i = 0; i < count; i++) {
            changes += codes[i] == previous ? 0 : 1;
            previous = codes[i];
        }
        last = previous;
        runs += changes;
    }

    /** The runs so far. */
    public long runs() {
        return runs;
    }
}
