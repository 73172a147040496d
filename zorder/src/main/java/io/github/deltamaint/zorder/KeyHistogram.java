package io.github.deltamaint.zorder;

import java.util.Objects;

/**
 * The weight of a table by the leading bits of its keys: for callers who never hold all keys, and for those who count parts
 * of a table apart and add them up.
 *
 * <pre>
 *     key      1011 010011…        prefix 1011 = 11        weights[11] += weight of the row
 *              └ prefixBits
 * </pre>
 *
 * <p>Rows that agree in the prefix are not told apart, and a prefix heavier than a file is spread over files in the order in
 * which rows come. So the prefix needs some bits more than log2(files): 6 more where columns are independent, and twice as
 * many bits where they follow each other. A {@link LongSample} of keys has no such weakness. Adding is not thread-safe.
 */
public final class KeyHistogram {

    /** The widest prefix: its counters take 128 MiB. */
    public static final int MAX_PREFIX_BITS = 24;

    private final int suffixBits;
    private final long[] weights;

    /**
     * An empty histogram; takes 8 · 2<sup>prefixBits</sup> bytes.
     *
     * @param keyBits the number of bits of a key, 1 to 63: {@link SpaceFillingCurve#keyBits()}
     * @param prefixBits how many leading bits tell rows apart, 1 to {@link #MAX_PREFIX_BITS}; more than a key has are
     *     taken as all that it has
     * @throws IllegalArgumentException if a number is out of range
     */
    public KeyHistogram(int keyBits, int prefixBits) {
        if (keyBits < 1 || keyBits > Long.SIZE - 1) {
            throw new IllegalArgumentException("Keys have 1 to 63 bits but got " + keyBits);
        }
        if (prefixBits < 1 || prefixBits > MAX_PREFIX_BITS) {
            throw new IllegalArgumentException("A prefix has 1 to " + MAX_PREFIX_BITS + " bits but got " + prefixBits);
        }
        this.suffixBits = Math.max(0, keyBits - prefixBits);
        this.weights = new long[1 << Math.min(keyBits, prefixBits)];
    }

    /**
     * Adds rows {@code from} (inclusive) to {@code to} (exclusive), which weigh the same.
     *
     * @param weightOfRow the weight of each row, not negative
     * @throws IndexOutOfBoundsException if the array is too short or a key has more bits than stated or is negative
     * @throws IllegalArgumentException if the weight is negative
     * @throws ArithmeticException if the weights do not sum up to a long
     */
    public void add(long[] keys, int from, int to, long weightOfRow) {
        Objects.checkFromToIndex(from, to, keys.length);
        KeyWeights.checkWeight(weightOfRow);
        for (int row = from; row < to; row++) {
            int prefix = (int) Objects.checkIndex(keys[row] >>> suffixBits, (long) weights.length);
            weights[prefix] = Math.addExact(weights[prefix], weightOfRow);
        }
    }

    /**
     * Adds what another histogram has counted.
     *
     * @throws IllegalArgumentException if its keys or its prefix have another number of bits
     */
    public void add(KeyHistogram other) {
        if (other.suffixBits != suffixBits || other.weights.length != weights.length) {
            throw new IllegalArgumentException("Histograms of different widths cannot be added");
        }
        for (int prefix = 0; prefix < weights.length; prefix++) {
            weights[prefix] = Math.addExact(weights[prefix], other.weights[prefix]);
        }
    }

    /** The weights so far. Rows added later do not change them. */
    public KeyWeights weights() {
        return KeyWeights.ofPrefixes(weights, suffixBits);
    }
}
