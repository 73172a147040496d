package io.github.deltamaint.parquet;

import java.util.List;
import java.util.Optional;

/**
 * What a rewrite did.
 *
 * @param rowsRead the rows of the inputs, deleted ones included
 * @param rowsDeleted the rows that the selections of the inputs left out
 * @param rowsWritten the rows of the outputs
 * @param copied what was copied byte by byte
 * @param nullCounts for each leaf of the target schema the entries without a value, counted while the inputs were decoded,
 *     after selection and fills; of row groups that were copied, those of their footers. Else independent of the counts in {@link WrittenFile#columns()}, which are taken when pages are
 *     encoded
 * @param files the outputs; none if no row survives
 * @param content what rows and columns sum up to, as they were decoded from the inputs, after selection and fills; there if it was
 *     {@linkplain RewriteRequest.Builder#summing asked for}, unless rows were arranged, or ordered without room for all columns. Rows that are ordered are summed up at their new
 *     places. What the outputs hold is {@link ContentDigests#ofRowsInOrder}
 * @param spilledBytes the bytes of the temporary files that the rows went through; 0 if through none
 */
public record RewriteResult(
        long rowsRead,
        long rowsDeleted,
        long rowsWritten,
        Copied copied,
        List<Long> nullCounts,
        List<WrittenFile> files,
        Optional<RowDigest> content,
        long spilledBytes) {

    /** The ways to rewrite files. */
    public enum Path {
        /** Column by column: ids and values decoded, selected and encoded anew. */
        COLUMNAR,
        /** All row groups byte by byte, with a new footer. */
        COPIED,
        /** Some row groups byte by byte, the others column by column. */
        MIXED
    }

    /**
     * Row groups that were copied byte by byte.
     *
     * @param rowGroups how many
     * @param rows their rows
     * @param bytes their bytes
     */
    public record Copied(int rowGroups, long rows, long bytes) {
        /** Nothing was copied. */
        public static final Copied NONE = new Copied(0, 0, 0);

        /** These row groups and one more. */
        public Copied plus(long moreRows, long moreBytes) {
            return new Copied(rowGroups + 1, rows + moreRows, bytes + moreBytes);
        }
    }

    /** Takes copies of the lists. */
    public RewriteResult {
        nullCounts = List.copyOf(nullCounts);
        files = List.copyOf(files);
    }

    /** A result without sums, of which nothing was copied. */
    public RewriteResult(
            long rowsRead, long rowsDeleted, long rowsWritten, List<Long> nullCounts, List<WrittenFile> files) {
        this(rowsRead, rowsDeleted, rowsWritten, Copied.NONE, nullCounts, files, Optional.empty(), 0);
    }

    /** The same of rows that went through temporary files of so many bytes. */
    public RewriteResult spilled(long bytes) {
        return new RewriteResult(rowsRead, rowsDeleted, rowsWritten, copied, nullCounts, files, content, bytes);
    }

    /** How it was done. */
    public Path path() {
        return copied.rowGroups() == 0 ? Path.COLUMNAR : copied.rows() == rowsWritten ? Path.COPIED : Path.MIXED;
    }
}
