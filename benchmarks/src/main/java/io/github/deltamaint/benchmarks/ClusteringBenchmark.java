package io.github.deltamaint.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.testsupport.SalesGenerator;
import io.github.deltamaint.zorder.BytesRanks;
import io.github.deltamaint.zorder.BytesSample;
import io.github.deltamaint.zorder.ClusteringQuality;
import io.github.deltamaint.zorder.ColumnRanges;
import io.github.deltamaint.zorder.CurveCuts;
import io.github.deltamaint.zorder.HilbertCurve;
import io.github.deltamaint.zorder.KeyOrder;
import io.github.deltamaint.zorder.KeyWeights;
import io.github.deltamaint.zorder.LongRanks;
import io.github.deltamaint.zorder.LongSample;
import io.github.deltamaint.zorder.MassRanks;
import io.github.deltamaint.zorder.MortonCurve;
import io.github.deltamaint.zorder.SpaceFillingCurve;
import io.github.deltamaint.zorder.testing.ClusteringDemands;
import io.github.deltamaint.zorder.testing.ClusteringFigures;
import io.github.deltamaint.zorder.testing.Strings;
import io.github.deltamaint.zorder.testing.TableLayout;
import io.github.deltamaint.zorder.testing.TestColumns;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What clustering achieves and what it costs, in four tables: files touched against what is demanded, files touched by the
 * layouts of others on the same rows (both by {@link ClusteringFigures}), nanoseconds per row of every step, and which share of a whole
 * OPTIMIZE the keys are. Times are CPU times of the one working thread after warm-up, of OPTIMIZE those of the process: median and best of several
 * rounds.
 */
public final class ClusteringBenchmark {

    private static final int ROWS = 1 << 20;
    private static final int WARM_UPS = 10;
    private static final int ROUNDS = 11;
    private static final int REWRITES = 6;

    private ClusteringBenchmark() {}

    /** Prints the tables. Takes no arguments and about two minutes. */
    public static void main(String[] arguments) throws IOException {
        print(
                "Files touched: measured against demanded%n%n%s%n",
                ClusteringFigures.demands(ClusteringDemands.measure()));
        print("Files touched of 256, by layout%n%n%s", ClusteringFigures.layouts());
        measureTimes();
        print("");
        print("Keys of OPTIMIZE of %d rows of the sales table by customer_id, order_date", ROWS);
        measureShare(new MortonCurve(2, SpaceFillingCurve.defaultBits(2)));
        measureShare(new HilbertCurve(2, SpaceFillingCurve.defaultBits(2)));
    }

    private static void measureShare(SpaceFillingCurve curve) throws IOException {
        Path directory = Files.createTempDirectory("clustering-benchmark");
        double rewrite = Double.MAX_VALUE;
        for (int round = 0; round < REWRITES; round++) {
            Path table = directory.resolve("sales" + round);
            new SalesGenerator().writeTable(table, ROWS, 4);
            Optimize optimize = DeltaMaintenance.table(table.toString()).optimize();
            optimize = curve instanceof MortonCurve
                    ? optimize.zOrderBy("customer_id", "order_date")
                    : optimize.clusterBy("customer_id", "order_date");
            long start = processNanos();
            optimize.execute();
            rewrite = Math.min(rewrite, (double) (processNanos() - start) / ROWS);
        }
        BenchmarkTables.deleteTree(directory);
        int[][] ranks = randomRanks(curve, ROWS);
        long[] keys = new long[ROWS];
        double key = nanosPerRow(ROWS, () -> {
            curve.longKeys(ranks, 0, ROWS, keys);
            return keys;
        })[ROUNDS / 2];
        print("  %-56s %8.1f of %.1f: %.2f %%", curve, key, rewrite, 100 * key / rewrite);
    }

    private static long processNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static void measureTimes() {
        print("");
        print(
                "Nanoseconds per row: median and best of %d rounds over %d rows, Java %s",
                ROUNDS, ROWS, System.getProperty("java.version"));
        measureRanks();
        for (int dimensions : new int[] {2, 3, 4, 8}) {
            int bits = SpaceFillingCurve.defaultBits(dimensions);
            measureLongKeys(new MortonCurve(dimensions, bits));
            measureLongKeys(new HilbertCurve(dimensions, bits));
        }
        for (int dimensions : new int[] {2, 4, 8, 16}) {
            measureByteKeys(new MortonCurve(dimensions, 32));
        }
        measureByteKeys(new HilbertCurve(4, 32));
        measureOrderAndCuts();
        measureQuality();
    }

    private static void measureRanks() {
        long[] values = new SplittableRandom(1).longs(ROWS).toArray();
        int[] ranks = new int[ROWS];
        int[] ids = new SplittableRandom(2).ints(ROWS, -1, 50_000).toArray();
        int[] rankOfId = MassRanks.ofDictionary(filled(50_000, 20), 20, 16);
        time("ranks of ids, dictionary of 50,000", ROWS, () -> {
            MassRanks.lookUp(ids, rankOfId, 0, ROWS, ranks);
            return ranks;
        });
        time("sample of 100,000 longs", ROWS, () -> {
            LongSample sample = new LongSample(1);
            sample.add(values, 0, ROWS);
            return sample.ranks(16);
        });
        LongSample sample = new LongSample(1);
        sample.add(values, 0, ROWS);
        LongRanks longRanks = sample.ranks(16);
        time("ranks of longs, sample of 100,000", ROWS, () -> {
            longRanks.lookUp(values, 0, ROWS, ranks);
            return ranks;
        });
        Strings strings = Strings.of(IntStream.range(0, ROWS)
                .mapToObj(row -> "customer/0000-0000/" + (values[row] >>> 1))
                .toList());
        BytesSample bytes = new BytesSample(1);
        bytes.add(strings.bytes(), strings.offsets(), 0, ROWS);
        BytesRanks bytesRanks = bytes.ranks(16);
        time("ranks of strings, sample of 100,000", ROWS, () -> {
            bytesRanks.lookUp(strings.bytes(), strings.offsets(), 0, ROWS, ranks);
            return ranks;
        });
    }

    private static long[] filled(int length, long value) {
        long[] filled = new long[length];
        Arrays.fill(filled, value);
        return filled;
    }

    private static int[][] randomRanks(SpaceFillingCurve curve, int rows) {
        SplittableRandom random = new SplittableRandom(3);
        int[][] ranks = new int[curve.dimensions()][];
        Arrays.setAll(
                ranks,
                j -> random.ints(rows)
                        .map(rank -> rank >>> (Integer.SIZE - curve.bitsPerDimension()))
                        .toArray());
        return ranks;
    }

    private static void measureLongKeys(SpaceFillingCurve curve) {
        int[][] ranks = randomRanks(curve, ROWS);
        long[] keys = new long[ROWS];
        time("long keys, " + curve, ROWS, () -> {
            curve.longKeys(ranks, 0, ROWS, keys);
            return keys;
        });
    }

    private static void measureByteKeys(SpaceFillingCurve curve) {
        int rows = ROWS / 4;
        int[][] ranks = randomRanks(curve, rows);
        byte[] keys = new byte[rows * curve.keyBytes()];
        time("byte keys, " + curve, rows, () -> {
            curve.byteKeys(ranks, 0, rows, keys);
            return keys;
        });
    }

    private static void measureOrderAndCuts() {
        SpaceFillingCurve curve = new HilbertCurve(2, 16);
        long[] keys = TableLayout.keys(curve, randomRanks(curve, ROWS));
        int[] files = new int[ROWS];
        time("order of 32-bit keys", ROWS, () -> KeyOrder.of(keys));
        long[] sorted = TableLayout.gather(keys, KeyOrder.of(keys));
        time(
                "cuts into 1000 files, all keys",
                ROWS,
                () -> KeyWeights.ofSorted(sorted).cut(1000));
        LongSample sample = new LongSample(1);
        sample.add(keys, 0, ROWS);
        CurveCuts cuts = KeyWeights.ofSample(sample, ROWS).cut(1000);
        time("files of rows, 1000 files", ROWS, () -> {
            cuts.assigner().assign(keys, 0, ROWS, 1, files);
            return files;
        });
    }

    private static void measureQuality() {
        int files = 100_000;
        time("quality, per file of 100,000", files, () -> {
            ColumnRanges ranges = TestColumns.ranges(files, 1);
            return ClusteringQuality.of(List.of(ranges));
        });
    }

    private static void time(String step, int rows, Supplier<Object> work) {
        double[] nanos = nanosPerRow(rows, work);
        print("  %-56s %8.1f %8.1f", step, nanos[ROUNDS / 2], nanos[0]);
    }

    /** The times of all rounds, shortest first. */
    private static double[] nanosPerRow(int rows, Supplier<Object> work) {
        for (int round = 0; round < WARM_UPS; round++) {
            consume(work.get());
        }
        double[] nanos = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            consume(work.get());
            nanos[round] = (double) (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / rows;
        }
        Arrays.sort(nanos);
        return nanos;
    }

    /** Results have to be used, or the work that made them may be left out. */
    private static void consume(Object result) {
        if (System.identityHashCode(result) == Integer.MIN_VALUE) {
            print("");
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private static void print(String format, Object... values) {
        System.out.println(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    }
}
