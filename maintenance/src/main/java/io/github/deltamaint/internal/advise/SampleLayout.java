package io.github.deltamaint.internal.advise;

import io.github.deltamaint.log.expression.BoundPredicate;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.Values;
import io.github.deltamaint.log.stats.ColumnStatistics;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.zorder.CurveCuts;
import io.github.deltamaint.zorder.HilbertCurve;
import io.github.deltamaint.zorder.KeyOrder;
import io.github.deltamaint.zorder.KeyWeights;
import io.github.deltamaint.zorder.MassRanks;
import io.github.deltamaint.zorder.MortonCurve;
import io.github.deltamaint.zorder.SpaceFillingCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts sampled rows along a curve, cuts it into files, and says what predicates have to read of these. */
final class SampleLayout {
    private static final int BITS_OF_ONE = 30;

    private final StatisticsSchema schema;
    private final Map<StatisticsSchema.Column, Integer> columns;
    private final List<@Nullable Object[]> rows;

    /**
     * A sample.
     *
     * @param columns the place of each column in a row
     */
    SampleLayout(
            StatisticsSchema schema, Map<StatisticsSchema.Column, Integer> columns, List<@Nullable Object[]> rows) {
        this.schema = schema;
        this.columns = columns;
        this.rows = rows;
    }

    /** Ranks by mass of the values of a column, over all bits. */
    int[] ranks(StatisticsSchema.Column column, int bits) {
        int place = columns.getOrDefault(column, 0);
        PrimitiveType type = (PrimitiveType) column.type();
        List<Object> sorted = new ArrayList<>();
        for (Object[] row : rows) {
            Object value = row[place];
            if (value != null) {
                sorted.add(value);
            }
        }
        sorted.sort((left, right) -> Values.compare(type, left, right));
        List<Object> distinct = new ArrayList<>();
        long[] counts = new long[sorted.size()];
        for (Object value : sorted) {
            if (distinct.isEmpty() || Values.compare(type, distinct.get(distinct.size() - 1), value) != 0) {
                distinct.add(value);
            }
            counts[distinct.size() - 1]++;
        }
        int[] rankOfId = MassRanks.ofDictionary(
                Arrays.copyOf(counts, distinct.size()), rows.size() - (long) sorted.size(), bits);
        Object[] values = distinct.toArray();
        int[] ranks = new int[rows.size()];
        for (int row = 0; row < ranks.length; row++) {
            Object value = rows.get(row)[place];
            ranks[row] = value == null
                    ? MassRanks.NULL_RANK
                    : rankOfId[Arrays.binarySearch(values, value, (left, right) -> Values.compare(type, left, right))];
        }
        return ranks;
    }

    /** How many files each predicate has to read, on average, as a share of all files. */
    double shareRead(List<StatisticsSchema.Column> order, int files, List<BoundPredicate> predicates) {
        List<FileStatistics> pieces = pieces(order, files);
        double read = 0;
        for (BoundPredicate predicate : predicates) {
            long matching = pieces.stream()
                    .filter(piece -> predicate.mayMatch(piece, null))
                    .count();
            read += (double) matching / pieces.size();
        }
        return read / predicates.size();
    }

    private List<FileStatistics> pieces(List<StatisticsSchema.Column> order, int files) {
        int dimensions = order.size();
        SpaceFillingCurve curve = dimensions == 1
                ? new MortonCurve(1, BITS_OF_ONE)
                : new HilbertCurve(dimensions, SpaceFillingCurve.defaultBits(dimensions));
        int[][] ranks = new int[dimensions][];
        for (int i = 0; i < dimensions; i++) {
            ranks[i] = ranks(order.get(i), curve.bitsPerDimension());
        }
        long[] keys = new long[rows.size()];
        curve.longKeys(ranks, 0, keys.length, keys);
        int[] sorted = KeyOrder.of(keys);
        long[] ascending = new long[keys.length];
        for (int i = 0; i < keys.length; i++) {
            ascending[i] = keys[sorted[i]];
        }
        CurveCuts cuts = KeyWeights.ofSorted(ascending).cut(files);
        CurveCuts.Assigner assigner = cuts.assigner();
        List<List<@Nullable Object[]>> pieces = new ArrayList<>();
        for (int file = 0; file < cuts.files(); file++) {
            pieces.add(new ArrayList<>());
        }
        for (int i = 0; i < keys.length; i++) {
            pieces.get(assigner.next(ascending[i], 1)).add(rows.get(sorted[i]));
        }
        return pieces.stream()
                .filter(piece -> !piece.isEmpty())
                .map(this::statistics)
                .toList();
    }

    private FileStatistics statistics(List<@Nullable Object[]> piece) {
        return FileStatistics.of(schema, piece.size(), column -> {
            Integer place = columns.get(column);
            if (place == null || !column.hasBounds()) {
                return null;
            }
            return statistics((PrimitiveType) column.type(), piece, place);
        });
    }

    private static ColumnStatistics statistics(PrimitiveType type, List<@Nullable Object[]> piece, int place) {
        Object min = null;
        Object max = null;
        long nulls = 0;
        for (Object[] row : piece) {
            Object value = row[place];
            if (value == null) {
                nulls++;
            } else {
                min = min == null || Values.compare(type, value, min) < 0 ? value : min;
                max = max == null || Values.compare(type, value, max) > 0 ? value : max;
            }
        }
        return new ColumnStatistics(nulls, min, max, false);
    }
}
