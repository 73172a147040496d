package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.Vacuum;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.interop.RetainedVersions.ReadBySpark;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.VacuumPlan;
import io.github.deltamaint.vacuum.VacuumResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our VACUUM beside Delta Spark's: the same candidates on every table; what is within the retention stays readable for Delta Kernel and Delta Spark; and both take turns. */
class SparkJudgesVacuumTest {

    /** What Delta Spark would delete, and we keep on purpose: by table, path and reason. */
    static final Map<String, Map<String, String>> KEPT = Map.of(
            "derived/paths-special-characters",
            Map.of(
                    "unicode/größe-данные-データ.parquet",
                    "live; Delta Spark compares encoded texts and leaves what is not ASCII as it is",
                    "unicode/e\u0301-decomposed.parquet",
                    "live, the same"),
            "derived/dv-absolute-path-TEMPLATE",
            Map.of(
                    "deletion_vector_61d16c75-6994-46b7-a15b-8b538852e50e.bin",
                    "the deletion vector of a live file, named absolutely"),
            "derived/vacuum-orphans-and-hidden",
            Map.of(
                    "emptydir", "a hidden file is in it, so it cannot be deleted",
                    "nested_table", "another table's log is in it"));

    /** Where Delta Spark is no judge, and why; what goes is then what the manifest says. */
    static final Map<String, String> NO_JUDGE = Map.of(
            "dv_inline", "Delta Spark's VACUUM fails on deletion vectors inside the log",
            "derived/dv-inline", "Delta Spark's VACUUM fails on deletion vectors inside the log",
            "derived/paths-unencoded-in-log", "Delta Spark refuses paths that are not encoded",
            "kernel-rs/compacted-log-files-table", "its compacted commit names files twice, and Delta Spark keeps some",
            "trino/deltalake__clone_merge__clone_merge_cloned", "Delta Spark refuses files in another store",
            "trino/deltalake__clone_merge__clone_merge_deletion_vector_cloned", "the same",
            "trino/databricks154__clone_checkpoint_version_zero__checkpoint_v2__shallow_cloned_table", "the same");

    /** Where Delta Spark cannot tell either whether what is retained is still there: it asks for files that the log has removed. */
    static final String MISREAD = "kernel-rs/compacted-log-files-table";

    /** Refused by both: a writer feature that nobody knows. */
    static final String REFUSED = "derived/protocol-vacuum-check-unknown-writer";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"vacuum_dirty", "dv_dml", "cdf", "special_partition_strings"})
    @Tag("spark")
    void removesWhatDeltaSparkWouldAndNothingThatIsRetained(String name) throws IOException {
        judge(name, Fixtures.named(name).copyTo(directory), false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"derived/dv-absolute-path-TEMPLATE", "derived/vacuum-orphans-and-hidden"})
    @Tag("spark")
    void removesFromTablesOfOtherWritersWhatDeltaSparkWould(String id) throws IOException {
        judge(id, Corpus.table(id).copyWithTimesTo(directory), false);
    }

    @Test
    @Soak
    void agreesWithDeltaSparkOnEveryTable() throws IOException {
        int tables = 0;
        Judgement sum = new Judgement(0, 0, 0, 0);
        List<String> failures = new ArrayList<>();
        for (Fixture fixture : Fixtures.usedFor("vacuum")) {
            sum = sum.plus(judgeOrNote(fixture.name(), fixture.copyTo(directory), failures));
            tables++;
        }
        for (CorpusTable table : Corpus.tablesUsedFor("vacuum")) {
            boolean elsewhere = table.id().endsWith("_cloned") || table.id().endsWith("cloned_table");
            Path copy = elsewhere ? table.copyTo(directory) : table.copyWithTimesTo(directory);
            if (!table.id().equals(REFUSED)) {
                sum = sum.plus(judgeOrNote(table.id(), copy, failures));
                tables++;
            }
        }
        System.out.println(tables + " tables: " + sum);
        assertThat(failures).isEmpty();
    }

    /**
     * What was looked at.
     *
     * @param candidates what a vacuum without retention would remove
     * @param versions how many versions within a retention were read before and after
     * @param deleted how many files a vacuum with that retention removed
     * @param changes how many rows the change feed has within it
     */
    record Judgement(long candidates, long versions, long deleted, long changes) {
        Judgement plus(Judgement other) {
            return new Judgement(
                    candidates + other.candidates,
                    versions + other.versions,
                    deleted + other.deleted,
                    changes + other.changes);
        }
    }

    private static Judgement judgeOrNote(String name, Path table, List<String> failures) throws IOException {
        try {
            return judge(name, table, true);
        } catch (AssertionError | RuntimeException e) {
            failures.add(name + ": " + e);
            return new Judgement(0, 0, 0, 0);
        }
    }

    private static Judgement judge(String name, Path table, boolean everyVersion) throws IOException {
        List<String> ours = paths(vacuum(table, Instant.now(), Duration.ZERO).plan());
        if (!NO_JUDGE.containsKey(name)) {
            List<String> ofSpark = new ArrayList<>(SparkTable.of(table).vacuumDryRun());
            for (String kept : KEPT.getOrDefault(name, Map.of()).keySet()) {
                assertThat(ofSpark.remove(kept)).as("%s would go", kept).isTrue();
            }
            assertThat(ours).as("candidates of %s", name).isEqualTo(ofSpark);
        }
        RetainedVersions retained = new RetainedVersions(table, readBySpark(name, everyVersion));
        Instant now = retained.latest().plus(Duration.ofHours(1));
        VacuumResult result =
                vacuum(table, now, Duration.between(retained.cutoff(), now)).execute();
        assertThat(result.failureCount()).isZero();
        retained.assertUnchanged();
        return new Judgement(ours.size(), retained.count(), result.filesDeleted(), retained.changeCount());
    }

    private static ReadBySpark readBySpark(String name, boolean everyVersion) {
        if (name.equals(MISREAD)) {
            return ReadBySpark.NONE;
        }
        return everyVersion && !NO_JUDGE.containsKey(name) ? ReadBySpark.ALL : ReadBySpark.ENDS;
    }

    @Test
    @Tag("spark")
    void bothRefuseWriterFeaturesThatTheyDoNotKnow() {
        Path table = Corpus.table(REFUSED).copyTo(directory);
        assertThatThrownBy(() -> SparkTable.of(table).vacuumDryRun()).hasMessageContaining("futureWriterThing");
        assertThatThrownBy(() -> vacuum(table, Instant.now(), Duration.ZERO).plan())
                .isInstanceOf(UnsupportedTableFeatureException.class)
                .hasMessageContaining("futureWriterThing");
    }

    /** Each goes on from where {@code _last_vacuum_info} says that the other has stopped, and finds exactly what was removed since. */
    @Test
    @Tag("spark")
    void takesTurnsWithDeltaSparkFromTheLogAlone() throws Exception {
        Path table = Fixtures.named("dv_dml").copyTo(directory);
        SparkTable spark = SparkTable.of(table);
        List<String> expected = spark.vacuumDryRun().stream()
                .filter(path -> Files.isRegularFile(table.resolve(path)))
                .toList();
        assertThat(paths(lite(table).plan())).as("the first from the log").isEqualTo(expected);
        assertThat(lite(table).execute().filesDeleted()).isEqualTo(expected.size());
        long first = vacuumedUpTo(table);
        assertThat(spark.sql("VACUUM %s LITE RETAIN 0 HOURS DRY RUN"))
                .as("left for Delta Spark")
                .isEmpty();

        spark.sql("DELETE FROM %s WHERE order_id % 2 = 0");
        spark.sql("UPDATE %s SET quantity = quantity + 1 WHERE order_id % 3 = 0");
        spark.sql("OPTIMIZE %s");
        List<String> rows = spark.read().texts();
        spark.sql("VACUUM %s LITE RETAIN 0 HOURS");
        long second = vacuumedUpTo(table);
        assertThat(second).isGreaterThan(first);
        assertThat(paths(lite(table).plan())).as("left by Delta Spark").isEmpty();
        assertThat(spark.read().texts()).isEqualTo(rows);

        spark.sql("DELETE FROM %s");
        List<String> removed = spark.vacuumDryRun().stream()
                .filter(path -> Files.isRegularFile(table.resolve(path)))
                .toList();
        assertThat(removed).isNotEmpty();
        assertThat(paths(lite(table).plan())).as("the second from the log").isEqualTo(removed);
        assertThat(lite(table).execute().filesDeleted()).isEqualTo(removed.size());
        assertThat(vacuumedUpTo(table)).isGreaterThan(second);
        assertThat(spark.sql("VACUUM %s LITE RETAIN 0 HOURS DRY RUN")).isEmpty();
        assertThat(dataFiles(table)).as("what only a listing finds").isEmpty();
    }

    private static Vacuum lite(Path table) {
        return vacuum(table, Instant.now(), Duration.ZERO).lite();
    }

    private static long vacuumedUpTo(Path table) throws IOException {
        return new ObjectMapper()
                .readTree(table.resolve("_delta_log/_last_vacuum_info").toFile())
                .get("latestCommitVersionOutsideOfRetentionWindow")
                .asLong();
    }

    private static TreeSet<String> dataFiles(Path table) throws IOException {
        TreeSet<String> files = new TreeSet<>();
        try (Stream<Path> paths = Files.walk(table)) {
            paths.filter(Files::isRegularFile)
                    .map(path -> table.relativize(path).toString())
                    .filter(path -> !path.startsWith("_delta_log"))
                    .forEach(files::add);
        }
        return files;
    }

    /** The context of a local table has nothing to close. */
    private static Vacuum vacuum(Path table, Instant now, Duration retention) {
        MaintenanceContext context = MaintenanceContext.builder()
                .clock(Clock.fixed(now, ZoneOffset.UTC))
                .build();
        return DeltaMaintenance.table(table.toString(), context)
                .vacuum()
                .retain(retention)
                .allowUnsafeRetention("Delta Spark judges")
                .maxShare(1);
    }

    private static List<String> paths(VacuumPlan plan) {
        List<String> paths = new ArrayList<>();
        for (Candidate candidate : plan.candidates()) {
            paths.add(candidate.path());
        }
        return paths.stream().sorted().toList();
    }
}
