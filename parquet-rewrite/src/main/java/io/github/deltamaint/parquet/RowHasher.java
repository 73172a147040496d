package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.RowDigest.ColumnDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Sums up rows in a digest that does not depend on their order, nor on how they are encoded, paged and grouped: equal digests of
 * equal row counts mean, for all purposes but deliberate forgery, the same multiset of rows.
 *
 * <p>A row hashes to 128 bits, from all of its values, nulls and the shape of its lists and structs; rows are summed modulo
 * 2^128. Each leaf column is summed on its own as well, so that a difference can be told by column. Values count as their bits:
 * -0.0 and 0.0 differ, and so do NaNs with different payloads; null, empty and a list with a null differ. Columns count by
 * path, not by position. The digest is stable from one release to the next.
 *
 * <p>Used by one thread; digests of several threads are added by {@link RowDigest#plus}.
 */
public final class RowHasher {
    private final List<LeafHasher> leaves = new ArrayList<>();
    private final @Nullable Constant[] constants;
    private final Sum rowSum = new Sum();
    private long rows;

    /** The hashes of the rows of a batch, column upon column. */
    private long[] rowHigh = {};

    private long[] rowLow = {};
    /** The hashes of one column of a batch. */
    private long[] high = {};

    private long[] low = {};

    /** Hashes rows of {@code schema}. */
    public RowHasher(MessageType schema) {
        for (ColumnDescriptor column : schema.getColumns()) {
            leaves.add(new LeafHasher(column));
        }
        constants = new @Nullable Constant[leaves.size()];
    }

    /**
     * Gives a leaf the same value in all rows that follow, in place of what the batches have: partition columns.
     *
     * @param leaf a leaf without repetition, by position in the schema
     * @param value Boolean, Integer, Long, Float, Double or byte[], as the leaf's physical type wants it; null for null at the
     *     outermost level
     * @throws IllegalArgumentException if leaf or value do not fit
     */
    public void setConstant(int leaf, @Nullable Object value) {
        constants[leaf] = leaves.get(leaf).constant(value);
    }

    /** Forgets all constants. */
    public void clearConstants() {
        Arrays.fill(constants, null);
    }

    /**
     * Adds the rows of a batch.
     *
     * @param records how many
     * @param columns one per leaf, in schema order; null is allowed for leaves that have a constant
     * @throws IllegalArgumentException if a column is missing, is not that of the schema, or has another number of records
     */
    public void update(int records, List<? extends @Nullable ColumnBatch> columns) {
        if (columns.size() != leaves.size()) {
            throw new IllegalArgumentException(columns.size() + " columns for " + leaves.size() + " leaves");
        }
        if (rowHigh.length < records) {
            rowHigh = new long[records];
            rowLow = new long[records];
            high = new long[records];
            low = new long[records];
        }
        Arrays.fill(rowHigh, 0, records, 0);
        Arrays.fill(rowLow, 0, records, 0);
        for (int leaf = 0; leaf < leaves.size(); leaf++) {
            LeafHasher hasher = leaves.get(leaf);
            Constant constant = constants[leaf];
            if (constant != null) {
                Arrays.fill(high, 0, records, constant.high);
                Arrays.fill(low, 0, records, constant.low);
            } else {
                hasher.hash(check(hasher, columns.get(leaf), records), high, low);
            }
            add(high, rowHigh, records);
            add(low, rowLow, records);
            hasher.sum.add(high, low, records);
        }
        finish(records);
        rowSum.add(rowHigh, rowLow, records);
        rows += records;
    }

    private static ColumnBatch check(LeafHasher hasher, @Nullable ColumnBatch batch, int records) {
        if (batch == null || !batch.column().equals(hasher.column) || batch.records() != records) {
            throw new IllegalArgumentException(records + " records of column " + hasher.path + " were expected, found "
                    + (batch == null ? "none" : batch.records() + " of " + batch.column()));
        }
        return batch;
    }

    private static void add(long[] values, long[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] += values[i];
        }
    }

    /** Columns were added up, so that rows must be mixed once more before they are: else values could change rows unseen. */
    private void finish(int records) {
        for (int i = 0; i < records; i++) {
            long a = rowHigh[i];
            long b = rowLow[i];
            rowHigh[i] = Mix.first(a + Long.rotateLeft(b, 32));
            rowLow[i] = Mix.second(b ^ Long.rotateLeft(a, 17));
        }
    }

    /** The digest of all rows so far. */
    public RowDigest digest() {
        List<ColumnDigest> columns = new ArrayList<>();
        for (LeafHasher leaf : leaves) {
            columns.add(new ColumnDigest(leaf.path, leaf.sum.high, leaf.sum.low));
        }
        return new RowDigest(rows, rowSum.high, rowSum.low, columns);
    }

    /** The hash of a value that all rows have. */
    record Constant(long high, long low) {}

    /** A sum modulo 2^128. */
    static final class Sum {
        private long high;
        private long low;

        void add(long[] highs, long[] lows, int count) {
            long h = high;
            long l = low;
            for (int i = 0; i < count; i++) {
                long before = l;
                l += lows[i];
                h += highs[i] + (Long.compareUnsigned(l, before) < 0 ? 1 : 0);
            }
            high = h;
            low = l;
        }
    }

    /** Two bijections of 64 bits in which every bit of the input changes half of the output's. */
    static final class Mix {
        private Mix() {}

        static long first(long value) {
            long z = value;
            z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            return z ^ z >>> 31;
        }

        static long second(long value) {
            long z = value;
            z = (z ^ z >>> 33) * 0xff51afd7ed558ccdL;
            z = (z ^ z >>> 33) * 0xc4ceb9fe1a85ec53L;
            return z ^ z >>> 33;
        }
    }
}
