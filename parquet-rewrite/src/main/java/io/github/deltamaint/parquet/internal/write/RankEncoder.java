package io.github.deltamaint.parquet.internal.write;

import org.jspecify.annotations.Nullable;

/**
 * Writes the values of a page as ranks in a {@link SortedDictionary}: one byte that gives their width, then the hybrid. Keeps
 * the smallest and largest rank, which are the bounds of the page.
 */
final class RankEncoder {
    private static final int BLOCK = 512;

    private final HybridEncoder hybrid = new HybridEncoder();
    private int[] mapped = {};
    private int low;
    private int high;

    /** Encodes {@code ids[from, from + count)}. */
    void encode(SortedDictionary dictionary, int[] ids, int from, int count, PageBuffer target) {
        encode(dictionary, ids, from, count, target, null);
    }

    /** Encodes {@code ids[from, from + count)}; if {@code bounds} is not null, it takes the values into account. */
    void encode(
            SortedDictionary dictionary, int[] ids, int from, int count, PageBuffer target, @Nullable Bounds bounds) {
        int[] byId = dictionary.ranks();
        int width = HybridEncoder.width(dictionary.size());
        target.write(width);
        if (byId == null) {
            hybrid.encode(ids, from, count, width, target);
            findExtremes(ids, from, count, dictionary);
        } else {
            map(byId, ids, from, count);
            hybrid.encode(mapped, 0, count, width, target);
        }
        if (bounds != null && count > 0) {
            bounds(dictionary, byId == null ? ids : mapped, byId == null ? from : 0, count, bounds);
        }
    }

    /** Maps ids to ranks and finds the smallest and the largest. */
    private void map(int[] byId, int[] ids, int from, int count) {
        if (mapped.length < count) {
            mapped = new int[count];
        }
        int[] ranks = mapped;
        int smallest = Integer.MAX_VALUE;
        int largest = -1;
        for (int i = 0; i < count; i++) {
            int rank = byId[ids[from + i]];
            ranks[i] = rank;
            smallest = Math.min(smallest, rank);
            largest = Math.max(largest, rank);
        }
        low = smallest;
        high = largest;
    }

    /** Finds the smallest and the largest rank; stops early when the whole dictionary lies between them. */
    private void findExtremes(int[] ranks, int from, int count, SortedDictionary dictionary) {
        int last = dictionary.size() - 1;
        int smallest = Integer.MAX_VALUE;
        int largest = -1;
        int end = from + count;
        for (int block = from; block < end && (smallest > 0 || largest < last); block += BLOCK) {
            int blockEnd = Math.min(end, block + BLOCK);
            for (int i = block; i < blockEnd; i++) {
                smallest = Math.min(smallest, ranks[i]);
                largest = Math.max(largest, ranks[i]);
            }
        }
        low = smallest;
        high = largest;
    }

    private void bounds(SortedDictionary dictionary, int[] ranks, int start, int count, Bounds bounds) {
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
