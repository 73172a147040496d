package io.github.deltamaint;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
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

    /** Adds rows, by one commit. Nothing is read before the first row. */
    Append append();

    /** Compacts small files after a writer's commit, once there are enough of them. Nothing happens before {@link AutoCompact#plan()} or {@link AutoCompact#execute()}. */
    AutoCompact autoCompact();

    /** What the table is: its schema's columns, features, properties, and how many files and bytes it has. */
    TableDetail detail();

    /** {@link #health(HealthOptions)} with defaults for everything. */
    TableHealth health();

    /**
     * How the table is and what should be done about it, with the exact calls. Reads the log alone, so it costs little whatever the size of the data;
     * memory grows with the number of files, by about 100 bytes each.
     *
     * <p>A table that this library refuses to maintain is described too; only one that it cannot read is an error.
     */
    TableHealth health(HealthOptions options);

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
