package io.github.deltamaint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes down what a listener hears, and checks that starts and ends come in pairs. Thread-safe. */
class EventLog implements MaintenanceListener {
    private final List<String> events = new ArrayList<>();
    private final Map<Integer, Long> progress = new HashMap<>();

    synchronized void add(String event) {
        events.add(event);
    }

    /** Every event, in order, progress left out. */
    synchronized List<String> events() {
        return List.copyOf(events);
    }

    /** The events whose texts begin so. */
    List<String> events(String prefix) {
        return events().stream().filter(event -> event.startsWith(prefix)).toList();
    }

    /** How often progress was told. */
    synchronized int tasksWithProgress() {
        return progress.size();
    }

    @Override
    public void optimizePlanned(OptimizePlan plan) {
        add("planned " + plan.tasks().size());
    }

    @Override
    public void rewriteStarted(RewriteTask task) {
        add("started " + task.index());
    }

    @Override
    public synchronized void rewriteProgress(RewriteTask task, long inputBytesDone) {
        if (!events.contains("started " + task.index()) || events.contains("finished " + task.index())) {
            events.add("progress out of place");
        }
        if (inputBytesDone < progress.getOrDefault(task.index(), 0L)
                || inputBytesDone > task.inputSize().bytes()) {
            events.add("progress " + inputBytesDone + " is nonsense");
        }
        progress.put(task.index(), inputBytesDone);
    }

    @Override
    public void rewriteFinished(RewriteTask task, FileMetrics added) {
        add("finished " + task.index());
    }

    @Override
    public void rewriteFailed(RewriteTask task, Exception cause) {
        add("failed " + task.index());
    }

    @Override
    public void commitStarted(long attemptedVersion, int attempt) {
        add("commit " + attemptedVersion + " attempt " + attempt);
    }

    @Override
    public void commitConflict(long winningVersion) {
        add("conflict " + winningVersion);
    }

    @Override
    public void commitFinished(long version) {
        add("committed " + version);
    }

    @Override
    public void commitFailed(Exception cause) {
        add("commit failed");
    }
}
