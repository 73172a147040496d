package io.github.deltamaint.stores;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableDigest;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.Vacuum;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.vacuum.QuarantineResult;
import io.github.deltamaint.vacuum.VacuumResult;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What has to hold on every store, whatever it is. */
@Tag("stores")
abstract class StoreContract {
    private static final int WRITERS = 4;
    private static final int ROUNDS_OF_EVERY_BUILD = 12;
    private static final int ROUNDS = Integer.getInteger("deltamaint.rounds", 50);

    @TempDir
    Path directory;

    StoreServer server;
    String root;

    /** The store, which runs. */
    abstract StoreServer start();

    @BeforeEach
    void chooseDirectory() {
        server = start();
        root = server.root() + "/t-" + UUID.randomUUID();
    }

    Storages open() {
        return Storages.builder().options(server.options()).build();
    }

    @Test
    void letsExactlyOneOfFourWritersCreateAFile() throws Exception {
        letExactlyOneCreate(ROUNDS_OF_EVERY_BUILD);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void letsExactlyOneOfFourWritersCreateEachOfFiftyFiles() throws Exception {
        letExactlyOneCreate(ROUNDS);
    }

    private void letExactlyOneCreate(int rounds) throws Exception {
        List<List<Integer>> winners = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            winners.add(Collections.synchronizedList(new ArrayList<>()));
        }
        List<Throwable> surprises = Collections.synchronizedList(new ArrayList<>());
        CyclicBarrier together = new CyclicBarrier(WRITERS);
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < WRITERS; w++) {
            int writer = w;
            Thread thread = new Thread(() -> {
                try {
                    race(writer, together, winners);
                } catch (Throwable e) {
                    surprises.add(e);
                    together.reset();
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(surprises).isEmpty();
        try (Storages storages = open()) {
            Storage storage = storages.forPath(root);
            for (int round = 0; round < rounds; round++) {
                assertThat(winners.get(round)).as("winners of round %d", round).hasSize(1);
                assertThat(storage.read(name(round)))
                        .isEqualTo(content(winners.get(round).get(0)));
            }
            assertThat(RemoteTables.files(storage, root)).hasSize(rounds);
        }
    }

    private void race(int writer, CyclicBarrier together, List<List<Integer>> winners)
            throws IOException, InterruptedException, BrokenBarrierException {
        try (Storages storages = open()) {
            Storage storage = storages.forPath(root);
            for (int round = 0; round < winners.size(); round++) {
                together.await();
                try {
                    storage.putIfAbsent(name(round), content(writer));
                    winners.get(round).add(writer);
                } catch (FileAlreadyExistsException e) {
                    // Another one won.
                }
            }
        }
    }

    private String name(int round) {
        return StoragePaths.resolve(root, "_delta_log/" + round + ".json");
    }

    private static byte[] content(int writer) {
        return ("writer " + writer + " ").repeat(5000).getBytes(UTF_8);
    }

    @Test
    void losesNoCommitOfFourWriters() throws Exception {
        commitAtTheSameTime(ROUNDS_OF_EVERY_BUILD);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void losesNoneOfFiftyCommitsOfEachOfFourWriters() throws Exception {
        commitAtTheSameTime(WRITERS * ROUNDS);
    }

    private void commitAtTheSameTime(int commits) throws Exception {
        try (Storages storages = open()) {
            RemoteTables.upload(RemoteTables.empty(directory.resolve("empty")).path(), storages, root);
            Committers committers = new Committers(server.options(), root).run(WRITERS, commits / WRITERS);
            RemoteTables.download(storages, root, directory.resolve("copy"));
            assertThat(committers.successes()).isEqualTo(commits);
            committers.requireThatTheLogSaysTheSame(directory.resolve("copy"));
        }
    }

    @Test
    void optimizesATableAndLeavesItsRowsAsTheyAre() throws IOException {
        TestTable table = RemoteTables.fragmented(directory.resolve("table"), 20);
        try (Storages storages = open();
                MaintenanceContext context = MaintenanceContext.builder()
                        .hadoopOptions(server.options())
                        .maxConcurrentRewrites(2)
                        .build()) {
            RemoteTables.upload(table.path(), storages, root);
            TableMaintenance remote = DeltaMaintenance.table(root, context);
            TableDigest before = remote.digest();

            OptimizeResult result = remote.optimize().execute();
            assertThat(result.versions()).containsExactly(table.version() + 1);
            assertThat(result.filesRemoved().totalFiles())
                    .isEqualTo(table.files().size());
            TableDigest after = remote.digest();
            assertThat(after.digest()).isEqualTo(before.digest());
            assertThat(after.rows()).isEqualTo(before.rows());
            assertThat(remote.scan().version(table.version()).digest()).isEqualTo(before);

            assertThat(remote.optimize().execute().isNoOp()).isTrue();
            assertThat(remote.detail().version()).isEqualTo(table.version() + 1);
            assertThat(remote.history(1).get(0).operation()).hasValue("OPTIMIZE");

            RemoteTables.download(storages, root, directory.resolve("copy"));
            assertThat(new ParquetJavaReader().rows(directory.resolve("copy")).texts())
                    .isEqualTo(table.rows().texts());
        }
    }

    @Test
    void checkpointsVacuumsAndBringsBackFromQuarantine() throws IOException {
        TestTable table = RemoteTables.fragmented(directory.resolve("table"), 6);
        try (Storages storages = open();
                MaintenanceContext context = MaintenanceContext.builder()
                        .hadoopOptions(server.options())
                        .build()) {
            RemoteTables.upload(table.path(), storages, root);
            TableMaintenance remote = DeltaMaintenance.table(root, context);
            TableDigest before = remote.digest();
            remote.optimize().execute();
            assertThat(remote.checkpoint().version()).isEqualTo(table.version() + 1);

            VacuumResult moved = vacuum(remote).quarantine().execute();
            assertThat(moved.failures()).isEmpty();
            assertThat(moved.filesDeleted())
                    .isGreaterThanOrEqualTo(table.files().size());
            assertThat(remote.digest().digest()).isEqualTo(before.digest());

            QuarantineResult restored =
                    remote.quarantine().restore(moved.quarantineRun().orElseThrow(), CancellationToken.none());
            assertThat(restored.failures()).isEmpty();
            assertThat(restored.files()).isEqualTo(moved.filesDeleted());
            assertThat(remote.scan().version(table.version()).digest()).isEqualTo(before);

            VacuumResult removed = vacuum(remote).execute();
            assertThat(removed.failures()).isEmpty();
            assertThat(removed.filesDeleted()).isEqualTo(moved.filesDeleted());
            assertThat(remote.digest().digest()).isEqualTo(before.digest());
            RemoteTables.download(storages, root, directory.resolve("copy"));
            assertThat(new ParquetJavaReader().rows(directory.resolve("copy")).texts())
                    .isEqualTo(table.rows().texts());
        }
    }

    private static Vacuum vacuum(TableMaintenance table) {
        return table.vacuum().retain(Duration.ZERO).allowUnsafeRetention("nobody else uses the table");
    }
}
