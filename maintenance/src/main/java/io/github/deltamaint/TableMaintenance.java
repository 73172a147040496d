package io.github.deltamaint;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.vacuum.Quarantine;
import io.github.deltamaint.vacuum.RetainedHistory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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

    /** Deletes files that no retained version needs. Nothing happens before {@link Vacuum#plan()} or {@link Vacuum#execute()}. */
    Vacuum vacuum();

    /** Makes the table what it was at an older version. Nothing happens before {@link Restore#plan()} or {@link Restore#execute()}. */
    Restore restore();

    /** Takes deleted rows and dropped columns out of the files. Nothing happens before {@link Purge#plan()} or {@link Purge#execute()}. */
    Purge purge();

    /** Looks for files that are missing or damaged. Nothing happens before {@link Fsck#plan()} or {@link Fsck#execute()}. */
    Fsck fsck();

    /** What vacuums have moved aside: putting it back, or deleting it for good. */
    Quarantine quarantine();

    /**
     * Keeps a version readable for somebody: no VACUUM of this library deletes its files until the pin is taken away or expires. Other engines know
     * nothing of pins. A pin of the same version and owner is replaced.
     *
     * @param version the version
     * @param owner who needs it
     * @param until when the pin expires; empty if never
     * @throws IllegalArgumentException if the version is negative, the owner blank, or {@code until} past
     * @throws InvalidOperationException if the log cannot rebuild that version
     */
    Pin pin(long version, String owner, Optional<Instant> until);

    /**
     * Takes a pin away.
     *
     * @return whether there was one
     */
    boolean unpin(long version, String owner);

    /** All pins, by version and owner, expired ones too. */
    List<Pin> pins();

    /** Makes the table, where there is none. */
    Create create();

    /** Adds rows, by one commit. Nothing is read before the first row. */
    Append append();

    /** Compacts small files after a writer's commit, once there are enough of them. Nothing happens before {@link AutoCompact#plan()} or {@link AutoCompact#execute()}. */
    AutoCompact autoCompact();

    /** What the table is: its schema's columns, features, properties, and how many files and bytes it has. */
    TableDetail detail();

    /** How far back the table can be read now, and after a vacuum that keeps to the table's retention. Reads the first line of commits until one tells of a vacuum. */
    RetainedHistory retainedHistory();

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

    /** How the table is written to and what was done for it last, as its newest 1,000 commits tell; reads the first line of each. */
    TableActivity activity();

    /** Reads rows: for looking at a table and for checking it, not for queries. */
    Scan scan();

    /** Reads all rows and hashes them, whatever their order and files: two tables with the same digest hold the same rows. */
    TableDigest digest();

    /**
     * How many files queries for values and ranges of some columns have to read, by the statistics of the files alone: no data is read.
     *
     * @param columns such as {@code "customer_region", "address.city"}, at least one
     * @throws IllegalArgumentException if there is none, or a text is no column name
     * @throws InvalidOperationException if a column does not exist, is named twice, is a partition column, or has parts
     */
    ClusteringReport clustering(String... columns);

    /**
     * What readers have to read for a predicate, and what they can skip by statistics: files by the log, and in those that have to be read row groups by
     * their footers and pages by their indexes. Opens these files, but reads no data.
     *
     * @param predicate over columns and partition columns, such as {@code "customer_region = 'West' AND order_date >= '2026-08-01'"}
     * @throws IllegalArgumentException if the text is no predicate; the message points at the position
     * @throws InvalidOperationException if it does not fit the table
     */
    SkippingReport skipping(String predicate);

    /**
     * By which columns rows should be ordered so that these predicates read few files. Reads a sample of the rows.
     *
     * @param predicates as for {@link #skipping}; if there are none, queries for single values of each column are taken
     * @throws IllegalArgumentException if a text is no predicate; the message points at the position
     * @throws InvalidOperationException if a predicate does not fit the table, or no column of them has bounds in the statistics
     */
    LayoutAdvice advise(List<String> predicates);

    /**
     * Compares the rows of two versions, as after an OPTIMIZE: they must be the same, each as often. Reads the files that only one of them has.
     *
     * @throws IllegalArgumentException if a version is negative
     * @throws io.github.deltamaint.common.InvalidOperationException if the log does not have what it takes to rebuild one of them
     */
    VersionComparison verify(long fromVersion, long toVersion);

    /**
     * How the files are laid out: order of rows, row groups, column chunks, encodings, distinct values, fit for Direct Lake. Reads the footer of every file and the
     * header of every dictionary.
     */
    TableLayout layout();

    /** The properties of the table, and changing them. */
    Properties properties();

    /** The clustering columns of the table, and changing them. */
    ClusterBy clusterBy();
}
