package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.CorpusTableSource;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.ValueType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Tables that others wrote, read and compacted by us, and judged by others again. */
class ForeignTablesTest {
    /** Tables with shredded variants, which this release does not rewrite. */
    static final Set<String> REFUSED = Set.of("delta-spark/variant-stats-with-struct-no-checkpoint");

    private static DuckDb duckDb;

    private final KernelReader kernel = new KernelReader();
    private final Map<String, String> kernelMisses = new KernelReaderTest().misses();

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        duckDb = new DuckDb();
    }

    @AfterAll
    static void stop() {
        duckDb.close();
    }

    @ParameterizedTest
    @FixtureSource("read")
    void readsEveryVersionAsDeltaSparkDoes(Fixture fixture) {
        TableMaintenance table = DeltaMaintenance.table(fixture.table().toString());
        fixture.contentSha256()
                .ifPresent(hash -> assertThat(table.scan().contentSha256()).isEqualTo(hash));
        for (Fixture.Version version : fixture.versions()) {
            assertThat(table.scan().version(version.version()).digest().rows()).isEqualTo(version.rows());
        }
    }

    @ParameterizedTest
    @FixtureSource("optimize")
    void compactsTablesOfDeltaSpark(Fixture fixture) {
        Path copy = fixture.copyTo(directory);
        compacts(copy, fixture.name());
    }

    @ParameterizedTest
    @CorpusTableSource("read")
    void readsTablesOfOtherWritersAsTheManifestSays(CorpusTable table) {
        Path path = table.template() ? table.copyTo(directory) : table.table();
        TableMaintenance maintenance = DeltaMaintenance.table(path.toString());
        if (table.lenient() && catchThrowable(maintenance::detail) instanceof CorruptTableException) {
            return;
        }
        table.version()
                .ifPresent(version -> assertThat(maintenance.detail().version()).isEqualTo(version));
        assumeTrue(!table.logOnly(), "there are no data files");
        table.rows().ifPresent(rows -> assertThat(maintenance.digest().rows()).isEqualTo(rows));
        table.contentSha256()
                .ifPresent(
                        hash -> assertThat(maintenance.scan().contentSha256()).isEqualTo(hash));
        for (CorpusTable.Version version : table.history()) {
            assertThat(maintenance.scan().version(version.version()).contentSha256())
                    .as("hash of version %d", version.version())
                    .isEqualTo(version.contentSha256());
        }
    }

    @ParameterizedTest
    @CorpusTableSource("optimize")
    void compactsTablesOfOtherWriters(CorpusTable table) {
        Path copy = table.copyTo(directory);
        if (REFUSED.contains(table.id())) {
            refusesAndChangesNothing(copy);
        } else {
            compacts(copy, table.id());
        }
    }

    @ParameterizedTest
    @CorpusTableSource("must-refuse")
    void refusesByNameAndChangesNothing(CorpusTable table) {
        Path copy = table.copyTo(directory);
        if (table.isRefusedToWriters()) {
            refusesAndChangesNothing(copy);
        } else {
            compacts(copy, table.id());
        }
    }

    @ParameterizedTest
    @CorpusTableSource("must-error")
    void reportsWhatIsWrongAndChangesNothing(CorpusTable table) {
        Path copy = table.copyTo(directory);
        TreeSnapshot before = TreeSnapshot.of(copy);
        TableMaintenance maintenance = DeltaMaintenance.table(copy.toString());
        Throwable failure = catchThrowable(() -> {
            maintenance.digest();
            maintenance.optimize().execute();
        });
        if (failure == null && table.lenient()) {
            return;
        }
        assertThat(failure)
                .isInstanceOf(DeltaMaintenanceException.class)
                .isNotInstanceOf(UnsupportedTableFeatureException.class)
                .hasMessageContaining(copy.toString());
        assertThat(before.differenceNow(copy)).isEmpty();
    }

    private void refusesAndChangesNothing(Path copy) {
        TreeSnapshot before = TreeSnapshot.of(copy);
        assertThatThrownBy(
                        () -> DeltaMaintenance.table(copy.toString()).optimize().execute())
                .isInstanceOf(UnsupportedTableFeatureException.class);
        assertThat(before.differenceNow(copy)).isEmpty();
    }

    @Test
    void compactsVariants() {
        compacts(Fixtures.named("variant").copyTo(directory), "variant");
    }

    private void compacts(Path copy, String name) {
        TableMaintenance maintenance = DeltaMaintenance.table(copy.toString());
        String digest = maintenance.digest().digest();
        String content = maintenance.scan().contentSha256();
        List<TableRows> rows = judge(copy, name);
        NaiveSnapshot before = NaiveLog.latest(copy);
        Set<Path> filesBefore = files(copy);

        OptimizeResult result = maintenance.optimize().execute();

        assertThat(maintenance.digest().digest()).isEqualTo(digest);
        assertThat(maintenance.scan().contentSha256()).isEqualTo(content);
        assertThat(judge(copy, name)).isEqualTo(rows);
        NaiveSnapshot latest = NaiveLog.latest(copy);
        assertNothingButFilesChanged(before, latest);
        assertThat(StatisticsChecker.check(duckDb, latest, filesBefore, StatisticsChecker.Timestamps.EXACT)
                        .wrong())
                .isEmpty();
        if (!result.isNoOp()) {
            assertThat(files(copy))
                    .hasSize(filesBefore.size()
                            - (int) result.filesRemoved().totalFiles()
                            + (int) result.filesAdded().totalFiles());
        }
        TreeSnapshot after = TreeSnapshot.of(copy);
        assertThat(maintenance.optimize().execute().isNoOp()).isTrue();
        assertThat(after.differenceNow(copy)).isEmpty();
    }

    /** Protocol, metadata with its constraints and high-water marks, transactions and domains; row tracking alone has to count on. */
    private static void assertNothingButFilesChanged(NaiveSnapshot before, NaiveSnapshot after) {
        assertThat(withoutFiles(after)).isEqualTo(withoutFiles(before));
    }

    /** The state may come from a checkpoint, which we have written since, and so it is compared as texts. */
    private static Map<String, String> withoutFiles(NaiveSnapshot snapshot) {
        Map<String, String> contents = new TreeMap<>(snapshot.contents());
        contents.keySet().removeIf(key -> key.startsWith("add ") || key.equals("domain delta.rowTracking"));
        return contents;
    }

    /** What others read, with the ids of rows where they have some; nothing if none of them can read the table. */
    private List<TableRows> judge(Path table, String name) {
        List<TableRows> judged = new ArrayList<>();
        NaiveSnapshot snapshot = NaiveLog.latest(table);
        boolean hasVariants = !ValueType.withoutVariants(snapshot.columns()).equals(snapshot.columns());
        if (hasVariants) {
            judged.add(new ParquetJavaReader().rows(table));
        } else if (!kernelMisses.containsKey(name)) {
            judged.add(kernel.rows(table));
        }
        if (Boolean.parseBoolean(snapshot.configuration().get("delta.enableRowTracking"))) {
            judged.add(new DuckDbReader(duckDb).rowsWithIds(table));
        }
        return judged;
    }

    private static Set<Path> files(Path table) {
        return NaiveLog.latest(table).files().stream().map(NaiveFile::file).collect(Collectors.toSet());
    }
}
