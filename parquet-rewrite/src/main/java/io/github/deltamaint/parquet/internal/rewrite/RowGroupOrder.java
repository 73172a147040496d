package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.internal.order.OrderChooser;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import java.io.IOException;
import java.util.List;

/** Decides the order of the rows of a row group. */
interface RowGroupOrder {

    /** The leaves, by index, whose values must all be numbered, because rows are sorted by them in any case. */
    default List<Integer> keys() {
        return List.of();
    }

    /** Whether the rows may stay as read where there is little memory; else row groups become smaller. */
    boolean isOptional();

    /**
     * Decides.
     *
     * @param rows the rows of the row group
     * @param columns the columns whose values are numbered
     * @param measure measures the whole row group
     */
    OrderChooser.Choice choose(int rows, List<CodedColumn> columns, OrderChooser.Measure measure) throws IOException;
}
