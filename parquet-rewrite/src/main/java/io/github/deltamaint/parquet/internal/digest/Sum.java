package io.github.deltamaint.parquet.internal.digest;

/** Two sums modulo 2^64. */
final class Sum {
    long high;
    long low;

    void add(long[] highs, long[] lows, int count) {
        long h = 0;
        long l = 0;
        for (int i = 0; i < count; i++) {
            h += highs[i];
            l += lows[i];
        }
        high += h;
        low += l;
    }

    void clear() {
        high = 0;
        low = 0;
    }
}
