package io.github.deltamaint.parquet.internal.digest;

import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.RowDigest.ColumnDigest;
import io.github.deltamaint.parquet.internal.digest.LeafHasher.Constant;
import io.github.deltamaint.parquet.internal.read.LeafBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Sums up rows and columns. Some rows are started, then every column of theirs is added, in any order and in one piece or
 * several, then they are finished. Used by one thread.
 */
public final class RowSums {
    private final List<LeafHasher> leaves = new ArrayList<>();
    private final Sum rowSum = new Sum();
    private long rows;

    /** The hashes of the rows that have been started, column upon column. */
    private long[] rowHigh = {};

    private long[] rowLow = {};
    /** The hashes of one column in a piece of them. */
    private long[] high = {};

    private long[] low = {};

    /** Sums of nothing. */
    public RowSums(MessageType schema) {
        for (ColumnDescriptor column : schema.getColumns()) {
            leaves.add(new LeafHasher(column));
        }
    }

    /** The number of leaf columns. */
    public int leaves() {
        return leaves.size();
    }

    /** A leaf column. */
    public ColumnDescriptor column(int leaf) {
        return leaves.get(leaf).column;
    }

    /**
     * The hash of a value that all records of a leaf have.
     *
     * @throws IllegalArgumentException if leaf or value do not fit
     */
    public Constant constant(int leaf, @Nullable Object value) {
        return leaves.get(leaf).constant(value);
    }

    /** Starts {@code records} rows. */
    public void start(int records) {
        if (rowHigh.length < records) {
            rowHigh = new long[records];
            rowLow = new long[records];
        }
        Arrays.fill(rowHigh, 0, records, 0);
        Arrays.fill(rowLow, 0, records, 0);
    }

    /**
     * Adds a column.
     *
     * @param at the first of the rows that have been started to which the batch belongs
     */
    public void add(int leaf, int at, LeafBatch batch) {
        leaves.get(leaf).addTo(batch, rowHigh, rowLow, at);
    }

    /** As the other, with numbers in place of nulls. */
    public void add(int leaf, int at, LeafBatch batch, IntToLongFunction numberOfRecord) {
        reserve(batch.records());
        leaves.get(leaf).hash(batch, high, low);
        leaves.get(leaf).fill(batch, numberOfRecord, high, low);
        add(leaf, at, batch.records());
    }

    /** Adds a column of one value. */
    public void add(int leaf, int at, Constant constant, int records) {
        reserve(records);
        Arrays.fill(high, 0, records, constant.high());
        Arrays.fill(low, 0, records, constant.low());
        add(leaf, at, records);
    }

    private void reserve(int records) {
        if (high.length < records) {
            high = new long[records];
            low = new long[records];
        }
    }

    private void add(int leaf, int at, int records) {
        leaves.get(leaf).add(high, low, records, rowHigh, rowLow, at);
    }

    /** Ends the rows that have been started. */
    public void finish(int records) {
        mix(records);
        rowSum.add(rowHigh, rowLow, records);
        rows += records;
    }

    /** Columns were added up, so that rows must be mixed once more before they are: else values could change rows unseen. */
    private void mix(int records) {
        for (int i = 0; i < records; i++) {
            long a = rowHigh[i];
            long b = rowLow[i];
            rowHigh[i] = Mix.first(a + Long.rotateLeft(b, 32));
            rowLow[i] = Mix.second(b ^ Long.rotateLeft(a, 17));
        }
    }

    /** The digest of all rows so far, which are forgotten. */
    public RowDigest take() {
        RowDigest digest = digest();
        rows = 0;
        rowSum.clear();
        leaves.forEach(leaf -> leaf.sum.clear());
        return digest;
    }

    /** The digest of all rows so far. */
    public RowDigest digest() {
        List<ColumnDigest> columns = new ArrayList<>();
        for (LeafHasher leaf : leaves) {
            columns.add(new ColumnDigest(leaf.path, leaf.sum.high, leaf.sum.low));
        }
        return new RowDigest(rows, rowSum.high, rowSum.low, columns);
    }
}
