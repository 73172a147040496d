package io.github.deltamaint.internal.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Packs items into bins of a capacity, first fit: each item goes into the oldest bin that has room for it.
 *
 * <p>First fit keeps items that arrive together together, and no two of its bins could be merged: the first item of the
 * later one did not fit into the earlier one. That is what makes a second plan over finished bins empty. An item larger than the
 * capacity gets a bin of its own.
 *
 * <p>Finding the bin takes O(log bins), with a tree over the bins that knows the largest free room below each node.
 */
final class BinPacker {
    private final long capacity;

    BinPacker(long capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity must be positive but was " + capacity);
        }
        this.capacity = capacity;
    }

    /** The bins in the order in which they were opened; each holds its items in the order of {@code items}. */
    <T> List<List<T>> pack(List<T> items, ToLongFunction<T> weight) {
        List<List<T>> bins = new ArrayList<>();
        FreeRoom room = new FreeRoom(items.size());
        for (T item : items) {
            long needed = weight.applyAsLong(item);
            int bin = needed > capacity ? -1 : room.firstWith(needed);
            if (bin < 0 || bin == bins.size()) {
                bin = bins.size();
                bins.add(new ArrayList<>());
                room.set(bin, Math.max(0, capacity - needed));
            } else {
                room.set(bin, room.get(bin) - needed);
            }
            bins.get(bin).add(item);
        }
        return bins;
    }

    /** Free room per bin, in a complete binary tree whose inner nodes hold the maximum below them; unopened bins have it all. */
    private final class FreeRoom {
        private final int leaves;
        private final long[] tree;

        FreeRoom(int bins) {
            leaves = Integer.highestOneBit(Math.max(1, bins) * 2 - 1);
            tree = new long[2 * leaves];
            Arrays.fill(tree, capacity);
        }

        long get(int bin) {
            return tree[leaves + bin];
        }

        void set(int bin, long free) {
            int node = leaves + bin;
            tree[node] = free;
            while (node > 1) {
                node /= 2;
                tree[node] = Math.max(tree[2 * node], tree[2 * node + 1]);
            }
        }

        int firstWith(long needed) {
            int node = 1;
            while (node < leaves) {
                node = tree[2 * node] >= needed ? 2 * node : 2 * node + 1;
            }
            return node - leaves;
        }
    }
}
