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

    /** The bytes of {@code count} equal ids. */
    public static long ofRun(int count, int range) {
        return count == 0 ? 0 : HybridEncoder.runBytes(count, HybridEncoder.width(range));
    }
}
