package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.HybridSize;
import java.util.List;

/**
 * What the dictionary ids of a row group, and the levels that say where they are missing, take in an order, before compression: exactly in windows of places, all places if there are not
 * many.
 */
final class IdBytes {
    private final List<CodedColumn> columns;
    private final int rows;
    private int[] ids = {};
    private int[] levels = {};

    IdBytes(List<CodedColumn> columns, int rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /** With the given rows in the windows. */
    long of(WindowRows windows) {
        int measured = windows.rows().length;
        if (ids.length < measured) {
            ids = new int[measured];
        }
        long bytes = 0;
        for (CodedColumn column : columns) {
            CodeVector codes = column.codes();
            codes.gather(windows.rows(), 0, measured, ids, 0);
            int from = 0;
            for (int end : windows.ends()) {
                bytes += column.nullCodes() == 0
                        ? HybridSize.of(ids, from, end - from, codes.range()) + present(column, end - from)
                        : withNulls(column, from, end);
                from = end;
            }
        }
        return measured == 0 ? 0 : (long) ((double) bytes * rows / measured);
    }

    /** The levels of a column that may have missing values and has none. */
    private static long present(CodedColumn column, int count) {
        int level = column.leaf().maxDefinitionLevel();
        return level == 0 ? 0 : HybridSize.ofRun(count, level + 1);
    }

    /** The lowest codes are levels of missing values. */
    private long withNulls(CodedColumn column, int from, int end) {
        if (levels.length < ids.length) {
            levels = new int[ids.length];
        }
        int nullCodes = column.nullCodes();
        int present = column.leaf().maxDefinitionLevel();
        int count = 0;
        for (int i = from; i < end; i++) {
            int code = ids[i];
            boolean isNull = code < nullCodes;
            levels[i - from] = isNull ? code : present;
            ids[from + count] = code - nullCodes;
            count += isNull ? 0 : 1;
        }
        return HybridSize.of(ids, from, count, column.distinct()) + HybridSize.of(levels, 0, end - from, present + 1);
    }
}
