package io.github.deltamaint;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.StorageException;
import java.time.Duration;
import java.util.List;

/**
 * All tables below a root, looked after together. Settings first, then one of {@link #tables()}, {@link #health()}, {@link #plan()} and {@link #execute()}.
 *
 * <p>A folder with a {@code _delta_log} is a table, and nothing below it is looked at; all other folders are walked through, except those whose names begin
 * with an underscore or a dot. Files are passed over. Links to folders that were visited are not followed again.
 *
 * <p>Tables are independent: one that fails, or that is refused, is reported and never stops the others. {@link #execute()} can be interrupted at any time and
 * called again: what was done is done, and a table that is well plans nothing.
 *
 * <p>For one use by one thread.
 */
public interface LakehouseMaintenance {

    /** The root, absolute and without percent-encoding. */
    String root();

    /**
     * Only tables whose path below the root matches a glob, such as {@code gold/**}: {@code *} and {@code ?} stand for characters within a name, {@code **}
     * also for slashes. Given more than once, one must match. Default: all.
     *
     * @throws IllegalArgumentException if it is empty
     */
    LakehouseMaintenance include(String glob);

    /**
     * No tables whose path below the root matches a glob, whatever is included.
     *
     * @throws IllegalArgumentException if it is empty
     */
    LakehouseMaintenance exclude(String glob);

    /** What is to be done to which tables. Default: {@link MaintenancePolicy#defaults()}. */
    LakehouseMaintenance policy(MaintenancePolicy policy);

    /** When something counts as a problem in {@link #health()}. Default: {@link HealthOptions#defaults()}. */
    LakehouseMaintenance options(HealthOptions options);

    /**
     * Only what is due, by how tables are written to: of tables that need OPTIMIZE only those where enough time has passed since the last one ({@link TableActivity}, or the rule's
     * {@code optimizeEvery}), and a checkpoint where the rule's {@code checkpointAfter} asks for one. For plans and runs that come again and again; see {@link MaintenanceScheduler}. Default:
     * everything that is needed, whenever that was done last.
     */
    LakehouseMaintenance dueOnly();

    /**
     * How many tables are worked on at the same time; the memory and the threads of the context are shared out among them. Default: what the policy says, else 2.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    LakehouseMaintenance maxConcurrentTables(int tables);

    /**
     * Lets only one process at a time maintain a table, of all that call this: by a lease that is kept in {@code _deltamaint} in the table, renewed while work
     * goes on, and given back. If the process dies, the lease runs out and another process goes on. A table whose lease somebody else holds is reported as
     * {@link TableReport.Outcome#BUSY}. Commits are safe without it; it saves work that would be done twice. Default: no lease.
     *
     * @param holder who this is, for people who look at the file
     * @param lease how long a lease outlives its process; clocks of processes should differ by less than half of it
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    LakehouseMaintenance exclusive(String holder, Duration lease);

    /** Who is told about tables, from several threads. May be called more than once; all are told. */
    LakehouseMaintenance listener(LakehouseListener listener);

    /** What can stop the work; tables that were not begun are reported as not begun. By default only interrupting the thread does. */
    LakehouseMaintenance cancellation(CancellationToken token);

    /**
     * The tables, as paths below the root, sorted; {@code .} if the root is a table itself.
     *
     * @throws StorageException if the root cannot be listed
     */
    List<String> tables();

    /** Looks at the health of every table. Changes nothing. Throws as {@link #tables()} does. */
    LakehouseHealth health();

    /** Looks at every table and says what {@link #execute()} would do. Changes nothing. Throws as {@link #tables()} does. */
    LakehousePlan plan();

    /** Plans and carries out the plan. Throws as {@link #tables()} does. */
    LakehouseReport execute();
}
