package io.github.deltamaint.testsupport;

import io.github.deltamaint.testsupport.CheckpointOptions.StatisticsForm;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The forms in which one and the same state can stand in a log: an axis to vary in tests. Build a table with {@link #feature}
 * and a few commits, then {@link #applyTo} changes the log's form and nothing else.
 */
public enum LogState {
    COMMITS_ONLY(table -> {}),
    CHECKPOINT_AT_END(TestTable::checkpoint),
    CHECKPOINT_IN_THE_MIDDLE(table -> table.checkpoint(middle(table), CheckpointOptions.classic())),
    CHECKPOINT_WITH_STRUCT_STATISTICS(
            table -> table.checkpoint(CheckpointOptions.classic().withStatistics(StatisticsForm.STRUCT))),
    CHECKPOINT_WITHOUT_HINT(
            table -> table.checkpoint(CheckpointOptions.classic().withoutHint())),
    STALE_HINT(table -> {
        table.checkpoint(middle(table), CheckpointOptions.classic());
        table.checkpoint(CheckpointOptions.classic().withoutHint());
    }),
    HINT_WITHOUT_CHECKPOINT(table -> table.lastCheckpoint(hint(table.version()))),
    HINT_BEYOND_LATEST(table -> {
        table.checkpoint(middle(table), CheckpointOptions.classic());
        table.lastCheckpoint(hint(table.version() + 10));
    }),
    GARBAGE_HINT(table -> {
        table.checkpoint();
        table.lastCheckpoint("{\"version\":");
    }),
    MULTI_PART(table -> table.checkpoint(CheckpointOptions.multiPart(3))),
    V2_JSON(table -> table.checkpoint(CheckpointOptions.v2Json(2))),
    V2_PARQUET(table -> table.checkpoint(CheckpointOptions.v2Parquet(2))),
    V2_WITHOUT_SIDECARS(table -> table.checkpoint(CheckpointOptions.v2Parquet(0))),
    V2_CLASSIC_NAME(table -> table.checkpoint(CheckpointOptions.v2ClassicName(1))),
    COMPACTED_COMMITS(table -> table.compactLog(1, table.version())),
    CLEANED_UP(table -> {
        table.checkpoint(middle(table), CheckpointOptions.classic());
        table.deleteCommitsBefore(middle(table));
    });

    private final Consumer<TestTable> change;

    LogState(Consumer<TestTable> change) {
        this.change = change;
    }

    private static long middle(TestTable table) {
        return (table.version() + 1) / 2;
    }

    private static String hint(long version) {
        return String.format(Locale.ROOT, "{\"version\":%d,\"size\":3}", version);
    }

    /** The table feature that this form needs; none for most. */
    public String[] feature() {
        return name().startsWith("V2_") ? new String[] {"v2Checkpoint"} : new String[0];
    }

    /** Changes the log of a table that has two commits at least. */
    public void applyTo(TestTable table) {
        change.accept(table);
    }
}
