package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.RowGroupLayout.Candidate;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.SampleWindows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the order of a row group: makes candidates, finds the rows that each has in some windows of places, drops those whose dictionary ids are clearly
 * longer than the best one's, has the others measured by really encoding and compressing these windows, and takes the smallest one if it is enough
 * smaller than the rows as they are. Only by that are all rows sorted. Nothing is random, so the same rows always get the same order.
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
    public interface Measure {
        /** The windows of places by which it measures. */
        SampleWindows windows();

        /** The bytes that the row group takes with the given rows in these windows. */
        long bytes(WindowRows rows) throws IOException;
    }

    /**
     * What was chosen.
     *
     * @param decision what and why
     * @param order the row at each place; null for the rows as they are
     * @param sorted more about the order; null for the rows as they are, and where it did not come from sorting
     * @param orderedBy the columns by which it is sorted; empty for the rows as they are
     * @param candidates what was weighed
     * @param asRead by what the rows as they are were measured; null if nothing was
     * @param chosen by what the choice was measured; null if nothing was
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on to one caller, never compared
    public record Choice(
            Decision decision,
            int @Nullable [] order,
            RowSorter.@Nullable Sorted sorted,
            List<String> orderedBy,
            List<Candidate> candidates,
            @Nullable WindowRows asRead,
            @Nullable WindowRows chosen) {

        /** The rows as they are, without weighing anything. */
        public static Choice keep(Decision decision) {
            return new Choice(decision, null, null, List.of(), List.of(), null, null);
        }

        /** An order that was not chosen but given. */
        public static Choice given(int[] order, RowSorter.@Nullable Sorted sorted, List<String> orderedBy) {
            return new Choice(Decision.SORTED, order, sorted, orderedBy, List.of(), null, null);
        }
    }

    /**
     * A candidate with its rows in the windows.
     *
     * @param prefixes null for the rows as they are
     */
    private record Weighed(
            String name, List<NamedKey> keys, @Nullable Prefixes prefixes, WindowRows rows, long idBytes) {

        Candidate measured(OptionalLong bytes) {
            return new Candidate(name, columns(), idBytes, bytes);
        }

        List<String> columns() {
            return keys.stream().map(NamedKey::name).toList();
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
        WindowRows asRead = WindowRows.asRead(measure.windows());
        List<Weighed> candidates = new ArrayList<>();
        candidates.add(new Weighed("as read", List.of(), null, asRead, idBytes.of(asRead)));
        candidates.addAll(ordered(leading, idBytes));
        return weigh(candidates);
    }

    private List<Weighed> ordered(List<NamedKey> leading, IdBytes idBytes) {
        RowSample sample =
                RowSample.of(sortable.stream().map(CodedColumn::codes).toList(), rows, SAMPLED_ROWS);
        ColumnOrders orders = new ColumnOrders(
                sample, sortable.stream().map(CodedColumn::codes).toList());
        List<Weighed> candidates = new ArrayList<>();
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
            String name, List<NamedKey> keys, IdBytes idBytes, Set<List<String>> seen, List<Weighed> candidates) {
        List<String> columns = keys.stream().map(NamedKey::name).toList();
        if (keys.isEmpty() || !seen.add(columns)) {
            return;
        }
        Prefixes prefixes = sorter.prefixes(sortKeys(keys));
        WindowRows windows = sorter.sort(sortKeys(keys), prefixes, measure.windows());
        candidates.add(new Weighed(name, keys, prefixes, windows, idBytes.of(windows)));
    }

    private static List<SortKey> sortKeys(List<NamedKey> keys) {
        return keys.stream().map(NamedKey::key).toList();
    }

    private Choice weigh(List<Weighed> candidates) throws IOException {
        double clearlyLonger = rows <= FEW_ROWS ? Double.MAX_VALUE : CLEARLY_LONGER;
        long shortest = candidates.stream().mapToLong(Weighed::idBytes).min().orElseThrow();
        List<Candidate> weighed = new ArrayList<>();
        Weighed asRead = candidates.get(0);
        Weighed best = asRead;
        long bytesAsRead = measure.bytes(asRead.rows());
        weighed.add(asRead.measured(OptionalLong.of(bytesAsRead)));
        long smallest = (long) (bytesAsRead * SMALLER_ENOUGH) + 1;
        for (Weighed candidate : candidates.subList(1, candidates.size())) {
            if (candidate.idBytes() > shortest * clearlyLonger) {
                weighed.add(candidate.measured(OptionalLong.empty()));
                continue;
            }
            long bytes = measure.bytes(candidate.rows());
            weighed.add(candidate.measured(OptionalLong.of(bytes)));
            if (bytes < smallest) {
                best = candidate;
                smallest = bytes;
            }
        }
        Prefixes prefixes = best.prefixes();
        if (prefixes == null) {
            return new Choice(Decision.KEPT_NOT_SMALLER, null, null, List.of(), weighed, asRead.rows(), asRead.rows());
        }
        RowSorter.Sorted sorted = sorter.sort(
                sortKeys(best.keys()), coded.stream().map(CodedColumn::codes).toList(), prefixes);
        return new Choice(
                Decision.SORTED_SMALLER, sorted.order(), sorted, best.columns(), weighed, asRead.rows(), best.rows());
    }
}
