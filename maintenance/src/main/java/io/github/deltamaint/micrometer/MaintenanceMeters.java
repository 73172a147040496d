package io.github.deltamaint.micrometer;

import io.github.deltamaint.FileMetrics;
import io.github.deltamaint.ListenerFactory;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.RewriteTask;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times what a context does, over all its tables: give it to {@link MaintenanceContext.Builder#listeners}. The meters begin with
 * {@code deltamaint.}; docs/reference/metrics.md lists them. They carry no table, whose number has no bound. Thread-safe.
 */
public final class MaintenanceMeters implements ListenerFactory {
    private static final String OUTCOME = "outcome";

    private final MeterRegistry registry;
    private final Timer rewritten;
    private final Timer notRewritten;
    private final Counter inputFiles;
    private final Counter inputBytes;
    private final Counter outputFiles;
    private final Counter outputBytes;
    private final Timer committed;
    private final Timer notCommitted;
    private final Counter conflicts;
    private final Counter checkpoints;
    private final Counter failedCheckpoints;
    private final Counter removed;
    private final Counter removedBytes;
    private final AtomicInteger active;

    /** Registers the meters. */
    public MaintenanceMeters(MeterRegistry registry) {
        this.registry = registry;
        rewritten = timer("deltamaint.rewrite.tasks", "success", "Tasks of rewriting that ended");
        notRewritten = timer("deltamaint.rewrite.tasks", "failure", "Tasks of rewriting that ended");
        inputFiles = counter("deltamaint.rewrite.input.files", BaseUnits.FILES, "Files that were rewritten");
        inputBytes = counter("deltamaint.rewrite.input", BaseUnits.BYTES, "Their size");
        outputFiles = counter("deltamaint.rewrite.output.files", BaseUnits.FILES, "Files that were written instead");
        outputBytes = counter("deltamaint.rewrite.output", BaseUnits.BYTES, "Their size");
        committed = timer("deltamaint.commits", "success", "Commits, from the first attempt");
        notCommitted = timer("deltamaint.commits", "failure", "Commits, from the first attempt");
        conflicts = counter("deltamaint.commit.conflicts", "commits", "Commits of others that were first");
        checkpoints = checkpointCounter("success");
        failedCheckpoints = checkpointCounter("failure");
        removed = counter("deltamaint.vacuum.removed.files", BaseUnits.FILES, "What VACUUM removed, directories too");
        removedBytes = counter("deltamaint.vacuum.removed", BaseUnits.BYTES, "Its size");
        active = activeTasks(registry);
    }

    private static AtomicInteger activeTasks(MeterRegistry registry) {
        AtomicInteger running = new AtomicInteger();
        Gauge.builder("deltamaint.rewrite.active", running, AtomicInteger::get)
                .description("Tasks that are being rewritten")
                .baseUnit(BaseUnits.TASKS)
                .strongReference(true)
                .register(registry);
        return running;
    }

    private Timer timer(String name, String outcome, String description) {
        return Timer.builder(name)
                .tag(OUTCOME, outcome)
                .description(description)
                .register(registry);
    }

    private Counter counter(String name, String unit, String description) {
        return Counter.builder(name).baseUnit(unit).description(description).register(registry);
    }

    private Counter checkpointCounter(String outcome) {
        return Counter.builder("deltamaint.checkpoints")
                .tag(OUTCOME, outcome)
                .description("Checkpoints that were due after commits")
                .register(registry);
    }

    @Override
    public MaintenanceListener forOperation(String table) {
        return new Operation();
    }

    private final class Operation implements MaintenanceListener {
        private final Map<Integer, Timer.Sample> rewrites = new ConcurrentHashMap<>();
        private Timer.@Nullable Sample commit;
        private long removedSoFar;
        private long removedBytesSoFar;

        @Override
        public void rewriteStarted(RewriteTask task) {
            rewrites.put(task.index(), Timer.start(registry));
            active.incrementAndGet();
        }

        @Override
        public void rewriteFinished(RewriteTask task, FileMetrics added) {
            end(task, rewritten);
            inputFiles.increment(task.inputPaths().size());
            inputBytes.increment((double) task.inputSize().bytes());
            outputFiles.increment((double) added.totalFiles());
            outputBytes.increment((double) added.totalSize().bytes());
        }

        @Override
        public void rewriteFailed(RewriteTask task, Exception cause) {
            end(task, notRewritten);
        }

        private void end(RewriteTask task, Timer timer) {
            Timer.Sample sample = rewrites.remove(task.index());
            if (sample != null) {
                sample.stop(timer);
                active.decrementAndGet();
            }
        }

        @Override
        public synchronized void commitStarted(long attemptedVersion, int attempt) {
            if (commit == null) {
                commit = Timer.start(registry);
            }
        }

        @Override
        public void commitConflict(long winningVersion) {
            conflicts.increment();
        }

        @Override
        public void commitFinished(long version) {
            endCommit(committed);
        }

        @Override
        public void commitFailed(Exception cause) {
            endCommit(notCommitted);
        }

        /** One that failed before its first attempt took no time. */
        private synchronized void endCommit(Timer timer) {
            Timer.Sample sample = commit == null ? Timer.start(registry) : commit;
            sample.stop(timer);
            commit = null;
        }

        @Override
        public void checkpointFinished(long version) {
            checkpoints.increment();
        }

        @Override
        public void checkpointFailed(long version, Throwable cause) {
            failedCheckpoints.increment();
        }

        @Override
        public synchronized void vacuumRemoved(long files, long bytes) {
            removed.increment((double) Math.max(0, files - removedSoFar));
            removedBytes.increment((double) Math.max(0, bytes - removedBytesSoFar));
            removedSoFar = Math.max(removedSoFar, files);
            removedBytesSoFar = Math.max(removedBytesSoFar, bytes);
        }
    }
}
