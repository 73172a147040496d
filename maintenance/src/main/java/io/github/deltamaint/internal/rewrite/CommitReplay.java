package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.RewriteFailedException;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.FileKey;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Plays a commit through before it is made: every file that it removes must be active in the snapshot, under exactly that path and deletion
 * vector, and the rows that it adds, as the statistics say them, must be as many as those that were read.
 */
final class CommitReplay {
    private final DataFiles files;
    private final Snapshot snapshot;

    CommitReplay(DataFiles files, Snapshot snapshot) {
        this.files = files;
        this.snapshot = snapshot;
    }

    void check(List<RewrittenTask> tasks) {
        Set<FileKey> missing = new HashSet<>();
        for (RewrittenTask task : tasks) {
            for (AddFile input : task.planned().inputs()) {
                require(missing.add(input.key()), task.planned(), input.path() + " would be removed twice");
            }
            checkRows(task);
        }
        snapshot.forEachActiveFile(FileProjection.WITHOUT_STATS, file -> missing.remove(file.key()));
        for (RewrittenTask task : tasks) {
            for (AddFile input : task.planned().inputs()) {
                require(
                        !missing.contains(input.key()),
                        task.planned(),
                        input.path() + " is not part of version " + snapshot.version());
            }
        }
    }

    private void checkRows(RewrittenTask task) {
        StatisticsSchema rowCountOnly = StatisticsSchema.all(StructType.of(), List.of(), ColumnMapping.NONE);
        long rows = 0;
        for (AddFile added : task.added()) {
            rows += FileStatistics.parse(added.stats().orElse(null), rowCountOnly)
                    .numRecords()
                    .orElse(-1);
        }
        require(
                rows == task.rows(),
                task.planned(),
                "the statistics of the new files say " + rows + " rows, but " + task.rows() + " were read");
    }

    private void require(boolean holds, PlannedTask planned, String problem) {
        if (!holds) {
            throw new RewriteFailedException(
                    files.table().root(),
                    planned.task(),
                    problem + ". Nothing of it was committed; please report this",
                    null);
        }
    }
}
