package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.SampleWindows;
import java.util.Arrays;

/**
 * The rows in some windows of an order.
 *
 * @param rows for one window after the other, which rows are in it
 * @param ends where each window ends in {@code rows}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WindowRows(int[] rows, int[] ends) {
    /** The rows as they are. */
    static WindowRows asRead(SampleWindows windows) {
        int[] ends = ends(windows);
        int[] rows = new int[ends.length == 0 ? 0 : ends[ends.length - 1]];
        int at = 0;
        for (int window = 0; window < windows.count(); window++) {
            for (int i = 0; i < windows.length(window); i++) {
                rows[at++] = windows.start(window) + i;
            }
        }
        return new WindowRows(rows, ends);
    }

    /** Some of the windows, spread evenly. */
    public WindowRows some(int windows) {
        if (windows >= ends.length) {
            return this;
        }
        int[] someRows = new int[rows.length];
        int[] someEnds = new int[windows];
        int count = 0;
        for (int i = 0; i < windows; i++) {
            int window = (int) ((long) ends.length * i / windows);
            int start = window == 0 ? 0 : ends[window - 1];
            System.arraycopy(rows, start, someRows, count, ends[window] - start);
            count += ends[window] - start;
            someEnds[i] = count;
        }
        return new WindowRows(Arrays.copyOf(someRows, count), someEnds);
    }

    static int[] ends(SampleWindows windows) {
        int[] ends = new int[windows.count()];
        int end = 0;
        for (int window = 0; window < ends.length; window++) {
            end += windows.length(window);
            ends[window] = end;
        }
        return ends;
    }
}
