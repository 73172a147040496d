package io.github.deltamaint;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.CheckpointResult;
import java.util.List;

/**
 * The operations of one table.
 *
 * <p>A handle, not a state: every operation reads the latest version when it runs. Thread-safe. Every operation may throw {@link
 * TableNotFoundException}, {@link CorruptTableException}, {@link UnsupportedTableFeatureException} and {@link StorageException}; the
 * methods name what they throw besides. After any of these the same call may be made again.
 */
public interface TableMaintenance {

    /** The directory of the table, absolute and without percent-encoding. */
    String path();

    /** Rewrites small files into fewer large ones. Nothing happens before {@link Optimize#plan()} or {@link Optimize#execute()}. */
    Optimize optimize();

    /**
     * Writes the checkpoint of the latest version, so that readers need not go through the commits before it: of the kind that the table's properties ask for. It is read
     * back and compared with the table before anybody else sees it. Operations that commit do this by themselves every {@code delta.checkpointInterval} versions.
     *
     * @return the checkpoint; one that was there already is left alone
     * @throws InvalidOperationException if a table property for checkpoints is malformed, or the log has a text that is no Unicode
     */
    CheckpointResult checkpoint();

    /** Deletes what the log no longer needs. Nothing happens before {@link LogCleanup#plan()} or {@link LogCleanup#execute()}. */
    LogCleanup cleanUpLog();

    /** What the table is: its schema's columns, features, properties, and how many files and bytes it has. */
    TableDetail detail();

    /**
     * The commits of the table, newest first.
     *
     * @param limit the most entries to return; {@link Integer#MAX_VALUE} for all
     * @throws IllegalArgumentException if {@code limit} is not positive
     */
    List<HistoryEntry> history(int limit);

    /** Reads rows: for looking at a table and for checking it, not for queries. */
    Scan scan();

    /** Reads all rows and hashes them, whatever their order and files: two tables with the same digest hold the same rows. */
    TableDigest digest();

    /** The properties of the table, and changing them. */
    Properties properties();
}
