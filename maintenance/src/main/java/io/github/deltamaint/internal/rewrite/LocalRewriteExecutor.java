package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.FileMetrics;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteRequest;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks on threads of this process. Threads that find no task help with the columns of those that run, so that one large task
 * keeps all of them busy. The memory is shared by all operations of the context.
 */
final class LocalRewriteExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(LocalRewriteExecutor.class);
    private static final AtomicInteger THREADS = new AtomicInteger();

    private final TaskRewriter rewriter;
    private final OptimizeSettings settings;
    private final DefaultMaintenanceContext context;
    private final MemoryBudget memory;
    private volatile boolean stopped;

    /**
     * An executor.
     *
     * @param memory that of the context, counted for these tasks
     */
    LocalRewriteExecutor(
            TaskRewriter rewriter, OptimizeSettings settings, DefaultMaintenanceContext context, MemoryBudget memory) {
        this.memory = memory;
        this.rewriter = rewriter;
        this.settings = settings;
        this.context = context;
    }

    /**
     * Runs all tasks. When one fails the others are stopped, and this throws what it threw once all have ended.
     *
     * @param callback is given each finished task, by the calling thread
     * @throws CancellationException if the operation was cancelled or the calling thread interrupted
     */
    void execute(List<PlannedTask> tasks, FinishedTasks callback) {
        int threads = context.maxConcurrentRewrites();
        ExecutorService executor = Executors.newFixedThreadPool(threads, LocalRewriteExecutor::thread);
        // Helpers queue up behind the tasks, so that they only get threads which are left over.
        RewriteResources resources = new RewriteResources(
                memory, new RewriteRequest.Helpers(executor, threads - 1), context.spillDirectory(), this::isStopped);
        CompletionService<RewrittenTask> running = new ExecutorCompletionService<>(executor);
        try {
            tasks.forEach(task -> running.submit(() -> rewrite(task, resources)));
            for (int i = 0; i < tasks.size(); i++) {
                Future<RewrittenTask> finished = running.take();
                callback.rewritten(finished.get());
            }
        } catch (ExecutionException e) {
            throw rethrow(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } finally {
            stop(executor);
            abandonFinished(running, callback);
        }
    }

    /** After a failure, tasks may have finished that nobody took; their files must not stay behind. */
    private static void abandonFinished(CompletionService<RewrittenTask> running, FinishedTasks callback) {
        for (Future<RewrittenTask> finished = running.poll(); finished != null; finished = running.poll()) {
            try {
                callback.abandoned(finished.get());
            } catch (ExecutionException e) {
                LOG.debug("another task failed, too", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RewrittenTask rewrite(PlannedTask planned, RewriteResources resources) {
        if (isStopped()) {
            throw new CancellationException();
        }
        MaintenanceListener listener = settings.listener();
        listener.rewriteStarted(planned.task());
        try {
            long expected = Math.max(1, planned.plannedSize());
            long input = planned.task().inputSize().bytes();
            RewrittenTask rewritten = rewriter.rewrite(
                    planned,
                    resources,
                    (rows, bytes) -> listener.rewriteProgress(
                            planned.task(), (long) (input * Math.min(1.0, (double) bytes / expected))));
            listener.rewriteFinished(
                    planned.task(),
                    FileMetrics.of(rewritten.added().stream().map(AddFile::size).toList()));
            return rewritten;
        } catch (RuntimeException | Error e) {
            listener.rewriteFailed(planned.task(), e instanceof Exception failure ? failure : new RuntimeException(e));
            throw e;
        }
    }

    private boolean isStopped() {
        return stopped || settings.cancellation().isCancelled();
    }

    private static RuntimeException rethrow(ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
            return failure;
        }
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e.getCause());
    }

    /** Waits for the threads: what they write must be deleted by them before anybody goes on. */
    private void stop(ExecutorService executor) {
        stopped = true;
        executor.shutdownNow();
        boolean interrupted = false;
        while (!executor.isTerminated()) {
            try {
                executor.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "delta-maintenance-rewrite-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
