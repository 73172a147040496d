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
        int changes = codes[0] == last ? 0 : 1;
        for (int i = 1; i < count; i++) {
            int difference = codes[i] ^ codes[i - 1];
            changes += (difference | -difference) >>> (Integer.SIZE - 1);
        }
        last = codes[count - 1];
        runs += changes;
    }

    /** The runs so far. */
    public long runs() {
        return runs;
    }
}
