package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.expression.BoundPredicate.Column;
import io.github.deltamaint.log.expression.Predicate.Operator;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.Values;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the rows of a file: its partition values exactly, other columns by their statistics.
 *
 * <p>Every answer is a {@link TruthSet} that holds at least the truth values that really occur. What the statistics do not say may be anything.
 */
final class FileFacts {
    private final FileStatistics statistics;
    private final @Nullable PartitionValues partition;
    private final ZoneId zone;

    FileFacts(FileStatistics statistics, @Nullable PartitionValues partition, ZoneId zone) {
        this.statistics = statistics;
        this.partition = partition;
        this.zone = zone;
    }

    /** Whether the column has the same value in all rows, and it is known. */
    boolean isConstant(Column column) {
        return partitionColumn(column).isPresent();
    }

    @Nullable Object constant(Column column) {
        if (partition == null) {
            return null;
        }
        return partition.value(partitionColumn(column).orElseThrow(), zone);
    }

    int isNull(Column column) {
        if (isConstant(column)) {
            return TruthSet.of(Truth.of(constant(column) == null));
        }
        return nulls(column, TruthSet.TRUE, TruthSet.FALSE);
    }

    int comparison(Operator operator, BoundNode.Operand left, Object right) {
        Column column = left.column();
        if (isConstant(column)) {
            return TruthSet.of(new BoundNode.CompareValue(operator, left, right).evaluate(this::constant));
        }
        int ofValues = Coercion.keepsOrder(left.from(), left.to())
                ? comparisonOfValues(operator, left, right)
                // A text may be no value of the type.
                : TruthSet.ALL;
        return nulls(column, TruthSet.UNKNOWN, ofValues);
    }

    int like(Column column, LikePattern pattern) {
        if (isConstant(column)) {
            return TruthSet.of(new BoundNode.Like(column, pattern).evaluate(this::constant));
        }
        return nulls(
                column,
                TruthSet.UNKNOWN,
                canBeginWith(column, pattern.prefix()) ? TruthSet.TRUE | TruthSet.FALSE : TruthSet.FALSE);
    }

    /** One answer for nulls and one for values, as far as there are nulls and values. */
    private int nulls(Column column, int ofNulls, int ofValues) {
        Optional<StatisticsSchema.Column> known = statisticsColumn(column);
        OptionalLong records = statistics.numRecords();
        if (records.isPresent() && records.getAsLong() == 0) {
            return TruthSet.NONE;
        }
        OptionalLong nulls = known.isPresent() ? statistics.nullCount(known.get()) : OptionalLong.empty();
        if (nulls.isEmpty()) {
            return ofNulls | ofValues;
        }
        if (nulls.getAsLong() == 0) {
            return ofValues;
        }
        boolean nothingElse = records.isPresent() && nulls.getAsLong() >= records.getAsLong();
        return nothingElse ? ofNulls : ofNulls | ofValues;
    }

    private int comparisonOfValues(Operator operator, BoundNode.Operand left, Object right) {
        Optional<StatisticsSchema.Column> known = statisticsColumn(left.column());
        if (known.isEmpty()) {
            return TruthSet.TRUE | TruthSet.FALSE;
        }
        Object min = statistics.min(known.get()).map(left::convert).orElse(null);
        Object max = statistics.upperBound(known.get()).map(left::convert).orElse(null);
        PrimitiveType type = left.to();
        // Which orders between a value of the column and the other value may occur.
        boolean below = min == null || Values.compare(type, min, right) < 0;
        boolean above = max == null || Values.compare(type, max, right) > 0 || mayHideNaN(left.from(), right);
        boolean equal = (min == null || Values.compare(type, min, right) <= 0)
                && (max == null || Values.compare(type, max, right) >= 0 || isNaN(right));
        int set = TruthSet.NONE;
        set |= below ? TruthSet.of(Truth.of(operator.holds(-1))) : TruthSet.NONE;
        set |= equal ? TruthSet.of(Truth.of(operator.holds(0))) : TruthSet.NONE;
        set |= above ? TruthSet.of(Truth.of(operator.holds(1))) : TruthSet.NONE;
        return set;
    }

    /** NaN is above all numbers, and some writers leave it out of the statistics. */
    private static boolean mayHideNaN(PrimitiveType type, Object right) {
        return type.isFloating() && !isNaN(right);
    }

    private static boolean isNaN(Object value) {
        return (value instanceof Double number && number.isNaN()) || (value instanceof Float single && single.isNaN());
    }

    private boolean canBeginWith(Column column, String prefix) {
        Optional<StatisticsSchema.Column> known = statisticsColumn(column);
        if (known.isEmpty()) {
            return true;
        }
        String min = (String) statistics.min(known.get()).orElse(null);
        String max = (String) statistics.upperBound(known.get()).orElse(null);
        boolean tooLow = max != null && Values.compareStrings(max, prefix) < 0;
        boolean tooHigh = min != null && Values.compareStrings(min, prefix) > 0 && !min.startsWith(prefix);
        return !tooLow && !tooHigh;
    }

    private Optional<PartitionColumns.Column> partitionColumn(Column column) {
        return partition == null || column.path().names().size() > 1
                ? Optional.empty()
                : partition.columns().column(column.path().names().get(0));
    }

    private Optional<StatisticsSchema.Column> statisticsColumn(Column column) {
        return statistics.schema().column(column.path());
    }
}
