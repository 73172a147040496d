package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RowDigest.ColumnDigest;
import io.github.deltamaint.parquet.internal.digest.PlacedSum;
import io.github.deltamaint.parquet.internal.digest.SequenceHasher;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import io.github.deltamaint.parquet.internal.rewrite.ColumnCopier.Summed;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.ColumnData;
import io.github.deltamaint.parquet.internal.write.HeldColumn;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.StoredColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of a row group sum up to that is ordered while it is held. Used by one thread.
 *
 * <p>Each column is summed up three times: while it is read, by the places as read; from what is held, by the same places, which must give the
 * same; and from what is held, as it lies, by the place that the order gives to each row. The last is what the file must hold. The order itself is
 * checked to have every row once, and no code of the writer takes part.
 */
final class OrderedSums {
    private static final int PIECE = 1 << 13;

    private final SequenceSums sums;
    private final @Nullable Summed[] asRead;
    private final SequenceHasher hasher = new SequenceHasher();
    private final long[] hashes = new long[PIECE];
    private int @Nullable [] newPlaces;
    private boolean isComplete = true;

    /**
     * Sums for one row group.
     *
     * @param sums takes them, column by column
     */
    OrderedSums(SequenceSums sums, int leaves) {
        this.sums = sums;
        asRead = new Summed[leaves];
    }

    /** The entries of a column in the row groups before. */
    long firstEntry(Leaf leaf) {
        return sums.entries(leaf.index());
    }

    /** Takes what a column sums up to as it was read. */
    void read(Leaf leaf, Summed sum) {
        asRead[leaf.index()] = sum;
    }

    /** Says that a column was not held as a whole, so that there is no sum. */
    void giveUp() {
        isComplete = false;
    }

    /** Whether all columns have been summed up. */
    boolean isComplete() {
        return isComplete;
    }

    /**
     * Takes the order.
     *
     * @param order the row as read of each new row; null if rows stay as read
     */
    void order(int @Nullable [] order) {
        if (order == null) {
            newPlaces = null;
            return;
        }
        int[] places = new int[order.length];
        Arrays.fill(places, -1);
        for (int place = 0; place < order.length; place++) {
            if (places[order[place]] >= 0) {
                throw new IllegalStateException("the order has row " + order[place] + " twice");
            }
            places[order[place]] = place;
        }
        newPlaces = places;
    }

    /** Adds a column that stays as it was read. */
    void addAsRead(Leaf leaf) {
        Summed sum = asRead[leaf.index()];
        if (newPlaces != null || sum == null) {
            giveUp();
            return;
        }
        sums.add(leaf.index(), sum);
    }

    /**
     * Adds a column that is held.
     *
     * @throws IllegalStateException if it is not what was read
     */
    void add(HeldColumn column) {
        Leaf leaf = column.leaf();
        Summed read = asRead[leaf.index()];
        if (!isComplete || read == null) {
            giveUp();
            return;
        }
        PlacedSum before = new PlacedSum(firstEntry(leaf));
        PlacedSum after = new PlacedSum(firstEntry(leaf));
        hasher.start(leaf.path(), leaf.maxDefinitionLevel(), 0);
        if (column instanceof CodedColumn coded) {
            addCodes(coded, before, after);
        } else {
            addEntries((StoredColumn) column, before, after);
        }
        ColumnDigest held = before.digest(leaf.name());
        if (!held.equals(read.digest())) {
            throw new IllegalStateException("what is held of column " + leaf + " is not what was read");
        }
        ColumnDigest expected = newPlaces == null ? held : after.digest(leaf.name());
        sums.add(leaf.index(), new Summed(0, read.entries(), expected));
    }

    private void addCodes(CodedColumn column, PlacedSum before, PlacedSum after) {
        long[] table = new long[column.nullCodes() + column.distinct()];
        for (int code = 0; code < column.nullCodes(); code++) {
            table[code] = hasher.hashOfNull(code);
        }
        hasher.hashesOf(column.values(), 0, column.distinct(), table, column.nullCodes());
        int[] codes = new int[PIECE];
        for (int at = 0; at < column.rows(); at += PIECE) {
            int count = Math.min(PIECE, column.rows() - at);
            column.codes().copy(at, count, codes);
            for (int i = 0; i < count; i++) {
                hashes[i] = table[codes[i]];
            }
            add(at, count, newPlaces, before, after);
        }
    }

    private void add(int at, int count, int @Nullable [] places, PlacedSum before, PlacedSum after) {
        before.add(hashes, count, at);
        if (places != null) {
            after.add(hashes, count, places, at);
        }
    }

    private void addEntries(StoredColumn column, PlacedSum before, PlacedSum after) {
        ColumnData data = column.data();
        ValueVector dictionary = column.values();
        long[] table = {};
        if (dictionary != null) {
            table = new long[dictionary.size()];
            hasher.hashesOf(dictionary, 0, table.length, table, 0);
        }
        int[] places = entryPlaces(column);
        int value = 0;
        for (int at = 0; at < data.entries(); at += PIECE) {
            int count = Math.min(PIECE, data.entries() - at);
            int present = present(data, at, count);
            if (dictionary == null) {
                hasher.hashesOf(data.values(), value, present, hashes, 0);
            } else {
                for (int i = 0; i < present; i++) {
                    hashes[i] = table[data.ids()[value + i]];
                }
            }
            spread(data, at, count, present);
            value += present;
            add(at, count, places, before, after);
        }
    }

    private static int present(ColumnData data, int at, int count) {
        if (data.allPresent()) {
            return count;
        }
        int present = 0;
        for (int i = at; i < at + count; i++) {
            present += data.definitionLevels()[i] == data.leaf().maxDefinitionLevel() ? 1 : 0;
        }
        return present;
    }

    /** Makes hashes of entries of those of values, from behind, so that each is read before its place is taken. */
    private void spread(ColumnData data, int at, int count, int present) {
        Leaf leaf = data.leaf();
        int value = present;
        for (int i = count - 1; i >= 0; i--) {
            byte definition = data.allPresent() ? (byte) leaf.maxDefinitionLevel() : data.definitionLevels()[at + i];
            long hash = definition == leaf.maxDefinitionLevel() ? hashes[--value] : hasher.hashOfNull(definition);
            hashes[i] = leaf.isFlat() ? hash : SequenceHasher.repeated(hash, data.repetitionLevels()[at + i]);
        }
    }

    /** The new place of each entry; null if rows stay as read. */
    private int @Nullable [] entryPlaces(StoredColumn column) {
        int[] rowPlaces = newPlaces;
        ColumnData data = column.data();
        if (rowPlaces == null || data.leaf().isFlat()) {
            return rowPlaces;
        }
        int[] starts = new int[rowPlaces.length + 1];
        int row = -1;
        for (int entry = 0; entry < data.entries(); entry++) {
            row += data.repetitionLevels()[entry] == 0 ? 1 : 0;
            starts[rowPlaces[row] + 1]++;
        }
        for (int i = 0; i < rowPlaces.length; i++) {
            starts[i + 1] += starts[i];
        }
        int[] places = new int[data.entries()];
        row = -1;
        for (int entry = 0; entry < places.length; entry++) {
            row += data.repetitionLevels()[entry] == 0 ? 1 : 0;
            places[entry] = starts[rowPlaces[row]]++;
        }
        return places;
    }
}
