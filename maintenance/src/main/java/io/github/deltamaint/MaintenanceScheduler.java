package io.github.deltamaint;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.common.CancellationToken;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does again and again what is due to the tables of a lakehouse: by a thread of a service, or by one call of a job.
 *
 * <pre>{@code
 * MaintenanceScheduler scheduler = MaintenanceScheduler.of(() -> DeltaMaintenance.lakehouse("/lake", context)
 *         .policy(policy)
 *         .exclusive("maintenance of " + host, Duration.ofMinutes(10)));
 * scheduler.start(executor, Duration.ofMinutes(15));
 * …
 * scheduler.close();
 * }</pre>
 *
 * <p>Nothing is remembered between runs: what was done last is read from the history of each table, so processes may come and go. Where several look after the same tables, let the
 * lakehouse be {@linkplain LakehouseMaintenance#exclusive exclusive}. Thread-safe; one run at a time.
 */
public final class MaintenanceScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceScheduler.class);

    private final Supplier<LakehouseMaintenance> lakehouse;
    private final CancellationToken stop = CancellationToken.create();
    private final ReentrantLock running = new ReentrantLock();
    private final Object state = new Object();
    private @Nullable ScheduledFuture<?> schedule;
    private volatile @Nullable LakehouseReport last;

    private MaintenanceScheduler(Supplier<LakehouseMaintenance> lakehouse) {
        this.lakehouse = requireNonNull(lakehouse, "lakehouse");
    }

    /**
     * A scheduler; nothing happens yet.
     *
     * @param lakehouse makes the lakehouse of each run with all its settings; the scheduler itself sets {@link LakehouseMaintenance#dueOnly()} and the cancellation
     */
    public static MaintenanceScheduler of(Supplier<LakehouseMaintenance> lakehouse) {
        return new MaintenanceScheduler(lakehouse);
    }

    /**
     * Does once what is due, and waits for a run that is going on first. After {@link #close()} no table is begun.
     *
     * @throws io.github.deltamaint.common.StorageException if the root cannot be listed
     */
    public LakehouseReport runDue() {
        running.lock();
        try {
            LakehouseReport report =
                    lakehouse.get().dueOnly().cancellation(stop).execute();
            last = report;
            return report;
        } finally {
            running.unlock();
        }
    }

    /**
     * Does what is due now, and again each time a while has passed since. A run that fails is logged and the next one comes all the same.
     *
     * @param executor runs it; stays the caller's to shut down
     * @param pause from the end of a run to the next one
     * @throws IllegalArgumentException if the pause is less than a millisecond
     * @throws IllegalStateException if it was started or closed before
     */
    public void start(ScheduledExecutorService executor, Duration pause) {
        if (pause.toMillis() <= 0) {
            throw new IllegalArgumentException("the pause must last a millisecond at least but was " + pause);
        }
        synchronized (state) {
            if (schedule != null || stop.isCancelled()) {
                throw new IllegalStateException("this scheduler was started or closed before; make a new one");
            }
            schedule = executor.scheduleWithFixedDelay(this::runOrLog, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void runOrLog() {
        if (stop.isCancelled()) {
            return;
        }
        try {
            LakehouseReport report = runDue();
            LOG.info(
                    "{}: {} of {} tables maintained, {} failed, {} refused, {} files became {}",
                    report.root(),
                    report.maintained(),
                    report.tables().size(),
                    report.failed(),
                    report.refused(),
                    report.filesRemoved(),
                    report.filesAdded());
        } catch (RuntimeException e) {
            LOG.error("a maintenance run failed; the next one comes as planned", e);
        }
    }

    /** What the newest run did; empty before the first one has ended. */
    public Optional<LakehouseReport> lastReport() {
        return Optional.ofNullable(last);
    }

    /**
     * Stops: no run is begun any more, and the one that is going on stops where it can do so without harm, gives its leases back, and is waited for. May be called more than once.
     */
    @Override
    public void close() {
        stop.cancel();
        synchronized (state) {
            if (schedule != null) {
                schedule.cancel(false);
            }
        }
        running.lock();
        try {
            LOG.debug("no run is going on any more");
        } finally {
            running.unlock();
        }
    }
}
