package io.github.deltamaint.parquet.internal.digest;

import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.RowDigest.ColumnDigest;
import java.util.List;

/** Makes one digest of what {@link SequenceHasher}s sum up. */
public final class SequenceDigest {
    private SequenceDigest() {}

    /** The digest of some rows: its halves are those of its columns, mixed and added up. */
    public static RowDigest of(long rows, List<ColumnDigest> columns) {
        long high = 0;
        long low = 0;
        for (ColumnDigest column : columns) {
            high += Mix.first(column.high() ^ Long.rotateLeft(column.low(), 32));
            low += Mix.second(column.low() + column.path().hashCode());
        }
        return new RowDigest(rows, high, low, columns);
    }
}
