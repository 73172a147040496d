package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.internal.read.PagePlace;
import org.jspecify.annotations.Nullable;

/**
 * Where column chunks of an input can be read on that were read in part, so that chunks that are taken apart over several row groups are not read from
 * their beginning for each part. Parts follow each other, and each may be read several times; so of each leaf there are the last two chunks, since a
 * part can begin in one and end in the other, and of each chunk the beginning and the end of its last part. Safe for use by several threads.
 */
final class PagePlaces {
    private final @Nullable Chunk[] last;
    private final @Nullable Chunk[] before;

    /**
     * None yet.
     *
     * @param leaves of the outputs
     */
    PagePlaces(int leaves) {
        last = new Chunk[leaves];
        before = new Chunk[leaves];
    }

    private record Chunk(int rowGroup, @Nullable PagePlace start, PagePlace end) {}

    /** The last known place from which a record of a chunk can be read; null if that is its beginning. */
    synchronized @Nullable PagePlace before(int leaf, int rowGroup, long record) {
        Chunk chunk = isOf(last[leaf], rowGroup) ? last[leaf] : before[leaf];
        if (chunk == null || chunk.rowGroup() != rowGroup) {
            return null;
        }
        if (chunk.end().records() <= record) {
            return chunk.end();
        }
        PagePlace start = chunk.start();
        return start != null && start.records() <= record ? start : null;
    }

    private static boolean isOf(@Nullable Chunk chunk, int rowGroup) {
        return chunk != null && chunk.rowGroup() == rowGroup;
    }

    /**
     * Keeps the place where the next part of a chunk begins.
     *
     * @param start the place that this part was read from; null if it was the beginning
     */
    synchronized void keep(int leaf, int rowGroup, @Nullable PagePlace start, PagePlace end) {
        if (!isOf(last[leaf], rowGroup)) {
            before[leaf] = last[leaf];
        }
        last[leaf] = new Chunk(rowGroup, start, end);
    }
}
