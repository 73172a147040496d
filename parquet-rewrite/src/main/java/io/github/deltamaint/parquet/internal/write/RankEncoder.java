package io.github.deltamaint.parquet.internal.write;

import org.jspecify.annotations.Nullable;

/**
 * Writes the values of a page as ranks in a {@link SortedDictionary}: one byte that gives their width, then the hybrid. Keeps
 * the smallest and largest rank, which are the bounds of the page.
 */
final class RankEncoder {
    private final HybridEncoder hybrid = new HybridEncoder();
    private int[] mapped = {};

    /** Encodes {@code ids[from, from + count)}. */
    void encode(SortedDictionary dictionary, int[] ids, int from, int count, PageBuffer target) {
        encode(dictionary, ids, from, count, target, null);
    }

    /** Encodes {@code ids[from, from + count)}; if {@code bounds} is not null, it takes the values into account. */
    void encode(
            SortedDictionary dictionary, int[] ids, int from, int count, PageBuffer target, @Nullable Bounds bounds) {
        int[] ranks = ranks(dictionary, ids, from, count);
        int start = ranks == ids ? from : 0;
        int width = HybridEncoder.width(dictionary.size());
        target.write(width);
        hybrid.encode(ranks, start, count, width, target);
        if (bounds != null && count > 0) {
            bounds(dictionary, ranks, start, count, bounds);
        }
    }

    private int[] ranks(SortedDictionary dictionary, int[] ids, int from, int count) {
        int[] byId = dictionary.ranks();
        if (byId == null) {
            return ids;
        }
        if (mapped.length < count) {
            mapped = new int[count];
        }
        Vectors.gather(byId, ids, from, count, mapped, 0);
        return mapped;
    }

    private static void bounds(SortedDictionary dictionary, int[] ranks, int start, int count, Bounds bounds) {
        int low = Integer.MAX_VALUE;
        int high = -1;
        for (int i = start; i < start + count; i++) {
            low = Math.min(low, ranks[i]);
            high = Math.max(high, ranks[i]);
        }
        if (low < dictionary.firstNumber() || high >= dictionary.endOfNumbers()) {
            addWithNaN(dictionary, ranks, start, count, bounds);
        } else {
            add(dictionary, low, bounds);
            add(dictionary, high, bounds);
        }
    }

    private static void addWithNaN(SortedDictionary dictionary, int[] ranks, int from, int count, Bounds bounds) {
        int low = Integer.MAX_VALUE;
        int high = -1;
        int nan = -1;
        for (int i = from; i < from + count; i++) {
            if (ranks[i] < dictionary.firstNumber() || ranks[i] >= dictionary.endOfNumbers()) {
                nan = ranks[i];
            } else {
                low = Math.min(low, ranks[i]);
                high = Math.max(high, ranks[i]);
            }
        }
        add(dictionary, nan, bounds);
        if (high >= 0) {
            add(dictionary, low, bounds);
            add(dictionary, high, bounds);
        }
    }

    private static void add(SortedDictionary dictionary, int rank, Bounds bounds) {
        int id = dictionary.id(rank);
        bounds.add(dictionary.values(), id, id + 1);
    }
}
