package io.github.deltamaint.internal.plan;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.Snapshot;

/**
 * The size that files should have when nobody says: 128 MiB for tables below 10 GiB, 1 GiB from 10 TiB on, and on the straight line between those
 * points for tables between them.
 */
public final class TargetFileSize {
    private static final DataSize SMALLEST = DataSize.mebibytes(128);
    private static final DataSize LARGEST = DataSize.gibibytes(1);
    private static final DataSize SMALL_TABLE = DataSize.gibibytes(10);
    private static final DataSize LARGE_TABLE = DataSize.gibibytes(10 * 1024);

    private TargetFileSize() {}

    /** What the table asks for, else by its size. */
    public static DataSize of(Snapshot snapshot) {
        return snapshot.properties()
                .targetFileSize()
                .orElseGet(() -> forTableOf(new DataSize(snapshot.counts().sizeInBytes())));
    }

    /** The size for a table of so many bytes. */
    public static DataSize forTableOf(DataSize tableSize) {
        if (!tableSize.isGreaterThan(SMALL_TABLE)) {
            return SMALLEST;
        }
        if (!tableSize.isLessThan(LARGE_TABLE)) {
            return LARGEST;
        }
        double position = (double) tableSize.minus(SMALL_TABLE).bytes()
                / LARGE_TABLE.minus(SMALL_TABLE).bytes();
        return SMALLEST.plus(
                DataSize.ofBytes((long) (position * LARGEST.minus(SMALLEST).bytes())));
    }
}
