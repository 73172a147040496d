package io.github.deltamaint.parquet;

/** Told how far a rewrite has come. */
@FunctionalInterface
public interface RewriteProgress {

    /**
     * Called on the thread of the rewrite after each row group.
     *
     * @param rowsWritten the rows written so far, in all outputs
     * @param bytesWritten the bytes written so far, in all outputs
     */
    void written(long rowsWritten, long bytesWritten);
}
