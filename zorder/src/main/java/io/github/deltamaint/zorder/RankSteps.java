package io.github.deltamaint.zorder;

import java.util.Arrays;

/**
 * The ranks of a sorted sample: one for each distinct value of it, and one for all values between two of them.
 *
 * <pre>
 *     sample        v0        v1        v2
 *     index     0   1    2    3    4    5    6      2·i + 1 for sampled value i, 2·i for what lies below it
 * </pre>
 */
final class RankSteps {

    private final int sampled;
    private final long values;
    private final long nulls;
    private final int bits;
    private int[] ranks = new int[32];
    private int steps;
    private long below;

    RankSteps(int sampled, long values, long nulls, int bits) {
        MassRanks.checkBits(bits);
        this.sampled = sampled;
        this.values = values;
        this.nulls = nulls;
        this.bits = bits;
        add(rankAt(0));
    }

    /** Adds the next distinct value with the number of times it is in the sample. */
    void add(long count) {
        add(rankAt(below + count / 2.0));
        below += count;
        add(rankAt((double) below));
    }

    private void add(int rank) {
        if (steps == ranks.length) {
            ranks = Arrays.copyOf(ranks, 2 * steps);
        }
        ranks[steps++] = rank;
    }

    private int rankAt(double sampledBefore) {
        double valuesBefore = sampled == 0 ? 0 : sampledBefore * values / sampled;
        return MassRanks.rank(nulls + valuesBefore, Math.addExact(nulls, values), bits);
    }

    int[] ranks() {
        return Arrays.copyOf(ranks, steps);
    }
}
