package io.github.deltamaint.log.deletionvector;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * The deleted rows of a data file, by their position in it: the first row is 0, row groups count through. Immutable and safe for use by several threads.
 */
public final class DeletionVector {
    private static final int BATCH = 1024;

    private final List<Bucket> buckets;
    private final long cardinality;

    /**
     * The positions whose upper 32 bits are {@code key}.
     *
     * @param bits their lower 32 bits; not empty
     */
    record Bucket(int key, RoaringBitmap bits) {
        long position(int low) {
            return (long) key << 32 | Integer.toUnsignedLong(low);
        }

        /**
         * Calls {@code action} with every position in ascending order.
         *
         * <p>In batches, because {@code RoaringBitmap.forEach} leaves out a run that ends at 2³¹ − 1 (seen in 1.6.29).
         */
        void forEach(LongConsumer action) {
            int[] batch = new int[BATCH];
            BatchIterator iterator = bits.getBatchIterator();
            while (iterator.hasNext()) {
                int count = iterator.nextBatch(batch);
                for (int i = 0; i < count; i++) {
                    action.accept(position(batch[i]));
                }
            }
        }
    }

    /** The buckets in the order of their keys. */
    DeletionVector(List<Bucket> buckets) {
        this.buckets = List.copyOf(buckets);
        cardinality = buckets.stream()
                .mapToLong(bucket -> bucket.bits().getLongCardinality())
                .sum();
    }

    /** How many rows are deleted. */
    public long cardinality() {
        return cardinality;
    }

    /** Whether the row at a position is deleted. */
    public boolean contains(long position) {
        if (position < 0) {
            return false;
        }
        int key = (int) (position >>> 32);
        for (Bucket bucket : buckets) {
            if (bucket.key() == key) {
                return bucket.bits().contains((int) position);
            }
        }
        return false;
    }

    /** Calls {@code action} with the position of every deleted row, in ascending order. */
    public void forEach(LongConsumer action) {
        for (Bucket bucket : buckets) {
            bucket.forEach(action);
        }
    }

    /** The position of the last deleted row; a file with fewer rows than that does not belong to this deletion vector. */
    public OptionalLong last() {
        if (buckets.isEmpty()) {
            return OptionalLong.empty();
        }
        Bucket bucket = buckets.get(buckets.size() - 1);
        return OptionalLong.of(bucket.position(bucket.bits().last()));
    }

    @Override
    public String toString() {
        return cardinality + " deleted rows";
    }
}
