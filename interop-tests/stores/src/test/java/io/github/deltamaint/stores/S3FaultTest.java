package io.github.deltamaint.stores;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableDigest;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An S3 store behind a bad connection: requests fail, get lost, arrive late, and are carried out without anybody hearing of it. */
@Tag("stores")
class S3FaultTest {
    private static final int COMMITS = 10;
    private static final long MOST_DELAY_MILLIS = 400;
    private static final List<Fault> FAULTS = List.of(
            Fault.BUSY,
            Fault.FAILED,
            Fault.REQUEST_LOST,
            Fault.ANSWER_LOST,
            Fault.ANSWER_REPLACED,
            Fault.ANSWER_CUT,
            Fault.LATE);

    /** The connector tries twice and soon, so that many failures come through to us. */
    private static final Map<String, String> IMPATIENT = Map.of(
            "fs.s3a.attempts.maximum", "2",
            "fs.s3a.retry.limit", "1",
            "fs.s3a.retry.interval", "5ms",
            "fs.s3a.retry.throttle.limit", "1",
            "fs.s3a.retry.throttle.interval", "5ms",
            "fs.s3a.retry.http.5xx.errors", "true");

    @TempDir
    Path directory;

    private FaultProxy proxy;
    private StoreServer server;
    private String root;

    @BeforeEach
    void openProxy() throws IOException {
        server = StoreServers.s3();
        proxy = new FaultProxy(server.port());
        root = server.root() + "/f-" + UUID.randomUUID();
    }

    @AfterEach
    void closeProxy() throws IOException {
        proxy.close();
    }

    private Map<String, String> options() {
        Map<String, String> options = server.optionsThrough(proxy);
        options.putAll(IMPATIENT);
        return options;
    }

    private Storages direct() {
        return Storages.builder().options(server.options()).build();
    }

    private static boolean isCommit(HttpMessage request) {
        return request.method().equals("PUT") && request.target().endsWith("/1.json");
    }

    @ParameterizedTest
    @EnumSource
    void writesAFileOnceWhateverHappensToTheRequest(Fault fault) throws Exception {
        byte[] content = "content".getBytes(UTF_8);
        try (Storages storages = Storages.builder().options(options()).build();
                Storages direct = direct()) {
            Storage storage = storages.forPath(root);
            storage.putIfAbsent(root + "/0.json", content);
            proxy.follow(FaultPlan.once(fault, S3FaultTest::isCommit));
            try {
                storage.putIfAbsent(root + "/1.json", content);
            } catch (AmbiguousWriteException e) {
                assertThat(fault).as("may need a second look").isIn(Fault.LATE, Fault.TIMEOUT);
            }
            Thread.sleep(MOST_DELAY_MILLIS);
            assertThat(direct.forPath(root).read(root + "/1.json")).isEqualTo(content);
            assertThat(proxy.exchanges().stream().filter(exchange -> exchange.fault() == fault))
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void losesAndDoublesNothingAmongFourWriters(long seed) throws Exception {
        try (Storages direct = direct()) {
            RemoteTables.upload(RemoteTables.empty(directory.resolve("empty")).path(), direct, root);
            proxy.follow(FaultPlan.random(seed, 0.15, MOST_DELAY_MILLIS, FAULTS));
            Committers committers = new Committers(options(), root).run(4, COMMITS);
            Thread.sleep(2 * MOST_DELAY_MILLIS);
            RemoteTables.download(direct, root, directory.resolve("copy"));
            committers.requireThatTheLogSaysTheSame(directory.resolve("copy"));
            assertThat(committers.successes() + committers.failures()).isEqualTo(4 * COMMITS);
            assertThat(committers.successes()).isGreaterThan(10);
            assertThat(proxy.exchanges()).extracting(Exchange::fault).containsAll(FAULTS);
        }
    }

    @Test
    void optimizesInTheEndAndLeavesTheRowsAsTheyAre() throws Exception {
        TestTable table = RemoteTables.fragmented(directory.resolve("table"), 12);
        try (Storages direct = direct();
                MaintenanceContext good = MaintenanceContext.builder()
                        .hadoopOptions(server.options())
                        .build();
                MaintenanceContext bad =
                        MaintenanceContext.builder().hadoopOptions(options()).build()) {
            RemoteTables.upload(table.path(), direct, root);
            TableDigest before = DeltaMaintenance.table(root, good).digest();
            proxy.follow(FaultPlan.random(7, 0.05, MOST_DELAY_MILLIS, FAULTS));
            int failures = 0;
            OptimizeResult result = null;
            while (result == null) {
                try {
                    result = DeltaMaintenance.table(root, bad).optimize().execute();
                } catch (DeltaMaintenanceException e) {
                    failures++;
                    assertThat(failures).as("%s", e).isLessThan(100);
                    assertThat(DeltaMaintenance.table(root, good).digest().digest())
                            .isEqualTo(before.digest());
                }
            }
            Thread.sleep(2 * MOST_DELAY_MILLIS);
            proxy.follow(FaultPlan.none());
            assertThat(DeltaMaintenance.table(root, good).digest().digest()).isEqualTo(before.digest());
            assertThat(DeltaMaintenance.table(root, good).optimize().execute().isNoOp())
                    .isTrue();
            RemoteTables.download(direct, root, directory.resolve("copy"));
            assertThat(new ParquetJavaReader().rows(directory.resolve("copy")).texts())
                    .isEqualTo(table.rows().texts());
        }
    }
}
