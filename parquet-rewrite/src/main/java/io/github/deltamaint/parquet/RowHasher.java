package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.digest.LeafHasher.Constant;
import io.github.deltamaint.parquet.internal.digest.RowSums;
import io.github.deltamaint.parquet.internal.read.LeafBatch;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Sums up rows in a digest that does not depend on their order, nor on how they are encoded, paged and grouped: equal digests of
 * equal row counts mean, for all purposes but deliberate forgery, the same multiset of rows.
 *
 * <p>A row hashes to 128 bits, from all of its values, nulls and the shape of its lists and structs; the halves of the hashes of
 * all rows are summed, each modulo 2^64. Each leaf column is summed on its own as well, so that a difference can be told by column. Values count as their bits:
 * -0.0 and 0.0 differ, and so do NaNs with different payloads; null, empty and a list with a null differ. Columns count by
 * path, not by position. The digest is stable from one release to the next.
 *
 * <p>Used by one thread; digests of several threads are added by {@link RowDigest#plus}.
 */
public final class RowHasher {
    private final RowSums sums;
    private final @Nullable Constant[] constants;

    /** Hashes rows of {@code schema}. */
    public RowHasher(MessageType schema) {
        sums = new RowSums(schema);
        constants = new @Nullable Constant[sums.leaves()];
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
        constants[leaf] = sums.constant(leaf, value);
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
        if (columns.size() != constants.length) {
            throw new IllegalArgumentException(columns.size() + " columns for " + constants.length + " leaves");
        }
        sums.start(records);
        for (int leaf = 0; leaf < constants.length; leaf++) {
            Constant constant = constants[leaf];
            if (constant != null) {
                sums.add(leaf, 0, constant, records);
            } else {
                sums.add(leaf, 0, check(sums.column(leaf), columns.get(leaf), records));
            }
        }
        sums.finish(records);
    }

    private static LeafBatch check(ColumnDescriptor column, @Nullable ColumnBatch batch, int records) {
        if (batch == null || !batch.column().equals(column) || batch.records() != records) {
            throw new IllegalArgumentException(records + " records of column " + String.join(".", column.getPath())
                    + " were expected, found "
                    + (batch == null ? "none" : batch.records() + " of " + batch.column()));
        }
        return batch.batch();
    }

    /** The digest of all rows so far. */
    public RowDigest digest() {
        return sums.digest();
    }
}
