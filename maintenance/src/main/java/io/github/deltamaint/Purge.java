package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;

/**
 * Purge, which Delta Spark calls {@code REORG TABLE … APPLY (PURGE)}: rewrites files that still hold rows or columns that readers do not see any more. These are files with a
 * deletion vector, and files with columns that the table has no more, as is left by dropping a column. {@link #plan()} reads the footer of every file without a deletion vector, as the log does not
 * say which columns a file has.
 *
 * <p>Rows stay what they are, and in their order. Nothing else is rewritten: small files stay small. Files of a partition that are rewritten are merged up to the target size; a file that was put along
 * a curve is rewritten alone and counts as clustered as before. Running it again finds nothing to do.
 *
 * <p>The old files stay, for older versions, until VACUUM deletes them: what was deleted is out of reach only then.
 *
 * <p>{@link #execute()} throws {@link RewriteFailedException}, {@link CommitConflictException}, {@link CommitStateUnknownException} and {@link
 * OperationCancelledException}; in all but the third what was written and not committed has been deleted.
 */
public interface Purge extends MaintenanceOperation<Purge, OptimizePlan, OptimizeResult> {

    /**
     * Only partitions that satisfy a predicate, such as {@code "order_date >= '2026-08-01'"}. Given more than once, all must hold.
     *
     * @throws IllegalArgumentException if the text is no predicate; the message points at the position. {@link #plan()} throws {@link
     *     InvalidOperationException} if it names a column that is not a partition column
     */
    Purge where(String partitionPredicate);

    /**
     * Up to which size files that are rewritten are merged. Default: as for {@link Optimize#targetFileSize}.
     *
     * @throws IllegalArgumentException if it is zero
     */
    Purge targetFileSize(DataSize size);

    /** How much is proved before anything is committed. Default: as for {@link Optimize#verify}. */
    Purge verify(Verification level);

    @Override
    OptimizePlan plan();

    @Override
    OptimizeResult execute();
}
