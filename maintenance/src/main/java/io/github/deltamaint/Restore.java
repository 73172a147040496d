package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import java.time.Instant;

/**
 * RESTORE: makes the table what it was at an older version, by a new version. Nothing of the history is lost, so a restore can be undone by another.
 *
 * <p>The files of the older version that are not in the table any more come back, those that it did not have go, and schema and properties are as they were, except
 * that identity columns go on counting where they are, column ids are not given twice, and the protocol never gets older. Domains are left as they are,
 * except that of the clustering columns.
 *
 * <p>{@link #plan()} and {@link #execute()} throw {@link InvalidOperationException} if the log cannot rebuild the version, or the table is append-only or has changed in a way
 * that cannot be taken back. {@link #execute()} throws {@link CorruptTableException} if files are missing, and {@link CommitConflictException} if anybody commits anything meanwhile.
 */
public interface Restore extends MaintenanceOperation<Restore, RestorePlan, RestoreResult> {

    /**
     * The version that the table shall be again.
     *
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if a time was given
     */
    Restore toVersion(long version);

    /**
     * A time: the newest version that was there then.
     *
     * @throws IllegalStateException if a version was given
     */
    Restore toTimestamp(Instant timestamp);

    @Override
    RestorePlan plan();

    @Override
    RestoreResult execute();
}
