package io.github.deltamaint.log;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.internal.FeatureGate;
import io.github.deltamaint.log.internal.TableLog;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.log.storage.UnsupportedStorageException;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The transaction log of one table. Safe for use by several threads; it holds nothing open.
 *
 * <p>Every method that reads may throw {@link io.github.deltamaint.common.TableNotFoundException},
 * {@link io.github.deltamaint.common.CorruptTableException}, {@link io.github.deltamaint.common.UnsupportedTableFeatureException} if reading needs what we do not
 * implement, and {@link io.github.deltamaint.common.StorageException}.
 */
public interface DeltaLog {

    /**
     * The log of the table at a path; nothing is read yet.
     *
     * @param storage where the table is; stays open
     * @param path the root of the table, as a user writes it; see {@link TablePath#of}
     * @param clock gives the times that commits get
     */
    static DeltaLog forTable(Storage storage, String path, Clock clock) {
        return forTable(storage, path, clock, UUID::randomUUID);
    }

    /**
     * The log of the table at a path; nothing is read yet.
     *
     * @param storage where the table is; stays open
     * @param path the root of the table, as a user writes it; see {@link TablePath#of}
     * @param clock gives the times that commits get
     * @param identities gives each transaction an identity that no other has
     */
    static DeltaLog forTable(Storage storage, String path, Clock clock, Supplier<UUID> identities) {
        return new TableLog(storage, TablePath.of(path), clock, identities);
    }

    /** As {@link #forTable(Storages, String, Clock, Supplier)}, with random identities. */
    static DeltaLog forTable(Storages storages, String path, Clock clock) {
        return forTable(storages, path, clock, UUID::randomUUID);
    }

    /**
     * The log of the table at a path, in the storage for its scheme; nothing is read yet.
     *
     * @param storages find the storage; stay open
     * @param path the root of the table, as a user writes it; see {@link TablePath#of}
     * @param clock gives the times that commits get
     * @param identities gives each transaction an identity that no other has
     * @throws io.github.deltamaint.common.InvalidOperationException if there is no storage for the scheme; the message names what to add
     */
    static DeltaLog forTable(Storages storages, String path, Clock clock, Supplier<UUID> identities) {
        TablePath table = TablePath.of(path);
        try {
            return forTable(storages.forPath(table.root()), path, clock, identities);
        } catch (UnsupportedStorageException e) {
            throw new InvalidOperationException(table.root(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new StorageException(table.root(), "open the storage of", table.root(), e);
        }
    }

    /** The root of the table. */
    TablePath tablePath();

    /** The storage of the table. */
    Storage storage();

    /** The latest version. */
    Snapshot snapshot();

    /**
     * A given version.
     *
     * @throws io.github.deltamaint.common.InvalidOperationException if the log does not have what it takes to rebuild this version
     */
    Snapshot snapshotAt(long version);

    /**
     * The newest version that was made at or before a time.
     *
     * @throws io.github.deltamaint.common.InvalidOperationException if the log does not have what it takes to rebuild that version, or all are younger
     */
    Snapshot snapshotAt(Instant timestamp);

    /** The commits that the log still has, newest first, at most {@code limit} of them. */
    List<HistoryEntry> history(int limit);

    /** When each version was made whose commit the log still has, oldest first. */
    List<VersionTime> versions();

    /**
     * The actions of one commit, one after the other, as they are in the log.
     *
     * @return an iterator that the caller closes
     * @throws io.github.deltamaint.common.InvalidOperationException if the log does not have this commit
     */
    CloseableIterator<Action> actions(long version);

    /**
     * As {@link #actions(long)}, but only the kinds that are wanted; the others are passed over without being looked at.
     *
     * @param withStats whether file actions get their statistics; they stay empty otherwise
     */
    CloseableIterator<Action> actions(long version, Set<ActionKind> wanted, boolean withStats);

    /** Whether the log has the commit of a version; takes one request. */
    boolean hasCommit(long version);

    /**
     * Which versions the log has and can rebuild; takes one listing.
     *
     * @param snapshot a snapshot of this table, which says where commits have their time
     */
    LogCoverage coverage(Snapshot snapshot);

    /**
     * Compares the version checksum file of a version with the version. It passes over the active files once or twice.
     *
     * @param snapshot a snapshot of this table
     * @return empty if the version has no such file, which is nothing wrong
     */
    Optional<ChecksumReport> compareChecksum(Snapshot snapshot);

    /** As {@link #startTransaction(Snapshot, TableOperation, Set)}, accepting no risk. */
    default Transaction startTransaction(Snapshot snapshot, TableOperation operation) {
        return startTransaction(snapshot, operation, Set.of());
    }

    /**
     * Begins a change that was computed from {@code snapshot}: every commit after it counts as a possible conflict.
     *
     * @param snapshot a snapshot of this table
     * @param operation what kind of change it is, which decides what the table must not have
     * @param accepted risks that the user accepts
     * @throws io.github.deltamaint.common.UnsupportedTableFeatureException if the operation is refused on this table
     */
    Transaction startTransaction(Snapshot snapshot, TableOperation operation, Set<RefusalRule.OptIn> accepted);

    /**
     * Makes the table: its version 0, with the lowest protocol that has what its columns and properties need.
     *
     * @param info what the history says; times and identity are added
     * @param listener hears how the commit goes on
     * @throws io.github.deltamaint.common.InvalidOperationException if the log is not empty, or a property may not be set or takes no such value
     * @throws io.github.deltamaint.common.CommitConflictException if another writer makes a table at the same moment; nothing was written
     * @throws io.github.deltamaint.common.CommitStateUnknownException if it cannot be found out whether the commit landed
     */
    CommitResult create(NewTable table, CommitInfo info, CommitListener listener);

    /**
     * Writes the checkpoint of a snapshot, so that it can be read without the commits before it: of the kind that the table asks for, complete and atomically, after it
     * was read back and found to hold what the snapshot holds. One that is there already is left alone; one that is damaged is replaced. Then
     * {@code _last_checkpoint} names it, unless that names a later one.
     *
     * @param snapshot a snapshot of this table
     * @throws io.github.deltamaint.common.UnsupportedTableFeatureException if checkpoints of this table are refused
     * @throws io.github.deltamaint.common.InvalidOperationException if a table property for checkpoints is malformed, or a text of the log is no Unicode
     * @throws io.github.deltamaint.common.CorruptTableException also if the checkpoint is not what it should be when it is read back; it is then discarded
     */
    CheckpointResult checkpoint(Snapshot snapshot);

    /**
     * What {@link #cleanUpLog()} would delete. Changes nothing.
     *
     * @throws io.github.deltamaint.common.UnsupportedTableFeatureException if cleaning up the log of this table is refused
     * @throws io.github.deltamaint.common.InvalidOperationException if {@code delta.logRetentionDuration} is malformed
     */
    LogCleanupPlan planLogCleanup();

    /**
     * Deletes the commits, checkpoints, checksums, compactions and sidecars that no version needs which was current within {@code delta.logRetentionDuration}. Everything since
     * the newest sound checkpoint before that time stays; without such a checkpoint nothing is deleted. Data files are never touched. Errors are those of {@link
     * #planLogCleanup()}; a file that cannot be deleted is told in the result.
     */
    LogCleanupResult cleanUpLog();

    /**
     * Looks for damage in the log itself: gaps, commits and checkpoints that cannot be read, missing sidecars, a wrong {@code _last_checkpoint} or checksum, files of writers that have
     * died. Changes nothing, and works where no version can be read. Snapshots that this log gives later do without the checkpoints that turned out damaged.
     *
     * @param deep whether all commits and checkpoints are read to their ends, and checkpoints are compared with the commits before them; else the newest checkpoint and the commits after it
     */
    List<LogProblem> checkLog(boolean deep);

    /**
     * Does what can be done about the damage that {@link #checkLog} finds, without losing anything: damaged checkpoints that the latest version does not need are moved to {@code
     * _delta_log/_deltamaint_damaged}, {@code _last_checkpoint} is written anew, wrong checksums and files of writers that have died are deleted. Commits are never touched.
     *
     * @return what was repaired
     * @throws io.github.deltamaint.common.CorruptTableException if the latest version cannot be read; nothing is changed then
     */
    List<LogProblem> repairLog(boolean deep);

    /**
     * Checks that an operation may be done to the table of a snapshot, also one that commits nothing, such as deleting files.
     *
     * @throws io.github.deltamaint.common.UnsupportedTableFeatureException if it is refused; the message has the reason and the remedy
     */
    static void requireAllowed(Snapshot snapshot, TableOperation operation, Set<RefusalRule.OptIn> accepted) {
        FeatureGate.require(snapshot.tablePath(), snapshot.features(), operation, accepted);
    }
}
