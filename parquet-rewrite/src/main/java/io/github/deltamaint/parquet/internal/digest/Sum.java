package io.github.deltamaint.parquet.internal.digest;

/** A sum modulo 2^128. */
final class Sum {
    long high;
    long low;

    void add(long[] highs, long[] lows, int count) {
        long h = high;
        long l = low;
        for (int i = 0; i < count; i++) {
            long before = l;
            l += lows[i];
            h += highs[i] + (Long.compareUnsigned(l, before) < 0 ? 1 : 0);
        }
        high = h;
        low = l;
    }
}
