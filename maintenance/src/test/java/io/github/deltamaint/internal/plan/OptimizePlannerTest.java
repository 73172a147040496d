package io.github.deltamaint.internal.plan;

import static io.github.deltamaint.internal.plan.FakeFiles.file;
import static io.github.deltamaint.internal.plan.FakeFiles.withDeletedRows;
import static io.github.deltamaint.internal.plan.FakeFiles.withRows;
import static io.github.deltamaint.internal.plan.FakeFiles.withoutStatistics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.SkippedFiles;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.parquet.LayoutMarks;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OptimizePlannerTest {
    private static final PlannerSettings DEFAULT = PlannerSettings.DEFAULT;

    private static OptimizeTasks plan(PlannerSettings settings, FakeSnapshot snapshot) {
        return OptimizePlanner.plan(
                snapshot,
                new DataFiles(snapshot.tablePath(), Storages.create()),
                settings.toSettings(),
                Optional.empty(),
                new ManualClock(Instant.parse("2026-08-15T12:00:00Z")));
    }

    private static FakeSnapshot table(AddFile... files) {
        return new FakeSnapshot(
                StructType.of(new StructField("id", PrimitiveType.LONG)), List.of(), Map.of(), List.of(files));
    }

    private static FakeSnapshot partitioned(PrimitiveType type, AddFile... files) {
        return new FakeSnapshot(
                StructType.of(new StructField("id", PrimitiveType.LONG), new StructField("p", type)),
                List.of("p"),
                Map.of(),
                List.of(files));
    }

    private static AddFile in(@Nullable String partition, String path) {
        Map<String, @Nullable String> values = new HashMap<>();
        values.put("p", partition);
        return file(path, 10, 0, values);
    }

    private static List<List<String>> inputs(OptimizeTasks plan) {
        return plan.tasks().stream().map(planned -> planned.task().inputPaths()).toList();
    }

    private static Tuple[] skipped(OptimizeTasks plan) {
        return plan.skipped().stream()
                .map(skipped -> new Tuple(
                        skipped.reason(), skipped.files(), skipped.size().bytes()))
                .toArray(Tuple[]::new);
    }

    private static Tuple skip(SkippedFiles.Reason reason, int files, long bytes) {
        return new Tuple(reason, files, bytes);
    }

    @Test
    void mergesSmallFilesInTheOrderInWhichTheyCame() {
        OptimizeTasks plan = plan(
                DEFAULT,
                table(file("c", 10, 300, Map.of()), file("b", 20, 100, Map.of()), file("a", 30, 100, Map.of())));

        assertThat(inputs(plan)).containsExactly(List.of("a", "b", "c"));
        RewriteTask task = plan.tasks().get(0).task();
        assertThat(task.index()).isZero();
        assertThat(task.reasons()).containsExactly(Reason.SMALL_FILES);
        assertThat(task.inputSize()).isEqualTo(DataSize.ofBytes(60));
        assertThat(task.predictedOutputSize()).isEqualTo(DataSize.ofBytes(60));
        assertThat(task.partitionValues()).isEmpty();
        assertThat(plan.consideredFiles()).isEqualTo(3);
        assertThat(plan.skipped()).isEmpty();
    }

    @Test
    void takesFilesBelowThreeQuartersOfTheTargetForSmall() {
        OptimizeTasks plan = plan(DEFAULT, table(file("a", 74), file("b", 75), file("c", 10)));
        assertThat(inputs(plan)).containsExactly(List.of("a", "c"));
        assertThat(skipped(plan)).containsExactly(skip(SkippedFiles.Reason.LARGE_ENOUGH, 1, 75));
    }

    @Test
    void withABudgetTakesWhatRewritesTheMostFilesForItsBytesFirstAndLeavesTheRestForTheNextTime() {
        FakeSnapshot snapshot =
                partitioned(PrimitiveType.STRING, in("x", "a"), in("x", "b"), in("y", "c"), in("y", "d"), in("y", "e"));
        assertThat(inputs(plan(DEFAULT.withMaxBytes(20), snapshot))).containsExactly(List.of("a", "b"));
        assertThat(inputs(plan(DEFAULT.withMaxBytes(49), snapshot))).containsExactly(List.of("a", "b"));
        assertThat(inputs(plan(DEFAULT.withMaxBytes(50), snapshot))).hasSize(2);
        OptimizeTasks least = plan(DEFAULT.withMaxBytes(1), snapshot);
        assertThat(inputs(least)).as("something in any case").containsExactly(List.of("a", "b"));
        assertThat(skipped(least)).containsExactly(skip(SkippedFiles.Reason.OVER_BUDGET, 3, 30));

        FakeSnapshot sizes = partitioned(
                PrimitiveType.STRING,
                file("large", 70, 0, Map.of("p", "x")),
                file("larger", 71, 0, Map.of("p", "x")),
                file("small", 10, 0, Map.of("p", "y")),
                file("smaller", 9, 0, Map.of("p", "y")));
        OptimizeTasks cheap = plan(DEFAULT.withTarget(200).withMaxBytes(100), sizes);
        assertThat(inputs(cheap)).containsExactly(List.of("small", "smaller"));
        assertThat(cheap.tasks().get(0).task().index()).isZero();
    }

    @Test
    void takesFilesBelowTheGivenMinimumForSmall() {
        OptimizeTasks plan = plan(DEFAULT.withMin(20), table(file("a", 19), file("b", 20), file("c", 10)));
        assertThat(inputs(plan)).containsExactly(List.of("a", "c"));
    }

    @Test
    void takesAFileOfExactlyTheTargetForLargeEnoughEvenIfTheMinimumIsTheTarget() {
        assertThat(inputs(plan(DEFAULT.withMin(100), table(file("a", 100), file("b", 99), file("c", 1)))))
                .containsExactly(List.of("b", "c"));
    }

    @Test
    void refusesAMinimumAboveTheTarget() {
        assertThatThrownBy(() -> plan(DEFAULT.withMin(101), table()))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessage(
                        "/lake/sales: minFileSize 101 bytes is above the target file size 100 bytes, so every new file"
                                + " would be small again. Lower minFileSize or raise targetFileSize");
    }

    @Test
    void leavesALoneSmallFileAlone() {
        OptimizeTasks plan = plan(DEFAULT, table(file("a", 10)));
        assertThat(plan.tasks()).isEmpty();
        assertThat(skipped(plan)).containsExactly(skip(SkippedFiles.Reason.NOTHING_TO_MERGE_WITH, 1, 10));
    }

    @Test
    void leavesSmallFilesAloneOfWhichNoTwoFitTogether() {
        OptimizeTasks plan = plan(DEFAULT, table(file("a", 60), file("b", 60), file("c", 60)));
        assertThat(plan.tasks()).isEmpty();
        assertThat(skipped(plan)).containsExactly(skip(SkippedFiles.Reason.NOTHING_TO_MERGE_WITH, 3, 180));
    }

    @Test
    void countsEveryFileOnceAsRewrittenOrSkipped() {
        OptimizeTasks plan = plan(DEFAULT, table(file("a", 60), file("b", 60), file("c", 30), file("d", 500)));
        assertThat(inputs(plan)).containsExactly(List.of("a", "c"));
        assertThat(skipped(plan))
                .containsExactly(
                        skip(SkippedFiles.Reason.LARGE_ENOUGH, 1, 500),
                        skip(SkippedFiles.Reason.NOTHING_TO_MERGE_WITH, 1, 60));
        assertThat(plan.consideredFiles()).isEqualTo(4);
    }

    @Test
    void planningAnEmptyTableGivesAnEmptyPlan() {
        OptimizeTasks plan = plan(DEFAULT, table());
        assertThat(plan.tasks()).isEmpty();
        assertThat(plan.skipped()).isEmpty();
        assertThat(plan.consideredFiles()).isZero();
    }

    @Test
    void rewritesALoneFileWithMoreDeletedRowsThanTheRatio() {
        OptimizeTasks plan = plan(DEFAULT, table(withDeletedRows(file("a", 1000), 6)));
        assertThat(inputs(plan)).containsExactly(List.of("a"));
        RewriteTask task = plan.tasks().get(0).task();
        assertThat(task.reasons()).containsExactly(Reason.DELETION_VECTORS);
        assertThat(task.inputSize()).isEqualTo(DataSize.ofBytes(1000));
        assertThat(task.predictedOutputSize()).isEqualTo(DataSize.ofBytes(940));
    }

    @Test
    void leavesAFileAloneWhoseShareOfDeletedRowsIsExactlyTheRatio() {
        assertThat(plan(DEFAULT, table(withDeletedRows(file("a", 1000), 5))).tasks())
                .isEmpty();
    }

    @Test
    void rewritesEveryFileWithADeletedRowIfTheRatioIsZero() {
        OptimizeTasks plan = plan(
                DEFAULT.withRatio(0),
                table(
                        withDeletedRows(withRows(file("a", 1000), 1_000_000), 1),
                        withDeletedRows(file("b", 1000), 0),
                        file("c", 1000)));
        assertThat(inputs(plan)).containsExactly(List.of("a"));
    }

    @Test
    void rewritesNoFileForItsDeletedRowsIfTheRatioIsOne() {
        assertThat(plan(
                                DEFAULT.withRatio(1),
                                table(
                                        withDeletedRows(file("a", 1000), 100),
                                        withDeletedRows(withoutStatistics(file("b", 1000)), 5)))
                        .tasks())
                .isEmpty();
    }

    @Test
    void rewritesAFileWithADeletionVectorWhoseNumberOfRowsIsUnknown() {
        OptimizeTasks plan =
                plan(DEFAULT, table(withDeletedRows(withoutStatistics(file("a", 1000)), 1), file("b", 1000)));
        assertThat(inputs(plan)).containsExactly(List.of("a"));
        assertThat(plan.tasks().get(0).task().predictedOutputSize()).isEqualTo(DataSize.ofBytes(1000));
    }

    @Test
    void weighsAFileByTheRowsThatAreLeftInIt() {
        OptimizeTasks plan =
                plan(DEFAULT.withRatio(1), table(withDeletedRows(file("a", 140), 50), file("b", 30), file("c", 60)));
        assertThat(inputs(plan)).containsExactly(List.of("a", "b"));
        assertThat(plan.tasks().get(0).task().predictedOutputSize()).isEqualTo(DataSize.ofBytes(100));
    }

    @Test
    void mergesAFileWithDeletedRowsWithItsSmallNeighboursAndSaysBothReasons() {
        OptimizeTasks plan = plan(DEFAULT, table(withDeletedRows(file("a", 90), 50), file("b", 10)));
        assertThat(inputs(plan)).containsExactly(List.of("a", "b"));
        assertThat(plan.tasks().get(0).task().reasons()).containsExactly(Reason.SMALL_FILES, Reason.DELETION_VECTORS);
    }

    @Test
    void believesNoStatisticsThatSayFewerRowsThanAreDeleted() {
        OptimizeTasks plan = plan(DEFAULT, table(withDeletedRows(withRows(file("a", 1000), 10), 50)));
        assertThat(inputs(plan)).containsExactly(List.of("a"));
        assertThat(plan.tasks().get(0).task().predictedOutputSize()).isEqualTo(DataSize.ZERO);
    }

    @Test
    void countsAFileOfOursAsLargeAsItWasPlanned() {
        AddFile small = file("a", 10).withTags(Map.of(FileTags.PLANNED_SIZE, "90"));
        assertThat(plan(DEFAULT, table(small, file("b", 5))).tasks()).isEmpty();
        assertThat(inputs(plan(DEFAULT.withTarget(1000), table(small, file("b", 5)))))
                .containsExactly(List.of("a", "b"));
    }

    @Test
    void countsAFileOfOursThatGrewByItsSize() {
        AddFile grown = file("a", 80).withTags(Map.of(FileTags.PLANNED_SIZE, "10"));
        assertThat(plan(DEFAULT, table(grown, file("b", 5))).tasks()).isEmpty();
    }

    @Test
    void passesOverADamagedTag() {
        AddFile damaged = file("a", 10).withTags(Map.of(FileTags.PLANNED_SIZE, "much"));
        assertThat(inputs(plan(DEFAULT, table(damaged, file("b", 5))))).containsExactly(List.of("a", "b"));
    }

    @Test
    void neverMergesAcrossPartitions() {
        OptimizeTasks plan = plan(
                DEFAULT,
                partitioned(
                        PrimitiveType.STRING,
                        in("b", "1"),
                        in("a", "2"),
                        in(null, "3"),
                        in("b", "4"),
                        in("a", "5"),
                        in("", "6"),
                        in("A", "7")));
        assertThat(inputs(plan)).containsExactly(List.of("3", "6"), List.of("2", "5"), List.of("1", "4"));
        assertThat(plan.tasks().stream().map(planned -> planned.task().partitionValues()))
                .containsExactly(Collections.singletonMap("p", null), Map.of("p", "a"), Map.of("p", "b"));
        assertThat(plan.tasks().stream().map(planned -> planned.task().index())).containsExactly(0, 1, 2);
        assertThat(skipped(plan)).containsExactly(skip(SkippedFiles.Reason.NOTHING_TO_MERGE_WITH, 1, 10));
    }

    @Test
    void takesDifferentSpellingsOfOneValueForOnePartition() {
        assertThat(inputs(plan(
                        DEFAULT,
                        partitioned(
                                PrimitiveType.TIMESTAMP,
                                in("2024-01-01 10:00:00", "1"),
                                in("2024-01-01 10:00:00.000000", "2"),
                                in("2024-01-01T10:00:00.000000Z", "3"),
                                in("2024-01-01T11:00:00.000000+01:00", "4")))))
                .containsExactly(List.of("3", "4"), List.of("1", "2"));
        assertThat(inputs(plan(
                        DEFAULT,
                        partitioned(PrimitiveType.decimal(10, 2), in("1.50", "1"), in("1.5", "2"), in("15", "3")))))
                .containsExactly(List.of("1", "2"));
        assertThat(inputs(plan(DEFAULT, partitioned(PrimitiveType.INTEGER, in("7", "1"), in("07", "2")))))
                .containsExactly(List.of("1", "2"));
    }

    @Test
    void keepsValuesApartThatAreNotOfTheTypeOfTheirColumn() {
        assertThat(inputs(plan(
                        DEFAULT,
                        partitioned(PrimitiveType.INTEGER, in("seven", "1"), in("eight", "2"), in("seven", "3")))))
                .containsExactly(List.of("1", "3"));
    }

    private static FakeSnapshot tracked(AddFile... files) {
        return new FakeSnapshot(
                StructType.of(new StructField("id", PrimitiveType.LONG)),
                List.of(),
                Map.of(
                        "delta.enableRowTracking",
                        "true",
                        "delta.rowTracking.materializedRowIdColumnName",
                        "_i",
                        "delta.rowTracking.materializedRowCommitVersionColumnName",
                        "_v"),
                List.of(files));
    }

    @Test
    void refusesFilesWhoseRowsHaveNoIdsThoughTheyShould() {
        AddFile whole = file("a b", 10, 0, Map.of()).withRowIds(OptionalLong.of(0), OptionalLong.of(1));
        AddFile other = file("c", 10, 0, Map.of()).withRowIds(OptionalLong.of(100), OptionalLong.of(1));
        assertThat(plan(DEFAULT, tracked(whole, other)).tasks()).hasSize(1);

        assertThatThrownBy(() -> plan(DEFAULT, tracked(whole, file("c", 10, 0, Map.of()))))
                .isInstanceOf(CorruptTableException.class)
                .hasMessage("/lake/sales: c: the table has row tracking, but the log gives this file no baseRowId,"
                        + " so nobody knows the ids of its rows");
        AddFile half = file("c", 10, 0, Map.of()).withRowIds(OptionalLong.of(100), OptionalLong.empty());
        assertThatThrownBy(() -> plan(DEFAULT, tracked(whole, half)))
                .hasMessageContaining("no defaultRowCommitVersion");
        assertThat(plan(DEFAULT, tracked(file("c", 10, 0, Map.of()))).tasks()).isEmpty();
    }

    @Test
    void refusesInstantsWithoutZoneOnlyIfFilesAreToHoldThem() {
        AddFile[] files = {in("2024-01-01 10:00:00", "1"), in("2024-01-01 10:00:00", "2")};
        FakeSnapshot table = partitioned(PrimitiveType.TIMESTAMP, files);
        assertThat(inputs(plan(DEFAULT, table))).containsExactly(List.of("1", "2"));

        FakeSnapshot materialized = new FakeSnapshot(
                table.schema(),
                table.partitionColumns(),
                Map.of("delta.writePartitionColumnsToParquet", "true"),
                table.files());
        assertThatThrownBy(() -> plan(DEFAULT, materialized))
                .isInstanceOf(UnsupportedTableFeatureException.class)
                .hasMessageContaining(
                        "1: the partition value '2024-01-01 10:00:00' of column p does not say its time zone");
        assertThat(inputs(plan(
                        DEFAULT,
                        materialized.withFiles(List.of(
                                in("2024-01-01T10:00:00.000000Z", "1"), in("2024-01-01T10:00:00.000000Z", "2"))))))
                .containsExactly(List.of("1", "2"));
    }

    @Test
    void plansOnlyThePartitionsAskedFor() {
        FakeSnapshot table = partitioned(
                PrimitiveType.DATE,
                in("2026-08-01", "1"),
                in("2026-08-01", "2"),
                in("2026-08-14", "3"),
                in("2026-08-14", "4"),
                in(null, "5"),
                in(null, "6"));
        assertThat(inputs(plan(DEFAULT.withWhere("p >= current_date() - interval 7 days"), table)))
                .containsExactly(List.of("3", "4"));
        assertThat(inputs(plan(DEFAULT.withWhere("p IS NULL"), table))).containsExactly(List.of("5", "6"));
        OptimizeTasks both = plan(DEFAULT.withWhere("p >= '2026-08-01'", "p < '2026-08-10'"), table);
        assertThat(inputs(both)).containsExactly(List.of("1", "2"));
        assertThat(both.consideredFiles()).isEqualTo(2);
        assertThat(both.skipped()).isEmpty();
    }

    @Test
    void refusesAPredicateOverAColumnThatIsNoPartitionColumn() {
        assertThatThrownBy(() -> plan(DEFAULT.withWhere("id = 1"), partitioned(PrimitiveType.STRING)))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageStartingWith("/lake/sales: ")
                .hasMessageContaining("id")
                .hasMessageContaining("partition");
    }

    @Test
    void refusesAPredicateOverAColumnThatDoesNotExist() {
        assertThatThrownBy(() -> plan(DEFAULT.withWhere("nope = 1"), partitioned(PrimitiveType.STRING)))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("nope");
    }

    @Test
    void namesTheFileWhosePartitionValueAPredicateCannotBeAppliedTo() {
        assertThatThrownBy(() -> plan(
                        DEFAULT.withWhere("p > 5"), partitioned(PrimitiveType.INTEGER, in("seven", "x/y.parquet"))))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageStartingWith("/lake/sales: x/y.parquet: ")
                .hasMessageContaining("seven");
    }

    @Test
    void namesTheFileThatHasNoValueForAPartitionColumn() {
        assertThatThrownBy(() -> plan(DEFAULT, partitioned(PrimitiveType.STRING, file("x.parquet", 10))))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageStartingWith("/lake/sales: x.parquet: ")
                .hasMessageContaining("[p]");
    }

    @Test
    void takesTheTargetFromTheOptionThenFromTheTableThenFromItsSize() {
        FakeSnapshot table = table(file("a", 1));
        FakeSnapshot withProperty =
                new FakeSnapshot(table.schema(), List.of(), Map.of("delta.targetFileSize", "32mb"), table.files());
        FakeSnapshot large = table(file("a", 20L << 40));

        assertThat(plan(DEFAULT, withProperty).targetFileSize()).isEqualTo(DataSize.ofBytes(100));
        assertThat(plan(DEFAULT.withTarget(0), withProperty).targetFileSize()).isEqualTo(DataSize.mebibytes(32));
        assertThat(plan(DEFAULT.withTarget(0), table).targetFileSize()).isEqualTo(DataSize.mebibytes(128));
        assertThat(plan(DEFAULT.withTarget(0), large).targetFileSize()).isEqualTo(DataSize.gibibytes(1));
    }

    @Test
    void showsPathsDecoded() {
        OptimizeTasks plan = plan(DEFAULT, table(file("a%20b", 1), file("c%2525", 1)));
        assertThat(inputs(plan)).containsExactly(List.of("a b", "c%25"));
        assertThat(plan.tasks().get(0).inputs()).extracting(AddFile::path).containsExactly("a%20b", "c%2525");
    }

    @Test
    void plansTheSameWhateverTheOrderOfTheFilesInTheLog() {
        AddFile[] files = IntStream.range(0, 50)
                .mapToObj(i -> file("f" + i, i * 37 % 60 + 1, i * 31 % 10, Map.of()))
                .toArray(AddFile[]::new);
        OptimizeTasks plan = plan(DEFAULT, table(files));
        Collections.reverse(Arrays.asList(files));
        assertThat(plan(DEFAULT, table(files))).isEqualTo(plan);
        Collections.rotate(Arrays.asList(files), 17);
        assertThat(plan(DEFAULT, table(files))).isEqualTo(plan);
    }

    private static final LayoutMarks NO_MARKS = LayoutMarks.read(Map.of());

    private static OptimizeTasks plan(PlannerSettings settings, FakeSnapshot snapshot, LayoutMarks footers) {
        return OptimizePlanner.plan(
                snapshot,
                new DataFiles(snapshot.tablePath(), Storages.create()),
                file -> footers,
                settings.toSettings(),
                Optional.empty(),
                new ManualClock(Instant.parse("2026-08-15T12:00:00Z")));
    }

    @Test
    void rewritesLargeAndLoneFilesThatLackTheLayout() {
        OptimizeTasks plan = plan(DEFAULT.withVOrder(), table(file("a", 90), file("b", 300), file("c", 20)), NO_MARKS);

        assertThat(inputs(plan)).containsExactly(List.of("a"), List.of("b"), List.of("c"));
        assertThat(plan.tasks())
                .allSatisfy(task -> assertThat(task.task().reasons()).containsExactly(Reason.LAYOUT));
        assertThat(plan.layout()).isEqualTo(new WantedLayout(true, Optional.of(LayoutProfile.SCAN), false));
    }

    @Test
    void leavesFilesAloneThatHaveTheLayoutOrMicrosofts() {
        AddFile ours = file("a", 90).withTags(Map.of(LayoutMarks.ORDER, "automatic", LayoutMarks.PROFILE, "COMPAT"));
        AddFile microsofts = file("b", 90).withTags(Map.of("VORDER", "true"));

        assertThat(inputs(plan(DEFAULT.withVOrder(), table(ours, microsofts)))).isEmpty();
    }

    @Test
    void looksIntoFootersOnlyWhereTagsSayNothing() {
        AddFile tagged = file("a", 90).withTags(Map.of(LayoutMarks.ORDER, "automatic"));
        LayoutMarks vOrdered = LayoutMarks.read(Map.of("com.microsoft.parquet.vorder.enabled", "true"));

        assertThat(inputs(plan(DEFAULT.withVOrder(), table(tagged, file("b", 90)), vOrdered)))
                .isEmpty();
        assertThat(inputs(plan(DEFAULT.withVOrder(), table(tagged, file("b", 90)), NO_MARKS)))
                .containsExactly(List.of("b"));
    }

    @Test
    void filesForAnotherProfileAreRewrittenOnlyIfTheProfileWasNamed() {
        AddFile scan = file("a", 90).withTags(Map.of(LayoutMarks.ORDER, "automatic", LayoutMarks.PROFILE, "SCAN"));
        PlannerSettings forDirectLake = DEFAULT.withVOrder().withProfile(LayoutProfile.DIRECT_LAKE);

        assertThat(inputs(plan(forDirectLake, table(scan), NO_MARKS))).containsExactly(List.of("a"));
        assertThat(inputs(plan(DEFAULT.withVOrder().withProfile(LayoutProfile.SCAN), table(scan), NO_MARKS)))
                .isEmpty();
        assertThat(inputs(plan(DEFAULT.withProfile(LayoutProfile.DIRECT_LAKE), table(scan), NO_MARKS)))
                .isEmpty();
    }

    @Test
    void sortedByColumnsIsNotTheAutomaticLayout() {
        AddFile sorted = file("a", 90).withTags(Map.of(LayoutMarks.ORDER, "columns"));

        assertThat(inputs(plan(DEFAULT.withVOrder(), table(sorted), NO_MARKS))).containsExactly(List.of("a"));
    }

    @Test
    void fullRewritesAllFilesAndNeedsALayoutToDoItFor() {
        AddFile ours = file("a", 90).withTags(Map.of(LayoutMarks.ORDER, "automatic"));
        OptimizeTasks plan = plan(DEFAULT.withVOrder().withFull(), table(ours, file("b", 5)), NO_MARKS);

        assertThat(inputs(plan)).containsExactly(List.of("a", "b"));
        assertThat(plan.tasks().get(0).task().reasons()).containsExactly(Reason.SMALL_FILES, Reason.FULL);
        assertThatThrownBy(() -> plan(DEFAULT.withFull(), table(ours)))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("none is asked for");
    }

    @Test
    void theTableMayAskForTheLayoutInEitherSpelling() {
        for (String key : List.of("delta.parquet.vorder.enabled", "delta.parquet.vorder.default")) {
            FakeSnapshot table = new FakeSnapshot(
                    StructType.of(new StructField("id", PrimitiveType.LONG)),
                    List.of(),
                    Map.of(key, "true"),
                    List.of(file("a", 90)));

            assertThat(inputs(plan(DEFAULT, table, NO_MARKS))).containsExactly(List.of("a"));
        }
    }
}
