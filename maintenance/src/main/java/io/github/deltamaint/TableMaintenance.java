package io.github.deltamaint;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.vacuum.Quarantine;
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

    /** Deletes files that no retained version needs. Nothing happens before {@link Vacuum#plan()} or {@link Vacuum#execute()}. */
    Vacuum vacuum();

    /** Makes the table what it was at an older version. Nothing happens before {@link Restore#plan()} or {@link Restore#execute()}. */
    Restore restore();

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
