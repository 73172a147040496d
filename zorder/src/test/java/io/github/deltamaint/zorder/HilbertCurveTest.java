package io.github.deltamaint.zorder;

import static io.github.deltamaint.zorder.Grids.longKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.zorder.Grids.Grid;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HilbertCurveTest {

    private static final int TRIES = 300;

    @Provide
    Arbitrary<Grid> grids() {
        return Grids.upTo(9, 32);
    }

    @Provide
    Arbitrary<Grid> longGrids() {
        return Grids.withLongKeys(9);
    }

    @ParameterizedTest(name = "{0} dimensions of {1} bits")
    @CsvSource({"1,12", "2,10", "3,6", "4,5", "5,4", "6,3", "7,2", "8,2", "9,2"})
    void visitsEveryCellOnceAndOnlyEverStepsToANeighbour(int dimensions, int bits) {
        HilbertCurve curve = new HilbertCurve(dimensions, bits);
        int cells = 1 << dimensions * bits;
        BitSet visited = new BitSet(cells);
        int[] previous = curve.cellAt(0);
        assertThat(previous).containsOnly(0);
        for (int position = 0; position < cells; position++) {
            int[] cell = curve.cellAt(position);
            if (position > 0 && distance(previous, cell) != 1) {
                assertThat(distance(previous, cell))
                        .as("step to position " + position)
                        .isEqualTo(1);
            }
            visited.set(number(cell, bits));
            previous = cell;
        }
        assertThat(visited.cardinality()).isEqualTo(cells);
    }

    private static long distance(int[] one, int[] other) {
        long distance = 0;
        for (int j = 0; j < one.length; j++) {
            distance += Math.abs(Integer.toUnsignedLong(one[j]) - Integer.toUnsignedLong(other[j]));
        }
        return distance;
    }

    private static int number(int[] cell, int bits) {
        int number = 0;
        for (int j = 0; j < cell.length; j++) {
            number |= cell[j] << j * bits;
        }
        return number;
    }

    @ParameterizedTest(name = "{0} dimensions of {1} bits")
    @CsvSource({"1,12", "2,10", "3,6", "4,5", "5,4", "6,3", "9,2"})
    void bulkKeysAreTheInverseOfCells(int dimensions, int bits) {
        HilbertCurve curve = new HilbertCurve(dimensions, bits);
        int cells = 1 << dimensions * bits;
        int[][] ranks = new int[dimensions][cells];
        for (int position = 0; position < cells; position++) {
            int[] cell = curve.cellAt(position);
            for (int j = 0; j < dimensions; j++) {
                ranks[j][position] = cell[j];
            }
        }
        long[] keys = new long[cells];
        curve.longKeys(ranks, 0, cells, keys);
        long[] expected = new long[cells];
        Arrays.setAll(expected, position -> position);
        assertThat(keys).isEqualTo(expected);
    }

    /** In more dimensions there are many Hilbert curves, and Skilling's is another one. */
    @Property(tries = TRIES)
    void isSkillingsCurveInTwoDimensions(@ForAll @IntRange(min = 1, max = 31) int bits, @ForAll long seed) {
        int[] point = new Grid(2, bits, seed).point(1);
        int[] transposed = Grids.skillingTranspose(point, bits);
        long expected = Grids.interleaveNaively(transposed, bits).longValueExact();
        assertThat(longKey(new HilbertCurve(2, bits), point)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5", "6", "7", "8", "9"})
    void visitsTheCornersOfOneBlockInSkillingsOrder(int dimensions) {
        HilbertCurve curve = new HilbertCurve(dimensions, 1);
        for (int cell = 0; cell < 1 << dimensions; cell++) {
            int[] point = Grids.cell(cell, dimensions, 1);
            long expected = Grids.interleaveNaively(Grids.skillingTranspose(point, 1), 1)
                    .longValueExact();
            assertThat(longKey(curve, point)).isEqualTo(expected);
        }
    }

    @Property(tries = TRIES)
    void stepsToANeighbourFromAnywhere(@ForAll("grids") Grid grid) {
        HilbertCurve curve = new HilbertCurve(grid.dimensions(), grid.bits());
        for (int i = 0; i < 20; i++) {
            int[] point = grid.point(i);
            BigInteger next = Grids.key(curve, point).add(BigInteger.ONE);
            if (next.bitLength() <= curve.keyBits()) {
                assertThat(distance(point, curve.cellAt(toBytes(next, curve.keyBytes()))))
                        .isEqualTo(1);
            }
        }
    }

    private static byte[] toBytes(BigInteger number, int length) {
        byte[] bytes = new byte[length];
        byte[] digits = number.toByteArray();
        int significant = Math.min(digits.length, length);
        System.arraycopy(digits, digits.length - significant, bytes, length - significant, significant);
        return bytes;
    }

    @Property(tries = TRIES)
    void decodesWhatItEncodes(@ForAll("grids") Grid grid) {
        KeyFormAssertions.assertDecodes(new HilbertCurve(grid.dimensions(), grid.bits()), grid);
    }

    @Property(tries = TRIES)
    void keysOfABlockAreContiguous(@ForAll("longGrids") Grid grid, @ForAll @IntRange(min = 1, max = 31) int levels) {
        BlockAssertions.assertBlocksAreContiguous(
                new HilbertCurve(grid.dimensions(), grid.bits()), grid, Math.min(levels, grid.bits()));
    }

    @Property(tries = TRIES)
    void bothKeyFormsCarryOneNumberThatBytesCompareAlike(@ForAll("grids") Grid grid) {
        KeyFormAssertions.assertFormsAgree(new HilbertCurve(grid.dimensions(), grid.bits()), grid);
    }

    @Property(tries = TRIES)
    void isTheIdentityInOneDimension(@ForAll @IntRange(min = 1, max = 32) int bits, @ForAll int rank) {
        int clipped = new Grid(1, bits, 0).clip(rank);
        assertThat(longKey(new HilbertCurve(1, bits), clipped)).isEqualTo(Integer.toUnsignedLong(clipped));
    }

    @Test
    void drawsTheCurveOfItsDocumentation() {
        HilbertCurve curve = new HilbertCurve(2, 2);
        int[][] rows = {{5, 6, 9, 10}, {4, 7, 8, 11}, {3, 2, 13, 12}, {0, 1, 14, 15}};
        for (int x = 0; x < 4; x++) {
            for (int y = 0; y < 4; y++) {
                assertThat(longKey(curve, x, y)).as(x + "," + y).isEqualTo(rows[3 - y][x]);
            }
        }
    }

    @Test
    void refusesMoreThanNineDimensions() {
        assertThatThrownBy(() -> new HilbertCurve(10, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The Hilbert curve takes 1 to 9 dimensions but got 10. Choose fewer columns.");
    }
}
