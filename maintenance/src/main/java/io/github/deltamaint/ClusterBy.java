package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;
import java.util.List;

/**
 * The clustering columns of a table (PROTOCOL.md, "Clustered Table"). Collects a change until {@link #commit()}; for one use by one thread.
 *
 * <p>A change moves no rows: the next OPTIMIZE, of whatever engine, clusters what is new by the new columns, and with {@link Optimize#full()} everything.
 * Only engines that know clustered tables can write to the table afterwards; readers notice nothing.
 */
public interface ClusterBy {

    /** The columns that the table is clustered by now, nested ones joined by dots; empty if there are none. */
    List<String> current();

    /**
     * Makes these the clustering columns when {@link #commit()} is called.
     *
     * @param columns such as {@code "customer_region", "address.city"}: one to four, the most important one first
     * @throws IllegalArgumentException if there is none, or a text is no column name
     * @throws IllegalStateException if it was said before what to do
     */
    ClusterBy columns(String... columns);

    /**
     * Takes the clustering columns away when {@link #commit()} is called. The table keeps the features, and may be given columns again.
     *
     * @throws IllegalStateException if it was said before what to do
     */
    ClusterBy none();

    /**
     * Commits the change, as one new version, and adds the table features {@code clustering} and {@code domainMetadata} where they are not supported yet.
     *
     * @return the version; the latest one, and no commit, if nothing changes
     * @throws IllegalStateException if neither {@link #columns} nor {@link #none} was called
     * @throws InvalidOperationException if the table is partitioned, there are more than four columns, or one of them does not exist, is named twice, or has no bounds in
     *     the statistics of new files
     * @throws CommitConflictException if another writer changed the table's metadata, protocol or clustering columns meanwhile
     */
    long commit();
}
