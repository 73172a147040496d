package io.github.deltamaint.zorder;

import static io.github.deltamaint.zorder.Grids.key;
import static io.github.deltamaint.zorder.Grids.longKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.zorder.Grids.Grid;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MortonCurveTest {

    private static final int TRIES = 300;

    @Provide
    Arbitrary<Grid> grids() {
        return Grids.upTo(16, 32);
    }

    @Provide
    Arbitrary<Grid> longGrids() {
        return Grids.withLongKeys(16);
    }

    @Test
    void drawsTheLetterZ() {
        MortonCurve curve = new MortonCurve(2, 2);
        assertThat(longKey(curve, 2, 1)).isEqualTo(0b1001);
        assertThat(curve.cellAt(0)).containsExactly(0, 0);
        assertThat(curve.cellAt(1)).containsExactly(0, 1);
        assertThat(curve.cellAt(2)).containsExactly(1, 0);
        assertThat(curve.cellAt(3)).containsExactly(1, 1);
        assertThat(curve.cellAt(15)).containsExactly(3, 3);
    }

    @Property(tries = TRIES)
    void agreesWithInterleavingBitByBit(@ForAll("grids") Grid grid) {
        MortonCurve curve = new MortonCurve(grid.dimensions(), grid.bits());
        for (int i = 0; i < 20; i++) {
            int[] point = grid.point(i);
            BigInteger expected = Grids.interleaveNaively(point, grid.bits());
            assertThat(key(curve, point)).isEqualTo(expected);
            if (curve.hasLongKeys()) {
                assertThat(longKey(curve, point)).isEqualTo(expected.longValueExact());
            }
        }
    }

    @Property(tries = TRIES)
    void agreesWithInterleavingByMasks(@ForAll @IntRange(max = 0x7FFF_FFFF) int x, @ForAll @IntRange int y) {
        long expected = spreadByMasks(x) << 1 | spreadByMasks(y);
        assertThat(longKey(new MortonCurve(2, 31), x, y)).isEqualTo(expected);
    }

    private static long spreadByMasks(long rank) {
        long bits = (rank | rank << 16) & 0x0000FFFF0000FFFFL;
        bits = (bits | bits << 8) & 0x00FF00FF00FF00FFL;
        bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0FL;
        bits = (bits | bits << 2) & 0x3333333333333333L;
        return (bits | bits << 1) & 0x5555555555555555L;
    }

    @Property(tries = TRIES)
    void decodesWhatItEncodes(@ForAll("grids") Grid grid) {
        KeyFormAssertions.assertDecodes(new MortonCurve(grid.dimensions(), grid.bits()), grid);
    }

    @Property(tries = TRIES)
    void growsWithEveryRank(@ForAll("grids") Grid grid) {
        MortonCurve curve = new MortonCurve(grid.dimensions(), grid.bits());
        for (int i = 0; i < 20; i++) {
            int[] high = grid.point(i);
            int[] low = high.clone();
            Random random = new Random(grid.seed() + i);
            for (int j = 0; j < low.length; j++) {
                low[j] = random.nextBoolean() ? low[j] : (int) (random.nextDouble() * Integer.toUnsignedLong(low[j]));
            }
            int order = Arrays.equals(low, high) ? 0 : -1;
            assertThat(key(curve, low).compareTo(key(curve, high))).isEqualTo(order);
        }
    }

    @Property(tries = TRIES)
    void keepsEveryPointOfABoxBetweenItsCorners(@ForAll("grids") Grid grid) {
        MortonCurve curve = new MortonCurve(grid.dimensions(), grid.bits());
        int[] one = grid.point(1);
        int[] other = grid.point(2);
        int[] min = new int[one.length];
        int[] max = new int[one.length];
        int[] inside = new int[one.length];
        Random random = new Random(grid.seed());
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j < one.length; j++) {
                min[j] = Integer.compareUnsigned(one[j], other[j]) < 0 ? one[j] : other[j];
                max[j] = min[j] == one[j] ? other[j] : one[j];
                long width = Integer.toUnsignedLong(max[j]) - Integer.toUnsignedLong(min[j]);
                inside[j] = min[j] + (int) (long) (random.nextDouble() * (width + 1));
            }
            assertThat(key(curve, inside)).isBetween(key(curve, min), key(curve, max));
        }
    }

    @Property(tries = TRIES)
    void isTheIdentityInOneDimension(@ForAll @IntRange(min = 1, max = 32) int bits, @ForAll int rank) {
        int clipped = new Grid(1, bits, 0).clip(rank);
        assertThat(longKey(new MortonCurve(1, bits), clipped)).isEqualTo(Integer.toUnsignedLong(clipped));
    }

    @Property(tries = TRIES)
    void keepsTheOrderWhenAConstantDimensionJoins(@ForAll("grids") Grid grid, @ForAll @IntRange(max = 15) int place) {
        int dimensions = Math.min(15, grid.dimensions());
        int[] one = Arrays.copyOf(grid.point(1), dimensions);
        int[] other = Arrays.copyOf(grid.point(2), dimensions);
        int constant = grid.point(3)[0];
        int at = place % (dimensions + 1);
        MortonCurve curve = new MortonCurve(dimensions, grid.bits());
        MortonCurve wider = new MortonCurve(dimensions + 1, grid.bits());
        int order = key(wider, inserted(one, at, constant)).compareTo(key(wider, inserted(other, at, constant)));
        assertThat(order).isEqualTo(key(curve, one).compareTo(key(curve, other)));
    }

    private static int[] inserted(int[] point, int at, int rank) {
        int[] wider = new int[point.length + 1];
        System.arraycopy(point, 0, wider, 0, at);
        wider[at] = rank;
        System.arraycopy(point, at, wider, at + 1, point.length - at);
        return wider;
    }

    @Property(tries = TRIES)
    void onlyMovesBitsWhenDimensionsChangePlaces(@ForAll("grids") Grid grid) {
        MortonCurve curve = new MortonCurve(grid.dimensions(), grid.bits());
        int[] point = grid.point(1);
        int[] turned = new int[point.length];
        for (int j = 0; j < point.length; j++) {
            turned[(j + 1) % point.length] = point[j];
        }
        BigInteger key = key(curve, point);
        BigInteger turnedKey = key(curve, turned);
        int d = point.length;
        for (int level = 0; level < grid.bits(); level++) {
            for (int j = 0; j < d; j++) {
                boolean bit = key.testBit(level * d + d - 1 - j);
                assertThat(turnedKey.testBit(level * d + d - 1 - (j + 1) % d)).isEqualTo(bit);
            }
        }
    }

    @Property(tries = TRIES)
    void keysOfABlockAreContiguous(@ForAll("longGrids") Grid grid, @ForAll @IntRange(min = 1, max = 31) int levels) {
        BlockAssertions.assertBlocksAreContiguous(
                new MortonCurve(grid.dimensions(), grid.bits()), grid, Math.min(levels, grid.bits()));
    }

    @Property(tries = TRIES)
    void bothKeyFormsCarryOneNumberThatBytesCompareAlike(@ForAll("grids") Grid grid) {
        KeyFormAssertions.assertFormsAgree(new MortonCurve(grid.dimensions(), grid.bits()), grid);
    }

    @Test
    void computesOnlyTheRowsAskedFor() {
        MortonCurve curve = new MortonCurve(2, 4);
        long[] keys = {7, 7, 7, 7};
        curve.longKeys(new int[][] {{1, 2, 3, 4}, {0, 0, 0, 0}}, 1, 3, keys);
        assertThat(keys).containsExactly(7, 8, 10, 7);
    }

    @Test
    void refusesWhatItCannotInterleave() {
        assertThatThrownBy(() -> new MortonCurve(17, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The Z-order curve takes 1 to 16 dimensions but got 17. Choose fewer columns.");
        assertThatThrownBy(() -> new MortonCurve(2, 33))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The Z-order curve takes 1 to 32 bits per dimension but got 33");
        MortonCurve curve = new MortonCurve(2, 8);
        assertThatThrownBy(() -> curve.longKeys(new int[][] {{0}, {256}}, 0, 1, new long[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A rank of column 1 has more than the 8 bits that a dimension has");
        assertThatThrownBy(() -> curve.longKeys(new int[][] {{0}}, 0, 1, new long[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected the ranks of 2 columns but got those of 1");
        assertThatThrownBy(() -> curve.longKeys(new int[][] {{0}, {0}}, 0, 2, new long[2]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> curve.longKeys(new int[][] {{0}, {0}}, 0, 1, new long[0]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> curve.byteKeys(new int[][] {{0}, {0}}, 0, 1, new byte[1]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> curve.leadingKeys(new byte[1], 0, 1, new long[1]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new MortonCurve(2, 32).longKeys(new int[][] {{0}, {0}}, 0, 1, new long[1]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "A Z-order curve over 2 columns of 32 bits has positions of 64 bits, which do not fit a long. "
                                + "Use byteKeys, or fewer bits per dimension.");
    }

    @Test
    void refusesKeysThatAreNoPositions() {
        MortonCurve curve = new MortonCurve(3, 3);
        assertThatThrownBy(() -> curve.cellAt(1 << 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A Z-order curve over 3 columns of 3 bits has no position 512");
        assertThatThrownBy(() -> curve.cellAt(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> curve.cellAt(new byte[] {2, 0}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A Z-order curve over 3 columns of 3 bits has no position of more than 9 bits");
        assertThatThrownBy(() -> curve.cellAt(new byte[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A Z-order curve over 3 columns of 3 bits has keys of 2 bytes but got 3");
    }
}
