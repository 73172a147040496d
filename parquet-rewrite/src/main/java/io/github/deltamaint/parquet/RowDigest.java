package io.github.deltamaint.parquet;

import java.util.ArrayList;
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
    public record ColumnDigest(String path, long high, long low) {

        private ColumnDigest plus(ColumnDigest other) {
            if (!path.equals(other.path)) {
                throw new IllegalArgumentException(
                        "the digest of column " + other.path + " cannot be added to that of " + path);
            }
            long sumLow = low + other.low;
            return new ColumnDigest(path, high + other.high + carry(sumLow, low), sumLow);
        }
    }

    /**
     * The digest of the rows of both.
     *
     * @throws IllegalArgumentException if the two are of different columns
     */
    public RowDigest plus(RowDigest other) {
        if (columns.size() != other.columns.size()) {
            throw new IllegalArgumentException(
                    "a digest of " + columns.size() + " columns cannot be added to one of " + other.columns.size());
        }
        List<ColumnDigest> sums = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            sums.add(columns.get(i).plus(other.columns.get(i)));
        }
        long sumLow = low + other.low;
        return new RowDigest(Math.addExact(rows, other.rows), high + other.high + carry(sumLow, low), sumLow, sums);
    }

    private static int carry(long sum, long part) {
        return Long.compareUnsigned(sum, part) < 0 ? 1 : 0;
    }

    /** The sum of row hashes as 32 hexadecimal digits. */
    public String toHex() {
        return "%016x%016x".formatted(high, low);
    }
}
