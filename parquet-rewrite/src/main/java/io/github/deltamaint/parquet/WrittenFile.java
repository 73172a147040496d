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
 */
public record WrittenFile(
        int index, String name, long length, long rowCount, int rowGroups, List<ColumnSummary> columns) {

    /** Takes a copy of the columns. */
    public WrittenFile {
        columns = List.copyOf(columns);
    }
}
