package io.github.deltamaint.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.RewriteFailedException;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.parquet.RewriteResult.Copied;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way in which a prepared commit could do harm is seen before it is made. */
class CommitReplayTest {
    @TempDir
    Path directory;

    private CommitReplay replay;
    private List<AddFile> active;
    private Snapshot earlier;

    @BeforeEach
    void makeTable() {
        TestTable table = TestTable.in(directory).feature("deletionVectors").append(new Columns().longs("id", 1L, 2L));
        table.append(new Columns().longs("id", 3L));
        Storages storages = Storages.create();
        DeltaLog log = DeltaLog.forTable(storages, directory.toString(), Clock.systemUTC(), UUID::randomUUID);
        earlier = log.snapshot();
        table.deleteRows(table.files().get(0), 0);
        Snapshot snapshot = log.snapshot();
        active = files(snapshot);
        replay = new CommitReplay(new DataFiles(snapshot.tablePath(), storages), snapshot);
    }

    private static List<AddFile> files(Snapshot snapshot) {
        List<AddFile> files = new ArrayList<>();
        snapshot.forEachActiveFile(FileProjection.WITH_STATS, files::add);
        return files;
    }

    private static RewrittenTask task(List<AddFile> inputs, long rows, long statedRows) {
        RewriteTask task = new RewriteTask(
                3,
                Map.of(),
                inputs.stream().map(AddFile::path).toList(),
                DataSize.ZERO,
                Set.of(RewriteTask.Reason.SMALL_FILES),
                DataSize.ZERO);
        AddFile added =
                AddFile.of("new.parquet", Map.of(), 100, 0, false, Optional.of("{\"numRecords\":" + statedRows + "}"));
        return new RewrittenTask(
                new PlannedTask(task, inputs, null, 100),
                List.of(added),
                Copied.NONE,
                List.of(),
                rows,
                0,
                Optional.empty(),
                0,
                0);
    }

    private void isRefused(String problem, RewrittenTask... tasks) {
        assertThatThrownBy(() -> replay.check(List.of(tasks)))
                .isInstanceOf(RewriteFailedException.class)
                .hasMessage(directory + ": task 3 of OPTIMIZE failed: " + problem
                        + ". Nothing of it was committed; please report this")
                .satisfies(e ->
                        assertThat(((RewriteFailedException) e).task().index()).isEqualTo(3));
    }

    @Test
    void takesWhatIsRight() {
        assertThatCode(() -> replay.check(List.of(task(active, 2, 2)))).doesNotThrowAnyException();
    }

    @Test
    void refusesToRemoveAFileThatIsNotThere() {
        AddFile stranger = AddFile.of("stranger.parquet", Map.of(), 1, 0, false, Optional.empty());
        isRefused("stranger.parquet is not part of version 3", task(List.of(active.get(0), stranger), 2, 2));
    }

    @Test
    void refusesToRemoveAFileUnderAnotherDeletionVector() {
        AddFile before = files(earlier).stream()
                .filter(file -> active.stream().noneMatch(file::equals))
                .findFirst()
                .orElseThrow();
        isRefused(before.path() + " is not part of version 3", task(List.of(before), 2, 2));
    }

    @Test
    void refusesToRemoveAFileTwice() {
        isRefused(active.get(0).path() + " would be removed twice", task(List.of(active.get(0), active.get(0)), 2, 2));
        isRefused(
                active.get(0).path() + " would be removed twice",
                task(List.of(active.get(0)), 1, 1),
                task(List.of(active.get(0)), 1, 1));
    }

    @Test
    void refusesStatisticsThatSayAnotherNumberOfRowsThanWasRead() {
        isRefused("the statistics of the new files say 3 rows, but 2 were read", task(active, 2, 3));
    }
}
