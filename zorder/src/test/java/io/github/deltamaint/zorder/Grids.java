package io.github.deltamaint.zorder;

import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Grids, points and naive curves for the tests of curves. */
final class Grids {

    /** A grid and the seed of points in it. */
    record Grid(int dimensions, int bits, long seed) {

        int[] point(int salt) {
            return new Random(seed * 31 + salt).ints(dimensions).map(this::clip).toArray();
        }

        int clip(int rank) {
            return bits == 32 ? rank : rank & (1 << bits) - 1;
        }
    }

    private Grids() {}

    static Arbitrary<Grid> upTo(int maxDimensions, int maxBits) {
        return Combinators.combine(
                        Arbitraries.integers().between(1, maxDimensions),
                        Arbitraries.integers().between(1, maxBits),
                        Arbitraries.longs())
                .as(Grid::new);
    }

    /** Grids whose keys are longs. */
    static Arbitrary<Grid> withLongKeys(int maxDimensions) {
        return upTo(maxDimensions, 32).filter(grid -> grid.dimensions() * grid.bits() <= 63);
    }

    /** One bit after the other. */
    static BigInteger interleaveNaively(int[] point, int bits) {
        BigInteger key = BigInteger.ZERO;
        for (int level = bits - 1; level >= 0; level--) {
            for (int rank : point) {
                key = key.shiftLeft(1).or(BigInteger.valueOf(rank >>> level & 1));
            }
        }
        return key;
    }

    /**
     * J. Skilling, "Programming the Hilbert curve", AIP 2004: turns the point into the transposed bits of its position on
     * a Hilbert curve.
     */
    static int[] skillingTranspose(int[] point, int bits) {
        int[] x = point.clone();
        int last = x.length - 1;
        for (int q = 1 << bits - 1; q > 1; q >>>= 1) {
            int p = q - 1;
            for (int i = 0; i <= last; i++) {
                int exchanged = (x[i] & q) != 0 ? 0 : (x[0] ^ x[i]) & p;
                x[0] ^= (x[i] & q) != 0 ? p : exchanged;
                x[i] ^= exchanged;
            }
        }
        for (int i = 1; i <= last; i++) {
            x[i] ^= x[i - 1];
        }
        int flip = 0;
        for (int q = 1 << bits - 1; q > 1; q >>>= 1) {
            flip ^= (x[last] & q) != 0 ? q - 1 : 0;
        }
        for (int i = 0; i <= last; i++) {
            x[i] ^= flip;
        }
        return x;
    }

    /** Points as columns. */
    static int[][] columns(int[]... points) {
        int[][] columns = new int[points[0].length][points.length];
        for (int i = 0; i < points.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                columns[j][i] = points[i][j];
            }
        }
        return columns;
    }

    static long longKey(SpaceFillingCurve curve, int... point) {
        long[] key = new long[1];
        curve.longKeys(columns(point), 0, 1, key);
        return key[0];
    }

    static byte[] byteKey(SpaceFillingCurve curve, int... point) {
        byte[] key = new byte[curve.keyBytes()];
        curve.byteKeys(columns(point), 0, 1, key);
        return key;
    }

    /** The position of a point, in the form that holds all. */
    static BigInteger key(SpaceFillingCurve curve, int... point) {
        return new BigInteger(1, byteKey(curve, point));
    }

    /** The point with the number {@code cell}, counting through the grid. */
    static int[] cell(int cell, int dimensions, int bits) {
        int[] point = new int[dimensions];
        for (int j = 0; j < dimensions; j++) {
            point[j] = cell >>> j * bits & (1 << bits) - 1;
        }
        return point;
    }
}
