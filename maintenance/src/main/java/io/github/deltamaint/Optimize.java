package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;

/**
 * OPTIMIZE: rewrites small files, and files with many deleted rows, into fewer files near the target size; or puts rows into an order by which readers skip files.
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

    /**
     * Plans at most this many bytes of files to rewrite: of the tasks those that rewrite the most files for their bytes, and one in any case. Files of the others are
     * skipped as {@link SkippedFiles.Reason#OVER_BUDGET}, and the next call goes on with them. A task is a file of the target size, or a whole partition where rows are put
     * along a curve. Default: no limit.
     *
     * @throws IllegalArgumentException if it is 0
     */
    Optimize maxBytes(DataSize bytes);

    /**
     * Asks for the V-Order-style layout: in each row group of the new files rows are brought into the order in which the columns together become smallest,
     * found for that row group; where no order saves at least 2 %, rows stay as read. A file that does not have this layout is rewritten even if it is large enough;
     * one that has it, or is in Microsoft's V-Order, is not rewritten for its sake, unless {@link #full()} is asked for.
     *
     * <p>Default: the table property {@code delta.parquet.vorder.enabled}. Where rows are put along a curve, by {@link #zOrderBy}, {@link #clusterBy} or the
     * clustering columns of the table, the curve decides which rows a file and a row group get, and this how they lie in the row group: queries skip the same
     * files and row groups as without it, but pages hardly.
     */
    default Optimize vOrder() {
        return vOrder(true);
    }

    /** Asks for the layout of {@link #vOrder()}, or declines it whatever the table says. */
    Optimize vOrder(boolean wanted);

    /**
     * For whom new files are written. Default: {@link LayoutProfile#SCAN} with {@link #vOrder()}; else row groups of 128 MiB (32 MiB where rows are put
     * along a curve), pages of 20,000 rows, dictionaries of up to 2 MiB, and Snappy. A codec that the table asks for counts more than that of a profile. With {@link #vOrder()}, files written for another
     * profile are rewritten.
     */
    Optimize profile(LayoutProfile profile);

    /**
     * Puts rows along a Z-order curve over these columns, so that queries for values or ranges of any of them read few files: new files are
     * pieces of the curve, and the rows in each are sorted along it, unless {@link #vOrder()} orders them within row groups. Two to four columns are a good number.
     *
     * <p>Files that a former run put into the same order are left alone unless many rows of others belong into their place; see {@link #full()}. Each
     * partition is ordered for itself.
     *
     * @param columns such as {@code "customer_region", "address.city"}; at most 16
     * @throws IllegalArgumentException if there is no column, or too many, or a text is no column name, or {@link #clusterBy} was called. {@link #plan()} throws
     *     {@link InvalidOperationException} for a column that does not exist, is a partition column, has no order or gets no statistics, and on tables with
     *     clustering columns
     */
    Optimize zOrderBy(String... columns);

    /**
     * As {@link #zOrderBy}, but along a Hilbert curve, which keeps rows together even better. Tables with clustering columns need, and allow, no such call: they are
     * always clustered by their own.
     *
     * @param columns at most 9
     * @throws IllegalArgumentException if there is no column, or too many, or a text is no column name, or {@link #zOrderBy} was called. {@link #plan()} throws as
     *     there
     */
    Optimize clusterBy(String... columns);

    /**
     * Rewrites all files of the partitions asked for, also those that are in the wanted order or layout already. {@link #plan()} throws {@link
     * InvalidOperationException} if neither an order, {@link #vOrder()} nor a {@link #profile} is asked for and the table has no clustering columns.
     */
    Optimize full();

    /**
     * How much is proved before anything is committed. Default: {@link Verification#CONTENT} where rows are brought into another order, else {@link
     * Verification#COUNTS}.
     */
    Optimize verify(Verification level);

    @Override
    OptimizePlan plan();

    @Override
    OptimizeResult execute();
}
