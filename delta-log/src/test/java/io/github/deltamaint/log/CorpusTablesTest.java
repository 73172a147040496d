package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.NaiveLog;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Tables of many writers: our snapshots say what the manifest of the corpus says about them. */
class CorpusTablesTest {

    /** The damage of these is in data files or deletion vectors, of which a log knows nothing. */
    private static final Set<String> DAMAGED_BEHIND_THE_LOG = Set.of(
            "derived/data-missing-live-file",
            "derived/data-truncated-live-file",
            "derived/data-page-bitflip",
            "derived/dv-missing-file",
            "derived/dv-checksum-mismatch",
            "derived/dv-truncated",
            "trino/databricks73__read_timestamps");

    /**
     * Here {@code /x} is added and {@code file:/x} removed: one file to Delta Spark and to us, two to Delta Kernel and to the manifest.
     */
    private static final Set<String> WITHOUT_FILES_BY_URI_EQUALITY = Set.of(
            "delta-golden/canonicalized-paths-normal-b",
            "delta-golden/canonicalized-paths-special-a",
            "delta-golden/canonicalized-paths-special-b");

    @TempDir
    Path directory;

    @Test
    void isPresent() {
        Corpus.assumePresent();
    }

    private DeltaLog log(CorpusTable table) {
        Path root = table.template() ? table.copyTo(directory) : table.table();
        return DeltaLog.forTable(new LocalStorage(), root.toString(), Clock.systemUTC());
    }

    private static boolean isRefusedToReaders(CorpusTable table) {
        return table.refuse().filter("read"::equals).isPresent();
    }

    @TestFactory
    Stream<DynamicTest> readsEveryTable() {
        return Corpus.tables().stream()
                .filter(table -> table.isFor("read") || table.isFor("vacuum"))
                .filter(table -> !isRefusedToReaders(table))
                .map(table -> DynamicTest.dynamicTest(table.id(), () -> check(table)));
    }

    private void check(CorpusTable table) {
        DeltaLog log = log(table);
        Snapshot snapshot;
        try {
            snapshot = log.snapshot();
        } catch (CorruptTableException e) {
            if (table.lenient()) {
                return;
            }
            throw e;
        }
        JsonNode manifest = table.manifest();
        table.version().ifPresent(version -> assertThat(snapshot.version()).isEqualTo(version));
        if (WITHOUT_FILES_BY_URI_EQUALITY.contains(table.id())) {
            assertThat(snapshot.counts().numFiles()).isZero();
            return;
        }
        JsonNode live = manifest.path("live");
        if (live.has("files")) {
            assertThat(snapshot.counts().numFiles()).isEqualTo(live.get("files").asLong());
            assertThat(snapshot.counts().sizeInBytes())
                    .isEqualTo(live.get("bytes").asLong());
        }
        if (live.has("dv_rows")) {
            assertThat(snapshot.counts().numDeletedRecords())
                    .isEqualTo(live.get("dv_rows").asLong());
        }
        assertThat(snapshot.metadata().partitionColumns()).isEqualTo(texts(manifest.path("partition_columns")));
        assertThat(snapshot.configuration()).isEqualTo(map(manifest.path("configuration")));
        if (!table.template()) {
            assertThat(unexpired(snapshot, SnapshotContents.of(snapshot)))
                    .isEqualTo(unexpired(snapshot, SnapshotContents.of(NaiveLog.latest(table.table()))));
        }
    }

    /** The naive model does not let transaction identifiers expire. */
    private static List<String> unexpired(Snapshot snapshot, List<String> lines) {
        return snapshot.properties().transactionRetention().isEmpty()
                ? lines
                : lines.stream().filter(line -> !line.startsWith("txn ")).toList();
    }

    private static List<String> texts(JsonNode array) {
        return java.util.stream.StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static Map<String, String> map(JsonNode object) {
        Map<String, String> map = new LinkedHashMap<>();
        object.properties()
                .forEach(entry -> map.put(entry.getKey(), entry.getValue().asText()));
        return map;
    }

    @TestFactory
    Stream<DynamicTest> readsEveryOlderVersion() {
        return Corpus.tables().stream()
                .filter(table -> !table.history().isEmpty() && table.isFor("read") && !table.template())
                .map(table -> DynamicTest.dynamicTest(table.id(), () -> checkHistory(table)));
    }

    private void checkHistory(CorpusTable table) {
        DeltaLog log = log(table);
        for (CorpusTable.Version version : table.history()) {
            if (table.lenient() && isDamaged(log, version.version())) {
                continue;
            }
            assertThat(SnapshotContents.of(log.snapshotAt(version.version())))
                    .as("version %s", version.version())
                    .isEqualTo(SnapshotContents.of(NaiveLog.at(table.table(), version.version())));
        }
    }

    private static boolean isDamaged(DeltaLog log, long version) {
        try {
            log.snapshotAt(version);
            return false;
        } catch (CorruptTableException e) {
            return true;
        }
    }

    @TestFactory
    Stream<DynamicTest> refusesToReadWhatItMust() {
        return Corpus.tablesUsedFor("must-refuse").stream()
                .filter(CorpusTablesTest::isRefusedToReaders)
                .map(table -> DynamicTest.dynamicTest(
                        table.id(),
                        () -> assertThatThrownBy(() -> log(table).snapshot())
                                .isInstanceOf(UnsupportedTableFeatureException.class)
                                .hasMessageContaining(table.table().toString())));
    }

    @TestFactory
    Stream<DynamicTest> refusesToWriteWhatItMust() {
        return Corpus.tablesUsedFor("must-refuse").stream()
                .filter(table -> !isRefusedToReaders(table))
                .map(table -> DynamicTest.dynamicTest(table.id(), () -> checkWriting(table)));
    }

    private void checkWriting(CorpusTable table) {
        DeltaLog log = log(table);
        ThrowingCallable write = () -> log.startTransaction(log.snapshot(), TableOperation.REWRITE);
        if (table.isRefusedToWriters()) {
            assertThatThrownBy(write).isInstanceOf(UnsupportedTableFeatureException.class);
        } else {
            assertThatCode(write).doesNotThrowAnyException();
        }
    }

    @TestFactory
    Stream<DynamicTest> failsOnDamagedLogs() {
        return Corpus.tablesUsedFor("must-error").stream()
                .filter(table -> !DAMAGED_BEHIND_THE_LOG.contains(table.id()))
                .map(table -> DynamicTest.dynamicTest(
                        table.id(),
                        () -> assertThatThrownBy(() ->
                                        log(table).snapshot().forEachActiveFile(FileProjection.WITH_STATS, file -> {}))
                                .isInstanceOf(DeltaMaintenanceException.class)
                                .isInstanceOfAny(CorruptTableException.class, TableNotFoundException.class)
                                .hasMessageStartingWith(table.table().toString())));
    }
}
