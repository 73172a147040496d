package io.github.deltamaint.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Rows that {@link ParquetRewriter#spill} has dealt out to buckets, in temporary files. Whoever asked for them closes them, which frees the
 * space; so does the end of the process, however it ends. May be read by several threads.
 */
public interface SpilledRows extends Closeable {

    /** The rows that were read, deleted ones included. */
    long rowsRead();

    /** The rows of all buckets. */
    long rows();

    /** The rows of a bucket. */
    long rows(int bucket);

    /** For each leaf of the schema the entries without a value, as counted in the inputs. */
    List<Long> nullCounts();

    /**
     * The rows of a bucket as inputs of a rewrite with {@link FieldMatching#NAME}: in the schema of the request, with nothing left to fill in, and in the order in which they were read. Usable
     * until {@link #close()}.
     */
    List<RewriteInput> inputs(int bucket);

    /** The bytes of the temporary files. */
    long bytes();

    /** Frees the space. */
    @Override
    void close() throws IOException;
}
