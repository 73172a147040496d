package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.VacuumResult;
import java.nio.file.DirectoryNotEmptyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes candidates in batches, several at the same time. What cannot be removed is counted and does not stop the rest; when the store asks for patience the same files are
 * tried again later.
 */
final class FileRemover {
    private static final Logger LOG = LoggerFactory.getLogger(FileRemover.class);

    /** As many as the largest bulk request of the object stores takes. */
    private static final int LARGEST_BATCH = 1000;

    private static final int TRIES = 8;

    private final Gate gate;
    private final Removal removal;
    private final int threads;
    private final Backoff backoff;
    private final BooleanSupplier cancelled;
    private final SafeListener listener;

    private long files;
    private long directories;
    private long bytes;
    private long kept;
    private long failureCount;
    private long heldBack = Long.MAX_VALUE;
    private final List<FailedDelete> failures = new ArrayList<>();

    /** Lets pass what nobody needs, at the last moment. Called by several threads. */
    interface Gate {
        List<Candidate> pass(List<Candidate> batch);
    }

    /** Removes one batch of files or directories, all of one kind, and gives back those that are still there. */
    interface Removal {
        List<FailedDelete> remove(List<Candidate> batch);
    }

    FileRemover(
            Gate gate,
            Removal removal,
            int threads,
            Backoff backoff,
            BooleanSupplier cancelled,
            SafeListener listener) {
        this.gate = gate;
        this.removal = removal;
        this.threads = threads;
        this.backoff = backoff;
        this.cancelled = cancelled;
        this.listener = listener;
    }

    /** Removes what may go: first all files, then the directories, the deepest first. */
    void remove(Candidates candidates) {
        removeAll(candidates, Predicate.not(Candidate::isDirectory), candidates.files());
        if (candidates.directories() > 0) {
            NavigableMap<Integer, List<Candidate>> byDepth = new TreeMap<>();
            for (Candidate candidate : candidates) {
                if (candidate.isDirectory()) {
                    int depth =
                            (int) candidate.path().chars().filter(c -> c == '/').count();
                    byDepth.computeIfAbsent(depth, key -> new ArrayList<>()).add(candidate);
                }
            }
            byDepth.descendingMap().values().forEach(level -> removeAll(level, candidate -> true, level.size()));
        }
    }

    private void removeAll(Iterable<Candidate> candidates, Predicate<Candidate> wanted, long expected) {
        if (expected == 0) {
            return;
        }
        int batchSize = batchSize(expected);
        try (Parallel parallel = new Parallel(threads, cancelled)) {
            List<Candidate> batch = new ArrayList<>(batchSize);
            for (Candidate candidate : candidates) {
                if (wanted.test(candidate)) {
                    batch.add(candidate);
                }
                if (batch.size() == batchSize) {
                    submit(parallel, batch);
                    batch = new ArrayList<>(batchSize);
                }
            }
            if (!batch.isEmpty()) {
                submit(parallel, batch);
            }
            parallel.await();
        }
    }

    private void submit(Parallel parallel, List<Candidate> batch) {
        parallel.submit(() -> removeBatch(batch));
    }

    /** Large enough to take few requests, small enough to keep all threads busy. */
    private int batchSize(long expected) {
        return (int) Math.max(1, Math.min(LARGEST_BATCH, expected / (4L * threads)));
    }

    private void removeBatch(List<Candidate> batch) {
        List<Candidate> remaining = batch;
        for (int tries = 1; ; tries++) {
            List<Candidate> going = gate.pass(remaining);
            addKept(remaining.size() - going.size());
            List<Candidate> again = removeOnce(going, tries < TRIES && !cancelled.getAsBoolean());
            if (again.isEmpty()) {
                break;
            }
            backoff.await(tries);
            remaining = again;
        }
        synchronized (this) {
            listener.removed(files + directories, bytes);
        }
    }

    /** Gives back those for which the store asked for patience. */
    private List<Candidate> removeOnce(List<Candidate> going, boolean mayRetry) {
        if (going.isEmpty()) {
            return going;
        }
        Map<String, FailedDelete> failed = new HashMap<>();
        removal.remove(going).forEach(failure -> failed.put(failure.path(), failure));
        List<Candidate> again = new ArrayList<>();
        for (Candidate candidate : going) {
            FailedDelete failure = failed.get(candidate.path());
            if (failure == null) {
                removed(candidate);
            } else if (failure.cause() instanceof DirectoryNotEmptyException) {
                // Somebody has begun to use it.
                addKept(1);
            } else if (mayRetry && Backoff.isThrottling(failure.cause())) {
                again.add(candidate);
            } else {
                failed(candidate, failure);
            }
        }
        return again;
    }

    private synchronized void addKept(long count) {
        kept += count;
    }

    private synchronized void removed(Candidate candidate) {
        if (candidate.isDirectory()) {
            directories++;
        } else {
            files++;
            bytes = Math.addExact(bytes, candidate.size().bytes());
        }
    }

    private synchronized void failed(Candidate candidate, FailedDelete failure) {
        failureCount++;
        LOG.warn("cannot remove {}: {}", candidate.path(), String.valueOf(failure.cause()));
        if (failures.size() < VacuumResult.SHOWN_FAILURES) {
            failures.add(failure);
        }
        if (candidate.removedVersion().isPresent()) {
            heldBack = Math.min(heldBack, candidate.removedVersion().getAsLong());
        }
    }

    synchronized long files() {
        return files;
    }

    synchronized long directories() {
        return directories;
    }

    synchronized long bytes() {
        return bytes;
    }

    /** How many candidates stayed because somebody needs them after all. */
    synchronized long kept() {
        return kept;
    }

    synchronized long failureCount() {
        return failureCount;
    }

    synchronized List<FailedDelete> failures() {
        return List.copyOf(failures);
    }

    /** The oldest version of which something could not be removed; the largest number if all went well. */
    synchronized long heldBack() {
        return heldBack;
    }
}
