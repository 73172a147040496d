package io.github.deltamaint.internal.advise;

import io.github.deltamaint.LayoutAdvice.ColumnFacts;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Chooses the columns of which orders are made where they are too many to try all: first those that most predicates look at, and among these, ones by
 * whose order most is skipped.
 *
 * <p>Sorted by a column, a query for one of its values reads the share of rows that have the value, but at least one piece. Rows without a value are never asked
 * for. A column that follows another one is skipped by that one's order as well, so what it promises is added there, and it comes last itself.
 */
final class PromisingColumns {
    private final List<ColumnFacts> facts;
    private final double[] promises;

    /**
     * For columns of a sample.
     *
     * @param equalShares for each column the share of all rows that have the same value as a row with a value, on average
     * @param pieces into how many pieces an order is cut
     */
    PromisingColumns(List<ColumnFacts> facts, double[] equalShares, int pieces) {
        this.facts = facts;
        promises = new double[facts.size()];
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < promises.length; i++) {
            places.put(facts.get(i).name(), i);
            promises[i] = (1 - facts.get(i).nullShare()) * (1 - Math.max(equalShares[i], 1.0 / pieces));
        }
        for (int i = promises.length - 1; i >= 0; i--) {
            Integer leader = places.get(facts.get(i).follows().orElse(""));
            if (leader != null) {
                promises[leader] += promises[i];
            }
        }
    }

    /** The places of at most so many columns, ascending; those with a single value are left out. */
    List<Integer> best(int most) {
        return IntStream.range(0, promises.length)
                .filter(i -> facts.get(i).distinct() > 1)
                .boxed()
                .sorted(Comparator.comparingInt((Integer i) -> -facts.get(i).predicates())
                        .thenComparing(i -> facts.get(i).follows().isPresent())
                        .thenComparingDouble(i -> -promises[i])
                        .thenComparingInt(i -> i))
                .limit(most)
                .sorted()
                .toList();
    }
}
