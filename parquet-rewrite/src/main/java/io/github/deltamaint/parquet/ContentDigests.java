package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.rewrite.DigestJob;
import io.github.deltamaint.parquet.internal.rewrite.SequenceJob;
import java.io.IOException;
import java.util.List;

/**
 * Proves that a rewrite kept its rows: the digest of what the inputs hold, as the rewrite is to understand them, and that of what
 * its outputs hold. Equal digests mean the same rows, each as often, in any order.
 *
 * <p>Both use the schema, the memory, the helpers and the cancellation of the request, read one column of one row group at a
 * time for each thread, and run on the calling thread.
 */
public final class ContentDigests {

    private ContentDigests() {}

    /**
     * The rows that survive, in the schema of the outputs, with everything filled in.
     *
     * @throws CorruptFileException if an input breaks the format
     * @throws UnsupportedFileException if an input cannot be brought into the schema
     * @throws IOException if an input cannot be read
     * @throws java.util.concurrent.CancellationException if the request was cancelled
     */
    public static RowDigest ofInputs(RewriteRequest request) throws IOException {
        return new DigestJob(request).run();
    }

    /**
     * All rows of the outputs.
     *
     * @param outputs the files that were written; they are read again
     * @throws IOException as {@link #ofInputs}, for outputs
     */
    public static RowDigest ofOutputs(RewriteRequest request, List<RewriteInput> outputs) throws IOException {
        return new DigestJob(request.reading(outputs)).run();
    }

    /**
     * What rows and columns of the outputs sum up to together with their places: to be compared with {@link RewriteResult#content()}. Equal
     * sums mean the same rows in the same order.
     *
     * @param outputs the files that were written, in the order of {@link RewriteResult#files()}; they are read again
     * @throws IOException as {@link #ofInputs}, for outputs
     */
    public static RowDigest ofRowsInOrder(RewriteRequest request, List<RewriteInput> outputs) throws IOException {
        return new SequenceJob(request.reading(outputs)).run();
    }
}
