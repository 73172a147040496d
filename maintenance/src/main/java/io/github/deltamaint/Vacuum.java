package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.vacuum.UnsafeRetentionException;
import io.github.deltamaint.vacuum.VacuumPlan;
import io.github.deltamaint.vacuum.VacuumResult;
import java.time.Duration;

/**
 * VACUUM: deletes files that no retained version of the table needs.
 *
 * <p>Data files, deletion vectors and change data of the latest version, of every version within the retention, and of versions that are pinned or named stay, as
 * does everything younger than the retention, everything whose name begins with {@code _} or {@code .}, and other tables below this one. Older versions
 * are not readable any more afterwards.
 *
 * <p>Nothing is undone when it fails or is cancelled: what is deleted is deleted, and the next run deletes the others.
 *
 * <p>{@link #plan()} throws {@link UnsafeRetentionException}, and {@link InvalidOperationException} if the table does not allow it, or log and store contradict
 * each other. {@link #execute()} throws {@link CommitConflictException}, {@link CommitStateUnknownException} and {@link OperationCancelledException} besides.
 */
public interface Vacuum extends MaintenanceOperation<Vacuum, VacuumPlan, VacuumResult> {

    /**
     * How long files stay after the version that removed them. Default: the table property {@code delta.deletedFileRetentionDuration}, else 7 days.
     *
     * @throws IllegalArgumentException if it is negative
     */
    Vacuum retain(Duration retention);

    /**
     * Allows a retention shorter than the table's own. Readers and writers that run now may fail, and what a writer has written and not committed yet may go.
     *
     * @param reason why that cannot happen; goes into the history
     * @throws IllegalArgumentException if it is blank
     */
    Vacuum allowUnsafeRetention(String reason);

    /** Finds the files from the removals in the log, without listing any data directory. What was never committed is not found. */
    Vacuum lite();

    /**
     * Finds the files in a file that lists the store, such as the store's own inventory: CSV with a header, or Parquet, with the columns {@code path}, {@code length},
     * {@code isDir} and {@code modificationTime} (milliseconds since 1970). What is younger than the inventory stays.
     *
     * @param file its path, in any store
     * @throws IllegalArgumentException if it is blank
     */
    Vacuum inventory(String file);

    /**
     * Versions that stay readable whatever their age, in this run; see {@link TableMaintenance#pin} for later runs too.
     *
     * @throws IllegalArgumentException if one is negative
     */
    Vacuum keepVersions(long... versions);

    /**
     * Moves the files to {@code _delta_maintenance/quarantine/} below the table instead of deleting them; see {@link TableMaintenance#quarantine}. They go on taking
     * room. A store that cannot rename copies them, which {@link VacuumPlan#cost()} says.
     */
    Vacuum quarantine();

    /**
     * Which share of the files in the listing may go although live files are missing from it, from 0 to 1: when they are, something is wrong with log or
     * listing. Default: 0.5.
     *
     * @throws IllegalArgumentException if it is not between 0 and 1
     */
    Vacuum maxShare(double share);

    /**
     * How many requests go to the store at the same time. Default: 32; on a local disk twice the number of processors.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    Vacuum maxConcurrency(int requests);

    /** Accepts that symlink manifests go on naming deleted files until they are generated again; without this such tables are refused. */
    Vacuum acceptStaleManifests();

    @Override
    VacuumPlan plan();

    @Override
    VacuumResult execute();
}
