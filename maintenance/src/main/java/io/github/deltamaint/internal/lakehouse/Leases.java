package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.lease.HeldLease;
import io.github.deltamaint.internal.lease.TableLease;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Leases on the tables of a lakehouse.
 *
 * @param context how tables are reached
 * @param holder who asks for them, for people
 * @param duration how long one lasts without being renewed
 */
record Leases(DefaultMaintenanceContext context, String holder, Duration duration) {

    /**
     * Does something to a table while nobody else who asks for leases does.
     *
     * @param table the root of the table
     * @param work gets a token that is cancelled when the lease is lost
     * @return empty if somebody else has the lease
     */
    <R> Optional<R> whileHeld(String table, Function<CancellationToken, R> work) {
        Optional<TableLease> lease = take(table);
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try (HeldLease held = new HeldLease(lease.get(), table, duration)) {
            return Optional.of(work.apply(held.lost()));
        }
    }

    private Optional<TableLease> take(String table) {
        try {
            return TableLease.take(
                    context.storages().forPath(table),
                    table,
                    context.clock(),
                    duration,
                    holder,
                    context.uuids().get());
        } catch (IOException e) {
            throw new StorageException(table, "take the lease of", table, e);
        }
    }
}
