package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.log.testing.ClassPathWithoutHadoop;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.CheckpointOptions.StatisticsForm;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A local table is read and changed with no jar of Hadoop on the class path, its Parquet checkpoints included. */
class WithoutHadoopTest {

    /** What is done there. */
    static String readAndCommit(String path) throws Exception {
        try (Storages storages = Storages.create()) {
            DeltaLog log = DeltaLog.forTable(storages, path, Clock.systemUTC());
            Snapshot snapshot = log.snapshot();
            List<AddFile> files = new ArrayList<>();
            snapshot.forEachActiveFile(FileProjection.WITH_STATS, files::add);
            log.startTransaction(snapshot, TableOperation.REWRITE)
                    .commit(CommitRequest.of(
                            CommitInfo.of("DELETE").build(),
                            List.of(files.get(0).remove(true))));
            return files.size() + " " + log.snapshot().counts().numFiles() + " "
                    + snapshot.logSegment().checkpointVersion().orElse(-1) + " "
                    + files.stream().allMatch(file -> file.stats().isPresent());
        }
    }

    @Test
    void readsAndCommits(@TempDir Path directory) throws Exception {
        TestTable table = TestTable.in(directory.resolve("table"))
                .append(new Columns().longs("id", 1L, 2L))
                .append(new Columns().longs("id", 3L));
        table.checkpoint(CheckpointOptions.classic().withStatistics(StatisticsForm.STRUCT));
        table.append(new Columns().longs("id", 4L));
        try (ClassPathWithoutHadoop there = new ClassPathWithoutHadoop()) {
            assertThat(there.call(
                            WithoutHadoopTest.class,
                            "readAndCommit",
                            table.path().toString()))
                    .isEqualTo("3 2 2 true");
        }
    }
}
