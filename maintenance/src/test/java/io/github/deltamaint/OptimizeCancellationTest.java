package io.github.deltamaint;

import static io.github.deltamaint.Tables.judge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wherever it is stopped, no output stays, and the table is as the commits before left it. */
class OptimizeCancellationTest {
    @TempDir
    Path directory;

    private final CancellationToken token = CancellationToken.create();
    private final EventLog heard = new EventLog();
    private TestTable table;
    private TreeSnapshot before;
    private TableMaintenance oneThread;

    @BeforeEach
    void makeTable() {
        table = Tables.threeTasks(directory);
        before = TreeSnapshot.of(directory);
        oneThread = DeltaMaintenance.table(
                directory.toString(),
                MaintenanceContext.builder().maxConcurrentRewrites(1).build());
    }

    @AfterEach
    void leaveNoInterrupt() {
        Thread.interrupted();
    }

    /** Does something the first time that a task starts. */
    private static MaintenanceListener onStart(int task, Runnable action) {
        return new MaintenanceListener() {
            @Override
            public void rewriteStarted(RewriteTask started) {
                if (started.index() == task) {
                    action.run();
                }
            }
        };
    }

    private static MaintenanceListener onFinish(int task, Runnable action) {
        return new MaintenanceListener() {
            @Override
            public void rewriteFinished(RewriteTask finished, FileMetrics added) {
                if (finished.index() == task) {
                    action.run();
                }
            }
        };
    }

    private void changesNothing(Consumer<Optimize> settings) {
        Optimize optimize = oneThread.optimize().cancellation(token).listener(heard);
        settings.accept(optimize);
        assertThatThrownBy(optimize::execute)
                .isInstanceOf(OperationCancelledException.class)
                .hasMessage(directory + ": OPTIMIZE was cancelled; nothing was changed")
                .satisfies(e -> assertThat(((OperationCancelledException) e).committedVersions())
                        .isEmpty());
        assertThat(before.differenceNow(directory)).isEmpty();
        assertThat(heard.events("started"))
                .hasSize(
                        heard.events("finished").size() + heard.events("failed").size());
        assertThat(heard.events("commit")).isEmpty();
    }

    @Test
    void beforeItBegins() {
        token.cancel();
        changesNothing(optimize -> {});
        assertThat(heard.events()).isEmpty();
    }

    @Test
    void betweenPlanningAndCarryingOut() {
        OptimizePlan plan = oneThread.optimize().cancellation(token).plan();
        token.cancel();
        assertThatThrownBy(plan::execute).isInstanceOf(OperationCancelledException.class);
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void inTheMiddleOfARewrite() {
        changesNothing(optimize -> optimize.listener(onStart(1, token::cancel)));
        assertThat(heard.events("failed")).containsExactly("failed 1");
    }

    @Test
    void betweenTasks() {
        changesNothing(optimize -> optimize.listener(onFinish(0, token::cancel)));
        assertThat(heard.events("finished")).containsExactly("finished 0");
    }

    @Test
    void afterTheLastTaskAndBeforeTheCommit() {
        changesNothing(optimize -> optimize.listener(onFinish(2, token::cancel)));
        assertThat(heard.events("finished")).hasSize(3);
    }

    @Test
    void whenTheTimeIsUp() {
        ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
        changesNothing(optimize -> optimize.cancellation(CancellationToken.after(Duration.ofMinutes(10), clock))
                .listener(onStart(1, () -> clock.advance(Duration.ofMinutes(10)))));
    }

    @Test
    void byAnInterruptBeforeItBegins() {
        Thread.currentThread().interrupt();
        changesNothing(optimize -> optimize.cancellation(CancellationToken.none()));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void byAnInterruptInTheMiddleOfARewrite() {
        Thread caller = Thread.currentThread();
        changesNothing(
                optimize -> optimize.cancellation(CancellationToken.none()).listener(onStart(1, caller::interrupt)));
        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
    }

    @Test
    void byAnInterruptAfterTheLastTask() {
        Thread caller = Thread.currentThread();
        changesNothing(
                optimize -> optimize.cancellation(CancellationToken.none()).listener(onFinish(2, caller::interrupt)));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatWasCommittedBeforeStaysAndIsNamed() {
        Throwable cancelled = catchThrowable(() -> oneThread
                .optimize()
                .commitEvery(1)
                .cancellation(token)
                .listener(onStart(1, () -> awaitVersion(table.version() + 1)))
                .listener(onStart(2, token::cancel))
                .execute());
        assertThat(cancelled).isInstanceOf(OperationCancelledException.class);
        assertThat(((OperationCancelledException) cancelled).committedVersions())
                .first()
                .isEqualTo(table.version() + 1);
        long latest = NaiveLog.latest(directory).version();
        assertThat(cancelled)
                .hasMessageContaining(" after it had committed versions ")
                .hasMessageContaining("" + latest);
        assertThat(latest).isBetween(table.version() + 1, table.version() + 2);
        assertThat(TreeSnapshot.of(directory).files().stream().filter(path -> path.endsWith(".parquet")))
                .hasSize(6 + (int) (latest - table.version()));
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    private void awaitVersion(long version) {
        for (int i = 0; i < 1000 && NaiveLog.latest(directory).version() < version; i++) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void aCommitThatHasBegunIsNotStopped() {
        Thread caller = Thread.currentThread();
        OptimizeResult result = oneThread
                .optimize()
                .cancellation(token)
                .listener(new MaintenanceListener() {
                    @Override
                    public void commitStarted(long attemptedVersion, int attempt) {
                        token.cancel();
                        caller.interrupt();
                    }
                })
                .execute();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.versions()).containsExactly(table.version() + 1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aScanStopsToo() {
        token.cancel();
        assertThatThrownBy(() -> oneThread.scan().cancellation(token).digest())
                .isInstanceOf(OperationCancelledException.class)
                .hasMessage(directory + ": reading was cancelled");
        Thread.currentThread().interrupt();
        assertThatThrownBy(oneThread::digest).isInstanceOf(OperationCancelledException.class);
    }

    @Test
    void aScanThatIsInterruptedInTheMiddleStops() {
        assertThatThrownBy(() ->
                        oneThread.scan().forEach(row -> Thread.currentThread().interrupt()))
                .isInstanceOf(OperationCancelledException.class);
    }
}
