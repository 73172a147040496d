package io.github.deltamaint.parquet;

import java.util.List;
import java.util.Set;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * What a written file holds in one column: a leaf of its schema, or a list or map that lies in no other list or map.
 *
 * @param path the names from the root to the leaf, or to the group that is the list or map
 * @param leaf whether this is a leaf; if not, only {@code path} and {@code nullCount} say something
 * @param nullCount of a leaf: the entries without a value, because it or anything around it is null or an empty list or map;
 *     of a list or map: the rows in which it, or a struct around it, is null (an empty one is not)
 * @param min the smallest value, exact, in the order of the column ({@link Integer}, {@link Long}, {@link Float},
 *     {@link Double}, {@link Boolean}, or {@code byte[]}, not to be changed); null if there is no value, or none but NaN, or
 *     the format defines no order for the type (INT96, INTERVAL). Floating point numbers are compared without NaN, and -0.0 is
 *     smaller than 0.0
 * @param max the largest value; see {@code min}
 * @param hasNaN whether a floating point NaN occurs
 * @param encodings the encodings of the data pages
 * @param compressedBytes the bytes of its pages in the file, with their headers
 * @param uncompressedBytes the bytes of its pages before compression, with their headers
 */
public record ColumnSummary(
        List<String> path,
        boolean leaf,
        long nullCount,
        @Nullable Object min,
        @Nullable Object max,
        boolean hasNaN,
        Set<Encoding> encodings,
        long compressedBytes,
        long uncompressedBytes) {

    /** Takes copies of the collections. */
    public ColumnSummary {
        path = List.copyOf(path);
        encodings = Set.copyOf(encodings);
    }
}
