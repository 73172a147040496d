package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.order.RowSorter;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.util.List;

/**
 * What ordering the rows of a row group takes in memory, and how much of it there is: first what sorting takes, and
 * the ids of the column that is being read; what is left holds columns, and one part of a column that is not held.
 */
final class OrderMemory {
    /** A row group is not made smaller than this for the sake of its order. */
    private static final int LEAST_ROWS = 1 << 20;

    /** What a distinct value takes while all of a column are numbered, however many. */
    private static final int NUMBERED_BYTES = 48;

    /** What columns take that grow while they are held, and one of them that is being read. */
    private static final double HELD_SHARE = 1.5;

    private final InputRows rows;
    private final long available;
    private final double scratchPerRow;
    private final double allPerRow;
    private final double onePerRow;

    /**
     * The memory for ordering.
     *
     * @param available the bytes of it
     * @param keys the leaves whose values are all numbered
     */
    OrderMemory(long available, InputRows rows, List<Leaf> leaves, List<Integer> keys) {
        this.rows = rows;
        this.available = available;
        double scratch = RowSorter.bytesPerRow();
        double all = 0;
        double widest = 0;
        for (Leaf leaf : leaves) {
            double held = bytesPerRow(leaf);
            scratch += keys.contains(leaf.index()) ? NUMBERED_BYTES + held : 0;
            all += held;
            widest = Math.max(widest, held);
        }
        scratchPerRow = scratch;
        allPerRow = all;
        onePerRow = keys.isEmpty() ? 0 : widest * HELD_SHARE;
    }

    /** About what a row of a leaf takes while it is held. */
    double bytesPerRow(Leaf leaf) {
        int levels = (leaf.maxDefinitionLevel() > 0 ? 1 : 0) + (leaf.maxRepetitionLevel() > 0 ? 1 : 0);
        double value = leaf.kind() == ValueKind.LONG ? Long.BYTES : Integer.BYTES;
        double content = leaf.kind() == ValueKind.BYTES ? rows.uncompressedBytesPerRow(leaf.index()) : 0;
        return rows.levelsPerRow(leaf.index()) * (value + levels) + content;
    }

    /**
     * The most rows of a row group whose columns may all be held; if that is few, so many that at least sorting them is possible and, where it must be done, holding any
     * single column.
     */
    long mostRows() {
        long all = (long) (available / (scratchPerRow + allPerRow));
        long least = (long) (available / (scratchPerRow + onePerRow));
        return Math.max(all, Math.min(least, LEAST_ROWS));
    }

    /** As {@link #suffices}, where all columns of a row group are held in any case. */
    boolean sufficesForAll(long asRead) {
        return available / (scratchPerRow + allPerRow) >= Math.min(asRead, LEAST_ROWS);
    }

    /** Whether row groups need not be smaller than {@code asRead} rows or a million, whichever is less, to be ordered. */
    boolean suffices(long asRead) {
        return mostRows() >= Math.min(asRead, LEAST_ROWS);
    }

    /** About what a row group takes. */
    long neededBytes(int groupRows) {
        return Math.min(available, (long) ((scratchPerRow + allPerRow * HELD_SHARE) * groupRows));
    }

    /** The bytes that held columns of a row group may take. */
    long forColumns(int groupRows) {
        return ((long) (available - scratchPerRow * groupRows)) * 3 / 4;
    }

    /** The bytes that the part of a column may take that is not held as a whole, while the order is being chosen. */
    long forPart(int groupRows) {
        return (long) (available - scratchPerRow * groupRows) / 4;
    }

    /** The bytes that a second copy of one column may take while it is written: then half of what sorting took is free again. */
    long forGroups(int groupRows) {
        return (long) (RowSorter.bytesPerRow() / 2.0 * groupRows) + Math.max(0, forPart(groupRows));
    }

    /**
     * The bytes that such a part may take once the order has been chosen, and nothing is needed any more for sorting but its result.
     *
     * @param held the bytes of the columns that are still held
     */
    long forPartInOrder(int groupRows, long held) {
        return Math.max(forPart(groupRows), (available - (long) Integer.BYTES * groupRows - held) / 2);
    }
}
