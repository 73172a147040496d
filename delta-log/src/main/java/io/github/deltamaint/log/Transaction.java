package io.github.deltamaint.log;

/**
 * One change of a table, computed from one snapshot. Used by one thread, committed at most once.
 *
 * <p>{@link #commit} tries the version after the snapshot and, as long as other writers are faster, checks each of their commits and tries the next.
 * Appends, transaction identifiers and removals of files that this change does not depend on are no conflict. A change of the protocol is, as is
 * a change of the metadata (unless only identity columns advanced and this change has no metadata of its own), a domain that both write (except that of
 * row tracking), an application that both write, and any file that both depend on.
 *
 * <p>In each attempt times, row ids and the domain of row tracking are assigned anew.
 *
 * <p>A commit whose version is a multiple of {@code delta.checkpointInterval} is followed by the checkpoint of that version. If that fails, it is logged and told to
 * the listener; the commit stands.
 */
public interface Transaction {

    /** The snapshot that the change was computed from. */
    Snapshot readSnapshot();

    /** How to go on when another writer touched some of the files; {@link Rebase#giveUp()} unless set. */
    Transaction onTouchedFiles(Rebase rebase);

    /** Gives up as soon as anybody else has committed anything since the snapshot. */
    Transaction exclusive();

    /** How many versions to try; 100 unless set. */
    Transaction maxAttempts(int attempts);

    /** Who hears how it goes on. */
    Transaction listener(CommitListener listener);

    /**
     * Commits.
     *
     * <p>Cannot be cancelled: a thread that was interrupted before stays so and finds out afterwards. When the storage fails in a way that leaves open whether the commit landed, it is read back and compared by its identity first.
     *
     * @throws IllegalArgumentException if the actions contradict each other: two for one file, or more than one protocol or metadata
     * @throws IllegalStateException if this transaction was committed before
     * @throws io.github.deltamaint.common.InvalidOperationException if a file to remove is not active in the snapshot, a file to add is, or a new file has no number of
     *     records on a table that tracks rows; nothing was written
     * @throws io.github.deltamaint.common.CommitConflictException if another writer won; nothing was written
     * @throws io.github.deltamaint.common.CommitStateUnknownException if it cannot be found out whether the commit landed
     * @throws io.github.deltamaint.common.StorageException if the storage failed; nothing was written
     */
    CommitResult commit(CommitRequest request);
}
