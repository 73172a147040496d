package io.github.deltamaint.parquet.internal.order;

/** Widths of numbers. */
final class Bits {
    private Bits() {}

    /** The bits that numbers below {@code range} take. */
    static int of(int range) {
        return range <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(range - 1);
    }
}
