package io.github.deltamaint.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.internal.cluster.ClusterOrder.Kind;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import io.github.deltamaint.zorder.LongRanks;
import io.github.deltamaint.zorder.LongSample;
import io.github.deltamaint.zorder.MassRanks;
import io.github.deltamaint.zorder.SpaceFillingCurve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** DuckDB reads what goes in and what comes out; keys are computed again from what it reads. */
class CurveRewriterTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "id", ValueType.Primitive.LONG, "a", ValueType.Primitive.LONG, "b", ValueType.Primitive.LONG);

    private record Point(
            long id, @Nullable Long a, @Nullable Long b) {}

    @Property(tries = 40)
    void everyRowIsInOneFileAndFilesArePiecesOfTheCurve(
            @ForAll @IntRange(min = 1, max = 4) int inputs,
            @ForAll @IntRange(min = 0, max = 400) int rowsOfInput,
            @ForAll @IntRange(min = 1, max = 12) int wantedFiles,
            @ForAll @IntRange(min = 1, max = 700) int rowsAtOnce,
            @ForAll @IntRange(min = 1, max = 1000) int distinct,
            @ForAll Kind kind,
            @ForAll boolean oneColumn,
            @ForAll long seed)
            throws IOException, SQLException {
        Path directory = Files.createTempDirectory("curve");
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
            Random random = new Random(seed);
            TestTable table = TestTable.in(directory).columns(COLUMNS).create();
            for (int i = 0; i < inputs; i++) {
                table.append(rows(random, i * 1000L, random.nextInt(rowsOfInput + 1), distinct));
            }
            Snapshot snapshot = DeltaLog.forTable(
                            Storages.create(), directory.toString(), Clock.systemUTC(), UUID::randomUUID)
                    .snapshot();
            List<Point> expected = new ArrayList<>();
            List<RewriteInput> requested = inputs(snapshot, duckDb, random, expected);
            List<ColumnPath> paths =
                    oneColumn ? List.of(ColumnPath.of("b")) : List.of(ColumnPath.of("a"), ColumnPath.of("b"));
            ClusterOrder order = new ClusterOrder(ClusterColumns.resolve(snapshot, paths, "test"), kind);
            FileColumns columns = FileColumns.ofNewFiles(snapshot);
            List<Path> created = new ArrayList<>();
            DataFiles files = new DataFiles(snapshot.tablePath(), Storages.create());

            RewriteResult result = requested.isEmpty()
                    ? null
                    : new CurveRewriter(order, columns, 1000, Clock.systemUTC(), rowsAtOnce)
                            .rewrite(
                                    list -> RewriteRequest.builder(
                                                    columns.schema().messageType())
                                            .inputs(list)
                                            .outputs(index -> {
                                                String name = "out-" + created.size() + ".parquet";
                                                created.add(directory.resolve(name));
                                                return files.create(name);
                                            }),
                                    requested,
                                    1000L * wantedFiles,
                                    MemoryBudget.of(MemoryBudget.LOWEST_LIMIT_BYTES),
                                    directory.resolve("spill"),
                                    () -> false,
                                    (rows, bytes) -> {});

            List<List<Point>> written = new ArrayList<>();
            for (Path file : created) {
                written.add(read(duckDb, file));
            }
            assertThat(written.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(expected);
            if (result != null) {
                assertThat(result.rowsWritten()).isEqualTo(expected.size());
                assertThat(result.files())
                        .extracting(file -> file.rowCount())
                        .isEqualTo(
                                written.stream().map(list -> (long) list.size()).toList());
                assertThat(result.nullCounts())
                        .containsExactly(
                                0L,
                                expected.stream().filter(row -> row.a() == null).count(),
                                expected.stream().filter(row -> row.b() == null).count());
            }
            assertThatKeysAscend(written, expected, order.curve(), oneColumn);
        } finally {
            delete(directory);
        }
    }

    /** Files come along the curve, and so do the rows in each. */
    private static void assertThatKeysAscend(
            List<List<Point>> written, List<Point> all, SpaceFillingCurve curve, boolean oneColumn) {
        LongRanks a = ranks(all.stream().map(Point::a).toList(), curve.bitsPerDimension());
        LongRanks b = ranks(all.stream().map(Point::b).toList(), curve.bitsPerDimension());
        long last = 0;
        for (List<Point> file : written) {
            assertThat(file).isNotEmpty();
            for (Point point : file) {
                int[] rankB = {rank(b, point.b())};
                int[][] ranks = oneColumn ? new int[][] {rankB} : new int[][] {{rank(a, point.a())}, rankB};
                long[] key = new long[1];
                curve.longKeys(ranks, 0, 1, key);
                assertThat(key[0]).isGreaterThanOrEqualTo(last);
                last = key[0];
            }
        }
    }

    private static LongRanks ranks(List<@Nullable Long> values, int bits) {
        LongSample sample = new LongSample(1);
        for (Long value : values) {
            if (value == null) {
                sample.addNulls(1);
            } else {
                sample.add(new long[] {value}, 0, 1);
            }
        }
        return sample.ranks(bits);
    }

    private static int rank(LongRanks ranks, @Nullable Long value) {
        int[] rank = {MassRanks.NULL_RANK};
        if (value != null) {
            ranks.lookUp(new long[] {value}, 0, 1, rank);
        }
        return rank[0];
    }

    private static Columns rows(Random random, long firstId, int count, int distinct) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(firstId + i);
            row.add(random.nextInt(9) == 0 ? null : (long) random.nextInt(distinct) - 300);
            row.add(random.nextInt(20) == 0 ? null : (long) (random.nextGaussian() * distinct));
            rows.add(row);
        }
        return Columns.of(COLUMNS, rows);
    }

    private static List<RewriteInput> inputs(Snapshot snapshot, Connection duckDb, Random random, List<Point> expected)
            throws SQLException {
        DataFiles files = new DataFiles(snapshot.tablePath(), Storages.create());
        List<RewriteInput> inputs = new ArrayList<>();
        List<AddFile> active = new ArrayList<>();
        snapshot.forEachActiveFile(FileProjection.WITHOUT_STATS, active::add);
        for (AddFile file : active) {
            List<Point> points = read(duckDb, Path.of(files.storagePath(file)));
            RowSelection.Builder selection = RowSelection.builder();
            for (int row = 0; row < points.size(); row++) {
                if (random.nextInt(7) == 0) {
                    selection.delete(row);
                } else {
                    expected.add(points.get(row));
                }
            }
            inputs.add(RewriteInput.of(file.path(), () -> files.open(file)).select(selection.build()));
        }
        return inputs;
    }

    private static List<Point> read(Connection duckDb, Path file) throws SQLException {
        List<Point> points = new ArrayList<>();
        try (Statement statement = duckDb.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, a, b FROM read_parquet('" + file + "')")) {
            while (rows.next()) {
                points.add(new Point(rows.getLong(1), rows.getObject(2, Long.class), rows.getObject(3, Long.class)));
            }
        }
        return points;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
