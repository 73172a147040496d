package io.github.deltamaint.testsupport;

/** Random-looking numbers as pure functions of a row number and a salt (SplitMix64). */
final class Hashing {

    private Hashing() {}

    static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Uniform in [0, 1). */
    static double uniform(long id, int salt) {
        return (mix(mix(id) ^ (salt * 0x632BE59BD9B4E019L)) >>> 11) * 0x1.0p-53;
    }

    /** Uniform in [0, bound). */
    static int below(int bound, long id, int salt) {
        return (int) (uniform(id, salt) * bound);
    }
}
