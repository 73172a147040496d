package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.RowDigest.ColumnDigest;
import io.github.deltamaint.parquet.internal.digest.SequenceDigest;
import io.github.deltamaint.parquet.internal.rewrite.ColumnCopier.Summed;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.util.ArrayList;
import java.util.List;

/** What the columns of a rewrite sum up to, entry after entry. Used by one thread. */
final class SequenceSums {
    private final long[] entries;
    private final List<ColumnDigest> columns = new ArrayList<>();

    SequenceSums(List<Leaf> leaves) {
        entries = new long[leaves.size()];
        leaves.forEach(leaf -> columns.add(new ColumnDigest(leaf.name(), 0, 0)));
    }

    /** The entries of a column so far. */
    long entries(int leaf) {
        return entries[leaf];
    }

    /** Adds the next entries of a column. */
    void add(int leaf, Summed sum) {
        entries[leaf] += sum.entries();
        columns.set(leaf, columns.get(leaf).plus(sum.digest()));
    }

    /** What all columns sum up to. */
    RowDigest digest(long rows) {
        return SequenceDigest.of(rows, columns);
    }
}
