package io.github.deltamaint.zorder;

/** Maps a point of ranks to its position on a curve that keeps neighbours close. */
public interface SpaceFillingCurve {

    /** The number of dimensions, 1 to 16. */
    int dimensions();

    /** The number of bits of each rank, 1 to 32. */
    int bitsPerDimension();
}
