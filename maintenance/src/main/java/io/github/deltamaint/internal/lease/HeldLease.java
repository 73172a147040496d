package io.github.deltamaint.internal.lease;

import io.github.deltamaint.common.CancellationToken;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a lease while work goes on, and stops the work when the lease is lost. Closing it gives the lease back. */
public final class HeldLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);
    private static final int RENEWALS_PER_DURATION = 3;

    private final TableLease lease;
    private final String table;
    private final CancellationToken lost = CancellationToken.create();
    private final ScheduledExecutorService heart;
    private final ScheduledFuture<?> beats;

    /** Begins to renew. */
    public HeldLease(TableLease lease, String table, Duration duration) {
        this.lease = lease;
        this.table = table;
        this.heart = Executors.newSingleThreadScheduledExecutor(HeldLease::thread);
        long period = Math.max(1, duration.toMillis() / RENEWALS_PER_DURATION);
        beats = heart.scheduleWithFixedDelay(this::beat, period, period, TimeUnit.MILLISECONDS);
    }

    /** Is cancelled when the lease is lost. */
    public CancellationToken lost() {
        return lost;
    }

    private void beat() {
        try {
            if (!lease.renew()) {
                LOG.warn("{}: another process took the lease, so the work on this table stops", table);
                lost.cancel();
            }
        } catch (IOException | RuntimeException e) {
            // The next beat may have more luck; if none has, somebody else takes the lease and the one after finds out.
            LOG.warn("{}: cannot renew the lease", table, e);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "delta-maintenance-lease");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        beats.cancel(false);
        heart.shutdown();
        boolean interrupted = false;
        while (!heart.isTerminated()) {
            try {
                heart.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try {
            lease.release();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{}: cannot give the lease back; it runs out by itself", table, e);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
