package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import io.github.deltamaint.parquet.internal.write.DictionaryGrowth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Chooses columns to sort by, from a sample of the rows.
 *
 * <p>Sorted by a prefix of columns, a column has at most as many runs as there are different prefixes together with it. That bounds the bits
 * that its ids take: as many as they take packed, or for each run an id and a length. The <em>weighted</em> order appends, again and again, the column
 * for which this bound saves most. The bound only grows with the prefix, so a column that saved little before need not be looked at
 * again as long as another one saves more now.
 */
final class ColumnOrders {
    /** The bits of the length of a run. */
    private static final int RUN_BITS = 16;

    /** Saving less than this part of all bits is not worth another column. */
    private static final double LEAST_SAVING = 0.005;

    /** An order is fine enough when there are so many rows for each different prefix. */
    private static final int FINE_ENOUGH = 8;

    /** Columns with so few values can lead an order cheaply. */
    private static final int COARSE = 64;

    private static final int MOST_COARSE = 3;

    private final RowSample sample;
    private final int[] ranges;
    private final long rows;

    ColumnOrders(RowSample sample, List<CodeVector> columns) {
        this.sample = sample;
        ranges = columns.stream().mapToInt(CodeVector::range).toArray();
        rows = sample.rows();
    }

    /** The columns from few distinct values to many, until the rows of the sample differ in them; without those that others determine. */
    List<Integer> increasingCardinality() {
        List<Integer> columns = new ArrayList<>();
        PrefixGroups prefix = new PrefixGroups(sample);
        for (int column : byRange()) {
            if (prefix.count() < sample.size() && prefix.refine(column, ranges[column])) {
                columns.add(column);
            }
        }
        return columns;
    }

    private List<Integer> byRange() {
        List<Integer> columns = new ArrayList<>();
        for (int i = 0; i < ranges.length; i++) {
            columns.add(i);
        }
        columns.sort(Comparator.comparingInt(column -> ranges[column]));
        return columns;
    }

    /** A few columns with few values, from few to many; empty if there are none. */
    List<Integer> coarseHead() {
        return byRange().stream()
                .filter(column -> ranges[column] <= COARSE)
                .limit(MOST_COARSE)
                .toList();
    }

    /**
     * A column that may be appended.
     *
     * @param bits what that saved when it was last looked at
     * @param refined by how many columns the prefix was refined then
     */
    private record Saving(int column, double bits, int refined) {}

    /**
     * The weighted order, without columns that others before them determine.
     *
     * @param head the columns that it starts with in any case
     */
    List<Integer> weighted(List<Integer> head) {
        List<Integer> columns = new ArrayList<>(head);
        PrefixGroups prefix = new PrefixGroups(sample);
        head.forEach(column -> prefix.refine(column, ranges[column]));
        int refined = head.size();
        PriorityQueue<Saving> savings = new PriorityQueue<>(
                Comparator.comparingDouble((Saving saving) -> -saving.bits()).thenComparingInt(Saving::column));
        double all = 0;
        double prefixes = 1;
        for (int i = 0; i < ranges.length; i++) {
            all += packedBits(i);
            if (!head.contains(i)) {
                savings.add(new Saving(i, packedBits(i), -1));
            }
        }
        while (!savings.isEmpty() && prefixes * FINE_ENOUGH <= rows) {
            Saving best = savings.remove();
            if (best.bits() < LEAST_SAVING * all) {
                break;
            }
            if (best.refined() < refined) {
                savings.add(new Saving(best.column(), saving(prefix, best.column()), refined));
                continue;
            }
            prefixes = prefixesWith(prefix, best.column());
            refined++;
            if (prefix.refine(best.column(), ranges[best.column()])) {
                columns.add(best.column());
            }
        }
        return columns;
    }

    private double packedBits(int column) {
        return (double) rows * Bits.of(ranges[column]);
    }

    private double saving(PrefixGroups prefix, int column) {
        double runs = prefixesWith(prefix, column);
        int bits = Bits.of(ranges[column]);
        int runBits = 8 * ((bits + 7) / 8) + RUN_BITS;
        return packedBits(column) - Math.min(packedBits(column), runs * runBits);
    }

    /** How many different prefixes together with a column all rows have: counted in the sample, and foretold from its growth. */
    private double prefixesWith(PrefixGroups prefix, int column) {
        int counted = prefix.countWith(column, ranges[column]);
        int size = sample.size();
        int half = (size + 1) / 2;
        if (size == rows || half == size) {
            return counted;
        }
        return DictionaryGrowth.expected(half, prefix.countAtHalf(), size, counted, (double) rows);
    }
}
