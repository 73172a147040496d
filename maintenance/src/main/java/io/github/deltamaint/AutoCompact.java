package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;

/**
 * Auto compaction: a small OPTIMIZE for writers to call after each commit. It does nothing until enough small files have come together in a partition, so most
 * calls cost one look at the log.
 *
 * <p>A table asks for it by the property {@code delta.autoOptimize.autoCompact} ({@code true}, {@code auto}, {@code legacy}) or by {@code
 * delta.autoOptimize}; where it does not, the plan is empty. The commit is that of an OPTIMIZE whose parameter {@code auto} is true, and everything that
 * {@link Optimize} says about safety holds.
 */
public interface AutoCompact extends MaintenanceOperation<AutoCompact, OptimizePlan, OptimizeResult> {

    /**
     * Only partitions to which versions after this one have added rows: the version before the writer's commit. Default: all partitions.
     *
     * @throws IllegalArgumentException if it is negative. {@link #plan()} throws {@link InvalidOperationException} if the table has no such version
     *     yet, or the log no longer has the commits after it
     */
    AutoCompact since(long version);

    /**
     * Partitions with fewer small files than this are left alone. Default: 50.
     *
     * @throws IllegalArgumentException if it is less than 2
     */
    AutoCompact minNumFiles(int files);

    /**
     * The size that files should have; files below half of it are small. Default: the table property {@code delta.targetFileSize}, else 128 MiB.
     *
     * @throws IllegalArgumentException if it is zero
     */
    AutoCompact maxFileSize(DataSize size);

    /** Also if the table does not ask for it. */
    AutoCompact always();

    @Override
    OptimizePlan plan();

    @Override
    OptimizeResult execute();
}
