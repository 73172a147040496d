package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.storage.LocalStorage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers race on a local disk, in one process and in several: versions are contiguous, and every commit is in the log exactly once. */
class CommitRaceTest {

    @TempDir
    Path table;

    private void create() throws IOException {
        Files.createDirectories(table.resolve("_delta_log"));
        Files.write(
                table.resolve("_delta_log/00000000000000000000.json"),
                ActionJson.write(List.of(TestLog.PLAIN, TestLog.metadata(Map.of()))));
    }

    /** Appends files one commit each, reading a snapshot now and then only, so that most commits meet others. */
    static void append(String root, String writer, int commits) {
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), root, Clock.systemUTC());
        Snapshot snapshot = log.snapshot();
        for (int i = 0; i < commits; i++) {
            if (i % 5 == 0) {
                snapshot = log.snapshot();
            }
            log.startTransaction(snapshot, TableOperation.REWRITE)
                    .maxAttempts(10_000)
                    .commit(CommitRequest.of(CommitInfo.of("WRITE").build(), List.of(TestLog.add(writer + "-" + i))));
        }
    }

    /** A writer as a process of its own. */
    public static void main(String[] args) {
        append(args[0], args[1], Integer.parseInt(args[2]));
    }

    private void requireEveryCommitOnce(Set<String> expected) throws IOException {
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), table.toString(), Clock.systemUTC());
        Snapshot snapshot = log.snapshot();
        assertThat(snapshot.version()).isEqualTo(expected.size());
        assertThat(TestLog.files(snapshot)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(log.history(Integer.MAX_VALUE)).hasSize(expected.size() + 1);
        try (java.util.stream.Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".json"))).hasSize(expected.size() + 1);
        }
    }

    @Test
    void losesNothingAmongThreads() throws Exception {
        create();
        int writers = 6;
        int commits = 20;
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        Set<String> expected = new HashSet<>();
        for (int w = 0; w < writers; w++) {
            String writer = "w" + w;
            Thread thread = new Thread(() -> append(table.toString(), writer, commits));
            thread.setUncaughtExceptionHandler((failed, e) -> failures.add(e));
            thread.start();
            threads.add(thread);
            for (int i = 0; i < commits; i++) {
                expected.add(writer + "-" + i);
            }
        }
        for (Thread thread : threads) {
            thread.join(60_000);
        }
        assertThat(failures).isEmpty();
        requireEveryCommitOnce(expected);
    }

    @Test
    void isNotCancelledByAnInterrupt() throws IOException {
        create();
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), table.toString(), Clock.systemUTC());
        Snapshot snapshot = log.snapshot();
        append(table.toString(), "winner", 3);
        Thread.currentThread().interrupt();
        try {
            CommitResult result = log.startTransaction(snapshot, TableOperation.REWRITE)
                    .commit(CommitRequest.of(CommitInfo.of("WRITE").build(), List.of()));
            assertThat(result.version()).isEqualTo(4);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void losesNothingAmongProcesses() throws Exception {
        create();
        int commits = 30;
        List<Process> processes = new ArrayList<>();
        Set<String> expected = new HashSet<>();
        for (String writer : List.of("p", "q")) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            CommitRaceTest.class.getName(),
                            table.toString(),
                            writer,
                            String.valueOf(commits))
                    .redirectErrorStream(true)
                    .redirectOutput(new File(table.toFile().getParentFile(), writer + ".log"))
                    .start());
            for (int i = 0; i < commits; i++) {
                expected.add(writer + "-" + i);
            }
        }
        for (Process process : processes) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        requireEveryCommitOnce(expected);
    }
}
