package io.github.deltamaint.log.stats;

import io.github.deltamaint.log.schema.PrimitiveType;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a data file, as far as its writer gave them and they can be understood. Immutable.
 *
 * <p>What is missing or malformed is simply not there: then nothing may be concluded from it. Values are in the form of
 * {@link io.github.deltamaint.log.schema.Values}. Bounds are bounds: values at them need not exist, and strings may have been cut.
 */
public final class FileStatistics {
    private static final long MICROS_PER_MILLI = 1000;

    private final StatisticsSchema schema;
    private final OptionalLong numRecords;
    private final boolean tightBounds;
    private final long[] nullCounts;
    private final @Nullable Object[] minValues;
    private final @Nullable Object[] maxValues;

    FileStatistics(
            StatisticsSchema schema,
            OptionalLong numRecords,
            boolean tightBounds,
            long[] nullCounts,
            @Nullable Object[] minValues,
            @Nullable Object[] maxValues) {
        this.schema = schema;
        this.numRecords = numRecords;
        this.tightBounds = tightBounds;
        this.nullCounts = nullCounts;
        this.minValues = minValues;
        this.maxValues = maxValues;
    }

    /** No statistics at all. */
    public static FileStatistics none(StatisticsSchema schema) {
        return StatisticsParser.none(schema);
    }

    /**
     * Statistics of rows that are no whole file, such as a row group.
     *
     * @param numRecords how many rows there are
     * @param columns what is known of a column; null if nothing
     */
    public static FileStatistics of(
            StatisticsSchema schema,
            long numRecords,
            Function<StatisticsSchema.Column, @Nullable ColumnStatistics> columns) {
        int count = schema.columns().size();
        long[] nullCounts = new long[count];
        @Nullable Object[] minValues = new @Nullable Object[count];
        @Nullable Object[] maxValues = new @Nullable Object[count];
        for (StatisticsSchema.Column column : schema.columns()) {
            ColumnStatistics known = columns.apply(column);
            nullCounts[column.index()] = known == null ? -1 : known.nullCount();
            minValues[column.index()] = known == null ? null : known.min();
            maxValues[column.index()] = known == null ? null : known.max();
        }
        return new FileStatistics(schema, OptionalLong.of(numRecords), true, nullCounts, minValues, maxValues);
    }

    /**
     * Reads the {@code stats} of an {@code add} action.
     *
     * @param json the text; null if there is none
     * @param schema the columns to look for; others are passed over
     * @return never fails: a text that is not JSON gives no statistics
     */
    public static FileStatistics parse(@Nullable String json, StatisticsSchema schema) {
        return json == null ? none(schema) : StatisticsParser.parse(json, schema);
    }

    /** The columns that were looked for. */
    public StatisticsSchema schema() {
        return schema;
    }

    /** How many rows are in the file, deleted ones included. */
    public OptionalLong numRecords() {
        return numRecords;
    }

    /**
     * Whether the bounds are those of the rows that are there, and null counts exact. Otherwise rows have been deleted since: bounds still are bounds, but null counts say
     * something only if they are 0 or the number of rows.
     */
    public boolean tightBounds() {
        return tightBounds;
    }

    /** How many values of a column are null. */
    public OptionalLong nullCount(StatisticsSchema.Column column) {
        long count = nullCounts[column.index()];
        return count < 0 ? OptionalLong.empty() : OptionalLong.of(count);
    }

    /** A value that no value of the column is below, as written. */
    public Optional<Object> min(StatisticsSchema.Column column) {
        return Optional.ofNullable(minValues[column.index()]);
    }

    /** The largest value as written. It may be below the truth: see {@link #upperBound}. */
    public Optional<Object> max(StatisticsSchema.Column column) {
        return Optional.ofNullable(maxValues[column.index()]);
    }

    /**
     * A value that no value of the column is above, except for NaN.
     *
     * <p>Timestamps are written to the millisecond, and most writers cut what is behind it; so the truth may be up to 999 microseconds later. Some writers do not see
     * NaN in a column.
     */
    public Optional<Object> upperBound(StatisticsSchema.Column column) {
        Object max = maxValues[column.index()];
        if (max != null && column.type() instanceof PrimitiveType type && isTimestamp(type)) {
            long micros = (Long) max;
            return Optional.of(
                    micros > Long.MAX_VALUE - MICROS_PER_MILLI ? Long.MAX_VALUE : micros + MICROS_PER_MILLI - 1);
        }
        return Optional.ofNullable(max);
    }

    private static boolean isTimestamp(PrimitiveType type) {
        return type.kind() == PrimitiveType.Kind.TIMESTAMP || type.kind() == PrimitiveType.Kind.TIMESTAMP_NTZ;
    }
}
