package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.HybridSize;
import java.util.List;

/** What the dictionary ids of a row group take in an order, before compression: exactly in windows of places, all places if there are not many. */
final class IdBytes {
    private final List<CodedColumn> columns;
    private final int rows;
    private int[] ids = {};

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
                bytes += HybridSize.of(ids, from, end - from, codes.range());
                from = end;
            }
        }
        return measured == 0 ? 0 : (long) ((double) bytes * rows / measured);
    }
}
