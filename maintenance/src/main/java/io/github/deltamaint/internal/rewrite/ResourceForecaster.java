package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.ResourceForecast;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.parquet.MemoryNeed;
import io.github.deltamaint.parquet.RewriteRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Foretells what the tasks of a plan will take. */
public final class ResourceForecaster {
    /** Footers are read by so many threads: it is mostly waiting for the store. */
    private static final int READERS = 16;

    private static final AtomicInteger STARTED = new AtomicInteger();

    private final Snapshot snapshot;
    private final OptimizeTasks plan;
    private final OptimizeSettings settings;
    private final DefaultMaintenanceContext context;

    /** Prepares a forecast; nothing is read yet. */
    public ResourceForecaster(
            Snapshot snapshot, OptimizeTasks plan, OptimizeSettings settings, DefaultMaintenanceContext context) {
        this.snapshot = snapshot;
        this.plan = plan;
        this.settings = settings;
        this.context = context;
    }

    /** Reads the footers of all inputs. */
    public ResourceForecast forecast() {
        ExecutorService readers = Executors.newFixedThreadPool(READERS, ResourceForecaster::thread);
        try {
            RewriteResources resources = new RewriteResources(
                    context.memory(),
                    new RewriteRequest.Helpers(readers, READERS),
                    context.spillDirectory(),
                    () -> settings.cancellation().isCancelled());
            TaskRewriter rewriter = TaskRewriter.of(snapshot, plan, settings, context);
            List<TaskNeed> needs = new ArrayList<>();
            for (PlannedTask task : plan.tasks()) {
                needs.add(rewriter.need(task, resources));
            }
            return forecast(needs);
        } catch (CancellationException e) {
            throw new OperationCancelledException(
                    snapshot.tablePath().root(),
                    List.of(),
                    0,
                    settings.operation() + " was cancelled; nothing was changed");
        } finally {
            readers.shutdownNow();
        }
    }

    private ResourceForecast forecast(List<TaskNeed> needs) {
        int helpers = context.maxConcurrentRewrites() - 1;
        List<ResourceForecast.Task> tasks = new ArrayList<>();
        long spilled = 0;
        for (int i = 0; i < needs.size(); i++) {
            TaskNeed need = needs.get(i);
            tasks.add(new ResourceForecast.Task(
                    plan.tasks().get(i).task().index(),
                    lent(need.memory().bytes(helpers)),
                    DataSize.ofBytes(need.spillBytes())));
            spilled += need.spillBytes();
        }
        List<MemoryNeed> memory = needs.stream().map(TaskNeed::memory).toList();
        return new ResourceForecast(
                lent(peakBytes(memory, context.maxConcurrentRewrites())), DataSize.ofBytes(spilled), tasks);
    }

    private DataSize lent(long bytes) {
        return DataSize.ofBytes(Math.min(bytes, context.memory().lendableBytes()));
    }

    /** What those tasks need that need most, however many of them run at the same time; threads without a task help. */
    static long peakBytes(List<MemoryNeed> needs, int threads) {
        long helper = needs.stream().mapToLong(MemoryNeed::helperBytes).max().orElse(0);
        List<Long> running = needs.stream()
                .map(need -> need.ownBytes() + (threads > 1 ? need.waitingBytes() : 0))
                .sorted(Comparator.reverseOrder())
                .limit(threads)
                .toList();
        long most = 0;
        long sum = 0;
        for (int tasks = 1; tasks <= running.size(); tasks++) {
            sum += running.get(tasks - 1);
            most = Math.max(most, sum + (threads - tasks) * helper);
        }
        return most;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "delta-maintenance-footers-" + STARTED.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
