package io.github.deltamaint.parquet;

import java.io.IOException;

/** Where the outputs of a rewrite go. */
@FunctionalInterface
public interface OutputFiles {

    /**
     * Creates the file of an output. The engine closes it when it is complete; if the rewrite fails it {@linkplain
     * ByteSink#abort() aborts} the file that is being written and leaves complete ones to the caller, who knows their names.
     *
     * @param index 0 for the first output, then 1, and so on
     */
    ByteSink create(int index) throws IOException;
}
