package io.github.deltamaint.benchmarks;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Medians of measurements; of an even number of them the higher one in the middle. */
final class Medians {
    private Medians() {}

    /** The median of at least one number. */
    static long of(LongStream all) {
        long[] sorted = all.sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The median of all but the first third. */
    static long afterWarmUp(long[] times) {
        return of(Arrays.stream(times).skip(times.length / 3));
    }
}
