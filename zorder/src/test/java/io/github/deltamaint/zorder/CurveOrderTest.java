package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.zorder.testing.Strings;
import io.github.deltamaint.zorder.testing.TableLayout;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the whole way from values to the order of rows does with the columns that real tables have. */
class CurveOrderTest {

    private static final int ROWS = 400;
    private static final int BITS = 16;

    private static int[] order(SpaceFillingCurve curve, int[]... ranks) {
        return KeyOrder.of(TableLayout.keys(curve, ranks));
    }

    private static int[] ranks(double[] values, boolean[] isNull) {
        long[] present = IntStream.range(0, values.length)
                .filter(row -> !isNull[row])
                .mapToLong(row -> SortableValues.of(values[row]))
                .toArray();
        LongSample sample = new LongSample(1);
        sample.add(present, 0, present.length);
        sample.addNulls(values.length - present.length);
        LongRanks ranks = sample.ranks(BITS);
        return IntStream.range(0, values.length)
                .map(row -> isNull[row] ? MassRanks.NULL_RANK : ranks.rankOf(SortableValues.of(values[row])))
                .toArray();
    }

    private static double[] awkwardDoubles(long seed) {
        double[] choices = {
            Double.NaN, Double.NEGATIVE_INFINITY, -1e300, -2, -0.0, 0.0, 3, 1e-300, Double.POSITIVE_INFINITY, 42
        };
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, ROWS)
                .mapToDouble(row -> choices[random.nextInt(choices.length)])
                .toArray();
    }

    private static boolean[] halfNull(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean[] isNull = new boolean[ROWS];
        for (int row = 0; row < ROWS; row++) {
            isNull[row] = random.nextBoolean();
        }
        return isNull;
    }

    @Property(tries = 30)
    void oneColumnAloneIsSortedWithNullsFirst(@ForAll long seed, @ForAll boolean isHilbert) {
        double[] values = awkwardDoubles(seed);
        boolean[] isNull = halfNull(seed + 1);
        SpaceFillingCurve curve = isHilbert ? new HilbertCurve(1, BITS) : new MortonCurve(1, BITS);
        int[] expected = IntStream.range(0, ROWS)
                .boxed()
                .sorted(Comparator.<Integer, Boolean>comparing(row -> !isNull[row])
                        .thenComparing(row -> isNull[row] || values[row] == 0 ? 0.0 : values[row]))
                .mapToInt(Integer::intValue)
                .toArray();
        assertThat(order(curve, ranks(values, isNull))).containsExactly(expected);
    }

    @Property(tries = 30)
    void aConstantOrAllNullColumnDoesNotChangeZOrder(@ForAll long seed, @ForAll @IntRange(max = 2) int place) {
        int[] one = ranks(awkwardDoubles(seed), halfNull(seed + 1));
        int[] other = ranks(awkwardDoubles(seed + 2), new boolean[ROWS]);
        boolean[] allNull = new boolean[ROWS];
        Arrays.fill(allNull, true);
        double[] constant = new double[ROWS];
        Arrays.fill(constant, -7);
        int[] expected = order(new MortonCurve(2, BITS), one, other);
        for (int[] joined : List.of(ranks(constant, allNull), ranks(constant, new boolean[ROWS]))) {
            int[][] three = {one, other, joined};
            int[][] placed = {three[(3 - place) % 3], three[(4 - place) % 3], three[(5 - place) % 3]};
            int[][] kept =
                    Arrays.stream(placed).filter(column -> column != joined).toArray(int[][]::new);
            int[] keptOrder = kept[0] == one ? expected : order(new MortonCurve(2, BITS), kept);
            assertThat(order(new MortonCurve(3, BITS), placed)).containsExactly(keptOrder);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 40})
    void stringsThatAgreeInTheirFirstCharactersAreSorted(int prefixLength) {
        String prefix = "x".repeat(prefixLength);
        SplittableRandom random = new SplittableRandom(1);
        Strings column = Strings.of(IntStream.range(0, ROWS)
                .mapToObj(row -> random.nextInt(9) == 0 ? "" : prefix + random.nextInt(1000))
                .toList());
        BytesSample sample = new BytesSample(1);
        sample.add(column.bytes(), column.offsets(), 0, ROWS);
        int[] ranks = new int[ROWS];
        sample.ranks(BITS).lookUp(column.bytes(), column.offsets(), 0, ROWS, ranks);
        int[] expected = IntStream.range(0, ROWS)
                .boxed()
                .sorted((one, other) -> Arrays.compareUnsigned(column.get(one), column.get(other)))
                .mapToInt(Integer::intValue)
                .toArray();
        assertThat(order(new MortonCurve(1, BITS), ranks)).containsExactly(expected);
    }

    @Test
    void everyRowHasOnePlace() {
        int[] order = order(
                new HilbertCurve(3, BITS),
                ranks(awkwardDoubles(1), halfNull(2)),
                ranks(awkwardDoubles(3), halfNull(4)),
                ranks(awkwardDoubles(5), new boolean[ROWS]));
        assertThat(order).hasSize(ROWS).doesNotHaveDuplicates();
        assertThat(Arrays.stream(order).sum()).isEqualTo(ROWS * (ROWS - 1) / 2);
    }
}
