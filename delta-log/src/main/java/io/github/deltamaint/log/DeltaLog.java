package io.github.deltamaint.log;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.storage.Storage;
import java.time.Instant;
import java.util.List;

/**
 * The transaction log of one table. Safe for use by several threads; it holds nothing open.
 *
 * <p>Every method that reads may throw {@link io.github.deltamaint.common.TableNotFoundException},
 * {@link io.github.deltamaint.common.CorruptTableException}, {@link io.github.deltamaint.common.UnsupportedTableFeatureException} if reading needs what we do not
 * implement, and {@link io.github.deltamaint.common.StorageException}.
 */
public interface DeltaLog {

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
     * Begins a change that was computed from {@code snapshot}: every commit after it counts as a possible conflict.
     *
     * @throws io.github.deltamaint.common.UnsupportedTableFeatureException if writing to the table needs what we do not implement
     */
    Transaction startTransaction(Snapshot snapshot);
}
