package io.github.deltamaint.parquet;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the indexes of a file say about one data page.
 *
 * @param firstRow the position in the row group of its first row
 * @param rows how many rows begin in it
 * @param bytes what it takes in the file, with its header
 * @param nullCount how many nulls it has, if the file says
 * @param nullsOnly whether it has no value
 * @param min no value is below it: an {@code Integer}, {@code Long}, {@code Float}, {@code Double}, {@code Boolean} or {@code byte[]}; null if it is not known
 * @param max no value is above it; see {@code min}
 */
public record PageSummary(
        long firstRow,
        long rows,
        long bytes,
        OptionalLong nullCount,
        boolean nullsOnly,
        @Nullable Object min,
        @Nullable Object max) {}
