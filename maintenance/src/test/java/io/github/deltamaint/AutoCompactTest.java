package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Auto compaction: when it acts, on what, and that it is an OPTIMIZE in everything else. */
class AutoCompactTest {
    @TempDir
    Path directory;

    private TestTable table(String... keysAndValues) {
        TestTable.Builder builder = TestTable.in(directory)
                .feature("deletionVectors")
                .partitionedBy("region")
                .columns(Tables.rows("", 0, 0).type());
        for (int i = 0; i < keysAndValues.length; i += 2) {
            builder.property(keysAndValues[i], keysAndValues[i + 1]);
        }
        return builder.create();
    }

    private static void append(TestTable table, String region, int files) {
        for (int i = 0; i < files; i++) {
            table.append(Tables.rows(region, region.charAt(0) * 1_000L + 10L * i, 10));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "delta.autoOptimize.autoCompact, true, true",
        "delta.autoOptimize.autoCompact, auto, true",
        "delta.autoOptimize.autoCompact, LEGACY, true",
        "delta.autoOptimize, true, true",
        "delta.autoOptimize.autoCompact, false, false",
        "delta.autoOptimize, false, false",
        "other, true, false"
    })
    void actsWhereTheTableAsksForIt(String property, String value, boolean acts) {
        TestTable table = table(property, value);
        append(table, "East", 3);
        OptimizePlan plan = Tables.maintain(table).autoCompact().minNumFiles(3).plan();
        assertThat(plan.isEmpty()).isEqualTo(!acts);
        assertThat(Tables.maintain(table)
                        .autoCompact()
                        .always()
                        .minNumFiles(3)
                        .plan()
                        .isEmpty())
                .isFalse();
    }

    @Test
    void partitionsWithTooFewSmallFilesStayUntilTheyHaveEnough() {
        TestTable table = table("delta.autoOptimize.autoCompact", "true");
        append(table, "East", 49);
        append(table, "West", 2);
        AutoCompact compact = Tables.maintain(table).autoCompact();
        assertThat(compact.plan().tasks()).isEmpty();
        assertThat(Tables.maintain(table).autoCompact().plan().skipped())
                .singleElement()
                .satisfies(skipped -> {
                    assertThat(skipped.reason()).isEqualTo(SkippedFiles.Reason.TOO_FEW_SMALL_FILES);
                    assertThat(skipped.files()).isEqualTo(51);
                });
        table.append(Tables.rows("East", 90_000, 10));

        OptimizeResult result = Tables.maintain(table).autoCompact().execute();

        assertThat(result.filesRemoved().totalFiles()).isEqualTo(50);
        assertThat(result.filesAdded().totalFiles()).isEqualTo(1);
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());
        assertThat(Tables.maintain(table).autoCompact().execute().isNoOp()).isTrue();
    }

    @Test
    void sinceAVersionOnlyPartitionsThatGotRowsAreLookedAt() {
        TestTable table = table("delta.autoOptimize.autoCompact", "true");
        append(table, "East", 3);
        append(table, "West", 3);
        long before = table.version();
        append(table, "East", 1);

        OptimizePlan plan = Tables.maintain(table)
                .autoCompact()
                .since(before)
                .minNumFiles(2)
                .plan();

        assertThat(plan.tasks()).singleElement().satisfies(task -> {
            assertThat(task.partitionValues()).isEqualTo(Map.of("region", "East"));
            assertThat(task.inputPaths()).hasSize(4);
        });
        assertThat(plan.totalConsideredFiles()).isEqualTo(4);
    }

    @Test
    void rearrangedRowsAreNoNewRows() {
        TestTable table = table("delta.autoOptimize.autoCompact", "true");
        append(table, "East", 4);
        long before = table.version();
        table.commit(commit -> commit.dataChange(false).add(Tables.rows("East", 0, 10)));
        OptimizePlan plan = Tables.maintain(table)
                .autoCompact()
                .since(before)
                .minNumFiles(2)
                .plan();
        assertThat(plan.totalConsideredFiles()).isZero();
        assertThat(plan.isEmpty()).isTrue();
    }

    @Test
    void smallIsBelowHalfOfTheSizeThatFilesShouldHave() {
        TestTable table = table("delta.autoOptimize.autoCompact", "true");
        append(table, "East", 3);
        long size = NaiveLog.latest(directory).files().get(0).file().toFile().length();
        assertThat(Tables.maintain(table)
                        .autoCompact()
                        .minNumFiles(2)
                        .maxFileSize(DataSize.ofBytes(size))
                        .plan()
                        .tasks())
                .isEmpty();
        assertThat(Tables.maintain(table)
                        .autoCompact()
                        .minNumFiles(2)
                        .maxFileSize(DataSize.ofBytes(4 * size))
                        .plan()
                        .tasks())
                .hasSize(1);
        table.properties(Map.of("delta.targetFileSize", String.valueOf(size)));
        assertThat(Tables.maintain(table).autoCompact().minNumFiles(2).plan().targetFileSize())
                .isEqualTo(DataSize.ofBytes(size));
    }

    @Test
    void theHistoryShowsAnAutomaticOptimize() {
        TestTable table = table("delta.autoOptimize.autoCompact", "true");
        append(table, "East", 2);
        Tables.maintain(table)
                .autoCompact()
                .minNumFiles(2)
                .userMetadata("after load 7")
                .execute();
        HistoryEntry commit = Tables.maintain(table).history(1).get(0);
        assertThat(commit.operation()).contains("OPTIMIZE");
        assertThat(commit.operationParameters()).containsEntry("auto", "true");
        assertThat(commit.userMetadata()).contains("after load 7");
    }

    @Test
    void versionsThatAreNotThereAreNamed() {
        TestTable table = table("delta.autoOptimize.autoCompact", "true");
        append(table, "East", 2);
        assertThatThrownBy(() -> Tables.maintain(table).autoCompact().since(9).plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("there is no version 9 yet; the newest is 2");
    }

    @Test
    void aCancelledOnePlansNothing() {
        TestTable table = table("delta.autoOptimize.autoCompact", "true");
        CancellationToken token = CancellationToken.create();
        token.cancel();
        assertThatThrownBy(() ->
                        Tables.maintain(table).autoCompact().cancellation(token).execute())
                .isInstanceOf(OperationCancelledException.class);
    }
}
