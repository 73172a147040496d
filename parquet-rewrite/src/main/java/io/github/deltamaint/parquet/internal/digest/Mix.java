package io.github.deltamaint.parquet.internal.digest;

/** Two bijections of 64 bits in which every bit of the input changes half of the output's. */
final class Mix {
    private Mix() {}

    static long first(long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    static long second(long value) {
        long z = value;
        z = (z ^ z >>> 33) * 0xff51afd7ed558ccdL;
        z = (z ^ z >>> 33) * 0xc4ceb9fe1a85ec53L;
        return z ^ z >>> 33;
    }
}
