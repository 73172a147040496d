package io.github.deltamaint;

import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.ValueType;
import io.github.deltamaint.testsupport.VectorStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Whatever the table and the options: no row is lost, doubled or changed, and a second run finds nothing to do. */
class OptimizePropertyTest {
    private static final @Nullable String[] REGIONS = {null, "", "West", "East/ä", "50%", "=#?&"};
    private static final double[] RATIOS = {0, 0.05, 0.3, 1};

    @Property(tries = 25)
    void keepsEveryRowAndFindsNothingToDoTheSecondTime(@ForAll long seed) throws IOException {
        Path directory = Files.createTempDirectory("optimize");
        try {
            check(directory.resolve("table"), new Random(seed));
        } finally {
            delete(directory);
        }
    }

    @Property(tries = 25)
    void keepsEveryRowAndFindsNothingToDoTheSecondTimeInAnyOrder(@ForAll long seed) throws IOException {
        Path directory = Files.createTempDirectory("optimize");
        try {
            checkOrder(directory.resolve("table"), new Random(seed));
        } finally {
            delete(directory);
        }
    }

    private static void checkOrder(Path path, Random random) {
        TestTable table = randomTable(path, random);
        List<String> columns = new ArrayList<>(List.of("id", "name", "price"));
        Collections.shuffle(columns, random);
        String[] names = columns.subList(0, 1 + random.nextInt(3)).toArray(String[]::new);
        boolean cluster = random.nextBoolean();
        long target = 500 + random.nextInt(6000);
        order(path, target, cluster, names).execute();
        assertThat(judge(path)).isEqualTo(table.rows().texts());
        TreeSnapshot after = TreeSnapshot.of(path);
        assertThat(order(path, target, cluster, names).execute().isNoOp()).isTrue();
        assertThat(after.differenceNow(path)).isEmpty();
        int layers = random.nextInt(2);
        for (int layer = 1; layer <= layers; layer++) {
            append(path, random, 100_000L * layer);
            List<String> rows = judge(path);
            order(path, target, cluster, names).execute();
            assertThat(judge(path)).isEqualTo(rows);
            assertThat(order(path, target, cluster, names).plan().tasks()).isEmpty();
        }
        List<String> rows = judge(path);
        order(path, target, !cluster, names).full().execute();
        assertThat(judge(path)).isEqualTo(rows);
        assertThat(order(path, target, !cluster, names).plan().tasks()).isEmpty();
    }

    private static void append(Path path, Random random, long firstId) {
        try (Append append = DeltaMaintenance.table(path.toString()).append()) {
            for (List<@Nullable Object> row : randomRows(random, firstId).rows()) {
                append.values(row.toArray());
            }
            append.commit();
        }
    }

    private static Optimize order(Path path, long target, boolean cluster, String... columns) {
        Optimize optimize = DeltaMaintenance.table(path.toString()).optimize().targetFileSize(ofBytes(target));
        return cluster ? optimize.clusterBy(columns) : optimize.zOrderBy(columns);
    }

    private static void check(Path path, Random random) {
        TestTable table = randomTable(path, random);
        long target = 1 + random.nextInt(6000);
        long min = 1 + random.nextInt((int) target);
        double ratio = RATIOS[random.nextInt(RATIOS.length)];
        boolean inParts = random.nextBoolean();
        boolean where = !table.partitionColumns().isEmpty() && random.nextInt(3) == 0;
        try (MaintenanceContext context = MaintenanceContext.builder()
                .maxConcurrentRewrites(1 + random.nextInt(3))
                .build()) {
            Optimize first = optimize(path, context, target, min, ratio, where);
            if (inParts) {
                first.commitEvery(1 + random.nextInt(3));
            }
            OptimizeResult result = first.execute();

            assertThat(judge(path)).isEqualTo(table.rows().texts());
            assertThat(DeltaMaintenance.table(path.toString(), context).scan().contentSha256())
                    .isEqualTo(table.rows().contentSha256());
            assertThat(result.droppedTasks()).isEmpty();
            TreeSnapshot after = TreeSnapshot.of(path);
            assertThat(optimize(path, context, target, min, ratio, where).plan().tasks())
                    .isEmpty();
            assertThat(optimize(path, context, target, min, ratio, where)
                            .execute()
                            .isNoOp())
                    .isTrue();
            assertThat(after.differenceNow(path)).isEmpty();
        }
    }

    private static Optimize optimize(
            Path path, MaintenanceContext context, long target, long min, double ratio, boolean where) {
        Optimize optimize = DeltaMaintenance.table(path.toString(), context)
                .optimize()
                .targetFileSize(ofBytes(target))
                .minFileSize(ofBytes(min))
                .maxDeletedRowsRatio(ratio);
        return where ? optimize.where("region IS NULL OR region > 'F'") : optimize;
    }

    private static TestTable randomTable(Path path, Random random) {
        TestTable.Builder builder = TestTable.in(path)
                .feature("deletionVectors")
                .columns(ValueType.columns(
                        "id", ValueType.Primitive.LONG,
                        "region", ValueType.Primitive.STRING,
                        "name", ValueType.Primitive.STRING,
                        "price", ValueType.decimal(12, 2)));
        if (random.nextBoolean()) {
            builder.partitionedBy("region");
        }
        if (random.nextInt(3) == 0) {
            builder.withoutStatistics();
        }
        TestTable table = builder.create();
        int commits = 1 + random.nextInt(8);
        for (int i = 0; i < commits; i++) {
            change(table, random, i * 1000L);
        }
        return table;
    }

    private static void change(TestTable table, Random random, long firstId) {
        List<TestFile> files = table.files();
        switch (files.isEmpty() ? 0 : random.nextInt(5)) {
            case 0, 1, 2 -> table.append(randomRows(random, firstId));
            case 3 -> {
                TestFile file = files.get(random.nextInt(files.size()));
                long[] positions = LongStream.range(0, file.rows().size())
                        .filter(position -> random.nextInt(4) == 0)
                        .toArray();
                VectorStorage storage = VectorStorage.values()[random.nextInt(VectorStorage.values().length)];
                if (positions.length > 0) {
                    table.deleteRows(file, storage, positions);
                }
            }
            default -> table.remove(files.get(random.nextInt(files.size())));
        }
    }

    private static Columns randomRows(Random random, long firstId) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        int count = random.nextInt(60);
        for (int i = 0; i < count; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(random.nextInt(10) == 0 ? null : firstId + i);
            row.add(REGIONS[random.nextInt(REGIONS.length)]);
            row.add(random.nextBoolean() ? null : "name " + random.nextInt(20));
            row.add(BigDecimal.valueOf(random.nextInt(1_000_000), 2));
            rows.add(row);
        }
        return Columns.of(
                ValueType.columns(
                        "id", ValueType.Primitive.LONG,
                        "region", ValueType.Primitive.STRING,
                        "name", ValueType.Primitive.STRING,
                        "price", ValueType.decimal(12, 2)),
                rows);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
