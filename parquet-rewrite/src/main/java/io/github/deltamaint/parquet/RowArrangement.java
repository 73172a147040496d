package io.github.deltamaint.parquet;

import java.util.Arrays;

/**
 * Which output of a {@link RewriteRequest} gets which rows, and in which order: what a caller decides who knows more about rows than the
 * order in which they are read, such as their places on a curve.
 *
 * <p>Rows are numbered as they are read: the surviving rows of the first input from 0 on, then those of the second, and so on. Takes four
 * bytes of memory for each row. Immutable as long as nobody changes the arrays that it was made of.
 */
public final class RowArrangement {
    private final int[] rows;
    private final int[] fileEnds;

    private RowArrangement(int[] rows, int[] fileEnds) {
        this.rows = rows;
        this.fileEnds = fileEnds;
    }

    /**
     * An arrangement of all surviving rows.
     *
     * @param rows the number of each row, in the order of the outputs; not copied, so it must not be changed any more
     * @param fileEnds for each output, where its rows end in {@code rows}; ascending, the last one is the number of rows. Not copied
     * @throws IllegalArgumentException if a row is missing or there twice, or an output would be empty
     */
    public static RowArrangement of(int[] rows, int[] fileEnds) {
        requireEachOnce(rows);
        int start = 0;
        for (int end : fileEnds) {
            if (end <= start || end > rows.length) {
                throw new IllegalArgumentException(
                        "an output has the rows from " + start + " to " + end + " of " + rows.length);
            }
            start = end;
        }
        if (start != rows.length) {
            throw new IllegalArgumentException("outputs have " + start + " rows of " + rows.length);
        }
        return new RowArrangement(rows, fileEnds);
    }

    private static void requireEachOnce(int[] rows) {
        long[] seen = new long[(rows.length + 63) >>> 6];
        for (int row : rows) {
            if (row < 0 || row >= rows.length || (seen[row >>> 6] >>> row & 1) != 0) {
                throw new IllegalArgumentException(
                        "row " + row + " of " + rows.length + " is not there, or has two places; each needs one");
            }
            seen[row >>> 6] |= 1L << row;
        }
    }

    /** The number of rows. */
    public int rows() {
        return rows.length;
    }

    /** The number of outputs. */
    public int files() {
        return fileEnds.length;
    }

    /** The place of the first row of an output. */
    public int fileStart(int file) {
        return file == 0 ? 0 : fileEnds[file - 1];
    }

    /** The place behind the last row of an output. */
    public int fileEnd(int file) {
        return fileEnds[file];
    }

    /** The numbers of the rows at the places {@code from} to {@code to} (exclusive), copied. */
    public int[] rows(int from, int to) {
        return Arrays.copyOfRange(rows, from, to);
    }
}
