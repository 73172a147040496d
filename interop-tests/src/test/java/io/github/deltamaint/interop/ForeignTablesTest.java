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
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Tables that others wrote, read and compacted by us, and judged by others again. */
class ForeignTablesTest {
    /** Tables with features that this release does not maintain. */
    static final Set<String> REFUSED = Set.of(
            "iceberg_compat_v2",
            "iceberg_compat_v3",
            "row_tracking",
            "row_tracking_dv",
            "derived/rowtracking-enabled",
            "delta-kernel/spark-shredded-variant-preview-delta",
            "delta-kernel/spark-variant-stable-feature-checkpoint",
            "delta-rs/spark-shredded-variant-preview-delta",
            "delta-spark/variant-stats-with-struct-no-checkpoint");

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
        if (fixture.name().equals("variant")) {
            assertThatThrownBy(table::digest).isInstanceOf(UnsupportedTableFeatureException.class);
            return;
        }
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
        if (REFUSED.contains(fixture.name())) {
            refusesAndChangesNothing(copy);
        } else {
            compacts(copy, true);
        }
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
            compacts(copy, !kernelMisses.containsKey(table.id()));
        }
    }

    @ParameterizedTest
    @CorpusTableSource("must-refuse")
    void refusesByNameAndChangesNothing(CorpusTable table) {
        refusesAndChangesNothing(table.copyTo(directory));
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

    private void compacts(Path copy, boolean kernelReads) {
        TableMaintenance maintenance = DeltaMaintenance.table(copy.toString());
        String digest = maintenance.digest().digest();
        String content = maintenance.scan().contentSha256();
        TableRows rows = kernelReads ? kernel.rows(copy) : null;
        Set<Path> filesBefore = files(copy);

        OptimizeResult result = maintenance.optimize().execute();

        assertThat(maintenance.digest().digest()).isEqualTo(digest);
        assertThat(maintenance.scan().contentSha256()).isEqualTo(content);
        if (rows != null) {
            assertThat(kernel.rows(copy).texts()).isEqualTo(rows.texts());
        }
        NaiveSnapshot latest = NaiveLog.latest(copy);
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

    private static Set<Path> files(Path table) {
        return NaiveLog.latest(table).files().stream().map(NaiveFile::file).collect(Collectors.toSet());
    }
}
