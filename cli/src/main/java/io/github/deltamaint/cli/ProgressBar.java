package io.github.deltamaint.cli;

import io.github.deltamaint.FileMetrics;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.common.DataSize;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Shows on a terminal how far a rewrite is. */
final class ProgressBar implements MaintenanceListener {
    private static final int WIDTH = 30;

    private final Console console;
    private final Map<Integer, Long> bytesDone = new ConcurrentHashMap<>();
    private volatile long bytesTotal;

    ProgressBar(Console console) {
        this.console = console;
    }

    @Override
    public void optimizePlanned(OptimizePlan plan) {
        bytesTotal = plan.bytesToRewrite().bytes();
    }

    @Override
    public void rewriteProgress(RewriteTask task, long inputBytesDone) {
        bytesDone.put(task.index(), inputBytesDone);
        draw();
    }

    @Override
    public void rewriteFinished(RewriteTask task, FileMetrics added) {
        rewriteProgress(task, task.inputSize().bytes());
    }

    @Override
    public void commitStarted(long attemptedVersion, int attempt) {
        console.progress("committing version " + attemptedVersion);
    }

    private void draw() {
        long done = bytesDone.values().stream().mapToLong(Long::longValue).sum();
        int filled = bytesTotal == 0 ? WIDTH : (int) Math.min(WIDTH, WIDTH * done / bytesTotal);
        console.progress(String.format(
                Locale.ROOT,
                "[%s%s] %s of %s",
                "#".repeat(filled),
                ".".repeat(WIDTH - filled),
                DataSize.ofBytes(done),
                DataSize.ofBytes(bytesTotal)));
    }
}
