package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.rewrite.ArrangedJob;
import io.github.deltamaint.parquet.internal.rewrite.EstimateJob;
import io.github.deltamaint.parquet.internal.rewrite.PieceJob;
import io.github.deltamaint.parquet.internal.rewrite.RewriteJob;
import io.github.deltamaint.parquet.internal.rewrite.SpillJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Turns n Parquet files into m: keeps the rows that survive, brings them into one schema, fills columns in, encodes them anew
 * with dictionaries for whole row groups, and tells what the new files hold.
 *
 * <pre>{@code
 * RewriteResult result = ParquetRewriter.rewrite(RewriteRequest.builder(schema)
 *         .inputs(inputs)
 *         .outputs(index -> storage.create("part-" + index + ".parquet"))
 *         .build());
 * }</pre>
 *
 * <p>Rows are never put together: one column after the other goes from the pages of the inputs to those of the outputs, as
 * ids of a dictionary where the inputs have one. Bloom filters of the inputs are not carried over, and the key-value pairs of
 * their footers neither.
 */
public final class ParquetRewriter {

    private ParquetRewriter() {}

    /**
     * Rewrites files. Runs on the calling thread.
     *
     * <p>If it fails, the output that is being written is {@linkplain ByteSink#abort() aborted}; outputs completed before are
     * left to the caller.
     *
     * @throws IllegalArgumentException if a fill does not fit the schema, or an arrangement not the number of rows; nothing has been written then
     * @throws CorruptFileException if an input breaks the format
     * @throws UnsupportedFileException if an input uses something that is not supported, or cannot be brought into the schema
     * @throws IOException if an input cannot be read or an output cannot be written; the message names file and column
     * @throws java.util.concurrent.CancellationException if the request was cancelled
     */
    public static RewriteResult rewrite(RewriteRequest request) throws IOException {
        return request.arrangement().isPresent() ? new ArrangedJob(request).run() : new RewriteJob(request).run();
    }

    /**
     * How many of the rows of a request can be {@linkplain RewriteRequest.Builder#arrangement arranged} with all their columns in memory, by what the
     * footers say. More can be arranged, too, but then columns are read again for every output. Reads the footers of all inputs, on the calling
     * thread.
     *
     * @param request what will be rewritten; needs no arrangement yet
     * @throws CorruptFileException if an input breaks the format
     * @throws UnsupportedFileException if an input uses something that is not supported, or cannot be brought into the schema
     * @throws IOException if an input cannot be read
     */
    public static ArrangementEstimate estimateArrangement(RewriteRequest request) throws IOException {
        return ArrangedJob.estimate(request);
    }

    /**
     * What a request will borrow from its memory and spill to disk. Predictions are at most too large, unless new files take less than half of the bytes per row of the old ones, so that row
     * groups get more than twice the rows. Reads the footers of all inputs, on the calling thread and on helpers.
     *
     * @param request what will be rewritten; needs no arrangement yet
     * @throws CorruptFileException if an input breaks the format
     * @throws UnsupportedFileException if an input uses something that is not supported, or cannot be brought into the schema
     * @throws IOException if an input cannot be read
     * @throws java.util.concurrent.CancellationException if the request was cancelled
     */
    public static RewriteEstimate estimate(RewriteRequest request) throws IOException {
        return new EstimateJob(request).run();
    }

    /**
     * Deals the surviving rows of a request out to buckets, in temporary files that only this process sees: the first half of sorting more than memory
     * holds. Every column of every input is read once. Runs on the calling thread and on helpers.
     *
     * @param request its inputs, schema, fills, memory, helpers and codec matter
     * @param directory where the temporary files go; made if missing
     * @param clock tells which files there were left behind by processes that were killed; they are removed
     * @throws SpillException if the directory cannot be written, or has less space than the rows will take by what the footers say
     * @throws IllegalArgumentException if a fill does not fit the schema
     * @throws CorruptFileException if an input breaks the format
     * @throws UnsupportedFileException if an input uses something that is not supported, or cannot be brought into the schema
     * @throws IOException if an input cannot be read
     * @throws java.util.concurrent.CancellationException if the request was cancelled
     */
    public static SpilledRows spill(RewriteRequest request, RowBuckets buckets, Path directory, Clock clock)
            throws IOException {
        return new SpillJob(request, buckets, directory, clock).run();
    }

    /**
     * Writes one output out of pieces. Each piece becomes a row group, or several if there are limits that it does not keep; {@link RewriteRequest#order() the order}
     * applies within these. Otherwise as {@link #rewrite(RewriteRequest)}.
     *
     * @param request its schema, order, settings, outputs, memory and helpers matter; its inputs and their matching do not
     * @return what became of the rows of all pieces
     */
    public static RewriteResult rewrite(RewriteRequest request, ArrangedPieces pieces) throws IOException {
        return new PieceJob(request, pieces).run();
    }
}
