package io.github.deltamaint;

import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.Tables.rows;
import static io.github.deltamaint.common.DataSize.mebibytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptimizeListenerTest {
    @TempDir
    Path directory;

    private final EventLog heard = new EventLog();

    private TableMaintenance withThreads(int threads) {
        return DeltaMaintenance.table(
                directory.toString(),
                MaintenanceContext.builder().maxConcurrentRewrites(threads).build());
    }

    @Test
    void hearsEverythingInOrder() {
        TestTable table = Tables.threeTasks(directory);
        withThreads(1).optimize().listener(heard).execute();
        long version = table.version() + 1;
        assertThat(heard.events())
                .containsExactly(
                        "planned 3",
                        "started 0",
                        "finished 0",
                        "started 1",
                        "finished 1",
                        "started 2",
                        "finished 2",
                        "commit " + version + " attempt 1",
                        "committed " + version);
        assertThat(heard.tasksWithProgress()).isEqualTo(3);
    }

    @Test
    void hearsThatThereIsNothingToDo() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5));
        maintain(table).optimize().listener(heard).execute();
        assertThat(heard.events()).containsExactly("planned 0");
    }

    @Test
    void hearsNothingWhenOnlyPlanning() {
        maintain(Tables.threeTasks(directory)).optimize().listener(heard).plan();
        assertThat(heard.events()).isEmpty();
    }

    @Test
    void everyListenerIsTold() {
        EventLog second = new EventLog();
        maintain(Tables.threeTasks(directory))
                .optimize()
                .listener(heard)
                .listener(second)
                .execute();
        assertThat(second.events("committed"))
                .isEqualTo(heard.events("committed"))
                .hasSize(1);
    }

    @Test
    void ownCommitsAreNoConflicts() {
        TestTable table = Tables.threeTasks(directory);
        withThreads(1).optimize().commitEvery(1).listener(heard).execute();
        long version = table.version();
        assertThat(heard.events("commit"))
                .containsExactly(
                        "commit " + (version + 1) + " attempt 1",
                        "committed " + (version + 1),
                        "commit " + (version + 2) + " attempt 1",
                        "committed " + (version + 2),
                        "commit " + (version + 3) + " attempt 1",
                        "committed " + (version + 3));
        assertThat(heard.events("conflict")).isEmpty();
    }

    @Test
    void hearsOfOtherWritersThatWereFaster() {
        TestTable table = Tables.threeTasks(directory);
        long version = table.version();
        MaintenanceListener faster = new MaintenanceListener() {
            @Override
            public void commitStarted(long attemptedVersion, int attempt) {
                if (attempt <= 2) {
                    table.append(rows("West", 1000L * attempt, 3));
                }
            }
        };
        OptimizeResult result =
                maintain(table).optimize().listener(heard).listener(faster).execute();
        assertThat(heard.events("com"))
                .containsExactly(
                        "commit " + (version + 1) + " attempt 1",
                        "commit " + (version + 2) + " attempt 2",
                        "commit " + (version + 3) + " attempt 3",
                        "committed " + (version + 3));
        assertThat(heard.events("conflict")).containsExactly("conflict " + (version + 1), "conflict " + (version + 2));
        assertThat(result.versions()).containsExactly(version + 3);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void everyStartOfARewriteHasOneEndWhenATaskFails() throws IOException {
        TestTable table = Tables.threeTasks(directory);
        Files.delete(table.files().get(3).file());
        assertThatThrownBy(() -> withThreads(3).optimize().listener(heard).execute())
                .isInstanceOf(CorruptTableException.class);
        int ends = heard.events("finished").size() + heard.events("failed").size();
        assertThat(heard.events("started")).doesNotHaveDuplicates().hasSize(ends);
        assertThat(heard.events("failed")).contains("failed 1");
        assertThat(heard.events("com")).isEmpty();
    }

    @Test
    void hearsThatACommitWasLost() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5)).append(rows("West", 5, 5));
        OptimizePlan plan = maintain(table).optimize().listener(heard).plan();
        table.remove(table.files().get(0));
        assertThatThrownBy(plan::execute).isInstanceOf(CommitConflictException.class);
        assertThat(heard.events())
                .containsExactly(
                        "planned 1", "started 0", "finished 0", "conflict " + table.version(), "commit failed");
    }

    @Test
    void oneThatThrowsEverywhereChangesNothing() {
        TestTable table = Tables.threeTasks(directory);
        MaintenanceListener angry = new EventLog() {
            @Override
            void add(String event) {
                throw new IllegalStateException(event);
            }

            @Override
            public synchronized void rewriteProgress(RewriteTask task, long inputBytesDone) {
                throw new AssertionError("progress");
            }
        };
        OptimizeResult result =
                maintain(table).optimize().listener(angry).listener(heard).execute();
        assertThat(result.numTasks()).isEqualTo(3);
        assertThat(heard.events("finished")).hasSize(3);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void asManyTasksRunAtOnceAsTheContextAllows() {
        TestTable table = Tables.threeTasks(directory);
        CyclicBarrier all = new CyclicBarrier(3);
        MaintenanceListener meeting = new MaintenanceListener() {
            @Override
            public void rewriteStarted(RewriteTask task) {
                try {
                    all.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                    heard.add("alone");
                }
            }
        };
        withThreads(3).optimize().listener(meeting).execute();
        assertThat(heard.events("alone")).isEmpty();
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void noMoreTasksRunAtOnceThanTheContextAllows() {
        TestTable table = Tables.threeTasks(directory);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        MaintenanceListener counter = new MaintenanceListener() {
            @Override
            public void rewriteStarted(RewriteTask task) {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
            }

            @Override
            public void rewriteFinished(RewriteTask task, FileMetrics added) {
                running.decrementAndGet();
            }
        };
        withThreads(1).optimize().listener(counter).execute();
        assertThat(most).hasValue(1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void aContextRefusesNonsense() {
        MaintenanceContext.Builder builder = MaintenanceContext.builder();
        assertThatThrownBy(() -> builder.maxConcurrentRewrites(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxConcurrentRewrites must be positive but was 0");
        assertThatThrownBy(() -> builder.memoryLimit(mebibytes(15)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("memoryLimit must be at least 16 MiB but was 15 MiB");
        assertThatThrownBy(() -> DeltaMaintenance.table(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSmallestMemoryIsEnoughForManyThreads() {
        TestTable table = Tables.threeTasks(directory);
        try (MaintenanceContext context = MaintenanceContext.builder()
                .memoryLimit(mebibytes(16))
                .maxConcurrentRewrites(8)
                .build()) {
            DeltaMaintenance.table(directory.toString(), context).optimize().execute();
        }
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void closingTheContextOfTheProcessDoesNothing() {
        MaintenanceContext.defaults().close();
        TestTable table = Tables.threeTasks(directory);
        assertThat(maintain(table).optimize().execute().numTasks()).isEqualTo(3);
    }

    @Test
    void aClosedContextSaysSo() {
        Tables.threeTasks(directory);
        MaintenanceContext context = MaintenanceContext.builder().build();
        TableMaintenance table = DeltaMaintenance.table(directory.toString(), context);
        context.close();
        for (Runnable operation :
                List.<Runnable>of(table::detail, () -> table.optimize().plan(), table::digest)) {
            assertThatThrownBy(operation::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }
}
