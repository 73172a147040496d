package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteRequest;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * What tasks that run at the same time share.
 *
 * @param memory the memory for their data
 * @param helpers threads that may help them
 * @param spillDirectory where rows are spilled that do not fit into memory
 * @param cancelled whether they are to stop
 */
record RewriteResources(
        MemoryBudget memory, RewriteRequest.Helpers helpers, Path spillDirectory, BooleanSupplier cancelled) {

    /** The same, with what is lent counted by itself. */
    RewriteResources counted() {
        return new RewriteResources(memory.counted(), helpers, spillDirectory, cancelled);
    }
}
