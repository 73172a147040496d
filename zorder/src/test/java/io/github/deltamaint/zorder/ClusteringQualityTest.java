package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.deltamaint.zorder.testing.QueryCosts;
import io.github.deltamaint.zorder.testing.Strings;
import io.github.deltamaint.zorder.testing.TableLayout;
import io.github.deltamaint.zorder.testing.TestColumns;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ClusteringQualityTest {

    private static final double TINY = 1e-9;

    private static ColumnRanges.Builder<Long> longs() {
        return ColumnRanges.builder(Comparator.naturalOrder());
    }

    private static ColumnQuality quality(ColumnRanges.Builder<?> column) {
        return ClusteringQuality.of(List.of(column.build())).columns().get(0);
    }

    /** The ranges of a layout's files as statistics would give them. */
    private static ColumnRanges ranges(QueryCosts costs, TableLayout layout, int column) {
        ColumnRanges.Builder<Long> ranges = longs();
        for (int file = 0; file < layout.files(); file++) {
            ranges.add(costs.min(column, file), costs.max(column, file), layout.rows(file));
        }
        return ranges.build();
    }

    @Test
    void aSortedTableHasDepthOne() {
        ColumnQuality sorted =
                quality(longs().add(1L, 9L, 100).add(10L, 19L, 100).add(20L, 20L, 100));
        assertThat(sorted.averageDepth()).isEqualTo(1, offset(TINY));
        assertThat(sorted.maxDepth()).isEqualTo(1);
        assertThat(sorted.depthHistogram()).containsExactly(3);
        assertThat(sorted.averageOverlaps()).isZero();
        assertThat(sorted.overlapRatio()).isZero();
        assertThat(sorted.constantFiles()).isEqualTo(1);
        assertThat(sorted.constantShare()).isEqualTo(1 / 3.0, offset(TINY));
        assertThat(sorted.averageCoverage()).isEqualTo(1 / 3.0, offset(TINY));
        assertThat(sorted.point()).isEqualTo(new FilesTouched(3, sorted.averageDepth(), 1));
        assertThat(sorted.point().overfetch()).isEqualTo(1, offset(TINY));
        assertThat(sorted.point().skipped()).isEqualTo(2 / 3.0, offset(TINY));
    }

    @Test
    void filesThatOnlyTouchAreNotTakenToHaveAllRowsWhereTheyTouch() {
        ColumnQuality sorted =
                quality(longs().add(1L, 10L, 100).add(10L, 20L, 100).add(20L, 30L, 100));
        assertThat(sorted.averageDepth()).isEqualTo(1, offset(TINY));
        assertThat(sorted.maxDepth()).isEqualTo(2);
        assertThat(sorted.averageOverlaps()).isEqualTo(4 / 3.0, offset(TINY));
        assertThat(sorted.overlapRatio()).isEqualTo(4 / 6.0, offset(TINY));
    }

    @Test
    void aHeavyValueNeedsAllTheFilesThatItFills() {
        ColumnRanges.Builder<Long> column = longs();
        for (int file = 0; file < 6; file++) {
            column.add(5L, 5L, 100);
        }
        for (long file = 0; file < 4; file++) {
            column.add(10 + 2 * file, 11 + 2 * file, 100);
        }
        ColumnQuality quality = quality(column);
        assertThat(quality.point().expected()).isEqualTo(0.6 * 6 + 0.4, offset(TINY));
        assertThat(quality.point().lowerBound()).isEqualTo(0.6 * 6 + 0.4, offset(TINY));
        assertThat(quality.depthHistogram()).containsExactly(4, 0, 6);
    }

    @Test
    void filesWithoutStatisticsAreAlwaysReadAndFilesOfNullsNever() {
        ColumnRanges.Builder<Long> column =
                longs().add(1L, 5L, 10).addUnknown(10).add(6L, 6L, 10).addNullsOnly();
        ColumnQuality quality = quality(column);
        assertThat(quality.files()).isEqualTo(4);
        assertThat(quality.filesWithoutStatistics()).isEqualTo(1);
        assertThat(quality.filesWithNullsOnly()).isEqualTo(1);
        assertThat(quality.averageDepth()).isEqualTo(2, offset(TINY));
        assertThat(quality.maxDepth()).isEqualTo(2);
        assertThat(quality.averageOverlaps()).isEqualTo((1 + 2 + 1) / 3.0, offset(TINY));
        assertThat(quality.averageCoverage()).isEqualTo(2 / 3.0, offset(TINY));
        ClusteringQuality table = ClusteringQuality.of(List.of(column.build()));
        assertThat(table.range(0, 1).expected()).isEqualTo(3, offset(TINY));
        assertThat(table.depth(0, 0)).isEqualTo(2, offset(TINY));
        assertThat(table.depth(0, 1)).isEqualTo(2, offset(TINY));
        assertThat(table.depth(0, 2)).isEqualTo(2, offset(TINY));
        assertThat(table.depth(0, 3)).isZero();
        assertThat(table.overlaps(0, 1)).isEqualTo(2);
        assertThat(table.overlaps(0, 3)).isZero();
    }

    @Test
    void aTableOfNothingButUnknownFilesIsReadWhole() {
        ColumnQuality unknown = quality(longs().addUnknown(5).addUnknown(5));
        assertThat(unknown.averageDepth()).isEqualTo(2);
        assertThat(unknown.point().skipped()).isZero();
        ColumnQuality nulls = quality(longs().addNullsOnly());
        assertThat(nulls.averageDepth()).isZero();
        assertThat(nulls.constantShare()).isZero();
        ColumnQuality empty = quality(longs());
        assertThat(empty.averageDepth()).isZero();
        assertThat(empty.depthHistogram()).isEmpty();
        assertThat(empty.point().skipped()).isZero();
    }

    @Test
    void aRangeThatIsUpsideDownIsUnknown() {
        assertThat(quality(longs().add(9L, 1L, 5).add(1L, 1L, 5)).filesWithoutStatistics())
                .isEqualTo(1);
    }

    @Test
    void takesBoundsOfAnyType() {
        Strings texts = Strings.of(List.of("a", "b", "b", "\uD83D\uDE00", "c", "\uE000"));
        ColumnQuality strings =
                quality(ColumnRanges.builder((byte[] one, byte[] other) -> Arrays.compareUnsigned(one, other))
                        .add(texts.get(0), texts.get(1), 1)
                        .add(texts.get(2), texts.get(3), 1)
                        .add(texts.get(4), texts.get(5), 1));
        assertThat(strings.maxDepth()).isEqualTo(2);
        assertThat(strings.averageOverlaps()).isEqualTo(4 / 3.0, offset(TINY));
        ColumnQuality decimals = quality(ColumnRanges.<BigDecimal>builder(Comparator.naturalOrder())
                .add(new BigDecimal("1.0"), new BigDecimal("1.00"), 1)
                .add(new BigDecimal("2.5"), BigDecimal.TEN, 1));
        assertThat(decimals.constantFiles()).isEqualTo(1);
    }

    @Property(tries = 300)
    void agreesWithCountingEachFileAgainstEachOther(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int files,
            @ForAll @IntRange(min = 1, max = 60) int domain) {
        NaiveQuality naive = NaiveQuality.random(seed, files, domain);
        ClusteringQuality table = ClusteringQuality.of(List.of(naive.ranges()));
        ColumnQuality quality = table.columns().get(0);
        assertThat(quality.maxDepth()).isEqualTo(naive.maxDepth());
        assertThat(quality.constantFiles()).isEqualTo(naive.constantFiles());
        assertThat(quality.averageDepth()).isEqualTo(naive.averageDepth(), offset(1e-6));
        assertThat(quality.averageCoverage()).isEqualTo(naive.averageCoverage(), offset(1e-6));
        int[] histogram = new int[quality.depthHistogram().size()];
        double rowWeighted = 0;
        for (int file = 0; file < files; file++) {
            assertThat(table.overlaps(0, file)).isEqualTo(naive.overlaps(file));
            assertThat(table.depth(0, file)).isEqualTo(naive.depth(file), offset(1e-6));
            histogram[(int) Math.floor(Math.log(naive.depth(file) + 1e-7) / Math.log(2))]++;
            rowWeighted += naive.rows(file) * naive.depth(file) / naive.allRows();
        }
        assertThat(quality.depthHistogram())
                .containsExactly(Arrays.stream(histogram).boxed().toArray(Integer[]::new));
        assertThat(quality.averageDepth()).as("weighted by rows").isEqualTo(rowWeighted, offset(1e-6));
        for (double share : new double[] {0, 0.01, 0.1, 0.5, 0.99}) {
            assertThat(table.range(0, share).expected()).isEqualTo(naive.touched(share), offset(1e-6));
        }
        assertThat(quality.onePercent()).isEqualTo(table.range(0, 0.01));
        assertThat(quality.tenPercent()).isEqualTo(table.range(0, 0.1));
        assertThat(table.range(0, 1).expected()).isEqualTo(files, offset(1e-6));
    }

    @Property(tries = 50)
    void aBoxIsReadWhereAllItsRangesAre(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int files) {
        NaiveQuality one = NaiveQuality.random(seed, files, 30);
        NaiveQuality other = NaiveQuality.random(seed + 1, files, 30);
        ClusteringQuality table = ClusteringQuality.of(List.of(one.ranges(), other.ranges()));
        for (double share : new double[] {0, 0.01, 0.1}) {
            double expected = 0;
            for (int file = 0; file < files; file++) {
                expected += one.touched(share, file) * other.touched(share, file);
            }
            assertThat(table.box(share).expected()).isEqualTo(expected, offset(1e-6));
            assertThat(table.box(share).lowerBound()).isEqualTo(Math.max(1, Math.ceil(share * share * files)));
        }
    }

    @Test
    void predictsFromStatisticsWhatQueriesReallyRead() {
        int rows = 1 << 16;
        int files = 128;
        for (long[][] columns : List.of(
                TestColumns.uniform(2, rows, 1),
                TestColumns.zipfAndDates(rows, 1),
                TestColumns.twelveValuesAndUniform(rows, 1),
                TestColumns.correlated(rows, 1),
                TestColumns.arrivals(rows, 1))) {
            int[][] ranks = TableLayout.ranks(columns, 16);
            for (TableLayout layout : List.of(
                    TableLayout.asCame(rows, files),
                    TableLayout.sorted(columns[0], files),
                    TableLayout.cellAligned(TableLayout.morton(2), ranks, files),
                    TableLayout.cellAligned(TableLayout.hilbert(2), ranks, files),
                    TableLayout.equalCounts(TableLayout.morton(2), ranks, files))) {
                assertPredicts(columns, layout);
            }
        }
    }

    private static void assertPredicts(long[][] columns, TableLayout layout) {
        QueryCosts costs = new QueryCosts(columns, layout);
        ClusteringQuality table = ClusteringQuality.of(List.of(ranges(costs, layout, 0), ranges(costs, layout, 1)));
        for (int column = 0; column < 2; column++) {
            ColumnQuality quality = table.columns().get(column);
            double point = costs.point(column);
            assertThat(quality.point().expected()).isBetween(0.9 * point - 0.5, 1.34 * point);
            assertThat(quality.onePercent().expected()).isCloseTo(costs.range(column, 0.01), withinPercentage(25));
            assertThat(quality.tenPercent().expected()).isCloseTo(costs.range(column, 0.1), withinPercentage(15));
        }
        assertThat(table.box(0.1).expected()).isCloseTo(costs.box(0.1), withinPercentage(25));
    }

    @Test
    void cellAlignedLayoutsArePredictedExactly() {
        int rows = 1 << 16;
        long[][] columns = TestColumns.uniform(2, rows, 5);
        TableLayout layout = TableLayout.cellAligned(TableLayout.hilbert(2), TableLayout.ranks(columns, 16), 64);
        QueryCosts costs = new QueryCosts(columns, layout);
        ColumnQuality quality = ClusteringQuality.of(List.of(ranges(costs, layout, 0)))
                .columns()
                .get(0);
        assertThat(quality.point().expected()).isCloseTo(costs.point(0), withinPercentage(0.5));
        assertThat(quality.averageCoverage()).isEqualTo(1 / 8.0, offset(0.001));
    }

    /** Takes a fraction of a second; comparing all pairs of files would take minutes. */
    @Test
    @Timeout(20)
    void judgesAHundredThousandFilesWithoutComparingAllPairs() {
        ColumnRanges column = TestColumns.ranges(100_000, 1);
        ColumnQuality quality = ClusteringQuality.of(List.of(column)).columns().get(0);
        assertThat(quality.files()).isEqualTo(100_000);
        assertThat(quality.averageDepth()).isBetween(150.0, 300.0);
    }

    @Test
    void refusesNonsense() {
        assertThatThrownBy(() -> ClusteringQuality.of(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Clustering is judged by at least 1 column");
        assertThatThrownBy(() ->
                        ClusteringQuality.of(List.of(longs().add(1L, 1L, 1).build(), longs().build())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected the ranges of 1 files in each column but column 1 has 0");
        ClusteringQuality table =
                ClusteringQuality.of(List.of(longs().add(1L, 1L, 1).build()));
        assertThatThrownBy(() -> table.range(0, 1.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The share of rows must be 0 to 1 but was 1.5");
        assertThatThrownBy(() -> table.box(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> table.range(1, 0.5)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /**
     * The same figures by definition: each file against each other, over cells of half steps. Values are even numbers, so
     * odd cells are what lies between them.
     */
    private record NaiveQuality(List<int[]> ranges_, List<Long> rows_, double[] first, double[] second) {

        static NaiveQuality random(long seed, int files, int domain) {
            SplittableRandom random = new SplittableRandom(seed);
            List<int[]> ranges = new ArrayList<>();
            List<Long> rows = new ArrayList<>();
            for (int file = 0; file < files; file++) {
                int min = random.nextInt(domain);
                int width = random.nextInt(4) == 0 ? 0 : random.nextInt(domain);
                ranges.add(new int[] {min, min + width});
                rows.add(random.nextLong(1, 1000));
            }
            return of(ranges, rows);
        }

        private static NaiveQuality of(List<int[]> ranges, List<Long> rows) {
            int[] bounds = ranges.stream()
                    .flatMapToInt(Arrays::stream)
                    .sorted()
                    .distinct()
                    .toArray();
            List<int[]> cells = ranges.stream()
                    .map(range -> new int[] {
                        2 * Arrays.binarySearch(bounds, range[0]), 2 * Arrays.binarySearch(bounds, range[1])
                    })
                    .toList();
            double[] crowded = new double[2 * bounds.length - 1];
            for (int cell = 0; cell < crowded.length; cell++) {
                crowded[cell] = isCrowded(cells, cell) ? 1 : 0;
            }
            double[] first = spread(cells, rows, crowded);
            return new NaiveQuality(cells, rows, first, spread(cells, rows, first));
        }

        /** No open range can be added to those that contain the cell: the ones before end before the next begins. */
        private static boolean isCrowded(List<int[]> cells, int cell) {
            int lastOpening = -1;
            int firstClosing = Integer.MAX_VALUE;
            for (int[] range : cells) {
                if (range[0] < range[1]) {
                    lastOpening = range[0] < cell ? Math.max(lastOpening, range[0]) : lastOpening;
                    firstClosing = range[1] > cell ? Math.min(firstClosing, range[1]) : firstClosing;
                }
            }
            for (int[] range : cells) {
                if (range[0] < range[1]) {
                    boolean closesAfterOpening = range[1] > lastOpening && range[1] <= cell;
                    boolean opensBeforeClosing = range[0] >= cell && range[0] < firstClosing;
                    if (closesAfterOpening || opensBeforeClosing) {
                        return false;
                    }
                }
            }
            return lastOpening >= 0 && firstClosing < Integer.MAX_VALUE;
        }

        private static double[] spread(List<int[]> cells, List<Long> rows, double[] weights) {
            double[] spread = new double[weights.length];
            for (int file = 0; file < cells.size(); file++) {
                int[] range = cells.get(file);
                double all = 0;
                for (int cell = range[0]; cell <= range[1]; cell++) {
                    all += weights[cell];
                }
                for (int cell = range[0]; cell <= range[1]; cell++) {
                    spread[cell] += range[0] == range[1] ? rows.get(file) : rows.get(file) * weights[cell] / all;
                }
            }
            return spread;
        }

        ColumnRanges ranges() {
            ColumnRanges.Builder<Long> builder = longs();
            for (int file = 0; file < ranges_.size(); file++) {
                builder.add(10L + 7L * ranges_.get(file)[0], 10L + 7L * ranges_.get(file)[1], rows_.get(file));
            }
            return builder.build();
        }

        long rows(int file) {
            return rows_.get(file);
        }

        double allRows() {
            return rows_.stream().mapToLong(Long::longValue).sum();
        }

        private int depthAt(int cell) {
            return (int) ranges_.stream()
                    .filter(range -> range[0] <= cell && cell <= range[1])
                    .count();
        }

        int maxDepth() {
            int max = 0;
            for (int cell = 0; cell < first.length; cell++) {
                max = Math.max(max, depthAt(cell));
            }
            return max;
        }

        int constantFiles() {
            return (int) ranges_.stream().filter(range -> range[0] == range[1]).count();
        }

        double depth(int file) {
            int[] range = ranges_.get(file);
            double all = 0;
            double depth = 0;
            for (int cell = range[0]; cell <= range[1]; cell++) {
                all += first[cell];
                depth += first[cell] * depthAt(cell);
            }
            return depth / all;
        }

        double averageDepth() {
            double depth = 0;
            for (int cell = 0; cell < second.length; cell++) {
                depth += second[cell] * depthAt(cell);
            }
            return depth / allRows();
        }

        private double sharesBefore(int cell) {
            return Arrays.stream(second, 0, cell).sum() / allRows();
        }

        double averageCoverage() {
            double coverage = 0;
            for (int[] range : ranges_) {
                coverage += sharesBefore(range[1] + 1) - sharesBefore(range[0]);
            }
            return coverage / ranges_.size();
        }

        int overlaps(int file) {
            int[] range = ranges_.get(file);
            return (int) ranges_.stream()
                            .filter(other -> other[0] <= range[1] && range[0] <= other[1])
                            .count()
                    - 1;
        }

        /** The share of places from 0 to 1 − share at which a range of this share meets the file. */
        double touched(double share, int file) {
            double low = sharesBefore(ranges_.get(file)[0]);
            double high = sharesBefore(ranges_.get(file)[1] + 1);
            double from = Math.max(0, low - share);
            double to = Math.min(1 - share, high);
            return Math.max(0, to - from) / (1 - share);
        }

        double touched(double share) {
            double touched = 0;
            for (int file = 0; file < ranges_.size(); file++) {
                touched += touched(share, file);
            }
            return touched;
        }
    }
}
