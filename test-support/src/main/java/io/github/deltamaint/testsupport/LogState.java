package io.github.deltamaint.testsupport;

import io.github.deltamaint.testsupport.CheckpointOptions.StatisticsForm;
import java.nio.file.Path;
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

    @SuppressWarnings("ImmutableEnumChecker") // the changes above have no state
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

    /**
     * A small partitioned table in this state whose log holds a bit of everything: several files in a partition, a partition
     * value that must be encoded and one that is null, a deletion vector, a tombstone, a transaction, a domain that is there
     * and one that is gone.
     *
     * @param path the table's root, which does not exist yet or is empty
     */
    public TestTable sample(Path path) {
        TestTable table = TestTable.in(path)
                .feature("deletionVectors", "domainMetadata")
                .feature(feature())
                .partitionedBy("region")
                .append(new Columns().longs("id", 1L, 2L, 3L, 4L).strings("region", "West", "East/ä %", null, "West"));
        table.append(new Columns().longs("id", 5L).strings("region", "West"));
        table.commit(commit -> commit.transaction("app", 7).domain("a", "{}").domain("b", "{}"));
        table.deleteRows(table.files().get(0), 1);
        table.commit(commit -> commit.removeDomain("b").remove(table.files().get(1)));
        applyTo(table);
        return table;
    }

    /** Changes the log of a table that has two commits at least. */
    public void applyTo(TestTable table) {
        change.accept(table);
    }
}
