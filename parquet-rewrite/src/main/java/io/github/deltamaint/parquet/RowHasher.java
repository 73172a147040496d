package io.github.deltamaint.parquet;

import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Sums up rows in a digest that does not depend on their order, nor on how they are encoded, paged and grouped: equal digests
 * of equal row counts mean, for all purposes but deliberate forgery, the same multiset of rows.
 *
 * <p>A row hashes to 128 bits, from all of its values, nulls and the shape of its lists and structs; rows are summed modulo
 * 2^128. Each leaf column is summed on its own as well, so that a difference can be told by column. Values count as their
 * bits: -0.0 and 0.0 differ, and so do NaNs with different payloads; null, empty and a list with a null differ. Columns count
 * by path, not by position.
 *
 * <p>Used by one thread; digests of several threads are added by {@link RowDigest#plus}.
 */
public final class RowHasher {

    /** Hashes rows of {@code schema}. */
    public RowHasher(MessageType schema) {
        throw new UnsupportedOperationException();
    }

    /**
     * Gives a leaf the same value in all rows that follow, in place of what the batches have: partition columns.
     *
     * @param leaf a leaf without repetition, by position in the schema
     * @param value Boolean, Integer, Long, Float, Double or byte[], as the leaf's physical type wants it; null for null at
     *     the outermost optional level
     * @throws IllegalArgumentException if leaf or value do not fit
     */
    public void setConstant(int leaf, @Nullable Object value) {
        throw new UnsupportedOperationException();
    }

    /** Forgets all constants. */
    public void clearConstants() {
        throw new UnsupportedOperationException();
    }

    /**
     * Adds the rows of a batch.
     *
     * @param records how many
     * @param columns one per leaf, in schema order; null is allowed for leaves that have a constant
     */
    public void update(int records, List<? extends @Nullable ColumnBatch> columns) {
        throw new UnsupportedOperationException();
    }

    /** The digest of all rows so far. */
    public RowDigest digest() {
        throw new UnsupportedOperationException();
    }
}
