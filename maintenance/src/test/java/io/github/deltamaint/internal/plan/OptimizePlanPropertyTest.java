package io.github.deltamaint.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.parquet.LayoutMarks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** What holds for the plan of every table and all options. Carrying out a plan is pretended: outputs may come out smaller or larger than foreseen. */
class OptimizePlanPropertyTest {
    private static final ManualClock CLOCK = new ManualClock(Instant.parse("2026-08-15T12:00:00Z"));
    private static final @Nullable String[] PARTITIONS = {null, "", "a", "b", "c"};
    private static final double[] RATIOS = {0, 0.05, 0.5, 1};

    @Property(tries = 1000)
    void aSecondPlanAfterTheFirstIsEmpty(@ForAll long seed) {
        Random random = new Random(seed);
        FakeSnapshot table = table(random);
        PlannerSettings settings = settings(random);

        OptimizeTasks first = plan(table, settings);
        FakeSnapshot optimized = carryOut(first, table, random);

        assertThat(plan(optimized, settings).tasks()).isEmpty();
    }

    @Property(tries = 500)
    void everyFileIsInOneTaskOrSkippedAndEveryTaskIsWorthwhile(@ForAll long seed) {
        Random random = new Random(seed);
        FakeSnapshot table = table(random);
        PlannerSettings settings = settings(random);

        OptimizeTasks plan = plan(table, settings);

        List<AddFile> planned =
                plan.tasks().stream().flatMap(task -> task.inputs().stream()).toList();
        assertThat(planned).doesNotHaveDuplicates().isSubsetOf(table.files());
        int skipped = plan.skipped().stream().mapToInt(each -> each.files()).sum();
        assertThat(planned.size() + skipped).isEqualTo(plan.consideredFiles());
        for (PlannedTask task : plan.tasks()) {
            assertThat(task.inputs())
                    .extracting(PlannedPartition::of)
                    .containsOnly(PlannedPartition.of(task.inputs().get(0)));
            assertThat(task.task().reasons()).isNotEmpty();
            assertThat(task.task().reasons().contains(Reason.SMALL_FILES))
                    .isEqualTo(task.inputs().size() > 1);
            assertThat(task.plannedSize())
                    .isLessThanOrEqualTo(Math.max(plan.targetFileSize().bytes(), largestAlone(task)));
        }
    }

    @Property(tries = 200)
    void planningTwiceOrInAnotherOrderGivesTheSame(@ForAll long seed) {
        Random random = new Random(seed);
        FakeSnapshot table = table(random);
        PlannerSettings settings = settings(random);
        List<AddFile> shuffled = new ArrayList<>(table.files());
        Collections.shuffle(shuffled, random);

        OptimizeTasks plan = plan(table, settings);

        assertThat(plan(table, settings)).isEqualTo(plan);
        assertThat(plan(table.withFiles(shuffled), settings).tasks()).isEqualTo(plan.tasks());
    }

    /** A file above the target is still rewritten for its deleted rows. */
    private static long largestAlone(PlannedTask task) {
        return task.inputs().stream()
                .mapToLong(
                        file -> Math.max(file.size(), FileTags.plannedSize(file).orElse(0)))
                .max()
                .orElseThrow();
    }

    /** The partition of a file, where null and the empty text are the same. */
    private record PlannedPartition(String value) {
        static PlannedPartition of(AddFile file) {
            String text = file.partitionValues().get("p");
            return new PlannedPartition(text == null ? "" : text);
        }
    }

    private static OptimizeTasks plan(FakeSnapshot table, PlannerSettings settings) {
        return OptimizePlanner.plan(
                table,
                new DataFiles(table.tablePath(), Storages.create()),
                file -> LayoutMarks.read(
                        file.path().hashCode() % 5 == 0 ? Map.of(LayoutMarks.ORDER, LayoutMarks.AUTOMATIC) : Map.of()),
                settings.toSettings(),
                Optional.empty(),
                CLOCK);
    }

    private static FakeSnapshot table(Random random) {
        List<AddFile> files = new ArrayList<>();
        int count = random.nextInt(40);
        int largest = 1 + random.nextInt(200);
        for (int i = 0; i < count; i++) {
            files.add(file("f" + i, random, largest));
        }
        Map<String, String> properties = random.nextBoolean()
                ? Map.of("delta.targetFileSize", String.valueOf(1 + random.nextInt(300)))
                : Map.of();
        return new FakeSnapshot(
                StructType.of(new StructField("id", PrimitiveType.LONG), new StructField("p", PrimitiveType.STRING)),
                List.of("p"),
                properties,
                files);
    }

    private static AddFile file(String path, Random random, int largest) {
        Map<String, @Nullable String> partition = new HashMap<>();
        partition.put("p", PARTITIONS[random.nextInt(PARTITIONS.length)]);
        AddFile file = FakeFiles.file(path, random.nextInt(largest), random.nextInt(10), partition);
        int rows = random.nextInt(100);
        file = FakeFiles.withRows(file, rows);
        if (random.nextInt(10) == 0) {
            file = FakeFiles.withoutStatistics(file);
        }
        if (random.nextInt(5) == 0) {
            file = file.withTags(
                    random.nextInt(3) == 0
                            ? Map.of("VORDER", "true")
                            : Map.of(FileTags.PLANNED_SIZE, random.nextInt(4) == 0 ? "?" : "" + random.nextInt(200)));
        }
        return random.nextInt(3) == 0 ? FakeFiles.withDeletedRows(file, random.nextInt(rows + 1)) : file;
    }

    private static PlannerSettings settings(Random random) {
        long target = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(300);
        long min = target == 0 || random.nextBoolean() ? 0 : 1 + random.nextInt((int) target);
        PlannerSettings settings = new PlannerSettings(
                List.of(),
                target,
                min,
                RATIOS[random.nextInt(RATIOS.length)],
                random.nextBoolean(),
                profile(random),
                false,
                0);
        return random.nextInt(3) == 0 ? settings.withWhere("p > 'a' OR p IS NULL") : settings;
    }

    private static Optional<LayoutProfile> profile(Random random) {
        LayoutProfile[] profiles = LayoutProfile.values();
        return random.nextBoolean() ? Optional.empty() : Optional.of(profiles[random.nextInt(profiles.length)]);
    }

    private static FakeSnapshot carryOut(OptimizeTasks plan, FakeSnapshot table, Random random) {
        List<AddFile> files = new ArrayList<>(table.files());
        for (PlannedTask task : plan.tasks()) {
            files.removeAll(task.inputs());
            if (task.plannedSize() == 0 && random.nextBoolean()) {
                continue; // no row was left
            }
            long size = 1 + random.nextInt((int) task.plannedSize() * 2 + 1);
            files.add(FakeFiles.file(
                            "new" + task.task().index(),
                            size,
                            random.nextInt(20),
                            task.partition().logValues())
                    .withTags(FileTags.of(task.plannedSize(), plan.layout())));
        }
        return table.withFiles(files);
    }
}
