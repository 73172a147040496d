package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.testing.CountingStorage;
import io.github.deltamaint.log.testing.StorageOperation;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCoverageTest {
    @TempDir
    private Path directory;

    private final CountingStorage storage = new CountingStorage(new LocalStorage());

    private TestTable table(int appends) {
        TestTable.Builder builder = TestTable.in(directory.resolve("t"));
        TestTable table = builder.append(new Columns().longs("id", 0L));
        for (int i = 1; i < appends; i++) {
            table.append(new Columns().longs("id", (long) i));
        }
        return table;
    }

    private DeltaLog log(TestTable table) {
        return DeltaLog.forTable(storage, table.path().toString(), Clock.systemUTC());
    }

    @Test
    void everyVersionCanBeRebuiltFromTheFirstCommit() {
        DeltaLog log = log(table(3));
        LogCoverage coverage = log.coverage(log.snapshot());
        assertThat(coverage.commits()).containsExactly(0L, 1L, 2L, 3L);
        assertThat(coverage.checkpoints()).isEmpty();
        assertThat(coverage.firstVersion()).hasValue(0);
        assertThat(List.of(-1L, 0L, 3L, 4L).stream().map(coverage::canRebuild))
                .containsExactly(false, true, true, false);
    }

    @Test
    void withoutOldCommitsOnlyWhatACheckpointCarries() {
        TestTable table = table(5);
        table.checkpoint(2, CheckpointOptions.classic());
        table.checkpoint(4, CheckpointOptions.multiPart(2));
        table.deleteCommitsBefore(4);
        DeltaLog log = log(table);
        LogCoverage coverage = log.coverage(log.snapshot());
        assertThat(coverage.commits()).containsExactly(4L, 5L);
        assertThat(coverage.checkpoints()).containsExactly(2L, 4L);
        assertThat(coverage.firstVersion()).hasValue(2);
        assertThat(List.of(1L, 2L, 3L, 4L, 5L).stream().map(coverage::canRebuild))
                .containsExactly(false, true, false, true, true);
    }

    @Test
    void findsTheVersionOfATime() {
        DeltaLog log = log(table(2));
        LogCoverage coverage = log.coverage(log.snapshot());
        assertThat(coverage.newestAt(Instant.parse("2023-12-31T23:59:59Z"))).isEmpty();
        assertThat(coverage.newestAt(Instant.parse("2024-01-01T00:01:00Z"))).hasValue(1);
        assertThat(coverage.newestAt(Instant.parse("2025-01-01T00:00:00Z"))).hasValue(2);
    }

    @Test
    void oneRequestTellsWhetherThereIsACommit() {
        DeltaLog log = log(table(2));
        assertThat(log.hasCommit(2)).isTrue();
        assertThat(log.hasCommit(3)).isFalse();
        assertThat(log.hasCommit(-1)).isFalse();
        assertThat(storage.count(StorageOperation.STATUS)).isEqualTo(2);
        assertThat(storage.count(StorageOperation.LIST)).isZero();
    }

    @Test
    void readsTheActionsThatAreWanted() {
        DeltaLog log = log(table(2));
        List<Action> actions = new ArrayList<>();
        try (var found = log.actions(1, Set.of(ActionKind.ADD), false)) {
            found.forEachRemaining(actions::add);
        }
        assertThat(actions)
                .singleElement()
                .isInstanceOfSatisfying(
                        AddFile.class, add -> assertThat(add.stats()).isEmpty());
        assertThat(storage.count(StorageOperation.LIST)).isZero();
        assertThatThrownBy(() -> log.actions(9))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("the log does not have the commit of version 9");
    }
}
