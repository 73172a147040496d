package io.github.deltamaint.parquet;

import java.util.List;
import java.util.Optional;

/**
 * What a rewrite did.
 *
 * @param rowsRead the rows of the inputs, deleted ones included
 * @param rowsDeleted the rows that the selections of the inputs left out
 * @param rowsWritten the rows of the outputs
 * @param path how it was done
 * @param nullCounts for each leaf of the target schema the entries without a value, counted while the inputs were decoded,
 *     after selection and fills; independent of the counts in {@link WrittenFile#columns()}, which are taken when pages are
 *     encoded
 * @param files the outputs; none if no row survives
 * @param content what rows and columns sum up to, as they were decoded from the inputs, after selection and fills; there if it was
 *     {@linkplain RewriteRequest.Builder#summing asked for} and rows stay as they are read. What the outputs hold is {@link
 *     ContentDigests#ofRowsInOrder}
 */
public record RewriteResult(
        long rowsRead,
        long rowsDeleted,
        long rowsWritten,
        Path path,
        List<Long> nullCounts,
        List<WrittenFile> files,
        Optional<RowDigest> content) {

    /** The ways to rewrite files. */
    public enum Path {
        /** Column by column: ids and values decoded, selected and encoded anew. */
        COLUMNAR
    }

    /** Takes copies of the lists. */
    public RewriteResult {
        nullCounts = List.copyOf(nullCounts);
        files = List.copyOf(files);
    }

    /** A result without sums. */
    public RewriteResult(
            long rowsRead,
            long rowsDeleted,
            long rowsWritten,
            Path path,
            List<Long> nullCounts,
            List<WrittenFile> files) {
        this(rowsRead, rowsDeleted, rowsWritten, path, nullCounts, files, Optional.empty());
    }
}
