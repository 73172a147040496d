package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.RowGroupLayout.Candidate;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the order of a row group: makes candidates, sorts by each, drops those whose dictionary ids are clearly longer than
 * the best one's, has the others measured by really encoding and compressing sample windows, and takes the smallest one if it is enough
 * smaller than the rows as they are. Nothing is random, so the same rows always get the same order.
 */
public final class OrderChooser {
    /** From how many rows the columns to sort by are chosen. */
    private static final int SAMPLED_ROWS = 1 << 17;

    /** More columns are not weighed against each other. */
    private static final int MOST_COLUMNS = 64;

    /** How often each value must occur on average for a column to be sorted by. */
    private static final int REPEATED = 2;

    /** Candidates whose ids take so much more than the best one's are not measured, unless there are few rows. */
    private static final double CLEARLY_LONGER = 1.15;

    private static final int FEW_ROWS = 1 << 16;

    /** An order is used if it takes at most this part of what the rows take as they are. */
    private static final double SMALLER_ENOUGH = 0.98;

    private final int rows;
    private final List<CodedColumn> coded;
    private final List<CodedColumn> sortable;
    private final RowSorter sorter;
    private final Measure measure;

    /** Measures a row group. */
    @FunctionalInterface
    public interface Measure {
        /** The bytes that the row group takes with row {@code order[i]} at place {@code i}; null for the rows as they are. */
        long bytes(int @Nullable [] order) throws IOException;
    }

    /**
     * What was chosen.
     *
     * @param decision what and why
     * @param order the row at each place; null for the rows as they are
     * @param orderedBy the columns by which it is sorted; empty for the rows as they are
     * @param candidates what was weighed
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on to one caller, never compared
    public record Choice(
            Decision decision, int @Nullable [] order, List<String> orderedBy, List<Candidate> candidates) {

        /** The rows as they are, without weighing anything. */
        public static Choice keep(Decision decision) {
            return new Choice(decision, null, List.of(), List.of());
        }
    }

    /** A candidate, sorted. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sorted(String name, List<String> columns, int @Nullable [] order, long idBytes) {

        Candidate measured(OptionalLong bytes) {
            return new Candidate(name, columns, idBytes, bytes);
        }
    }

    /** A column to sort by with its name. */
    public record NamedKey(String name, SortKey key) {

        /** A column, missing values first. */
        public static NamedKey of(CodedColumn column) {
            return new NamedKey(column.leaf().name(), SortKey.of(column));
        }
    }

    /**
     * A chooser for one row group.
     *
     * @param coded the columns whose values are numbered
     */
    public OrderChooser(int rows, List<CodedColumn> coded, Measure measure) {
        this.rows = rows;
        this.coded = List.copyOf(coded);
        this.measure = measure;
        sortable = coded.stream()
                .filter(column -> column.codes().range() > 1
                        && (long) REPEATED * column.codes().range() <= rows)
                .sorted(Comparator.comparingInt(
                                (CodedColumn column) -> -Bits.of(column.codes().range()))
                        .thenComparingInt(column -> column.leaf().index()))
                .limit(MOST_COLUMNS)
                .sorted(Comparator.comparingInt(column -> column.leaf().index()))
                .toList();
        sorter = new RowSorter(rows);
    }

    /**
     * Chooses.
     *
     * @param leading columns that one further candidate starts with
     */
    public Choice choose(List<NamedKey> leading) throws IOException {
        if (sortable.isEmpty() && leading.isEmpty()) {
            return Choice.keep(Decision.KEPT_NOTHING_TO_SORT_BY);
        }
        IdBytes idBytes = new IdBytes(coded, rows);
        List<Sorted> candidates = new ArrayList<>();
        candidates.add(new Sorted("as read", List.of(), null, idBytes.of(null)));
        candidates.addAll(sorted(leading, idBytes));
        return weigh(candidates);
    }

    private List<Sorted> sorted(List<NamedKey> leading, IdBytes idBytes) {
        RowSample sample =
                RowSample.of(sortable.stream().map(CodedColumn::codes).toList(), rows, SAMPLED_ROWS);
        ColumnOrders orders = new ColumnOrders(
                sample, sortable.stream().map(CodedColumn::codes).toList());
        List<Sorted> candidates = new ArrayList<>();
        Set<List<String>> seen = new HashSet<>();
        add("weighted", keys(orders.weighted(List.of())), idBytes, seen, candidates);
        add("increasing cardinality", keys(orders.increasingCardinality()), idBytes, seen, candidates);
        add("weighted behind a coarse head", keys(orders.weighted(orders.coarseHead())), idBytes, seen, candidates);
        if (!leading.isEmpty()) {
            add("leading columns", behind(leading, orders), idBytes, seen, candidates);
        }
        return candidates;
    }

    private List<NamedKey> keys(List<Integer> columns) {
        return columns.stream().map(column -> NamedKey.of(sortable.get(column))).toList();
    }

    /** The leading columns and behind them what saves most then. */
    private List<NamedKey> behind(List<NamedKey> leading, ColumnOrders orders) {
        List<String> names = leading.stream().map(NamedKey::name).toList();
        List<Integer> head = new ArrayList<>();
        for (int i = 0; i < sortable.size(); i++) {
            if (names.contains(sortable.get(i).leaf().name())) {
                head.add(i);
            }
        }
        List<NamedKey> keys = new ArrayList<>(leading);
        keys(orders.weighted(head)).stream()
                .filter(key -> !names.contains(key.name()))
                .forEach(keys::add);
        return keys;
    }

    private void add(
            String name, List<NamedKey> keys, IdBytes idBytes, Set<List<String>> seen, List<Sorted> candidates) {
        List<String> columns = keys.stream().map(NamedKey::name).toList();
        if (keys.isEmpty() || !seen.add(columns)) {
            return;
        }
        int[] order = sorter.sort(keys.stream().map(NamedKey::key).toList());
        candidates.add(new Sorted(name, columns, order, idBytes.of(order)));
    }

    private Choice weigh(List<Sorted> candidates) throws IOException {
        double clearlyLonger = rows <= FEW_ROWS ? Double.MAX_VALUE : CLEARLY_LONGER;
        long shortest = candidates.stream().mapToLong(Sorted::idBytes).min().orElseThrow();
        List<Candidate> weighed = new ArrayList<>();
        Sorted best = candidates.get(0);
        long asRead = measure.bytes(null);
        long smallest = (long) (asRead * SMALLER_ENOUGH) + 1;
        for (Sorted candidate : candidates) {
            boolean isAsRead = candidate.order() == null;
            if (!isAsRead && candidate.idBytes() > shortest * clearlyLonger) {
                weighed.add(candidate.measured(OptionalLong.empty()));
                continue;
            }
            long bytes = isAsRead ? asRead : measure.bytes(candidate.order());
            weighed.add(candidate.measured(OptionalLong.of(bytes)));
            if (!isAsRead && bytes < smallest) {
                best = candidate;
                smallest = bytes;
            }
        }
        Decision decision = best.order() == null ? Decision.KEPT_NOT_SMALLER : Decision.SORTED_SMALLER;
        return new Choice(decision, best.order(), best.columns(), weighed);
    }
}
