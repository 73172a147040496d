package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.LakehouseListener;
import io.github.deltamaint.LakehouseMaintenance;
import io.github.deltamaint.LakehousePlan;
import io.github.deltamaint.LakehouseReport;
import io.github.deltamaint.TableDigest;
import io.github.deltamaint.TableReport;
import io.github.deltamaint.TableReport.Outcome;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many tables below one root, with junk between them. */
class LakehouseCommandTest {
    @TempDir
    Path directory;

    @BeforeEach
    void leaveJunk() throws IOException {
        Files.createDirectories(directory.resolve("empty/folder"));
        Files.createDirectories(directory.resolve("_hidden/table/_delta_log"));
        Files.createDirectories(directory.resolve(".trash/table/_delta_log"));
        Files.writeString(directory.resolve("notes.txt"), "no table");
        Files.writeString(directory.resolve("empty/part-0.parquet"), "no Parquet");
        Files.createDirectories(directory.resolve("a folder/with _delta_log.txt"));
        Files.writeString(directory.resolve("a folder/_delta_log"), "a file, so no log");
    }

    private TestTable fragmented(String name, int files) {
        TestTable table = TestTable.in(directory.resolve(name)).append(SampleTable.rows("West", 0));
        for (int i = 1; i < files; i++) {
            table.append(SampleTable.rows("West", 10L * i));
        }
        return table;
    }

    private LakehouseMaintenance lakehouse() {
        return DeltaMaintenance.lakehouse(directory.toString());
    }

    @Test
    void tablesAreFoundInNestedFoldersAndNothingBelowThem() throws IOException {
        TestTable sales = fragmented("gold/sales", 1);
        fragmented("gold/eu/orders", 1);
        fragmented("silver/größe 50%", 1);
        Files.createDirectories(sales.path().resolve("region=West/_delta_log"));
        Files.createSymbolicLink(directory.resolve("gold/loop"), directory.resolve("gold"));
        assertThat(lakehouse().tables()).containsExactly("gold/eu/orders", "gold/sales", "silver/größe 50%");
        assertThat(DeltaMaintenance.lakehouse(sales.path().toString()).tables()).containsExactly(".");
    }

    @Test
    void globsSelectTables() {
        for (String name : List.of("gold/sales", "gold/eu/orders", "silver/sales", "staging_1", "gold/staging_2")) {
            fragmented(name, 1);
        }
        assertThat(lakehouse().include("gold/*").tables()).containsExactly("gold/sales", "gold/staging_2");
        assertThat(lakehouse().include("gold/**").exclude("**/staging_?").tables())
                .containsExactly("gold/eu/orders", "gold/sales");
        assertThat(lakehouse().include("**/sales").include("staging*").tables())
                .containsExactly("gold/sales", "silver/sales", "staging_1");
        assertThat(lakehouse().exclude("**").tables()).isEmpty();
        assertThatThrownBy(() -> lakehouse().include(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a glob must not be empty");
    }

    @Test
    void aRootThatIsNotThereIsAnErrorAndOneWithoutTablesIsNot() {
        assertThatThrownBy(
                        () -> DeltaMaintenance.lakehouse(directory + "/nothing").tables())
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("nothing");
        assertThat(Dm.json("lakehouse", directory, "maintain").get("tables")).isEmpty();
        assertThat(Dm.succeeds("lakehouse", directory, "plan").out()).contains("nothing to do");
    }

    @Test
    void aFailingTableNeverStopsTheOthers() throws IOException {
        TestTable broken = fragmented("broken", 12);
        fragmented("fine", 12);
        Files.delete(broken.files().get(3).file());
        Files.createDirectories(directory.resolve("lost/_delta_log"));

        Dm run = Dm.run("--json", "lakehouse", directory, "maintain");

        JsonNode report = Dm.parse(run.out());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(outcomes(report)).isEqualTo(Map.of("broken", "FAILED", "fine", "MAINTAINED", "lost", "FAILED"));
        assertThat(report.at("/tables/0/failure/message").asText()).contains("it is not there");
        assertThat(report.at("/tables/2/failure/message").asText()).contains("is not a Delta table");
        assertThat(report.get("failed").asInt()).isEqualTo(2);
    }

    @Test
    void textNamesEveryTableInHealthPlanAndReport() {
        fragmented("gold/sales", 12);
        fragmented("gold/well", 2);
        Fixtures.named("unsupported_writer_feature").copyTo(directory.resolve("other"));
        Dm health = Dm.succeeds("lakehouse", directory, "health");
        assertThat(health.out())
                .containsPattern("gold/sales +12 .*WARNING small files")
                .containsPattern("gold/well +2 .*well")
                .contains("3 tables: 2 are well, 1 are not, 0 could not be looked at");
        assertThat(Dm.succeeds("lakehouse", directory, "plan").out())
                .containsPattern("gold/sales +optimize +12 ")
                .containsPattern("other.* +refused: ")
                .contains("to rewrite: ");
        assertThat(Dm.succeeds("lakehouse", directory, "MAINTAIN").out())
                .containsPattern("gold/sales +maintained +12 files became 1")
                .containsPattern("gold/well +nothing to do")
                .containsPattern("other.* +refused +refused: .*rewriting")
                .contains("3 tables: 1 maintained (12 files became 1), 1 refused, 0 failed");
    }

    @Test
    void aPlanChangesNothingAndIsCarriedOutOnce() {
        fragmented("sales", 12);
        TreeSnapshot before = TreeSnapshot.of(directory);
        LakehousePlan plan = lakehouse().plan();
        assertThat(before.differenceNow(directory)).isEmpty();
        assertThat(plan.tables()).singleElement().satisfies(table -> {
            assertThat(table.steps()).singleElement().satisfies(step -> {
                assertThat(step.kind()).isEqualTo(LakehousePlan.Kind.OPTIMIZE);
                assertThat(step.filesToRewrite()).isEqualTo(12);
                assertThat(step.reasons()).hasSize(1);
            });
        });
        assertThat(plan.execute().maintained()).isEqualTo(1);
        assertThatThrownBy(plan::execute).isInstanceOf(IllegalStateException.class);
        assertThat(lakehouse().plan().isEmpty()).isTrue();
    }

    @Test
    void aPolicyDecidesByTheFirstRuleThatMatches() throws IOException {
        for (String name : List.of("bronze/raw", "gold/sales", "silver/orders", "silver/large")) {
            fragmented(name, 4);
        }
        Path policy = Files.writeString(directory.resolve("policy.yaml"), """
                version: 1
                defaults:
                  minSavedFiles: 2
                tables:
                  - match: bronze/**
                    optimize: false
                  - match: "**/large"
                    minSavedFiles: 100
                  - match: gold/**
                    targetFileSize: 64MB
                    maxDeletedRowsRatio: 0.5
                    commitEvery: 1
                """);
        JsonNode report = Dm.json("lakehouse", directory, "maintain", "--policy", policy);
        assertThat(outcomes(report))
                .isEqualTo(Map.of(
                        "bronze/raw", "NOTHING_TO_DO",
                        "gold/sales", "MAINTAINED",
                        "silver/large", "NOTHING_TO_DO",
                        "silver/orders", "MAINTAINED"));
        assertThat(Dm.json("history", directory.resolve("gold/sales"))
                        .at("/0/userMetadata")
                        .asText())
                .isEqualTo("lakehouse maintenance, rule gold/**");
        Files.writeString(policy, "version: 1\ndefaults:\n  targetSize: 5\n");
        assertThat(Dm.fails(2, "lakehouse", directory, "plan", "--policy", policy)
                        .err())
                .contains("policy.yaml, line 3: targetSize: defaults has no such field; it has checkpointAfter, ");
        assertThat(Dm.fails(2, "lakehouse", directory, "plan", "--policy", directory.resolve("none"))
                        .err())
                .contains("none: cannot be read as a policy");
        assertThat(Dm.fails(2, "lakehouse", directory, "plan", "--policy", policy, "--min-saved-files", 1)
                        .err())
                .contains("either --policy or --min-saved-files");
    }

    @Test
    void aTableThatSomebodyElseMaintainsIsLeftToThem() throws Exception {
        fragmented("a", 12);
        CountDownLatch working = new CountDownLatch(1);
        FutureTask<LakehouseReport> first = new FutureTask<>(() -> lakehouse()
                .exclusive("first", Duration.ofMinutes(1))
                .maxConcurrentTables(1)
                .listener(new LakehouseListener() {
                    @Override
                    public void tableFinished(TableReport finished) {
                        working.countDown();
                    }
                })
                .execute());
        fragmented("b", 12);
        LakehousePlan second =
                lakehouse().exclusive("second", Duration.ofMinutes(1)).plan();
        new Thread(first).start();
        working.await();
        LakehouseReport report = second.execute();
        LakehouseReport firstReport = first.get();
        assertThat(report.failed()).isZero();
        assertThat(firstReport.failed()).isZero();
        assertThat(report.maintained() + firstReport.maintained())
                .as("each table once, whoever did it")
                .isEqualTo(2);
        assertThat(Dm.json("lakehouse", directory, "maintain", "--exclusive")
                        .get("maintained")
                        .asInt())
                .isZero();
        assertThat(optimizes("a")).isEqualTo(1);
        assertThat(optimizes("b")).isEqualTo(1);
    }

    @Test
    void whatIsDueIsToldWithItsReasonAndDoneOnce() throws IOException {
        fragmented("gold/sales", 12);
        Path policy = Files.writeString(directory.resolve("policy.yaml"), """
                version: 1
                defaults:
                  checkpointAfter: 13
                  cleanLog: true
                """);
        JsonNode due = Dm.json("lakehouse", directory, "due", "--policy", policy);
        assertThat(due.at("/tables/0/steps").findValuesAsText("kind")).containsExactly("OPTIMIZE", "CHECKPOINT");
        assertThat(due.at("/tables/0/activity/commits").asInt()).isEqualTo(13);
        assertThat(Dm.succeeds("lakehouse", directory, "due", "--policy", policy)
                        .out())
                .containsPattern("gold/sales +optimize +12 .*12 files can become 1; (warm|cold) table")
                .containsPattern("gold/sales +checkpoint +0 .*13 commits since the newest checkpoint");
        assertThat(Dm.succeeds("lakehouse", directory, "run-due", "--policy", policy)
                        .out())
                .containsPattern("gold/sales +maintained +12 files became 1, checkpoint");
        assertThat(Dm.json("lakehouse", directory, "Run-Due", "--policy", policy)
                        .get("maintained")
                        .asInt())
                .isZero();
        assertThat(directory.resolve("gold/sales/_deltamaint"))
                .as("leases were taken")
                .isDirectory();
        assertThat(Dm.fails(2, "lakehouse", directory, "due-run").err())
                .contains("'due-run' is none of health, plan, maintain, due, run-due");
    }

    @Test
    void listenersHearOfEveryTableAndMayFail() {
        fragmented("a", 12);
        fragmented("b", 12);
        ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
        LakehouseReport report = lakehouse()
                .listener(new LakehouseListener() {
                    @Override
                    public void tableStarted(String table) {
                        throw new IllegalStateException("no interest");
                    }
                })
                .listener(new LakehouseListener() {
                    @Override
                    public void tableFinished(TableReport finished) {
                        events.add(finished.table() + " " + finished.outcome());
                    }
                })
                .execute();
        assertThat(events).containsExactlyInAnyOrder("a MAINTAINED", "b MAINTAINED");
        assertThat(report.maintained()).isEqualTo(2);
    }

    @Test
    void aStopLeavesTheRestForTheNextRun() {
        fragmented("a", 12);
        fragmented("b", 12);
        CancellationToken token = CancellationToken.create();
        LakehouseReport report = lakehouse()
                .maxConcurrentTables(1)
                .cancellation(token)
                .listener(new LakehouseListener() {
                    @Override
                    public void tableFinished(TableReport finished) {
                        token.cancel();
                    }
                })
                .execute();
        assertThat(report.tables())
                .extracting(TableReport::outcome)
                .containsExactly(Outcome.MAINTAINED, Outcome.NOT_BEGUN);
        assertThat(lakehouse().execute().tables())
                .extracting(TableReport::outcome)
                .containsExactly(Outcome.NOTHING_TO_DO, Outcome.MAINTAINED);
    }

    @Test
    void anInterruptedThreadStopsAndStaysInterrupted() {
        fragmented("a", 12);
        LakehousePlan plan = lakehouse().plan();
        Thread.currentThread().interrupt();
        LakehouseReport report = plan.execute();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.tables())
                .extracting(TableReport::outcome)
                .containsAnyOf(Outcome.NOT_BEGUN, Outcome.FAILED, Outcome.MAINTAINED)
                .hasSize(1);
        assertThat(lakehouse().execute().failed()).isZero();
    }

    /** All fixtures and a part of the corpus as one lakehouse; {@code -Ddeltamaint.lakehouse.corpus=1} takes all of the corpus. */
    @Test
    void allForeignTablesAreReportedKeepTheirRowsAndNeedNothingTwice() {
        for (Fixture fixture : Fixtures.all()) {
            fixture.copyTo(directory.resolve("fixtures"));
        }
        if (Corpus.isPresent()) {
            List<CorpusTable> corpus = Corpus.tables();
            for (int i = 0; i < corpus.size(); i += Integer.getInteger("deltamaint.lakehouse.corpus", 6)) {
                corpus.get(i).copyTo(directory.resolve("corpus"));
            }
        }
        TreeSnapshot before = TreeSnapshot.of(directory);
        JsonNode health =
                Dm.parse(Dm.run("--json", "lakehouse", directory, "health").out());
        List<String> tables = health.get("tables").findValuesAsText("table");
        assertThat(tables).hasSizeGreaterThan(60).isEqualTo(lakehouse().tables());
        JsonNode plan = Dm.parse(Dm.run("--json", "lakehouse", directory, "plan", "--min-saved-files", 1)
                .out());
        assertThat(plan.get("tables").findValuesAsText("table")).isEqualTo(tables);
        assertThat(before.differenceNow(directory)).isEmpty();
        Map<String, String> digests = digests(tables);

        JsonNode report = Dm.parse(Dm.run("--json", "lakehouse", directory, "maintain", "--min-saved-files", 1)
                .out());

        assertThat(report.get("maintained").asInt()).isGreaterThan(20);
        assertThat(outcomes(report).keySet()).containsExactlyElementsOf(tables);
        for (JsonNode table : report.get("tables")) {
            if (table.get("outcome").asText().matches("REFUSED|FAILED")) {
                assertThat(table.at("/failure/message").asText()).isNotBlank();
            }
        }
        assertThat(digests(tables)).isEqualTo(digests);
        assertThat(before.differenceNow(directory))
                .as("nothing but tables is touched")
                .doesNotContain("empty/", "_hidden", ".trash", "a folder", "notes.txt");
        JsonNode second = Dm.parse(Dm.run("--json", "lakehouse", directory, "plan", "--min-saved-files", 1)
                .out());
        for (JsonNode table : second.get("tables")) {
            if (!outcomes(report).get(table.get("table").asText()).equals("FAILED")) {
                assertThat(table.get("steps")).as("%s", table).isEmpty();
            }
        }
    }

    private long optimizes(String table) {
        return DeltaMaintenance.table(directory.resolve(table).toString()).history(100).stream()
                .filter(commit -> commit.operation().equals(Optional.of("OPTIMIZE")))
                .count();
    }

    @Test
    void aTableWhoseLeaseIsHeldIsReportedAsBusyAndFailsNobody() throws IOException {
        TestTable table = fragmented("a", 12);
        Path lease = table.path().resolve("_deltamaint/lease-00000000000000000001.json");
        Files.createDirectories(lease.getParent());
        Files.writeString(lease, "{\"holder\":\"somebody\",\"id\":\"x\",\"expiresAt\":" + Long.MAX_VALUE + "}");
        JsonNode report = Dm.json("lakehouse", directory, "maintain", "--exclusive");
        assertThat(outcomes(report)).isEqualTo(Map.of("a", "BUSY"));
        assertThat(Dm.json("lakehouse", directory, "maintain").get("maintained").asInt())
                .isEqualTo(1);
    }

    private static Map<String, String> outcomes(JsonNode report) {
        Map<String, String> outcomes = new TreeMap<>();
        report.get("tables")
                .forEach(table -> outcomes.put(
                        table.get("table").asText(), table.get("outcome").asText()));
        return outcomes;
    }

    private Map<String, String> digests(List<String> tables) {
        Map<String, String> digests = new TreeMap<>();
        for (String table : tables) {
            digests.put(table, digest(directory.resolve(table)));
        }
        return digests;
    }

    private static String digest(Path table) {
        try {
            TableDigest digest = DeltaMaintenance.table(table.toString()).digest();
            return digest.rows() + " " + digest.digest();
        } catch (DeltaMaintenanceException e) {
            return e.getClass().getSimpleName();
        }
    }
}
