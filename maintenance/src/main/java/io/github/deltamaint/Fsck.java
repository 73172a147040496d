package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;

/**
 * FSCK: looks for damage in the log, and for files that the table needs and that are missing or damaged. {@link #plan()} reports and changes nothing; {@link #execute()} also does what can be done
 * about it:
 *
 * <ul>
 *   <li>Missing data files are taken out of the table, so that the other rows can be read again. Their rows are lost; restore the files instead if there is a copy.
 *   <li>A damaged checkpoint is moved to {@code _delta_log/_deltamaint_damaged}, if the latest version can be read without it.
 *   <li>A wrong {@code _last_checkpoint} is written anew, a wrong checksum of the latest version and files of writers that have died are deleted.
 * </ul>
 *
 * <p>Everything else is reported and left alone, because no repair keeps all rows that are there: data files whose deletion vector is missing or damaged, of another size or twice in the
 * table, and commits that are missing or cannot be read. {@link FileProblem#detail()} says what to do.
 *
 * <p>{@link #execute()} throws {@link CommitConflictException} if files are to be taken out of the table and anybody commits anything meanwhile, {@link InvalidOperationException} if they are and the table is append-only, and
 * {@link CorruptTableException}, after which nothing was changed, if the latest version cannot be read; {@link #plan()} reports that as any other damage.
 */
public interface Fsck extends MaintenanceOperation<Fsck, FsckReport, FsckResult> {

    /**
     * Also reads the footer of every data file, all commits and all checkpoints, and compares the latter with the commits before them. By default only the newest checkpoint and the commits after it are read.
     */
    Fsck deep();

    @Override
    FsckReport plan();

    @Override
    FsckResult execute();
}
