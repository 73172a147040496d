package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.zorder.Grids.Grid;
import java.util.Random;

/** What cutting at block borders relies on: a curve runs through each block at one go. */
final class BlockAssertions {

    private BlockAssertions() {}

    /**
     * The positions with the same leading {@code levels} digits are cells of one block. As there are as many such positions
     * as a block has cells, and no two cells share one, they are all of them.
     */
    static void assertBlocksAreContiguous(SpaceFillingCurve curve, Grid grid, int levels) {
        int suffixBits = (grid.bits() - levels) * grid.dimensions();
        int side = grid.bits() - levels;
        Random random = new Random(grid.seed());
        long first = Grids.longKey(curve, grid.point(1)) >>> suffixBits << suffixBits;
        int[] corner = block(curve.cellAt(first), side);
        for (int i = 0; i < 30; i++) {
            long position = first | random.nextLong() >>> 1 & (1L << suffixBits) - 1;
            assertThat(block(curve.cellAt(position), side)).containsExactly(corner);
        }
        if (first > 0) {
            assertThat(block(curve.cellAt(first - 1), side)).isNotEqualTo(corner);
        }
    }

    private static int[] block(int[] cell, int side) {
        int[] block = new int[cell.length];
        for (int j = 0; j < cell.length; j++) {
            block[j] = side == 32 ? 0 : cell[j] >>> side;
        }
        return block;
    }
}
