package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary of a column chunk in the order of the column: the <em>rank</em> of a value is its place in the dictionary
 * page, so ranks compare as the values do.
 */
final class SortedDictionary {
    private final ValueVector values;
    private final int[] idsByRank;
    private final int[] ranks;
    private final boolean ranksAreIds;
    private final int firstNumber;
    private final int endOfNumbers;
    private int @Nullable [] lengths;

    private SortedDictionary(Leaf leaf, ValueVector values, int[] idsByRank) {
        this.values = values;
        this.idsByRank = idsByRank;
        ranks = new int[values.size()];
        boolean identity = idsByRank.length == values.size();
        for (int rank = 0; rank < idsByRank.length; rank++) {
            ranks[idsByRank[rank]] = rank;
            identity &= idsByRank[rank] == rank;
        }
        ranksAreIds = identity;
        int first = 0;
        int end = idsByRank.length;
        while (first < end && isNaN(leaf, idsByRank[first])) {
            first++;
        }
        while (end > first && isNaN(leaf, idsByRank[end - 1])) {
            end--;
        }
        firstNumber = first;
        endOfNumbers = end;
    }

    /**
     * Sorts a dictionary.
     *
     * @param used if not null, the ids that occur; others are left out
     */
    static SortedDictionary of(Leaf leaf, DistinctValues distinct, boolean @Nullable [] used) {
        int[] sorted = distinct.sorted(leaf.order());
        if (used != null) {
            int kept = 0;
            for (int id : sorted) {
                if (used[id]) {
                    sorted[kept++] = id;
                }
            }
            sorted = Arrays.copyOf(sorted, kept);
        }
        return new SortedDictionary(leaf, distinct.values(), sorted);
    }

    /** This dictionary with values of its own, in which ids are ranks. */
    SortedDictionary detached(Leaf leaf) {
        ValueVector sorted = new ValueVector(leaf.kind());
        Vectors.gather(values, idsByRank, 0, idsByRank.length, sorted);
        int[] identity = new int[sorted.size()];
        Arrays.setAll(identity, i -> i);
        return new SortedDictionary(leaf, sorted, identity);
    }

    /**
     * The part of this dictionary that occurs, with values of its own, in which ids are ranks.
     *
     * @param used whether the value at a rank occurs, at {@code rank + shift}
     */
    SortedDictionary subset(Leaf leaf, boolean[] used, int shift) {
        int[] kept = new int[idsByRank.length];
        int count = 0;
        for (int rank = 0; rank < idsByRank.length; rank++) {
            kept[count] = idsByRank[rank];
            count += used[rank + shift] ? 1 : 0;
        }
        return new SortedDictionary(leaf, values, Arrays.copyOf(kept, count)).detached(leaf);
    }

    private boolean isNaN(Leaf leaf, int id) {
        return switch (leaf.order()) {
            case FLOATING_POINT ->
                switch (leaf.kind()) {
                    case INT -> Float.isNaN(Float.intBitsToFloat(values.ints()[id]));
                    default -> Double.isNaN(Double.longBitsToDouble(values.longs()[id]));
                };
            case FLOAT16 -> ValueOrder.isFloat16NaN(values.bytes(), values.offsets()[id]);
            default -> false;
        };
    }

    /** The number of values. */
    int size() {
        return idsByRank.length;
    }

    /** The values by id, not sorted. */
    ValueVector values() {
        return values;
    }

    /** The id of the value at a rank. */
    int id(int rank) {
        return idsByRank[rank];
    }

    /** The ids of the values in their order. */
    int[] idsByRank() {
        return idsByRank;
    }

    /** The lengths of values of kind BYTES by id. */
    int[] lengths() {
        int[] known = lengths;
        if (known == null) {
            int[] offsets = values.offsets();
            known = new int[values.size()];
            for (int i = 0; i < known.length; i++) {
                known[i] = offsets[i + 1] - offsets[i];
            }
            lengths = known;
        }
        return known;
    }

    /** The ranks by id. */
    int[] ranksById() {
        return ranks;
    }

    /** The ranks by id; null if they are the ids themselves. */
    int @Nullable [] ranks() {
        return ranksAreIds ? null : ranks;
    }

    /** The first rank that is no NaN. */
    int firstNumber() {
        return firstNumber;
    }

    /** The rank behind the last one that is no NaN. */
    int endOfNumbers() {
        return endOfNumbers;
    }
}
