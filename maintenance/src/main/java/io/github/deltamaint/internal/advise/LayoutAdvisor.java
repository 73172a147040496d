package io.github.deltamaint.internal.advise;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.LayoutAdvice;
import io.github.deltamaint.LayoutAdvice.ColumnFacts;
import io.github.deltamaint.LayoutAdvice.Order;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.cluster.ClusteringReports;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.plan.TargetFileSize;
import io.github.deltamaint.internal.read.SampledRows;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.expression.BoundPredicate;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Tries orders on a sample and ranks them by what the predicates would have to read. */
public final class LayoutAdvisor {
    private static final int SAMPLED_ROWS = 20_000;
    private static final int ROWS_OF_PIECE = 20;
    private static final int MOST_COLUMNS = 6;
    private static final int MOST_IN_ORDER = 3;
    private static final int COLUMNS_WITHOUT_PREDICATES = 32;
    private static final int VALUES_ASKED_FOR = 20;
    private static final double FOLLOWS = 0.95;

    /** Files are in the order of a column if a value is in so many of them, as a share, or in fewer. */
    private static final double IN_ORDER = 0.25;

    private static final int FEW_FILES = 4;
    private static final long SEED = 7;
    private static final int RANK_BITS = 16;

    private final Snapshot snapshot;
    private final DataFiles files;
    private final Clock clock;
    private final StatisticsSchema statistics;
    private final boolean given;
    private final List<StatisticsSchema.Column> columns;
    private final SampleLayout sample;
    private final List<@Nullable Object[]> rows;
    private final List<BoundPredicate> predicates;
    private final List<Counts> counts = new ArrayList<>();

    private LayoutAdvisor(Snapshot snapshot, DataFiles files, List<Predicate> wanted, Clock clock) {
        this.snapshot = snapshot;
        this.files = files;
        this.clock = clock;
        this.given = !wanted.isEmpty();
        this.statistics = StatisticsSchema.wanted(
                snapshot.schema(),
                snapshot.metadata().partitionColumns(),
                snapshot.columnMapping(),
                snapshot.properties().statistics(),
                List.of());
        List<BoundPredicate> bound = Workload.of(snapshot, wanted, clock);
        this.columns = columns(bound);
        this.rows = SampledRows.of(
                        snapshot,
                        files,
                        columns.stream().map(StatisticsSchema.Column::path).toList(),
                        SAMPLED_ROWS,
                        clock)
                .rows();
        Map<StatisticsSchema.Column, Integer> places = new LinkedHashMap<>();
        columns.forEach(column -> places.put(column, places.size()));
        this.sample = new SampleLayout(statistics, places, rows);
        this.predicates = given ? bound : pointQueries();
        for (int i = 0; i < columns.size(); i++) {
            counts.add(Counts.of(rows, i));
        }
    }

    /**
     * How the values of a column are distributed in the sample.
     *
     * @param equalShare which share of all rows has the same value as a row with a value, on average; 0 if no row has one
     */
    private record Counts(int distinct, long nulls, double equalShare) {
        static Counts of(List<@Nullable Object[]> rows, int column) {
            Map<Object, Integer> counts = new HashMap<>();
            long nulls = 0;
            for (Object[] row : rows) {
                Object value = row[column];
                if (value == null) {
                    nulls++;
                } else {
                    counts.merge(value, 1, Integer::sum);
                }
            }
            double equal = 0;
            for (int count : counts.values()) {
                equal += (double) count * count;
            }
            long withValue = rows.size() - nulls;
            return new Counts(counts.size(), nulls, withValue == 0 ? 0 : equal / withValue / rows.size());
        }
    }

    /**
     * Gives advice.
     *
     * @param predicates what is asked; if there are none, single values of the first 32 columns that have bounds
     * @throws InvalidOperationException if a predicate does not fit the table, or there is nothing to order by
     */
    public static LayoutAdvice advise(Snapshot snapshot, DataFiles files, List<Predicate> predicates, Clock clock) {
        return new LayoutAdvisor(snapshot, files, predicates, clock).advise();
    }

    /** The columns that predicates name, those named most often first; without predicates the first ones of the table. */
    private List<StatisticsSchema.Column> columns(List<BoundPredicate> bound) {
        List<StatisticsSchema.Column> usable = new ArrayList<>();
        for (StatisticsSchema.Column column : statistics.columns()) {
            if (column.hasBounds() && (!given || uses(bound, column) > 0)) {
                usable.add(column);
            }
        }
        usable.sort(Comparator.comparingInt((StatisticsSchema.Column column) -> -uses(bound, column))
                .thenComparingInt(StatisticsSchema.Column::index));
        if (usable.isEmpty()) {
            throw new InvalidOperationException(
                    snapshot.tablePath().root(),
                    given
                            ? "the predicates look at no column by which files could be skipped: partition columns need no order, others need bounds in the"
                                    + " statistics. Name columns in the table property delta.dataSkippingStatsColumns"
                            : "no column of the table gets bounds in the statistics, so no order helps");
        }
        return usable.subList(0, Math.min(usable.size(), given ? usable.size() : COLUMNS_WITHOUT_PREDICATES));
    }

    private static int uses(List<BoundPredicate> bound, StatisticsSchema.Column column) {
        return (int) bound.stream()
                .filter(predicate -> predicate.columns().stream()
                        .anyMatch(used -> used.path().equals(column.path())))
                .count();
    }

    /** Without predicates: values of rows of the sample. */
    private List<BoundPredicate> pointQueries() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<BoundPredicate> queries = new ArrayList<>();
        for (int i = 0; i < columns.size() && !rows.isEmpty(); i++) {
            StatisticsSchema.Column column = columns.get(i);
            for (int query = 0; query < VALUES_ASKED_FOR; query++) {
                Object value = rows.get(random.nextInt(rows.size()))[i];
                if (value != null && !isNaN(value)) {
                    queries.add(Workload.equal(snapshot, column.path(), (PrimitiveType) column.type(), value, clock));
                }
            }
        }
        return queries;
    }

    private static boolean isNaN(Object value) {
        return (value instanceof Double number && number.isNaN()) || (value instanceof Float small && small.isNaN());
    }

    private LayoutAdvice advise() {
        DataSize size = new DataSize(snapshot.counts().sizeInBytes());
        DataSize target = snapshot.properties().targetFileSize().orElseGet(() -> TargetFileSize.forTableOf(size));
        long targetFiles = Math.max(1, Math.round((double) size.bytes() / target.bytes()));
        List<ColumnFacts> facts = facts();
        List<Order> orders = new ArrayList<>();
        if (!rows.isEmpty() && !predicates.isEmpty()) {
            int pieces = (int) Math.max(1, Math.min(targetFiles, rows.size() / ROWS_OF_PIECE));
            for (List<StatisticsSchema.Column> order : candidates(facts, pieces)) {
                double read = targetFiles * sample.shareRead(order, pieces, predicates);
                orders.add(new Order(names(order), Math.max(1, read), reason(order, facts)));
            }
            orders.sort(Comparator.comparingDouble(Order::filesRead)
                    .thenComparingInt(order -> order.columns().size()));
        }
        return new LayoutAdvice(
                snapshot.version(),
                snapshot.counts().numFiles(),
                targetFiles,
                rows.size(),
                currentFilesRead(),
                orders,
                facts);
    }

    private static List<String> names(List<StatisticsSchema.Column> order) {
        return order.stream().map(column -> column.path().toString()).toList();
    }

    /** One, two or three of the columns that promise most. */
    private List<List<StatisticsSchema.Column>> candidates(List<ColumnFacts> facts, int pieces) {
        double[] equalShares = counts.stream().mapToDouble(Counts::equalShare).toArray();
        List<StatisticsSchema.Column> promising = new PromisingColumns(facts, equalShares, pieces)
                .best(MOST_COLUMNS).stream().map(columns::get).toList();
        List<List<StatisticsSchema.Column>> candidates = new ArrayList<>();
        addCandidates(promising, 0, List.of(), candidates);
        return candidates;
    }

    private static void addCandidates(
            List<StatisticsSchema.Column> from,
            int next,
            List<StatisticsSchema.Column> chosen,
            List<List<StatisticsSchema.Column>> candidates) {
        if (!chosen.isEmpty()) {
            candidates.add(chosen);
        }
        for (int i = next; i < from.size() && chosen.size() < MOST_IN_ORDER; i++) {
            List<StatisticsSchema.Column> longer = new ArrayList<>(chosen);
            longer.add(from.get(i));
            addCandidates(from, i + 1, List.copyOf(longer), candidates);
        }
    }

    private String reason(List<StatisticsSchema.Column> order, List<ColumnFacts> facts) {
        List<String> reasons = new ArrayList<>();
        for (StatisticsSchema.Column column : order) {
            ColumnFacts fact = facts.get(columns.indexOf(column));
            StringBuilder reason = new StringBuilder(fact.name()).append(": ");
            if (given) {
                reason.append("in ")
                        .append(fact.predicates())
                        .append(" of ")
                        .append(predicates.size())
                        .append(" predicates, ");
            }
            reason.append(fact.distinct())
                    .append(" distinct values in ")
                    .append(rows.size())
                    .append(" rows");
            if (fact.nullShare() > 0) {
                reason.append(String.format(Locale.ROOT, ", %.0f %% null", 100 * fact.nullShare()));
            }
            long numFiles = snapshot.counts().numFiles();
            if (numFiles >= FEW_FILES && fact.depth() <= IN_ORDER * numFiles) {
                reason.append(String.format(
                        Locale.ROOT, ", already clustered: a value is in %.1f of %d files", fact.depth(), numFiles));
            }
            fact.follows()
                    .filter(other -> names(order).contains(other))
                    .ifPresent(other ->
                            reason.append(", follows ").append(other).append(", so both together gain little"));
            reasons.add(reason.toString());
        }
        return String.join("; ", reasons);
    }

    private double currentFilesRead() {
        if (predicates.isEmpty()) {
            return 0;
        }
        StatisticsSchema all = StatisticsSchema.all(
                snapshot.schema(), snapshot.metadata().partitionColumns(), snapshot.columnMapping());
        long[] read = new long[1];
        snapshot.forEachActiveFile(FileProjection.WITH_STATS, file -> {
            FileStatistics known = FileStatistics.parse(file.stats().orElse(null), all);
            for (BoundPredicate predicate : predicates) {
                read[0] += predicate.mayMatch(known, files.partition(files.partitionColumns(snapshot), file)) ? 1 : 0;
            }
        });
        return (double) read[0] / predicates.size();
    }

    private List<ColumnFacts> facts() {
        ClusteringReport now = ClusteringReports.of(
                snapshot, columns.stream().map(StatisticsSchema.Column::path).toList());
        List<int[]> ranks = new ArrayList<>();
        columns.forEach(column -> ranks.add(sample.ranks(column, RANK_BITS)));
        List<ColumnFacts> facts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            facts.add(new ColumnFacts(
                    columns.get(i).path().toString(),
                    given ? uses(predicates, columns.get(i)) : 0,
                    counts.get(i).distinct(),
                    rows.isEmpty() ? 0 : (double) counts.get(i).nulls() / rows.size(),
                    now.columns().get(i).averageDepth(),
                    followed(i, ranks)));
        }
        return facts;
    }

    /** The column before it whose ranks go up or down with its own. */
    private Optional<String> followed(int column, List<int[]> ranks) {
        for (int other = 0; other < column; other++) {
            if (Math.abs(correlation(ranks.get(column), ranks.get(other))) >= FOLLOWS) {
                return Optional.of(columns.get(other).path().toString());
            }
        }
        return Optional.empty();
    }

    private static double correlation(int[] left, int[] right) {
        double leftMean = mean(left);
        double rightMean = mean(right);
        double both = 0;
        double leftAlone = 0;
        double rightAlone = 0;
        for (int i = 0; i < left.length; i++) {
            both += (left[i] - leftMean) * (right[i] - rightMean);
            leftAlone += (left[i] - leftMean) * (left[i] - leftMean);
            rightAlone += (right[i] - rightMean) * (right[i] - rightMean);
        }
        return leftAlone == 0 || rightAlone == 0 ? 0 : both / Math.sqrt(leftAlone * rightAlone);
    }

    private static double mean(int[] values) {
        double sum = 0;
        for (int value : values) {
            sum += value;
        }
        return values.length == 0 ? 0 : sum / values.length;
    }
}
