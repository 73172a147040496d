package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RowSelection;
import java.util.ArrayList;
import java.util.List;

/** Some rows of a row group: which segments to read to get just these, and the place of each among them. */
final class RowPick {
    private final long[] bits;
    private final int[] before;
    private final int size;

    private RowPick(long[] bits) {
        this.bits = bits;
        before = new int[bits.length];
        int sum = 0;
        for (int i = 0; i < bits.length; i++) {
            before[i] = sum;
            sum += Long.bitCount(bits[i]);
        }
        size = sum;
    }

    /**
     * Picks rows.
     *
     * @param groupRows how many rows the row group has
     * @param rows their numbers in the row group, as read; more than once is once
     */
    static RowPick of(int groupRows, int[] rows) {
        long[] bits = new long[(groupRows + 63) >>> 6];
        for (int row : rows) {
            bits[row >>> 6] |= 1L << row;
        }
        return new RowPick(bits);
    }

    /** The number of rows. */
    int size() {
        return size;
    }

    /** For each row its place among those that are picked. */
    int[] places(int[] rows) {
        int[] places = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
            int word = rows[i] >>> 6;
            places[i] = before[word] + Long.bitCount(bits[word] & (1L << rows[i]) - 1);
        }
        return places;
    }

    /** The segments of the row group with nothing but these rows wanted. */
    List<Segment> of(List<Segment> segments) {
        List<Segment> picked = new ArrayList<>();
        int row = 0;
        for (Segment segment : segments) {
            RowSelection.Builder wanted = RowSelection.builder();
            long at = segment.from();
            while (at < segment.to()) {
                long survivor = segment.selection().nextSurvivor(at, segment.to());
                wanted.delete(at, survivor);
                if (survivor < segment.to()) {
                    if ((bits[row >>> 6] >>> row & 1) == 0) {
                        wanted.delete(survivor);
                    }
                    row++;
                }
                at = survivor + 1;
            }
            picked.add(new Segment(segment.input(), segment.from(), segment.to(), wanted.build()));
        }
        return picked;
    }
}
