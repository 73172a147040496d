package io.github.deltamaint.parquet;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A column that rows are sorted by, in ascending order of its values: numbers by value, floating point numbers in their IEEE 754
 * total order (-0.0 before 0.0, NaN at the ends), strings and other bytes unsigned byte by byte, decimals by value.
 *
 * @param path the names from the root of the schema to the leaf, which must not lie in a list or map
 * @param nullsLast whether rows without a value come last; else they come first
 */
public record SortColumn(List<String> path, boolean nullsLast) {

    /**
     * Takes a copy of the path.
     *
     * @throws IllegalArgumentException if the path is empty
     */
    public SortColumn {
        path = List.copyOf(path);
        if (path.isEmpty()) {
            throw new IllegalArgumentException("a column to sort by needs a name");
        }
    }

    /** Sorted by a column, rows without a value first. */
    public static SortColumn of(String... path) {
        return new SortColumn(List.of(path), false);
    }

    /** This column with rows without a value last. */
    public SortColumn withNullsLast() {
        return new SortColumn(path, true);
    }

    /** The path joined by dots. */
    public String name() {
        return String.join(".", path);
    }

    @Override
    public String toString() {
        return name() + (nullsLast ? " nulls last" : "");
    }

    static void requireDistinct(List<SortColumn> columns) {
        Set<List<String>> seen = new HashSet<>();
        for (SortColumn column : columns) {
            if (!seen.add(column.path())) {
                throw new IllegalArgumentException(
                        "column " + column.name() + " is given twice as a column to sort by");
            }
        }
    }
}
