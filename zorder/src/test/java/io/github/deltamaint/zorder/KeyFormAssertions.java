package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.zorder.Grids.Grid;
import java.math.BigInteger;
import java.util.Arrays;

/** What points, the long form, the byte form and the leading bits of keys have to do with each other. */
final class KeyFormAssertions {

    private static final int POINTS = 20;

    private KeyFormAssertions() {}

    static void assertDecodes(SpaceFillingCurve curve, Grid grid) {
        for (int i = 0; i < POINTS; i++) {
            int[] point = grid.point(i);
            assertThat(curve.cellAt(Grids.byteKey(curve, point))).containsExactly(point);
            if (curve.hasLongKeys()) {
                assertThat(curve.cellAt(Grids.longKey(curve, point))).containsExactly(point);
            }
        }
    }

    static void assertFormsAgree(SpaceFillingCurve curve, Grid grid) {
        int[][] points = new int[POINTS][];
        Arrays.setAll(points, grid::point);
        int[][] ranks = Grids.columns(points);
        byte[] bytes = new byte[POINTS * curve.keyBytes()];
        curve.byteKeys(ranks, 0, POINTS, bytes);
        long[] leading = new long[POINTS];
        curve.leadingKeys(bytes, 0, POINTS, leading);
        BigInteger[] numbers = new BigInteger[POINTS];
        byte[][] keys = new byte[POINTS][];
        for (int i = 0; i < POINTS; i++) {
            keys[i] = Arrays.copyOfRange(bytes, i * curve.keyBytes(), (i + 1) * curve.keyBytes());
            numbers[i] = new BigInteger(1, keys[i]);
            assertThat(numbers[i].bitLength()).isLessThanOrEqualTo(curve.keyBits());
            assertThat(leading[i])
                    .isEqualTo(numbers[i]
                            .shiftRight(Math.max(0, curve.keyBits() - 63))
                            .longValueExact());
        }
        for (int i = 1; i < POINTS; i++) {
            assertThat(Integer.signum(Arrays.compareUnsigned(keys[i - 1], keys[i])))
                    .isEqualTo(numbers[i - 1].compareTo(numbers[i]));
        }
        if (curve.hasLongKeys()) {
            long[] longs = new long[POINTS];
            curve.longKeys(ranks, 0, POINTS, longs);
            assertThat(longs).containsExactly(leading);
        }
    }
}
