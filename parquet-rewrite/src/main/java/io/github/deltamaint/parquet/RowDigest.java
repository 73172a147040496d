package io.github.deltamaint.parquet;

import java.util.ArrayList;
import java.util.List;

/**
 * The sum over rows that a {@link RowHasher} made.
 *
 * @param rows the number of rows
 * @param high the sum of the upper halves of row hashes, modulo 2^64
 * @param low the sum of the lower halves of row hashes, modulo 2^64
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
     * @param high the sum of the upper halves of hashes, modulo 2^64
     * @param low the sum of the lower halves of hashes, modulo 2^64
     */
    public record ColumnDigest(String path, long high, long low) {

        /**
         * The sum over the values of both.
         *
         * @throws IllegalArgumentException if they are not of the same column
         */
        public ColumnDigest plus(ColumnDigest other) {
            if (!path.equals(other.path)) {
                throw new IllegalArgumentException(
                        "the digest of column " + other.path + " cannot be added to that of " + path);
            }
            return new ColumnDigest(path, high + other.high, low + other.low);
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
        return new RowDigest(Math.addExact(rows, other.rows), high + other.high, low + other.low, sums);
    }

    /** The sums of row hashes as 32 hexadecimal digits. */
    public String toHex() {
        return "%016x%016x".formatted(high, low);
    }
}
