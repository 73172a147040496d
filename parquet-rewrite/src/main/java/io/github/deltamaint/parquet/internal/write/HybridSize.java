package io.github.deltamaint.parquet.internal.write;

/** What dictionary ids take in Parquet's RLE / bit-packing hybrid, without writing them. */
public final class HybridSize {
    private HybridSize() {}

    /**
     * The bytes of {@code ids[from, from + count)} as one page has them, exactly as they are written here.
     *
     * @param range the size of the dictionary; all ids are less
     */
    public static long of(int[] ids, int from, int count, int range) {
        return HybridEncoder.size(ids, from, count, HybridEncoder.width(range));
    }
}
