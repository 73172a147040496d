package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;

/**
 * FSCK: looks for files that the table needs and that are missing or damaged. {@link #plan()} reports and changes nothing; {@link #execute()} also takes missing data files
 * out of the table, so that the other rows can be read again. Their rows are lost; restore the files instead if there is a copy.
 *
 * <p>A data file whose deletion vector is missing or damaged, or whose size is wrong, is reported and left in the table: taking it out would lose rows that are there.
 *
 * <p>{@link #execute()} throws {@link CommitConflictException} if anybody commits anything meanwhile, and {@link InvalidOperationException} if the table is append-only.
 */
public interface Fsck extends MaintenanceOperation<Fsck, FsckReport, FsckResult> {

    /** Also reads the footer of every data file. */
    Fsck deep();

    @Override
    FsckReport plan();

    @Override
    FsckResult execute();
}
