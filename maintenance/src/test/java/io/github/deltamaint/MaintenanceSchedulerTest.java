package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.LakehousePlan.Kind;
import io.github.deltamaint.LakehousePlan.Step;
import io.github.deltamaint.MaintenancePolicy.Rule;
import io.github.deltamaint.TableReport.Outcome;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is due, by histories whose times are set; and who does it when. */
class MaintenanceSchedulerTest {
    private static final Instant NOW = Instant.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS);

    @TempDir
    Path directory;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private MaintenancePolicy policy = MaintenancePolicy.defaults();

    @AfterEach
    void shutDown() {
        executor.shutdownNow();
    }

    private LakehouseMaintenance lakehouse() {
        MaintenanceContext context = MaintenanceContext.builder()
                .clock(Clock.fixed(NOW, ZoneOffset.UTC))
                .build();
        return DeltaMaintenance.lakehouse(directory.toString(), context).policy(policy);
    }

    private TestTable table(String operation, Duration pause, Duration optimized) {
        return table(operation, pause, optimized, Duration.ofDays(60));
    }

    /** Twelve small files by an operation, one every so often, an OPTIMIZE that did little some time ago, and a file that was removed soon after the table was made. */
    private TestTable table(String operation, Duration pause, Duration optimized, Duration age) {
        TestTable table =
                TestTable.in(directory.resolve("t")).startingAt(NOW.minus(age)).append(Tables.rows("West", 500, 10));
        table.append(Tables.rows("West", 0, 10)).remove(table.files().get(0));
        table.at(NOW.minus(optimized)).commit(commit -> commit.operation("OPTIMIZE"));
        for (int i = 1; i < 12; i++) {
            long first = 10L * i;
            table.at(NOW.minus(pause.multipliedBy(12 - i)))
                    .commit(commit -> commit.operation(operation).add(Tables.rows("West", first, 10)));
        }
        return table;
    }

    private List<Kind> due() {
        return lakehouse().dueOnly().plan().tables().get(0).steps().stream()
                .map(Step::kind)
                .toList();
    }

    private void rule(Rule rule) {
        policy = MaintenancePolicy.builder().rule(rule).build();
    }

    @Test
    void aWarmTableIsDueAWeekAfterItsLastOptimize() {
        table("WRITE", Duration.ofHours(12), Duration.ofDays(6));
        assertThat(due()).isEmpty();
        assertThat(lakehouse().plan().isEmpty()).as("needed, but not due").isFalse();
        rule(Rule.DEFAULT.withOptimizeEvery(Duration.ofDays(6)));
        assertThat(due()).containsExactly(Kind.OPTIMIZE);
    }

    @Test
    void aHotTableIsDueADayAfterItsLastOptimizeAndSaysWhy() {
        table("MERGE", Duration.ofHours(2), Duration.ofHours(25), Duration.ofHours(36));
        LakehousePlan.Entry entry = lakehouse().dueOnly().plan().tables().get(0);
        assertThat(entry.activity().orElseThrow().temperature()).isEqualTo(TableActivity.Temperature.HOT);
        assertThat(entry.steps())
                .singleElement()
                .satisfies(step -> assertThat(step.reasons())
                        .containsExactly(
                                "12 files can become 1",
                                "hot table (merge, 9.3 writes a day), last OPTIMIZE: "
                                        + NOW.minus(Duration.ofHours(25))));
    }

    @Test
    void outsideItsWindowATableWaitsAndTheNextRunInItDoesTheWork() {
        table("WRITE", Duration.ofHours(12), Duration.ofDays(8));
        ZonedDateTime now = NOW.atZone(ZoneOffset.UTC);
        LocalTime inAnHour = now.plusHours(1).toLocalTime();
        rule(Rule.DEFAULT.withWindow(new TimeWindow(inAnHour, inAnHour.plusHours(2), ZoneOffset.UTC)));
        LakehousePlan plan = lakehouse().plan();
        assertThat(plan.isEmpty()).isTrue();
        assertThat(plan.tables().get(0).waitsUntil()).contains(NOW.plus(Duration.ofHours(1)));
        assertThat(plan.execute().tables()).extracting(TableReport::outcome).containsExactly(Outcome.NOT_BEGUN);
        rule(Rule.DEFAULT.withWindow(new TimeWindow(now.toLocalTime(), inAnHour, ZoneOffset.UTC)));
        assertThat(lakehouse().execute().maintained()).isEqualTo(1);
    }

    @Test
    void noStepIsBegunAfterTheWindowHasClosed() {
        table("WRITE", Duration.ofHours(12), Duration.ofDays(8));
        ManualClock clock = new ManualClock(NOW);
        LocalTime time = NOW.atZone(ZoneOffset.UTC).toLocalTime();
        MaintenancePolicy inWindow = MaintenancePolicy.builder()
                .rule(Rule.DEFAULT
                        .withCheckpointAfter(1)
                        .withWindow(new TimeWindow(time, time.plusHours(1), ZoneOffset.UTC)))
                .build();
        LakehousePlan plan = DeltaMaintenance.lakehouse(
                        directory.toString(),
                        MaintenanceContext.builder()
                                .clock(clock)
                                .listeners(table -> new MaintenanceListener() {
                                    @Override
                                    public void commitFinished(long version) {
                                        clock.advance(Duration.ofHours(2));
                                    }
                                })
                                .build())
                .policy(inWindow)
                .dueOnly()
                .plan();
        assertThat(plan.tables().get(0).steps()).extracting(Step::kind).containsExactly(Kind.OPTIMIZE, Kind.CHECKPOINT);
        assertThat(plan.execute().tables()).singleElement().satisfies(report -> {
            assertThat(report.outcome()).isEqualTo(Outcome.MAINTAINED);
            assertThat(report.done()).containsExactly(Kind.OPTIMIZE);
        });
    }

    @Test
    void aBudgetSpreadsTheWorkOverSeveralRuns() {
        TestTable table =
                TestTable.in(directory.resolve("t")).partitionedBy("region").append(Tables.rows("a", 0, 10));
        for (int i = 1; i < 12; i++) {
            table.append(Tables.rows(List.of("a", "b", "c").get(i % 3), 10L * i, 10));
        }
        List<String> rows = Tables.judge(table.path());
        rule(Rule.DEFAULT.withMinSavedFiles(1).withMaxBytesPerRun(DataSize.ofBytes(1)));
        for (int run = 0; run < 3; run++) {
            LakehouseReport report = lakehouse().execute();
            assertThat(report.filesRemoved()).isEqualTo(4);
            assertThat(report.filesAdded()).isEqualTo(1);
        }
        assertThat(lakehouse().plan().isEmpty()).isTrue();
        assertThat(Tables.judge(table.path())).isEqualTo(rows);
    }

    @Test
    void rowsAreClusteredWhereARuleSaysSoAndThenNotAgain() {
        TestTable table = table("WRITE", Duration.ofHours(12), Duration.ofDays(8));
        rule(Rule.DEFAULT.withClusterBy("id", "note"));
        List<String> rows = Tables.judge(table.path());
        LakehousePlan plan = lakehouse().plan();
        assertThat(plan.tables().get(0).steps())
                .singleElement()
                .satisfies(
                        step -> assertThat(step.reasons()).containsExactly("12 files are to be ordered by id, note"));
        assertThat(plan.execute().maintained()).isEqualTo(1);
        assertThat(lakehouse().plan().isEmpty()).isTrue();
        assertThat(Tables.judge(table.path())).isEqualTo(rows);
    }

    @Test
    void layoutAndRetentionOfARuleReachTheTable() {
        TestTable table = table("WRITE", Duration.ofHours(12), Duration.ofDays(8));
        rule(Rule.DEFAULT
                .withVOrder(true)
                .withProfile(LayoutProfile.DIRECT_LAKE)
                .withVacuumEvery(Duration.ofDays(1))
                .withRetention(Duration.ofDays(3_000)));
        LakehousePlan plan = lakehouse().plan();
        assertThat(plan.tables().get(0).steps()).extracting(Step::kind).containsExactly(Kind.OPTIMIZE);
        plan.execute();
        TableLayout layout = DeltaMaintenance.table(table.path().toString()).layout();
        assertThat(layout.order())
                .singleElement()
                .satisfies(share -> assertThat(share.order()).isEqualTo(TableLayout.Order.AUTOMATIC));
        rule(Rule.DEFAULT.withVacuumEvery(Duration.ofDays(1)));
        assertThat(lakehouse().plan().tables().get(0).steps())
                .extracting(Step::kind)
                .containsExactly(Kind.VACUUM);
    }

    @Test
    void aTableThatWasNeverOptimizedIsDueAtOnceAndThenNotAgain() {
        TestTable table = table("WRITE", Duration.ofHours(12), Duration.ofDays(8));
        List<String> rows = Tables.judge(table.path());
        try (MaintenanceScheduler scheduler = MaintenanceScheduler.of(this::lakehouse)) {
            assertThat(scheduler.lastReport()).isEmpty();
            LakehouseReport report = scheduler.runDue();
            assertThat(report.maintained()).isEqualTo(1);
            assertThat(scheduler.lastReport()).contains(report);
            assertThat(scheduler.runDue().maintained()).isZero();
        }
        assertThat(Tables.judge(table.path())).isEqualTo(rows);
    }

    @Test
    void stepsComeInTheirOrderAndAllOfThemAreGoneAfterwards() {
        TestTable table = table("WRITE", Duration.ofHours(12), Duration.ofDays(20));
        table.touchData(NOW.minus(Duration.ofDays(60)));
        rule(Rule.DEFAULT
                .withVacuumEvery(Duration.ofDays(7))
                .withCheckpointAfter(5)
                .withCleanLog(true));
        assertThat(due()).containsExactly(Kind.OPTIMIZE, Kind.CHECKPOINT, Kind.VACUUM);
        List<String> rows = Tables.judge(table.path());
        TableReport report = lakehouse().dueOnly().execute().tables().get(0);
        assertThat(report.outcome()).isEqualTo(Outcome.MAINTAINED);
        assertThat(report.done()).containsExactly(Kind.OPTIMIZE, Kind.CHECKPOINT, Kind.VACUUM);
        assertThat(Tables.judge(table.path())).isEqualTo(rows);
        assertThat(due()).isEmpty();
        assertThat(lakehouse().plan().isEmpty()).isTrue();
    }

    @Test
    void whatIsDeletedIsAskedFor() {
        TestTable table = table("WRITE", Duration.ofHours(12), Duration.ofDays(20));
        table.touchData(NOW.minus(Duration.ofDays(60)));
        assertThat(due()).containsExactly(Kind.OPTIMIZE);
        rule(Rule.DEFAULT.withOptimize(false).withVacuumEvery(Duration.ofDays(7)));
        assertThat(due()).containsExactly(Kind.VACUUM);
        table.at(NOW.minus(Duration.ofDays(3))).commit(commit -> commit.operation("VACUUM END"));
        assertThat(due()).as("vacuumed three days ago").isEmpty();
    }

    @Test
    void aStepThatFailsEndsTheWorkOnItsTableAndWhatWasDoneBeforeIsReported() throws Exception {
        TestTable table = table("WRITE", Duration.ofHours(12), Duration.ofDays(20));
        rule(Rule.DEFAULT.withCheckpointAfter(5));
        LakehousePlan plan = lakehouse().dueOnly().plan();
        java.nio.file.Files.delete(table.files().get(3).file());
        TableReport report = plan.execute().tables().get(0);
        assertThat(report.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(report.done()).isEmpty();
        assertThat(report.failure().orElseThrow().message()).contains("it is not there");
    }

    @Test
    void rowsAreOrderedAsTheRuleSaysOnce() {
        TestTable table = table("WRITE", Duration.ofHours(12), Duration.ofDays(20));
        rule(Rule.DEFAULT.withZOrderBy("id"));
        assertThat(lakehouse().plan().tables().get(0).steps().get(0).reasons())
                .containsExactly("12 files are to be ordered by id");
        List<String> rows = Tables.judge(table.path());
        assertThat(lakehouse().execute().maintained()).isEqualTo(1);
        assertThat(Tables.judge(table.path())).containsExactlyInAnyOrderElementsOf(rows);
        assertThat(lakehouse().plan().isEmpty()).isTrue();
    }

    @Test
    void runsComeAgainAfterOneThatFailedUntilItIsClosed() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch three = new CountDownLatch(3);
        MaintenanceScheduler scheduler = MaintenanceScheduler.of(() -> {
            three.countDown();
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("not this time");
            }
            return lakehouse();
        });
        scheduler.start(executor, Duration.ofMillis(1));
        assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
        scheduler.close();
        int before = runs.get();
        executor.submit(() -> {}).get();
        assertThat(runs).hasValue(before);
        assertThatThrownBy(() -> scheduler.start(executor, Duration.ofMillis(1)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> MaintenanceScheduler.of(this::lakehouse).start(executor, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pause");
    }

    @Test
    void closingStopsBeforeTheNextTableAndWaitsForTheCurrentOne() throws Exception {
        for (String name : List.of("a", "b")) {
            TestTable table = TestTable.in(directory.resolve(name)).append(Tables.rows("West", 0, 10));
            for (int i = 1; i < 12; i++) {
                table.append(Tables.rows("West", 10L * i, 10));
            }
        }
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        MaintenanceScheduler scheduler =
                MaintenanceScheduler.of(() -> lakehouse().maxConcurrentTables(1).listener(new LakehouseListener() {
                    @Override
                    public void tableFinished(TableReport report) {
                        begun.countDown();
                        await(goOn);
                    }
                }));
        scheduler.start(executor, Duration.ofDays(1));
        begun.await();
        Thread closing = new Thread(scheduler::close);
        closing.start();
        while (closing.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        goOn.countDown();
        closing.join();
        assertThat(scheduler.lastReport().orElseThrow().tables())
                .extracting(TableReport::outcome)
                .containsExactly(Outcome.MAINTAINED, Outcome.NOT_BEGUN);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
