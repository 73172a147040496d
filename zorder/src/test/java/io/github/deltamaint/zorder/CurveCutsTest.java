package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.deltamaint.zorder.testing.QueryCosts;
import io.github.deltamaint.zorder.testing.TableLayout;
import io.github.deltamaint.zorder.testing.TestColumns;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongFunction;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

class CurveCutsTest {

    private static final int TRIES = 200;

    /** Keys in clumps of any kind, ascending: what skewed and correlated columns give. */
    private static long[] clumpedKeys(long seed, int rows, int keyBits) {
        SplittableRandom random = new SplittableRandom(seed);
        int clumpBits = random.nextInt(1, keyBits + 1);
        long[] keys = new long[rows];
        for (int i = 0; i < rows; i++) {
            long clump = (long) (Math.pow(random.nextDouble(), 4) * (1L << keyBits - 1)) >>> clumpBits << clumpBits;
            keys[i] = clump | random.nextLong() & (1L << random.nextInt(clumpBits)) - 1;
        }
        Arrays.sort(keys);
        return keys;
    }

    private static int[] assignEach(CurveCuts cuts, long[] keys, long[] weights) {
        CurveCuts.Assigner assigner = cuts.assigner();
        int[] files = new int[keys.length];
        for (int row = 0; row < keys.length; row++) {
            files[row] = assigner.next(keys[row], weights[row]);
        }
        return files;
    }

    private static TreeMap<Long, Long> weightOfKey(long[] keys, long[] weights) {
        TreeMap<Long, Long> weightOfKey = new TreeMap<>();
        for (int row = 0; row < keys.length; row++) {
            weightOfKey.merge(keys[row], weights[row], Long::sum);
        }
        return weightOfKey;
    }

    @Property(tries = TRIES)
    void filesFollowTheCurveAndOnlyHeavyKeysAreSpread(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 2000) int rows,
            @ForAll @IntRange(min = 1, max = 63) int keyBits,
            @ForAll @IntRange(min = 1, max = 100) int wanted) {
        long[] keys = clumpedKeys(seed, rows, keyBits);
        long[] weights = new SplittableRandom(seed).longs(rows, 0, 100).toArray();
        weights[0] = 1;
        CurveCuts cuts = KeyWeights.ofSorted(keys, weights).cut(wanted);
        int[] files = assignEach(cuts, keys, weights);
        assertThat(files).isSorted();
        double average = (double) Arrays.stream(weights).sum() / wanted;
        TreeMap<Long, Long> weightOfKey = weightOfKey(keys, weights);
        long[] weightOfFile = new long[cuts.files()];
        for (int row = 0; row < rows; row++) {
            assertThat(files[row]).isBetween(0, cuts.files() - 1);
            weightOfFile[files[row]] += weights[row];
            if (row > 0 && keys[row] == keys[row - 1] && files[row] != files[row - 1]) {
                assertThat((double) weightOfKey.get(keys[row])).isGreaterThan(1.5 * average);
            }
        }
        for (int file = 0; file < cuts.files(); file++) {
            assertThat(weightOfFile[file]).isCloseTo(cuts.weight(file), within(200L));
            assertThat(cuts.weight(file)).isPositive();
        }
        assertThat(Arrays.stream(weightOfFile).sum())
                .isEqualTo(Arrays.stream(weights).sum());
    }

    @Property(tries = TRIES)
    void fineKeysGiveAsManyFilesAsWantedWithinAQuarterOfTheAverage(
            @ForAll long seed,
            @ForAll @IntRange(min = 20, max = 63) int keyBits,
            @ForAll @IntRange(min = 1, max = 100) int wanted) {
        long[] keys = clumpedKeys(seed, 20_000, keyBits);
        CurveCuts cuts = KeyWeights.ofSorted(keys).cut(wanted);
        double average = 20_000.0 / wanted;
        boolean isFine = isFine(keys, average);
        Statistics.label("fine keys")
                .collect(isFine)
                .coverage(coverage -> coverage.check(true).percentage(share -> share > 15));
        if (isFine) {
            assertThat(cuts.files()).isEqualTo(wanted);
            for (int file = 0; file < cuts.files(); file++) {
                assertThat(cuts.weight(file) / average).isBetween(0.70, 1.30);
            }
        }
    }

    /** Whether no key that stays whole weighs much. */
    private static boolean isFine(long[] keys, double average) {
        double heaviestWhole = weightOfKey(keys, filled(keys.length, 1)).values().stream()
                .mapToDouble(Long::doubleValue)
                .filter(weight -> weight <= 1.5 * average)
                .max()
                .orElse(0);
        return heaviestWhole <= average / 16;
    }

    /** The judge tries all places between the files on both sides of a cut. */
    @Property(tries = TRIES)
    void noCutPassesALargerBlockWithinReach(
            @ForAll long seed,
            @ForAll @IntRange(min = 20, max = 63) int keyBits,
            @ForAll @IntRange(min = 2, max = 40) int wanted) {
        long[] keys = clumpedKeys(seed, 20_000, keyBits);
        CurveCuts cuts = KeyWeights.ofSorted(keys).cut(wanted);
        double average = 20_000.0 / wanted;
        int[] starts = new int[cuts.files() + 1];
        boolean isInBounds = true;
        for (int file = 0; file < cuts.files(); file++) {
            starts[file + 1] = starts[file] + Math.toIntExact(cuts.weight(file));
            isInBounds &= isInBounds(cuts.weight(file), average);
        }
        boolean isJudged = isInBounds && isFine(keys, average);
        Statistics.label("judged")
                .collect(isJudged)
                .coverage(coverage -> coverage.check(true).percentage(share -> share > 15));
        for (int file = 1; file < cuts.files() && isJudged; file++) {
            int from = starts[file - 1];
            int to = starts[file + 1];
            int highest = 0;
            for (int place = from + 1; place < to; place++) {
                if (isInBounds(place - from, average) && isInBounds(to - place, average)) {
                    highest = Math.max(highest, differingBits(keys, place));
                }
            }
            assertThat(differingBits(keys, starts[file])).isEqualTo(highest);
        }
    }

    /** Within a quarter of the average, but for rounding. */
    private static boolean isInBounds(long weight, double average) {
        return Math.abs(weight / average - 1) <= 0.2499;
    }

    /** Above how many low bits two neighbouring keys agree: the size of the block that ends between them. */
    private static int differingBits(long[] keys, int place) {
        int bits = 0;
        while (keys[place - 1] >>> bits != keys[place] >>> bits) {
            bits++;
        }
        return bits;
    }

    private static long[] filled(int length, long value) {
        long[] filled = new long[length];
        Arrays.fill(filled, value);
        return filled;
    }

    @Property(tries = TRIES)
    void filesOfRowsDoNotDependOnTheirOrderUnlessKeysAreSpread(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int wanted) {
        long[] keys = clumpedKeys(seed, 1000, 40);
        CurveCuts cuts = KeyWeights.ofSorted(keys).cut(wanted);
        int[] sorted = new int[keys.length];
        cuts.assigner().assign(keys, 0, keys.length, 1, sorted);
        CurveCuts.Assigner backwards = cuts.assigner();
        int[] rowsOfFile = new int[cuts.files()];
        int[] rowsOfFileBackwards = new int[cuts.files()];
        for (int row = keys.length - 1; row >= 0; row--) {
            int file = backwards.next(keys[row], 1);
            rowsOfFile[sorted[row]]++;
            rowsOfFileBackwards[file]++;
            if (!cuts.splitsKeys()) {
                assertThat(file).isEqualTo(sorted[row]);
            }
        }
        assertThat(rowsOfFileBackwards).containsExactly(rowsOfFile);
    }

    @Test
    void cutsAtTheHighestBorderWithinTheBounds() {
        long[] keys = {0b0000, 0b0001, 0b0011, 0b0100, 0b0110, 0b1000, 0b1001, 0b1101, 0b1111};
        CurveCuts cuts = KeyWeights.ofSorted(keys).cut(2);
        assertThat(cuts.files()).isEqualTo(2);
        assertThat(cuts.firstKey(0)).isZero();
        assertThat(cuts.firstKey(1)).isEqualTo(0b1000);
        assertThat(cuts.weight(0)).isEqualTo(5);
        assertThat(cuts.weight(1)).isEqualTo(4);
    }

    @Test
    void filesBeginWhereBlocksOfTheCurveBegin() {
        CurveCuts cuts =
                KeyWeights.ofSorted(new long[] {0b0001, 0b0110, 0b1011, 0b1101}).cut(2);
        assertThat(cuts.firstKey(1)).isEqualTo(0b1000);
        assertThat(cuts.assigner().next(0b0111, 1)).isZero();
        assertThat(cuts.assigner().next(0b1000, 1)).isEqualTo(1);
        assertThat(cuts.assigner().next(0, 1)).isZero();
        assertThat(cuts.assigner().next(Long.MAX_VALUE, 1)).isEqualTo(1);
    }

    @Test
    void oneKeyAloneIsDealtOutInTheOrderOfItsRows() {
        CurveCuts cuts = KeyWeights.ofSorted(new long[1000]).cut(4);
        assertThat(cuts.files()).isEqualTo(4);
        assertThat(cuts.splitsKeys()).isTrue();
        int[] files = new int[1000];
        cuts.assigner().assign(new long[1000], 0, 1000, 1, files);
        assertThat(files).isSorted();
        for (int file = 0; file < 4; file++) {
            int wanted = file;
            assertThat(Arrays.stream(files).filter(of -> of == wanted).count()).isBetween(230L, 270L);
        }
    }

    @Test
    void groupsOfFourFifthsOfAFileStayWhole() {
        long[] keys = {0, 1, 2, 3, 4, 5, 6, 7};
        CurveCuts cuts = KeyWeights.ofSorted(keys, filled(8, 80)).cutNear(100);
        assertThat(cuts.splitsKeys()).isFalse();
        for (int file = 0; file < cuts.files(); file++) {
            assertThat(cuts.weight(file)).isBetween(50L, 150L);
        }
    }

    @Test
    void prefersAPowerOfTwoNearTheTarget() {
        KeyWeights weights = KeyWeights.ofSorted(clumpedKeys(1, 100_000, 60));
        assertThat(weights.cutNear(100_000 / 64).files()).isEqualTo(64);
        assertThat(weights.cutNear(100_000 / 60).files()).isEqualTo(64);
        assertThat(weights.cutNear(100_000 / 70).files()).isEqualTo(64);
        assertThat(weights.cutNear(100_000 / 80).files()).isEqualTo(80);
        assertThat(weights.cutNear(100_000 / 50).files()).isEqualTo(50);
        assertThat(weights.cutNear(200_000).files()).isEqualTo(1);
        assertThat(weights.cutNear(Long.MAX_VALUE).files()).isEqualTo(1);
    }

    @Test
    void cutsNothingIntoNoFiles() {
        CurveCuts cuts = KeyWeights.ofSorted(new long[0]).cutNear(10);
        assertThat(cuts.files()).isZero();
        assertThat(KeyWeights.ofSorted(new long[] {1}, new long[1]).cut(3).files())
                .isZero();
        assertThatThrownBy(() -> cuts.assigner().next(1, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("No file takes a row: the weights that were cut were all zero");
    }

    @Property(tries = TRIES)
    void aHistogramOfWholeKeysCutsLikeTheKeys(@ForAll long seed, @ForAll @IntRange(min = 1, max = 16) int keyBits) {
        long[] keys = clumpedKeys(seed, 3000, keyBits);
        KeyHistogram histogram = new KeyHistogram(keyBits, 16);
        histogram.add(keys, 0, 1000, 2);
        KeyHistogram other = new KeyHistogram(keyBits, 16);
        other.add(keys, 1000, 3000, 2);
        histogram.add(other);
        assertSameCuts(
                histogram.weights().cut(20),
                KeyWeights.ofSorted(keys, filled(3000, 2)).cut(20));
    }

    private static void assertSameCuts(CurveCuts cuts, CurveCuts expected) {
        assertThat(cuts.files()).isEqualTo(expected.files());
        for (int file = 0; file < cuts.files(); file++) {
            assertThat(cuts.firstKey(file)).isEqualTo(expected.firstKey(file));
            assertThat(cuts.weight(file)).isEqualTo(expected.weight(file));
        }
    }

    @Property(tries = TRIES)
    void aHistogramOfPrefixesDealsOutEveryRowAsPredicted(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 63) int keyBits,
            @ForAll @IntRange(min = 1, max = 12) int prefixBits) {
        long[] keys = clumpedKeys(seed, 3000, keyBits);
        KeyHistogram histogram = new KeyHistogram(keyBits, prefixBits);
        histogram.add(keys, 0, 3000, 1);
        CurveCuts cuts = histogram.weights().cut(20);
        int[] files = new int[3000];
        cuts.assigner().assign(keys, 0, 3000, 1, files);
        for (int file = 0; file < cuts.files(); file++) {
            int expected = file;
            assertThat(Arrays.stream(files).filter(of -> of == expected).count())
                    .isCloseTo(cuts.weight(file), within(1L));
        }
        for (int row = 1; row < 3000; row++) {
            if (files[row] < files[row - 1]) {
                assertThat(keys[row] >>> Math.max(0, keyBits - prefixBits))
                        .isEqualTo(keys[row - 1] >>> Math.max(0, keyBits - prefixBits));
            }
        }
    }

    @Property(tries = 20)
    void aSampleOfAHundredKeysPerFileGivesEvenFiles(@ForAll @LongRange(max = 1_000_000) long seed) {
        int[][] ranks = TableLayout.ranks(TestColumns.uniform(2, 100_000, seed), 16);
        long[] keys = TableLayout.keys(TableLayout.hilbert(2), ranks);
        LongSample sample = new LongSample(6400, seed);
        sample.add(keys, 0, keys.length);
        CurveCuts cuts = KeyWeights.ofSample(sample, 7_000_000).cut(64);
        assertThat(cuts.files()).isEqualTo(64);
        int[] files = new int[keys.length];
        cuts.assigner().assign(keys, 0, keys.length, 70, files);
        long[] weightOfFile = new long[64];
        for (int file : files) {
            weightOfFile[file] += 70;
        }
        // Cut within a quarter of the average by the sample; a count of n keys in it is off by the square root of n,
        // five times that at most.
        double average = 7_000_000.0 / 64;
        for (long weight : weightOfFile) {
            assertThat(weight / average).isBetween(0.75 - 5 * Math.sqrt(0.75 / 100), 1.25 + 5 * Math.sqrt(1.25 / 100));
        }
    }

    @Test
    void aSampleThatHoldsAllKeysCutsLikeTheKeys() {
        long[] keys = clumpedKeys(3, 5000, 40);
        LongSample sample = new LongSample(1);
        sample.add(keys, 0, keys.length);
        assertSameCuts(
                KeyWeights.ofSample(sample, 5000).cut(30),
                KeyWeights.ofSorted(keys).cut(30));
    }

    @Property(tries = 60, seed = "42", generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void cellAlignedFilesAreNeverWorseThanFilesOfEqualCounts(
            @ForAll @IntRange(max = 5) int table,
            @ForAll boolean isHilbert,
            @ForAll @IntRange(min = 16, max = 256) int files,
            @ForAll @LongRange(max = 1_000_000) long seed) {
        int rows = 1 << 15;
        long[][] columns = List.<LongFunction<long[][]>>of(
                        of -> TestColumns.uniform(2, rows, of),
                        of -> TestColumns.uniform(3, rows, of),
                        of -> TestColumns.zipfAndDates(rows, of),
                        of -> TestColumns.twelveValuesAndUniform(rows, of),
                        of -> TestColumns.smallNumbersAndMicros(rows, of),
                        of -> TestColumns.correlated(rows, of))
                .get(table)
                .apply(seed);
        SpaceFillingCurve curve = isHilbert ? TableLayout.hilbert(columns.length) : TableLayout.morton(columns.length);
        int[][] ranks = TableLayout.ranks(columns, curve.bitsPerDimension());
        double aligned = touched(columns, TableLayout.cellAligned(curve, ranks, files));
        double equal = touched(columns, TableLayout.equalCounts(curve, ranks, files));
        assertThat(aligned).isLessThanOrEqualTo(1.02 * equal);
    }

    private static double touched(long[][] columns, TableLayout layout) {
        QueryCosts costs = new QueryCosts(columns, layout);
        double touched = costs.box(0.01) + costs.box(0.1);
        for (int column = 0; column < columns.length; column++) {
            touched += costs.point(column);
        }
        return touched;
    }

    @Test
    void refusesNonsense() {
        assertThatThrownBy(() -> KeyWeights.ofSorted(new long[] {2, 1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Keys must ascend and not be negative but 1 came after 2");
        assertThatThrownBy(() -> KeyWeights.ofSorted(new long[] {-1})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyWeights.ofSorted(new long[] {1}, new long[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected one weight for each of 1 keys but got 2");
        assertThatThrownBy(() -> KeyWeights.ofSorted(new long[] {1}, new long[] {-2}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A weight cannot be negative but was -2");
        KeyWeights weights = KeyWeights.ofSorted(new long[] {1});
        assertThatThrownBy(() -> weights.cut(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A table is cut into at least 1 file but 0 were wanted");
        assertThatThrownBy(() -> weights.cutNear(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A file has a weight of at least 1 but the target was 0");
        KeyWeights heavy = KeyWeights.ofSorted(new long[] {1}, new long[] {1L << 60});
        assertThatThrownBy(() -> heavy.cutNear(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A target of 1 cuts a weight of 1152921504606846976 into more than 536870912 files. "
                        + "Choose a larger target.");
        assertThatThrownBy(() -> new KeyHistogram(64, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Keys have 1 to 63 bits but got 64");
        assertThatThrownBy(() -> new KeyHistogram(40, 25))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A prefix has 1 to 24 bits but got 25");
        assertThatThrownBy(() -> new KeyHistogram(40, 8).add(new KeyHistogram(40, 9)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Histograms of different widths cannot be added");
        for (long key : new long[] {1L << 40, -1}) {
            assertThatThrownBy(() -> new KeyHistogram(40, 4).add(new long[] {key}, 0, 1, 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatThrownBy(() -> weights.cut(1).assigner().next(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
