package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;

/**
 * OPTIMIZE: rewrites small files, and files with many deleted rows, into fewer files near the target size.
 *
 * <p>Rows stay what they are; only where they lie changes. All files of a rewrite have the same partition values. Readers see the table
 * before or after, never between, and older versions stay readable until VACUUM removes their files. Running it again with the same settings
 * finds nothing to do.
 *
 * <p>{@link #execute()} throws {@link RewriteFailedException}, {@link CommitConflictException}, {@link CommitStateUnknownException} and {@link
 * OperationCancelledException}; in all but the third what was written and not committed has been deleted.
 */
public interface Optimize extends MaintenanceOperation<Optimize, OptimizePlan, OptimizeResult> {

    /**
     * Only partitions that satisfy a predicate, such as {@code "order_date >= '2026-08-01' AND region IN ('West', 'East')"}. Given more than
     * once, all must hold.
     *
     * @throws IllegalArgumentException if the text is no predicate; the message points at the position. {@link #plan()} throws {@link
     *     InvalidOperationException} if it names a column that is not a partition column
     */
    Optimize where(String partitionPredicate);

    /**
     * The size that files should have. Default: the table property {@code delta.targetFileSize}, else between 128 MiB (tables below 10 GiB)
     * and 1 GiB (10 TiB and more).
     *
     * @throws IllegalArgumentException if it is zero
     */
    Optimize targetFileSize(DataSize size);

    /**
     * Files smaller than this are small. Default: three quarters of the target size. Not above the target size.
     *
     * @throws IllegalArgumentException if it is zero
     */
    Optimize minFileSize(DataSize size);

    /**
     * A file is rewritten, even alone, if a larger share of its rows than this is deleted by a deletion vector. Default: 0.05. 0 rewrites every
     * file with a deleted row, 1 none.
     *
     * @throws IllegalArgumentException if it is not between 0 and 1
     */
    Optimize maxDeletedRowsRatio(double ratio);

    /**
     * Commits each time this many tasks are done, instead of once at the end: a failure then loses less. What was committed before a failure stays;
     * the {@linkplain TableMaintenance#history history} has it.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    Optimize commitEvery(int tasks);

    /** How much is proved before anything is committed. Default: {@link Verification#COUNTS}. */
    Optimize verify(Verification level);

    @Override
    OptimizePlan plan();

    @Override
    OptimizeResult execute();
}
