package io.github.deltamaint.zorder;

/**
 * Says which values of a stream a uniform sample of fixed size takes, without looking at those that it leaves out.
 *
 * <p>The first {@code capacity} values fill the sample. From then on the values that enter it are known in advance: the
 * gaps between them are geometric with a slowly falling rate, so a long stream costs O(capacity · log(n / capacity)).
 *
 * <pre>
 *     stream   ●●●●●●●●○○○○●○○○○○○○○●○○○○○○○○○○○○○○○○●○○○ …      ● enters, replacing a random one
 *              └ filled ┘  └ gaps, drawn, not counted one by one
 * </pre>
 *
 * <p>Source: K.-H. Li, "Reservoir-Sampling Algorithms of Time Complexity O(n(1 + log(N/n)))", ACM TOMS 1994, algorithm L.
 * The generator is SplitMix64 (G. Steele et al., OOPSLA 2014). The same seed gives the same sample on every machine.
 */
final class Reservoir {

    private final int capacity;
    private long state;
    private double weight = 1;
    private long seen;
    private long next;

    Reservoir(int capacity, long seed) {
        if (capacity < 1) {
            throw new IllegalArgumentException("A sample takes at least 1 value but its capacity was " + capacity);
        }
        this.capacity = capacity;
        this.state = seed;
    }

    /** The number of values that have passed. */
    long seen() {
        return seen;
    }

    /** The number of values that have entered and are still there. */
    int size() {
        return (int) Math.min(seen, capacity);
    }

    /** The length to which an array of the sample grows that has no room for one more. */
    int grown(int length) {
        return (int) Math.min(capacity, 2L * length);
    }

    /** Lets the values pass that come before the next to {@link #enter}; its index, or {@code to} if all have passed. */
    int next(int from, int to) {
        int passing = (int) Math.min(next - seen, to - from);
        seen += passing;
        return from + passing;
    }

    /** Takes one value in, and says at which index of the sample. */
    int enter() {
        int slot = seen < capacity ? (int) seen : (int) (nextDouble() * capacity);
        seen++;
        next = seen < capacity ? seen : seen + nextGap();
        return slot;
    }

    private long nextGap() {
        weight *= StrictMath.exp(StrictMath.log(nextDouble()) / capacity);
        double gap = Math.floor(StrictMath.log(nextDouble()) / StrictMath.log1p(-weight));
        return (long) Math.min(gap, Long.MAX_VALUE / 2.0);
    }

    /** Uniform in (0, 1). */
    private double nextDouble() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        mixed ^= mixed >>> 31;
        return ((mixed >>> 12) + 0.5) * 0x1.0p-52;
    }
}
