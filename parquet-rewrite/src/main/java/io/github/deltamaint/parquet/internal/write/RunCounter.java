package io.github.deltamaint.parquet.internal.write;

/** Counts runs of equal codes. Used by one thread. */
public final class RunCounter {
    private long runs;
    private int last = -1;

    /** Adds the next codes, none of them negative. */
    public void add(int[] codes, int count) {
        if (count == 0) {
            return;
        }
        runs += (codes[0] == last ? 0 : 1) + CodeVector.changes(codes, count);
        last = codes[count - 1];
    }

    /** The runs so far. */
    public long runs() {
        return runs;
    }
}
