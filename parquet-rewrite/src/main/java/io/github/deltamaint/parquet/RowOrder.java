package io.github.deltamaint.parquet;

import java.util.List;

/**
 * The order of the rows in the outputs of a {@link RewriteRequest}. Rows are ordered within each row group; which rows a row
 * group gets is not changed.
 */
public sealed interface RowOrder {

    /** As read: the rows of the first input, then those of the second, and so on, each in the order of its file. */
    static RowOrder asRead() {
        return AsRead.INSTANCE;
    }

    /** Every row group sorted by columns: by the first, rows with equal values by the second, and so on, else as read. */
    static RowOrder columns(SortColumn... columns) {
        return new Columns(List.of(columns));
    }

    /**
     * In each row group the order that makes its columns smallest, among: as read, sorted by columns of increasing cardinality,
     * and sorted by the columns that save most. An order other than as read is used only if sample windows, really encoded and
     * compressed, are smaller by 2 % or more.
     */
    static RowOrder automatic() {
        return new Automatic(List.of());
    }

    /**
     * As {@link #automatic()}; a further candidate is to sort by these columns first.
     *
     * @param leading the columns in the order of their importance
     */
    static RowOrder automatic(SortColumn... leading) {
        return new Automatic(List.of(leading));
    }

    /** See {@link #asRead()}. */
    enum AsRead implements RowOrder {
        /** The only one. */
        INSTANCE
    }

    /**
     * See {@link #columns(SortColumn...)}.
     *
     * @param columns the columns, at least one and none twice
     */
    record Columns(List<SortColumn> columns) implements RowOrder {

        /**
         * Takes a copy of the list.
         *
         * @throws IllegalArgumentException if there is no column, or one twice
         */
        public Columns {
            columns = List.copyOf(columns);
            if (columns.isEmpty()) {
                throw new IllegalArgumentException("an order by columns needs at least one column");
            }
            SortColumn.requireDistinct(columns);
        }
    }

    /**
     * See {@link #automatic(SortColumn...)}.
     *
     * @param leading columns of a further candidate, none twice; may be empty
     */
    record Automatic(List<SortColumn> leading) implements RowOrder {

        /**
         * Takes a copy of the list.
         *
         * @throws IllegalArgumentException if there is a column twice
         */
        public Automatic {
            leading = List.copyOf(leading);
            SortColumn.requireDistinct(leading);
        }
    }
}
