package io.github.deltamaint.stores;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.testsupport.NaiveLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Several writers that commit to one table at the same time, each through storages of its own, and a record of what they were told. */
final class Committers {
    private static final long MOST_MINUTES = 15;

    private final Map<String, String> options;
    private final String root;
    private final Map<Long, String> committed = Collections.synchronizedMap(new TreeMap<>());
    private final Set<String> unknown = Collections.synchronizedSet(new HashSet<>());
    private final Set<String> failed = Collections.synchronizedSet(new HashSet<>());
    private final List<Throwable> surprises = Collections.synchronizedList(new ArrayList<>());

    Committers(Map<String, String> options, String root) {
        this.options = options;
        this.root = root;
    }

    /** Lets {@code writers} make {@code commits} commits each. */
    Committers run(int writers, int commits) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            String writer = "w" + w;
            Thread thread = new Thread(() -> {
                try {
                    commit(writer, commits, start);
                } catch (Throwable e) {
                    surprises.add(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(MOST_MINUTES));
            if (thread.isAlive()) {
                AssertionError late = new AssertionError("a writer does not come to an end");
                late.setStackTrace(thread.getStackTrace());
                surprises.add(late);
            }
        }
        return this;
    }

    private void commit(String writer, int commits, CountDownLatch start) throws IOException, InterruptedException {
        try (Storages storages = Storages.builder().options(options).build()) {
            DeltaLog log = DeltaLog.forTable(storages.forPath(root), root, Clock.systemUTC());
            start.await();
            for (int i = 0; i < commits; i++) {
                commit(log, writer + "-" + i);
            }
        }
    }

    private void commit(DeltaLog log, String file) {
        try {
            Snapshot snapshot = log.snapshot();
            AddFile add = AddFile.of(file, Map.of(), 10, 1, true, Optional.of("{\"numRecords\":5}"));
            long version = log.startTransaction(snapshot, TableOperation.REWRITE)
                    .maxAttempts(1000)
                    .commit(CommitRequest.of(CommitInfo.of("WRITE").build(), List.of(add)))
                    .version();
            committed.put(version, file);
        } catch (CommitStateUnknownException e) {
            unknown.add(file);
        } catch (StorageException | CommitConflictException e) {
            failed.add(file);
        }
    }

    /** How many commits the writers were told to have landed. */
    int successes() {
        return committed.size();
    }

    /** How many were given up, or may have landed. */
    int failures() {
        return failed.size() + unknown.size();
    }

    /**
     * Holds what the writers were told against a copy of the table, as somebody else reads it: versions are contiguous, every commit that landed is there once and under
     * its version, no commit that failed is there, and one of which nobody knows is there at most once.
     */
    void requireThatTheLogSaysTheSame(Path copy) throws IOException {
        assertThat(surprises).isEmpty();
        Map<Long, String> inLog = new TreeMap<>();
        long version = 1;
        while (Files.exists(copy.resolve("_delta_log").resolve(String.format(Locale.ROOT, "%020d.json", version)))) {
            for (JsonNode action : NaiveLog.commit(copy, version)) {
                if (action.has("add")) {
                    inLog.put(version, action.get("add").get("path").asText());
                }
            }
            version++;
        }
        try (var files = Files.list(copy.resolve("_delta_log"))) {
            assertThat(files.filter(file -> file.getFileName().toString().endsWith(".json")))
                    .as("commits without a gap")
                    .hasSize(Math.toIntExact(version));
        }
        assertThat(inLog).hasSize(Math.toIntExact(version - 1)).containsAllEntriesOf(committed);
        assertThat(inLog.values()).doesNotHaveDuplicates().noneMatch(failed::contains);
        Set<String> others = new HashSet<>(inLog.values());
        others.removeAll(committed.values());
        assertThat(unknown).containsAll(others);
        assertThat(NaiveLog.latest(copy).files())
                .extracting(file -> file.add().get("path").asText())
                .containsExactlyInAnyOrderElementsOf(inLog.values());
    }
}
