package io.github.deltamaint.stores;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests S3 is asked, as the wire shows them: they are what is paid for, and what one waits for. */
@Tag("stores")
class S3CostTest {
    /** The connector asks for this many at once: fs.s3a.bulk.delete.page.size. */
    private static final int PAGE = 250;

    @TempDir
    Path directory;

    private FaultProxy proxy;
    private Storages storages;
    private Storage storage;
    private String root;

    @BeforeEach
    void open() throws IOException {
        StoreServer server = StoreServers.s3();
        root = server.root() + "/q-" + UUID.randomUUID();
        proxy = new FaultProxy(server.port());
        storages = Storages.builder().options(server.optionsThrough(proxy)).build();
        storage = storages.forPath(root);
    }

    @AfterEach
    void close() throws IOException {
        storages.close();
        proxy.close();
    }

    /** Requests since the last call, in order: the method, and the name or what a listing is about. */
    private List<String> requests() {
        List<String> requests = new ArrayList<>();
        for (Exchange exchange : proxy.exchanges()) {
            String target = exchange.target();
            requests.add(exchange.method() + " "
                    + (target.contains("list-type") ? "list" : target.substring(target.lastIndexOf('/') + 1)));
        }
        proxy.forget();
        return requests;
    }

    @Test
    void aSnapshotAfterACheckpointListsOnceAndReadsEachFileAfterIt() throws IOException {
        TestTable table = TestTable.in(directory.resolve("t")).append(Columns.sales(0, 10));
        for (int i = 1; i <= 9; i++) {
            table.append(Columns.sales(i * 10L, i * 10L + 10));
        }
        table.checkpoint();
        table.append(Columns.sales(200, 210));
        table.append(Columns.sales(210, 220));
        RemoteTables.upload(table.path(), storages, root);
        requests();

        Snapshot snapshot = DeltaLog.forTable(storage, root, Clock.systemUTC()).snapshot();
        assertThat(snapshot.version()).isEqualTo(12);
        assertThat(requests())
                .containsExactly(
                        "HEAD _last_checkpoint",
                        "GET _last_checkpoint",
                        "GET list",
                        "GET 00000000000000000012.json",
                        "GET 00000000000000000011.json",
                        "GET 00000000000000000010.checkpoint.parquet");
    }

    @Test
    void aCommitListsOnceAndPutsOnce() throws IOException {
        RemoteTables.upload(RemoteTables.empty(directory.resolve("t")).path(), storages, root);
        DeltaLog log = DeltaLog.forTable(storage, root, Clock.systemUTC());
        commitTo(log, log.snapshot(), "a");
        Snapshot snapshot = log.snapshot();
        requests();
        commitTo(log, snapshot, "b");
        assertThat(requests()).containsExactly("GET list", "PUT 00000000000000000002.json");
    }

    private static void commitTo(DeltaLog log, Snapshot snapshot, String file) {
        AddFile add = AddFile.of(file, Map.of(), 10, 1, true, Optional.of("{\"numRecords\":5}"));
        log.startTransaction(snapshot, TableOperation.REWRITE)
                .commit(CommitRequest.of(CommitInfo.of("WRITE").build(), List.of(add)));
    }

    @Test
    void manyFilesAreDeletedByOneRequest() throws IOException {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 1200; i++) {
            paths.add(StoragePaths.resolve(root, "none-" + i));
        }
        String file = StoragePaths.resolve(root, "file");
        storage.overwrite(file, "x".getBytes(StandardCharsets.UTF_8));
        paths.add(file);
        requests();
        assertThat(storage.deleteAll(paths)).isEmpty();
        assertThat(requests()).hasSize((paths.size() + PAGE - 1) / PAGE).containsOnly("POST lake?delete");
    }

    @Test
    void everythingBelowADirectoryIsListedByKey() throws IOException {
        for (String name : List.of("a/b/c/1", "a/b/c/2", "a/b/d/1", "e/1")) {
            storage.overwrite(StoragePaths.resolve(root, name), "x".getBytes(StandardCharsets.UTF_8));
        }
        requests();
        assertThat(RemoteTables.files(storage, root)).hasSize(4);
        assertThat(requests()).containsExactly("GET list");
    }

    @Test
    void theFirstCommitOfAProcessLetsTheStoreProveItself() throws IOException {
        storage.putIfAbsent(StoragePaths.resolve(root, "0.json"), new byte[1]);
        assertThat(requests())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("PUT .0.json."),
                        second -> assertThat(second).startsWith("PUT .0.json."),
                        whose -> assertThat(whose).startsWith("HEAD .0.json."),
                        gone -> assertThat(gone).startsWith("DELETE .0.json."),
                        commit -> assertThat(commit).isEqualTo("PUT 0.json"));
        storage.putIfAbsent(StoragePaths.resolve(root, "1.json"), new byte[1]);
        assertThat(requests()).containsExactly("PUT 1.json");
    }

    @Test
    void aFileOfKnownLengthIsReadAndAnyWrittenByOneRequest() throws IOException {
        String path = StoragePaths.resolve(root, "d");
        storage.create(path).close();
        assertThat(requests()).containsExactly("PUT d");
        storage.overwrite(path, new byte[10]);
        assertThat(requests()).containsExactly("PUT d");
        try (ByteSource source = storage.open(path, 10)) {
            source.readFully(0, new byte[10], 0, 10);
        }
        assertThat(requests()).containsExactly("GET d");
    }
}
