package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.HybridSize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the dictionary ids of a row group take in an order, before compression: exactly on windows of rows, all rows if they are not many. */
final class IdBytes {
    private static final int WINDOW = 8192;
    private static final int MOST_WINDOWS = 32;

    private final List<CodedColumn> columns;
    private final int rows;
    private final int windows;
    private final int[] picked = new int[WINDOW];
    private final int[] ids = new int[WINDOW];

    IdBytes(List<CodedColumn> columns, int rows) {
        this.columns = columns;
        this.rows = rows;
        windows = Math.min(MOST_WINDOWS, (rows + WINDOW - 1) / WINDOW);
    }

    /** With row {@code order[i]} at place {@code i}; null for the rows as they are. */
    long of(int @Nullable [] order) {
        long bytes = 0;
        long measured = 0;
        for (int window = 0; window < windows; window++) {
            int from = start(window);
            int count = Math.min(WINDOW, start(window + 1) - from);
            for (int i = 0; i < count; i++) {
                picked[i] = order == null ? from + i : order[from + i];
            }
            for (CodedColumn column : columns) {
                CodeVector codes = column.codes();
                codes.gather(picked, 0, count, ids, 0);
                bytes += HybridSize.of(ids, 0, count, codes.range());
            }
            measured += count;
        }
        return measured == 0 ? 0 : (long) ((double) bytes * rows / measured);
    }

    private int start(int window) {
        return (int) ((long) rows * window / windows);
    }
}
