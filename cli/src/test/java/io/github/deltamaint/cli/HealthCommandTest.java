package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.Finding.Problem;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Health on the command line: seeded sick tables, and every proposed call run as a shell would run it. */
class HealthCommandTest {
    private static final Instant LONG_AGO = Instant.now().minus(java.time.Duration.ofDays(100));

    @TempDir
    Path directory;

    /**
     * A table with something wrong.
     *
     * @param name what is wrong
     * @param make makes it in a directory
     * @param options options for the command
     * @param problems what must be found, with {@code !} behind a problem for which a call must be proposed
     */
    record Sick(String name, Consumer<Path> make, List<String> options, String... problems) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Sick sick(String name, Consumer<Path> make, String... problems) {
        return new Sick(name, make, List.of(), problems);
    }

    static Stream<Sick> sickTables() {
        return Stream.of(
                sick("healthy", path -> fragmented(path, 2)),
                sick("small files", path -> fragmented(path, 12), "SMALL_FILES!"),
                sick("small files in partitions", path -> partitioned(path, 2, 7), "SMALL_FILES!"),
                sick("deleted rows", HealthCommandTest::deletedRows, "DELETED_ROWS!"),
                sick("few of many rows deleted", HealthCommandTest::fewDeletedRows, "DELETED_ROWS!"),
                sick(
                        "small files and deleted rows",
                        path -> {
                            TestTable table = fragmented(path, 12);
                            table.deleteRows(table.files().get(0), 1, 2, 3);
                        },
                        "SMALL_FILES!",
                        "DELETED_ROWS!"),
                sick("too many partitions", path -> partitioned(path, 101, 1), "TOO_MANY_PARTITIONS"),
                sick(
                        "no statistics",
                        path -> TestTable.in(path).withoutStatistics().append(rows(0)),
                        "MISSING_STATISTICS!"),
                sick(
                        "no statistics in a table that asks for V-Order",
                        path -> TestTable.in(path)
                                .property("delta.parquet.vorder.enabled", "true")
                                .withoutStatistics()
                                .append(rows(0)),
                        "MISSING_STATISTICS!",
                        "V_ORDER_MISSING!"),
                sick(
                        "V-Order asked for",
                        path -> with(path, "delta.parquet.vorder.enabled", "true"),
                        "V_ORDER_MISSING!"),
                sick("V-Order asked for and there", path -> {
                    with(path, "delta.parquet.vorder.enabled", "true");
                    Dm.succeeds("optimize", path);
                }),
                new Sick(
                        "V-Order as the files say",
                        path -> with(path, "delta.parquet.vorder.enabled", "true"),
                        List.of("--deep"),
                        "V_ORDER_MISSING!"),
                new Sick(
                        "columns in use, rows anywhere",
                        HealthCommandTest::interleaved,
                        List.of("--columns", "id"),
                        "POOR_CLUSTERING!"),
                new Sick("columns in use, rows in order", path -> fragmented(path, 4), List.of("--columns", "id")),
                sick(
                        "clustered table with new files",
                        path -> {
                            interleaved(path);
                            Dm.succeeds("cluster-by", path, "--columns", "id");
                        },
                        "POOR_CLUSTERING!"),
                sick("uneven partitions", HealthCommandTest::uneven, "UNEVEN_PARTITIONS", "LARGE_FILES"),
                sick(
                        "a file that is too large",
                        path -> TestTable.in(path)
                                .property("delta.targetFileSize", "512mb")
                                .columns(rows(0).type())
                                .create()
                                .commitRaw(add("", "", 3L << 30)),
                        "LARGE_FILES"),
                sick("large and without order", path -> ofSize(path, 1L << 41), "UNCLUSTERED", "LARGE_FILES"),
                new Sick("files of old versions", HealthCommandTest::expired, List.of("--storage"), "VACUUM_DUE!"),
                new Sick(
                        "files of no version",
                        path -> {
                            TestTable table = fragmented(path, 2);
                            table.orphan("part-of-nobody.parquet", LONG_AGO);
                        },
                        List.of("--storage"),
                        "ORPHANED_FILES!"),
                new Sick("log to clean up", HealthCommandTest::oldLog, List.of("--storage"), "LOG_CLEANUP_DUE!"),
                new Sick(
                        "wrong pointer to a checkpoint",
                        path -> fragmented(path, 3).checkpoint().lastCheckpoint("{\"version\":1,\"size\":1}"),
                        List.of("--deep"),
                        "DAMAGED!"),
                new Sick(
                        "wrong checksum, looked at deeply",
                        HealthCommandTest::wrongChecksum,
                        List.of("--deep"),
                        "WRONG_CHECKSUM!"),
                new Sick("missing file", HealthCommandTest::missingFile, List.of("--deep"), "DAMAGED"),
                sick(
                        "checkpoints without statistics",
                        path -> with(path, "delta.checkpoint.writeStatsAsJson", "false"),
                        "CONFLICTING_PROPERTIES!"),
                sick("long log", HealthCommandTest::longLog, "LONG_LOG!"),
                sick("wrong checksum", HealthCommandTest::wrongChecksum, "WRONG_CHECKSUM"),
                sick("malformed size", path -> with(path, "delta.targetFileSize", "large"), "MALFORMED_PROPERTIES!"),
                sick(
                        "two malformed values",
                        path -> with(path, "delta.targetFileSize", "-1", "delta.appendOnly", "perhaps"),
                        "MALFORMED_PROPERTIES!"),
                sick(
                        "malformed value of an engine's own",
                        path -> with(path, "delta.parquet.vorder.default", "v"),
                        "MALFORMED_PROPERTIES"),
                sick(
                        "short retention",
                        path -> with(path, "delta.deletedFileRetentionDuration", "interval 1 hour"),
                        "SHORT_RETENTION!"),
                sick(
                        "short retention of everything",
                        path -> with(
                                path,
                                "delta.deletedFileRetentionDuration",
                                "interval 2 days",
                                "delta.logRetentionDuration",
                                "interval 1 day"),
                        "SHORT_RETENTION!"),
                sick(
                        "log forgets first",
                        path -> with(path, "delta.logRetentionDuration", "interval 3 days"),
                        "CONFLICTING_PROPERTIES!"),
                sick("small target", path -> with(path, "delta.targetFileSize", "1mb"), "SMALL_TARGET_SIZE!"),
                sick(
                        "statistics switched off",
                        path -> with(path, "delta.dataSkippingNumIndexedCols", "0"),
                        "STATISTICS_SWITCHED_OFF!"),
                sick(
                        "two spellings of compaction",
                        path -> with(path, "delta.autoOptimize", "true", "delta.autoOptimize.autoCompact", "false"),
                        "CONFLICTING_PROPERTIES!"),
                sick(
                        "two spellings of V-Order",
                        path -> with(
                                path, "delta.parquet.vorder.default", "true", "delta.parquet.vorder.enabled", "false"),
                        "CONFLICTING_PROPERTIES"),
                new Sick(
                        "too many files for Direct Lake",
                        path -> inOneCommit(path, 1_001),
                        List.of("--direct-lake", "f8"),
                        "DIRECT_LAKE_LIMIT!",
                        "SMALL_FILES!"),
                new Sick(
                        "column that Direct Lake and the SQL endpoint cannot read",
                        path -> Fixtures.named("timestamp_ntz").copyTo(path),
                        List.of("--engines", "direct_lake,sql_endpoint,delta_rs"),
                        "ENGINE_LOCKED_OUT",
                        "ENGINE_LOCKED_OUT"),
                new Sick(
                        "feature that delta-rs does not write",
                        path -> Fixtures.named("row_tracking").copyTo(path),
                        List.of("--engines", "delta_rs,delta_kernel"),
                        "ENGINE_LOCKED_OUT"),
                sick(
                        "refused feature",
                        path -> Fixtures.named("unsupported_writer_feature").copyTo(path),
                        "REFUSED"),
                sick(
                        "small files that must stay",
                        path -> {
                            TestTable table = fragmented(path, 12);
                            table.properties(
                                    java.util.Map.of("delta.compatibility.symlinkFormatManifest.enabled", "true"));
                        },
                        "SMALL_FILES",
                        "REFUSED"),
                sick(
                        "everything at once",
                        path -> {
                            TestTable table = fragmented(path, 12);
                            table.properties(java.util.Map.of(
                                    "delta.deletedFileRetentionDuration", "interval 1 hour",
                                    "delta.dataSkippingNumIndexedCols", "0"));
                        },
                        "SMALL_FILES!",
                        "SHORT_RETENTION!",
                        "STATISTICS_SWITCHED_OFF!"));
    }

    @ParameterizedTest
    @MethodSource("sickTables")
    void exactlyWhatIsWrongIsFoundAndEachCallAsPrintedMendsIt(Sick sick) throws Exception {
        Path made = directory.resolve("it's a \"table\" of $5");
        sick.make().accept(made);
        Path table = table(made);
        TreeSnapshot before = TreeSnapshot.of(table);

        JsonNode health = health(table, sick.options());

        assertThat(found(health)).containsExactlyInAnyOrder(sick.problems());
        assertThat(before.differenceNow(table)).isEmpty();
        List<String> rows = isReadable(table, health) ? SampleTable.judge(table) : List.of();
        for (JsonNode finding : health.get("findings")) {
            if (finding.hasNonNull("remedy")) {
                Dm.succeeds(words(finding.at("/remedy/command").asText()));
                assertThat(found(health(table, sick.options())))
                        .noneMatch(problem ->
                                problem.startsWith(finding.get("problem").asText()));
            }
        }
        if (!rows.isEmpty()) {
            assertThat(SampleTable.judge(table)).isEqualTo(rows);
        }
    }

    /** Some tables have a log without files, and one has a feature that the judge does not know. */
    private static boolean isReadable(Path table, JsonNode health) {
        return !health.get("findings").findValuesAsText("problem").contains("REFUSED")
                && NaiveLog.latest(table).files().stream()
                        .allMatch(file -> file.file().toFile().isFile());
    }

    /** A fixture brings a directory of its own. */
    private static Path table(Path made) throws IOException {
        if (made.resolve("_delta_log").toFile().isDirectory()) {
            return made;
        }
        try (Stream<Path> below = java.nio.file.Files.walk(made)) {
            return below.filter(path -> path.resolve("_delta_log").toFile().isDirectory())
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static JsonNode health(Path table, List<String> options) {
        List<Object> arguments = new ArrayList<>(List.of("health", table));
        arguments.addAll(options);
        return Dm.json(arguments.toArray());
    }

    private static List<String> found(JsonNode health) {
        List<String> problems = new ArrayList<>();
        for (JsonNode finding : health.get("findings")) {
            assertThat(finding.get("evidence").asText()).isNotBlank();
            assertThat(finding.get("advice").asText()).isNotBlank();
            problems.add(finding.get("problem").asText() + (finding.hasNonNull("remedy") ? "!" : ""));
        }
        return problems;
    }

    /** The words of a command as a shell sees them, without the name of the program. */
    private static Object[] words(String command) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' " + command).start();
        String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> lines = words.lines().toList();
        assertThat(lines.get(0)).isEqualTo("dm");
        return lines.subList(1, lines.size()).toArray();
    }

    @Test
    void figuresAreThoseOfANaiveReplay() {
        TestTable table = SampleTable.in(directory);
        JsonNode health = Dm.json("health", directory);
        long[] sizes = NaiveLog.latest(directory).files().stream()
                .mapToLong(file -> file.file().toFile().length())
                .sorted()
                .toArray();
        assertThat(health.get("version").asLong()).isEqualTo(table.version());
        assertThat(health.at("/files/metrics/totalFiles").asInt()).isEqualTo(sizes.length);
        assertThat(health.at("/files/metrics/totalSize").asLong())
                .isEqualTo(Arrays.stream(sizes).sum());
        assertThat(health.at("/files/median").asLong()).isEqualTo(sizes[sizes.length / 2]);
        assertThat(health.at("/files/rows").asLong())
                .isEqualTo(table.rows().texts().size());
        assertThat(health.at("/files/deletedRows").asLong()).isEqualTo(1);
        assertThat(health.at("/files/small").asInt()).isEqualTo(sizes.length);
        assertThat(health.at("/partitions/count").asInt()).isEqualTo(2);
        assertThat(health.at("/partitions/worst/0/smallFiles").asInt()).isEqualTo(2);
        assertThat(health.at("/log/commitsSinceCheckpoint").asLong()).isEqualTo(table.version() + 1);
        int inHistogram = 0;
        for (JsonNode range : health.at("/files/histogram")) {
            inHistogram += range.get("files").asInt();
        }
        assertThat(inHistogram).isEqualTo(sizes.length);
    }

    @Test
    void theTextHasFiguresFindingsAndCalls() {
        fragmented(directory, 12);
        Dm run = Dm.succeeds("health", directory);
        assertThat(run.out())
                .contains("small files    12 (", "WARNING small files: 12 of 12 files", "  dm optimize " + directory)
                .contains("(rewrites 12 files, ");
        Dm.succeeds("optimize", directory);
        assertThat(Dm.succeeds("health", directory).out()).contains("the table is well");
    }

    @Test
    void aTableThatCannotBeReadIsAnErrorAndAnEmptyOneIsWell() {
        TestTable.in(directory).columns(rows(0).type()).create();
        JsonNode health = Dm.json("health", directory);
        assertThat(health.get("findings")).isEmpty();
        assertThat(health.at("/files/rows").asLong()).isZero();
        assertThat(Dm.fails(
                                4,
                                "health",
                                Fixtures.named("unsupported_reader_feature").table())
                        .err())
                .contains("unsupported_reader_feature");
    }

    @Test
    void everyProblemIsProvokedByASickTable() {
        List<String> provoked = sickTables()
                .flatMap(sick -> Arrays.stream(sick.problems()))
                .map(problem -> problem.replace("!", ""))
                .distinct()
                .toList();
        assertThat(provoked)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Problem.values()).map(Enum::name).toList());
    }

    private static TestTable fragmented(Path path, int files) {
        TestTable table = TestTable.in(path).feature("deletionVectors").append(rows(0));
        for (int i = 1; i < files; i++) {
            table.append(rows(10L * i));
        }
        return table;
    }

    private static void partitioned(Path path, int partitions, int filesEach) {
        TestTable table = TestTable.in(path)
                .partitionedBy("region")
                .columns(rows(0).type())
                .create();
        table.commit(commit -> {
            for (int i = 0; i < partitions * filesEach; i++) {
                commit.add(SampleTable.rows("region " + i % partitions, 10L * i));
            }
        });
    }

    private static void inOneCommit(Path path, int files) {
        TestTable table = TestTable.in(path).columns(rows(0).type()).create();
        table.commit(commit -> {
            for (int i = 0; i < files; i++) {
                commit.add(rows(10L * i));
            }
        });
    }

    private static void deletedRows(Path path) {
        TestTable table = fragmented(path, 1);
        table.deleteRows(table.files().get(0), 2, 3);
    }

    /** A file of a thousand rows that stays, and a small one that has lost a row. */
    private static void fewDeletedRows(Path path) {
        TestTable table = fragmented(path, 1);
        table.append(SampleTable.manyRows(1_000));
        table.deleteRows(table.files().get(0), 2);
    }

    private static void longLog(Path path) {
        TestTable table = fragmented(path, 1);
        for (int i = 0; i < 100; i++) {
            long application = i;
            table.commit(commit -> commit.transaction("app", application));
        }
    }

    /** Every file has ids from the whole range. */
    private static void interleaved(Path path) {
        TestTable table =
                TestTable.in(path).feature("clustering", "domainMetadata").append(everyFourth(0));
        for (long first = 1; first < 4; first++) {
            table.append(everyFourth(first));
        }
    }

    private static Columns everyFourth(long first) {
        Long[] ids = new Long[25];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = first + 4L * i;
        }
        return new Columns().longs("id", ids);
    }

    /** Five partitions, of which one has nearly everything; data files are not needed. */
    private static void uneven(Path path) {
        TestTable table = TestTable.in(path)
                .partitionedBy("region")
                .columns(rows(0).type())
                .create();
        for (int i = 0; i < 5; i++) {
            table.commitRaw(add("region=" + i, "\"region\":\"" + i + "\"", i == 0 ? 1L << 31 : 200L << 20));
        }
    }

    private static void ofSize(Path path, long bytes) {
        TestTable table = TestTable.in(path).columns(rows(0).type()).create();
        table.commitRaw(add("", "", bytes));
    }

    private static String add(String directory, String partition, long bytes) {
        return "{\"add\":{\"path\":\"" + directory + "/file.parquet\",\"partitionValues\":{" + partition
                + "},\"size\":" + bytes
                + ",\"modificationTime\":1700000000000,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":1000}\"}}";
    }

    private static void expired(Path path) {
        TestTable table = TestTable.in(path).startingAt(LONG_AGO).append(rows(0));
        table.append(rows(10)).remove(table.files().get(0));
        table.touchData(LONG_AGO);
    }

    private static void oldLog(Path path) {
        TestTable table = TestTable.in(path).startingAt(LONG_AGO).append(rows(0));
        table.append(rows(10)).append(rows(20)).checkpoint();
        table.append(rows(30)).checkpoint();
        table.at(Instant.now()).append(rows(40));
        table.touchData(LONG_AGO);
    }

    private static void missingFile(Path path) {
        TestTable table = fragmented(path, 2);
        try {
            java.nio.file.Files.delete(table.files().get(0).file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void wrongChecksum(Path path) {
        TestTable table = fragmented(path, 2);
        try {
            java.nio.file.Files.writeString(
                    table.log().resolve("%020d.crc".formatted(table.version())),
                    "{\"numFiles\":3,\"tableSizeBytes\":0,\"numMetadata\":1,\"numProtocol\":1}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void with(Path path, String... keysAndValues) {
        TestTable.Builder table = TestTable.in(path);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            table.property(keysAndValues[i], keysAndValues[i + 1]);
        }
        table.append(rows(0));
    }

    private static Columns rows(long first) {
        return SampleTable.rows("West", first);
    }
}
