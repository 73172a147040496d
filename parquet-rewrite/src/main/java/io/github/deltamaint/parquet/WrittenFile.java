package io.github.deltamaint.parquet;

import java.util.List;

/**
 * A complete output.
 *
 * @param index which output it is: 0 for the first
 * @param name the {@linkplain ByteSink#name() name} of the file
 * @param length its exact length in bytes
 * @param rowCount its rows
 * @param rowGroups its row groups
 * @param columns one entry per leaf of the schema, in its order, then one per list and map that lies in no other
 * @param layouts how the rows of each row group were ordered; empty if the order was {@link RowOrder#asRead()}
 */
public record WrittenFile(
        int index,
        String name,
        long length,
        long rowCount,
        int rowGroups,
        List<ColumnSummary> columns,
        List<RowGroupLayout> layouts) {

    /** Takes copies of the lists. */
    public WrittenFile {
        columns = List.copyOf(columns);
        layouts = List.copyOf(layouts);
    }
}
