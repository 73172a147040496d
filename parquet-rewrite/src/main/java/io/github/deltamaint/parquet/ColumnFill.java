package io.github.deltamaint.parquet;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What takes the place of the values that an input holds, or lacks, for a column of the target schema. The column must be a
 * top-level field of the schema, not repeated and no struct.
 */
public sealed interface ColumnFill {

    /**
     * One value for every row, whatever the file holds: for partition columns.
     *
     * @param value in the physical type of the target column: {@link Integer}, {@link Long}, {@link Float}, {@link Double},
     *     {@link Boolean}, or {@code byte[]} for BINARY, FIXED_LEN_BYTE_ARRAY and INT96, not to be changed afterwards; null for
     *     a column of nulls
     */
    static ColumnFill constant(@Nullable Object value) {
        return new Constant(value);
    }

    /** One value for every row that has none, in an INT64 column; also when the file lacks the column. */
    static ColumnFill constantWhereNull(long value) {
        return new ConstantWhereNull(value);
    }

    /**
     * {@code base} plus the position of the row in its file, for every row that has no value, in an INT64 column; also when
     * the file lacks the column. Positions count the deleted rows of the file.
     */
    static ColumnFill rowPositionWhereNull(long base) {
        return new RowPositionWhereNull(base);
    }

    /** See {@link ColumnFill#constant}. */
    record Constant(@Nullable Object value) implements ColumnFill {
        /** Checks the type as far as it can be known without a column. */
        public Constant {
            if (value != null
                    && !(value instanceof Integer
                            || value instanceof Long
                            || value instanceof Float
                            || value instanceof Double
                            || value instanceof Boolean
                            || value instanceof byte[])) {
                throw new IllegalArgumentException(
                        "a column of Parquet holds Integer, Long, Float, Double, Boolean or byte[], not "
                                + Objects.requireNonNull(value).getClass().getName());
            }
        }
    }

    /** See {@link ColumnFill#constantWhereNull}. */
    record ConstantWhereNull(long value) implements ColumnFill {}

    /** See {@link ColumnFill#rowPositionWhereNull}. */
    record RowPositionWhereNull(long base) implements ColumnFill {}
}
