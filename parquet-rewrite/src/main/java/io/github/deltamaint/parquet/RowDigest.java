package io.github.deltamaint.parquet;

import java.util.List;

/**
 * The sum over rows that a {@link RowHasher} made.
 *
 * @param rows the number of rows
 * @param high the upper half of the sum of row hashes
 * @param low the lower half of the sum of row hashes
 * @param columns per leaf column, in schema order
 */
public record RowDigest(long rows, long high, long low, List<ColumnDigest> columns) {

    /** Copies the list. */
    public RowDigest {
        columns = List.copyOf(columns);
    }

    /**
     * The sum over the values of one leaf column.
     *
     * @param path the names from the root, joined by dots
     * @param high the upper half of the sum
     * @param low the lower half of the sum
     */
    public record ColumnDigest(String path, long high, long low) {}

    /**
     * The digest of the rows of both.
     *
     * @throws IllegalArgumentException if the two are of different columns
     */
    public RowDigest plus(RowDigest other) {
        throw new UnsupportedOperationException();
    }

    /** The sum of row hashes as 32 hexadecimal digits. */
    public String toHex() {
        return "%016x%016x".formatted(high, low);
    }
}
