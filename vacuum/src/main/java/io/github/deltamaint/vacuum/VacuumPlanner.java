package io.github.deltamaint.vacuum;

import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.vacuum.internal.Backoff;
import io.github.deltamaint.vacuum.internal.Planning;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Finds out which files no retained version can need.
 *
 * <pre>{@code
 * VacuumPlan plan = VacuumPlanner.plan(log, storages, VacuumSettings.builder().build(), clock, UUID::randomUUID);
 * plan.candidates().forEach(candidate -> System.out.println(candidate.path() + " " + candidate.reason()));
 * VacuumResult result = plan.execute();
 * }</pre>
 */
public final class VacuumPlanner {
    private VacuumPlanner() {}

    /**
     * Plans a vacuum of the latest version. Changes nothing.
     *
     * @param log the log of the table
     * @param storages find the storage of an inventory
     * @param settings what is asked for
     * @param clock the present, from which the retention counts
     * @param identities give a quarantine its name, and waiting times their random part
     * @throws UnsafeRetentionException if the retention is shorter than the table's, and no reason was given
     * @throws io.github.deltamaint.common.UnsupportedTableFeatureException if the table needs what is not supported
     * @throws io.github.deltamaint.common.InvalidOperationException if the table does not allow it, or log and store disagree
     * @throws io.github.deltamaint.common.CorruptTableException if the log cannot be understood, so that nobody knows what is needed
     * @throws io.github.deltamaint.common.OperationCancelledException if cancelled
     * @throws io.github.deltamaint.common.StorageException if the store failed
     */
    public static VacuumPlan plan(
            DeltaLog log, Storages storages, VacuumSettings settings, Clock clock, Supplier<UUID> identities) {
        Backoff backoff = Backoff.real(identities);
        return new VacuumPlan(
                log, settings, clock, identities, backoff, Planning.plan(log, storages, settings, clock, backoff));
    }
}
